// Spaces as text: a statement a line, words and numbers.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "space/embedded.hpp"
#include "space/space.hpp"

namespace thinair::space {
namespace {

constexpr std::string_view kExtension = ".space";
const std::vector<std::string> kStatements{"space",   "size",   "locations", "modes",   "writes", "reads", "dependencies", "programs",
                                           "updates", "fences", "locks",     "context", "values", "show",  "rules"};

constexpr std::size_t kMostErrors = 20;  // of a file that is none of ours

struct Word {
  std::string text;
  Span span;
};

class Reader {
 public:
  Reader(Sources& sources, std::uint32_t file) : sources_(sources), file_(file) {}

  Result<Space> run() {
    const std::string_view text = sources_.text(file_);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      line(at, end);
      at = end + 1;
    }
    if (errors_.empty() && !seen_.contains("size") && space_.only.empty())
      error({file_, 0, 0}, "the space has no size", "write: size ..2+2");
    if (!errors_.empty()) return fail(std::move(errors_));
    for (const Lengths& size : space_.sizes)
      if (size.size() + space_.context.size() > kMostThreads)
        return fail(diagnostic(seen_.at("context"), fmt::format("at most {} threads, with those of the context", kMostThreads), ""));
    if (space_.reads.empty() && space_.writes.empty()) space_.reads = space_.writes = {Mode::plain};
    if (space_.reads.empty() || space_.writes.empty())
      return fail(diagnostic(seen_.at("modes"), "reads and writes both need a mode", "acquire is for reads, release for writes"));
    if (const std::string_view why = against_by_location(space_); !why.empty())
      return fail(diagnostic(seen_.at("modes"), std::string(why), "leave out 'by location'"));
    if (Program all; !space_.context.empty()) {
      all.threads = space_.context;
      if (all.locations() > space_.locations)
        return fail(diagnostic(seen_.at("context"), fmt::format("the context has {} locations", all.locations()), "write: locations 2"));
    }
    return std::move(space_);
  }

 private:
  Diagnostic diagnostic(Span where, std::string message, std::string hint) {
    Diagnostic d;
    d.code = "space-syntax";
    d.where = where;
    d.message = std::move(message);
    d.hint = std::move(hint);
    return d;
  }
  void error(Span where, std::string message, std::string hint = {}) {
    if (errors_.size() < kMostErrors) errors_.push_back(diagnostic(where, std::move(message), std::move(hint)));
  }

  std::vector<Word> words(std::size_t at, std::size_t end) {
    std::vector<Word> out;
    const std::string_view text = sources_.text(file_);
    while (at < end) {
      if (text[at] == ' ' || text[at] == '\t' || text[at] == '\r' || text[at] == ',') {
        ++at;
        continue;
      }
      if (text.substr(at).starts_with("//")) break;
      std::size_t stop = at;
      if (text[at] == '"') {
        stop = text.find('"', at + 1);
        if (stop == std::string_view::npos || stop >= end) {
          error(span(at, end), "the quotes are not closed");
          break;
        }
        ++stop;
      } else {
        while (stop < end && std::string_view(" \t\r,").find(text[stop]) == std::string_view::npos) ++stop;
      }
      out.push_back({std::string(text.substr(at, stop - at)), span(at, stop)});
      at = stop;
    }
    return out;
  }
  Span span(std::size_t from, std::size_t to) const { return {file_, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)}; }

  void line(std::size_t at, std::size_t end) {
    std::vector<Word> all = words(at, end);
    if (all.empty()) return;
    const Word name = all.front();
    all.erase(all.begin());
    if (!seen_.emplace(name.text, name.span).second) return error(name.span, fmt::format("'{}' is said twice", name.text));
    if (name.text == "space") return title(name, all);
    if (all.empty()) return error(name.span, fmt::format("'{}' needs something behind it", name.text));
    if (name.text == "size") return sizes(all);
    if (name.text == "locations") return locations(all);
    if (name.text == "modes") return modes(all);
    if (name.text == "writes") return one_of(all, kinds(space_.of_writes, true));
    if (name.text == "reads") return one_of(all, kinds(space_.of_reads, false));
    if (name.text == "dependencies") return one_of(all, {{"last-read", [] {}}, {"any-read", [this] { space_.any_read = true; }}});
    if (name.text == "updates") return updates(all);
    if (name.text == "fences") return fences(all);
    if (name.text == "locks") return one_of(all, {{"no", [] {}}, {"yes", [this] { space_.locks = true; }}});
    if (name.text == "context") return context(all);
    if (name.text == "programs") return programs(all);
    if (name.text == "values")
      return one_of(all, {{"distinct", [this] { space_.distinct = true; }}, {"one", [this] { space_.distinct = false; }}});
    if (name.text == "show") return one_of(all, {{"registers", [] {}}, {"final-values", [this] { space_.final_values = true; }}});
    if (name.text == "rules") {
      return one_of(all, {{"shared", [this] { space_.shared = true; }},
                          {"connected", [this] { space_.connected = true; }},
                          {"cycle", [this] { space_.cycle = true; }}});
    }
    const std::string near = nearest(name.text, kStatements);
    error(name.span, fmt::format("unknown statement '{}'", name.text),
          near.empty() ? fmt::format("there are {}", fmt::join(kStatements, ", ")) : fmt::format("did you mean '{}'?", near));
  }

  void title(const Word& name, const std::vector<Word>& all) {
    if (all.size() != 1 || all[0].text.front() != '"')
      return error(name.span, "a space has a title in quotes", "write: space \"two threads\"");
    space_.title = all[0].text.substr(1, all[0].text.size() - 2);
  }

  void sizes(const std::vector<Word>& all) {
    for (const Word& word : all) {
      const auto read = parse_sizes(word.text);
      if (!read)
        return error(word.span, fmt::format("'{}' is no size", word.text),
                     "write 2+2, or ..2+2 for all that are no larger; at most 6 threads of 6 accesses");
      for (const Lengths& size : *read)
        if (std::ranges::find(space_.sizes, size) == space_.sizes.end()) space_.sizes.push_back(size);
    }
  }

  void locations(const std::vector<Word>& all) {
    std::size_t n = 0;
    const std::string& text = all[0].text;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
    if (wrong != std::errc{} || end != text.data() + text.size() || n == 0 || n > 4 || all.size() > 1)
      return error(all[0].span, "there are 1 to 4 locations");
    space_.locations = n;
  }

  void modes(std::vector<Word> all) {
    if (all.size() > 2 && all[all.size() - 2].text == "by" && all.back().text == "location") {
      space_.by_location = true;
      all.resize(all.size() - 2);
    }
    Known known;
    const auto both = [this](Mode mode) {
      return [this, mode] {
        space_.reads.push_back(mode);
        space_.writes.push_back(mode);
      };
    };
    known.emplace_back("plain", both(Mode::plain));
    known.emplace_back("opaque", both(Mode::opaque));
    known.emplace_back("volatile", both(Mode::strong));
    known.emplace_back("acquire", [this] { space_.reads.push_back(Mode::acquire); });
    known.emplace_back("release", [this] { space_.writes.push_back(Mode::release); });
    one_of(all, known);
    for (std::vector<Mode>* list : {&space_.reads, &space_.writes}) {
      std::ranges::sort(*list);
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
  }

  using Known = std::vector<std::pair<std::string, std::function<void()>>>;

  // How accesses may depend on what was read.
  static Known kinds(std::vector<Dependency>& out, bool writes) {
    const auto add = [&out](Guard guard, bool copies) { return [&out, guard, copies] { out.push_back({guard, copies}); }; };
    Known known{
        {writes ? "constant" : "always", [] {}}, {"if-one", add(Guard::if_one, false)}, {"if-not-one", add(Guard::if_not_one, false)}};
    if (!writes) return known;
    known.insert(known.begin() + 1, {"copy", add(Guard::always, true)});
    known.emplace_back("copy-if-one", add(Guard::if_one, true));
    known.emplace_back("copy-if-not-one", add(Guard::if_not_one, true));
    return known;
  }

  void updates(const std::vector<Word>& all) {
    const auto act = [this](Act a) { return [this, a] { space_.acts.push_back(a); }; };
    const auto mode = [this](Mode m) { return [this, m] { space_.updates.push_back(m); }; };
    one_of(all, {{"add", act(Act::add)},
                 {"compare-exchange", act(Act::exchange)},
                 {"acquire", mode(Mode::acquire)},
                 {"release", mode(Mode::release)},
                 {"volatile", mode(Mode::strong)}});
    std::ranges::sort(space_.updates);
    if (space_.acts.size() == 2 || space_.updates.empty())
      error(all[0].span, "updates need a kind and a mode", "write: updates add compare-exchange volatile");
  }

  void fences(const std::vector<Word>& all) {
    const auto fence = [this](Fence f) { return [this, f] { space_.fences.push_back(f); }; };
    one_of(all, {{"loadLoad", fence(Fence::load_load)},
                 {"storeStore", fence(Fence::store_store)},
                 {"acquire", fence(Fence::acquire)},
                 {"release", fence(Fence::release)},
                 {"full", fence(Fence::full)}});
  }

  void programs(const std::vector<Word>& all) {
    for (const Word& word : all) {
      auto program = parse_program(word.text);
      if (!program) return error(word.span, no_program(word.text), "as in: programs Wxp.Ryv|Wyp.Rxv");
      space_.only.push_back(std::move(*program));
    }
  }

  void context(const std::vector<Word>& all) {
    const auto program = parse_program(all[0].text);
    if (!program || all.size() > 1) return error(all[0].span, no_program(all[0].text), "write: context Rxp.Wypd, threads separated by |");
    space_.context = program->threads;
  }

  void one_of(const std::vector<Word>& all, const Known& known) {
    for (const Word& word : all) {
      const auto at = std::ranges::find(known, word.text, &Known::value_type::first);
      if (at != known.end()) {
        at->second();
        continue;
      }
      std::vector<std::string> names;
      for (const auto& [name, use] : known) names.push_back(name);
      const std::string near = nearest(word.text, names);
      error(word.span, fmt::format("'{}' is not one of {}", word.text, fmt::join(names, ", ")),
            near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
  }

  static Space nothing() {
    Space out;
    out.shared = out.connected = false;
    return out;
  }
  Sources& sources_;
  std::uint32_t file_;
  Space space_ = nothing();
  std::map<std::string, Span, std::less<>> seen_;
  Diagnostics errors_;
};

std::string name_of(std::string_view path) { return std::string(path.substr(0, path.size() - kExtension.size())); }

Diagnostic nowhere(std::string message, std::string hint) {
  Diagnostic d;
  d.code = "space-unknown";
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

}  // namespace

Result<Space> parse_space(Sources& sources, std::uint32_t file) { return Reader(sources, file).run(); }

std::vector<ShippedSpace> shipped_spaces() {
  std::vector<ShippedSpace> out;
  for (const EmbeddedFile& file : embedded_files()) {
    Sources sources;
    const auto space = parse_space(sources, sources.add(std::string(file.path), std::string(file.text)));
    out.push_back({name_of(file.path), space ? space->title : "", file.text});
  }
  return out;
}

Result<Space> load_space(Sources& sources, const std::string& name_or_path) {
  if (name_or_path.ends_with(kExtension) || name_or_path.find('/') != std::string::npos) {
    if (std::error_code none; std::filesystem::is_directory(name_or_path, none))
      return fail(nowhere(fmt::format("cannot read the space '{}': it is a folder", name_or_path), ""));
    std::ifstream in(name_or_path, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    if (!in) return fail(nowhere(fmt::format("cannot read the space '{}'", name_or_path), ""));
    return parse_space(sources, sources.add(name_or_path, text.str()));
  }
  std::vector<std::string> names;
  for (const EmbeddedFile& file : embedded_files()) {
    names.push_back(name_of(file.path));
    if (names.back() == name_or_path)
      return parse_space(sources, sources.add(fmt::format("shipped:{}", file.path), std::string(file.text)));
  }
  const std::string near = nearest(name_or_path, names);
  return fail(nowhere(fmt::format("no space '{}' is shipped", name_or_path),
                      near.empty() ? fmt::format("there are {}; a path to a space of your own ends in .space", fmt::join(names, ", "))
                                   : fmt::format("did you mean '{}'?", near)));
}

namespace {

std::string dependencies_text(const std::vector<Dependency>& list) {
  std::vector<std::string> out;
  for (const Dependency& d : list) {
    const std::string guard = d.guard == Guard::if_one ? "if-one" : d.guard == Guard::if_not_one ? "if-not-one" : "";
    out.push_back(!d.copies ? guard : guard.empty() ? "copy" : "copy-" + guard);
  }
  return fmt::format("{}", fmt::join(out, " "));
}

std::string modes_text(const Space& space) {
  std::vector<std::string> modes;
  const auto has = [](const std::vector<Mode>& list, Mode mode) { return std::ranges::find(list, mode) != list.end(); };
  if (has(space.reads, Mode::plain)) modes.emplace_back("plain");
  if (has(space.reads, Mode::opaque)) modes.emplace_back("opaque");
  if (has(space.reads, Mode::acquire)) modes.emplace_back("acquire");
  if (has(space.writes, Mode::release)) modes.emplace_back("release");
  if (has(space.reads, Mode::strong)) modes.emplace_back("volatile");
  return fmt::format("{}{}", fmt::join(modes, " "), space.by_location ? " by location" : "");
}

}  // namespace

std::string_view against_by_location(const Space& space) {
  if (!space.by_location) return {};
  if (space.reads != space.writes) return "modes by location are for reads and writes alike; acquire and release are not";
  if (!space.context.empty()) return "a context has its own modes";
  if (!space.updates.empty()) return "updates have modes of their own";
  return {};
}

std::string to_text(const Space& space) {
  std::vector<std::string> sizes;
  for (const Lengths& size : space.sizes) sizes.push_back(fmt::format("{}", fmt::join(size, "+")));
  std::string out = fmt::format("space \"{}\"\n", space.title);
  if (!sizes.empty()) out += fmt::format("size {}\n", fmt::join(sizes, " "));
  out += fmt::format("locations {}\nmodes {}\n", space.locations, modes_text(space));
  if (!space.only.empty()) out += "programs";
  for (const Program& program : space.only) out += " " + to_text(program);
  if (!space.only.empty()) out += "\n";
  if (!space.of_writes.empty()) out += fmt::format("writes {}\n", dependencies_text(space.of_writes));
  if (!space.of_reads.empty()) out += fmt::format("reads {}\n", dependencies_text(space.of_reads));
  if (space.any_read) out += "dependencies any-read\n";
  if (!space.updates.empty()) {
    out += "updates";
    for (const Act act : space.acts)
      if (act == Act::add || act == Act::exchange) out += act == Act::add ? " add" : " compare-exchange";
    for (const Mode m : space.updates) out += m == Mode::acquire ? " acquire" : m == Mode::release ? " release" : " volatile";
    out += "\n";
  }
  constexpr std::array<std::string_view, 6> kFenceWordsOf{"", " loadLoad", " storeStore", " acquire", " release", " full"};
  if (!space.fences.empty()) out += "fences";
  for (const Fence f : space.fences) out += kFenceWordsOf[static_cast<std::size_t>(f)];
  if (!space.fences.empty()) out += "\n";
  if (space.locks) out += "locks yes\n";
  if (!space.context.empty()) {
    Program context;
    context.threads = space.context;
    out += fmt::format("context {}\n", to_text(context));
  }
  out += fmt::format("values {}\nshow registers{}\n", space.distinct ? "distinct" : "one", space.final_values ? " final-values" : "");
  if (space.shared || space.connected || space.cycle)
    out += fmt::format("rules{}{}{}\n", space.shared ? " shared" : "", space.connected ? " connected" : "", space.cycle ? " cycle" : "");
  return out;
}

}  // namespace thinair::space
