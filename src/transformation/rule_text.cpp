// Rules as text: a line for each part of a rule, which begins with a line "rule name".
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "transformation/embedded.hpp"
#include "transformation/rule.hpp"

namespace thinair::transformation {
namespace {

constexpr std::size_t kMostErrors = 20;  // of a file that is none of ours

struct Token {
  std::string_view text;
  Span span;
  bool is(std::string_view word) const { return text == word; }
  bool letter(std::string_view letters) const { return text.size() == 1 && letters.find(text[0]) != std::string_view::npos; }
};

const std::vector<std::pair<std::string, Mode>> kModeWords{
    {"plain", Mode::plain}, {"opaque", Mode::opaque}, {"acquire", Mode::acquire}, {"release", Mode::release}, {"volatile", Mode::strong}};
const std::vector<std::pair<std::string, Fence>> kFenceWords{{"loadLoad", Fence::load_load},
                                                             {"storeStore", Fence::store_store},
                                                             {"acquire", Fence::acquire},
                                                             {"release", Fence::release},
                                                             {"full", Fence::full}};
template <class T>
std::optional<T> word_of(const std::vector<std::pair<std::string, T>>& words, std::string_view text) {
  for (const auto& [word, meaning] : words)
    if (word == text) return meaning;
  return std::nullopt;
}

// A rule before it is written out for every choice of its modes.
struct Draft {
  Rule rule;
  Span where;
  std::size_t begin = 0, end = 0;  // its text
  bool has_from = false, has_to = false;
  std::vector<std::pair<char, std::vector<Mode>>> each;
};

class RuleReader {
 public:
  RuleReader(Sources& sources, std::uint32_t file) : sources_(sources), file_(file) {}

  Result<std::vector<Rule>> run() {
    const std::string_view text = sources_.text(file_);
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      line(at, end);
      if (!drafts_.empty() && text.substr(at, end - at).find_first_not_of(" \t\r") != std::string_view::npos) drafts_.back().end = end;
      at = end + 1;
    }
    std::vector<Rule> out;
    std::set<std::string> names;
    for (Draft& draft : drafts_) {
      check_draft(draft);
      draft.rule.text = text.substr(draft.begin, draft.end - draft.begin);
      write_out(draft, 0, out);
    }
    for (const Rule& rule : out)
      if (!names.insert(rule.name).second) error({file_, 0, 0}, fmt::format("there are two rules '{}'", rule.name));
    if (out.empty() && errors_.empty()) error({file_, 0, 0}, "there is no rule", "write: rule NAME \"what it does\"");
    if (!errors_.empty()) return fail(std::move(errors_));
    return out;
  }

 private:
  void error(Span where, std::string message, std::string hint = {}) {
    Diagnostic d;
    d.code = "rule-syntax";
    d.where = where;
    d.message = std::move(message);
    d.hint = std::move(hint);
    if (errors_.size() < kMostErrors) errors_.push_back(std::move(d));
  }
  Span span(std::size_t from, std::size_t to) const { return {file_, static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)}; }

  std::vector<Token> tokens(std::size_t at, std::size_t end) {
    std::vector<Token> out;
    const std::string_view text = sources_.text(file_);
    while (at < end) {
      const char c = text[at];
      std::size_t stop = at + 1;
      if (c == ' ' || c == '\t' || c == '\r' || c == ',') {
        ++at;
        continue;
      }
      if (text.substr(at).starts_with("//")) break;
      if (c == '"') {
        stop = std::min(text.find('"', at + 1), end);
        if (stop == end) {
          error(span(at, end), "the quotes are not closed");
          break;
        }
        ++stop;
      } else if (text.substr(at).starts_with("==") || text.substr(at).starts_with("!=") || text.substr(at).starts_with("..")) {
        stop = at + 2;
      } else if (std::isalnum(static_cast<unsigned char>(c))) {
        while (stop < end && (std::isalnum(static_cast<unsigned char>(text[stop])) || text[stop] == '-')) ++stop;
      }
      out.push_back({text.substr(at, stop - at), span(at, stop)});
      at = stop;
    }
    return out;
  }

  void line(std::size_t at, std::size_t end) {
    std::vector<Token> all = tokens(at, end);
    if (all.empty()) return;
    const Token name = all.front();
    all.erase(all.begin());
    if (name.is("rule")) {
      if (all.empty() || all.size() > 2 || (all.size() == 2 && all[1].text[0] != '"'))
        return error(name.span, "a rule has a name and a title in quotes", "write: rule NAME \"what it does\"");
      Draft& draft = drafts_.emplace_back();
      draft.where = all[0].span;
      draft.begin = at;
      draft.rule.name = all[0].text;
      if (!std::isalnum(static_cast<unsigned char>(all[0].text[0])))
        error(all[0].span, "a name has letters, digits and '-'", "write: rule NAME \"what it does\"");
      if (all.size() == 2) draft.rule.title = all[1].text.substr(1, all[1].text.size() - 2);
      return;
    }
    if (!name.is("from") && !name.is("to") && !name.is("where") && !name.is("each")) {
      const std::string near = nearest(std::string(name.text), {"rule", "from", "to", "where", "each"});
      return error(name.span, fmt::format("unknown word '{}'", name.text),
                   near.empty() ? "there are rule, from, to, where and each" : fmt::format("did you mean '{}'?", near));
    }
    if (drafts_.empty()) return error(name.span, "this belongs to no rule", "begin with: rule NAME \"what it does\"");
    if (all.empty()) return error(name.span, fmt::format("'{}' needs something behind it", name.text));
    Draft& draft = drafts_.back();
    if (name.is("from") || name.is("to")) {
      bool& said = name.is("from") ? draft.has_from : draft.has_to;
      if (said) return error(name.span, fmt::format("'{}' is said twice", name.text));
      said = true;
      statements(all, name.is("from") ? draft.rule.from : draft.rule.to);
    } else if (name.is("where")) {
      where(all, draft.rule);
    } else {
      each(all, draft);
    }
  }

  // Statements, separated by semicolons.
  void statements(const std::vector<Token>& all, std::vector<PatternStep>& out) {
    if (all.size() == 1 && all[0].is("nothing")) return;
    std::vector<Token> one;
    for (std::size_t i = 0; i <= all.size(); ++i) {
      if (i < all.size() && !all[i].is(";")) {
        one.push_back(all[i]);
        continue;
      }
      if (one.empty()) return error(all[std::min(i, all.size() - 1)].span, "a statement is missing");
      PatternStep step;
      if (!statement(one, step)) return;
      out.push_back(step);
      one.clear();
    }
  }

  bool wrong(const Token& token, std::string message, std::string hint = {}) {
    error(token.span, std::move(message), std::move(hint));
    return false;
  }

  bool statement(std::vector<Token> all, PatternStep& out) {
    const Token first = all[0];
    if (all.size() == 1 && first.is("..")) return out.kind = PatternKind::rest, true;
    if (all.size() == 1 && first.letter(kAccessLetters)) return out.kind = PatternKind::any, out.access = first.text[0], true;
    if (all.size() == 2 && (first.is("lock") || first.is("unlock")) && all[1].is("m"))
      return out.kind = first.is("lock") ? PatternKind::lock : PatternKind::unlock, true;
    if (all.size() == 2 && first.is("fence")) {
      const auto fence = word_of(kFenceWords, all[1].text);
      if (!fence)
        return wrong(all[1], fmt::format("'{}' is no fence", all[1].text), "there are loadLoad, storeStore, acquire, release and full");
      return out.kind = PatternKind::fence, out.fence = *fence, true;
    }
    if (first.is("if") && !condition(all, out)) return false;
    std::size_t at = 0;
    const auto left = side(all, at);
    if (!left) return false;
    if (at >= all.size() || !all[at].is("="))
      return wrong(all[std::min(at, all.size() - 1)], "this is no statement",
                   "as in: r = x; x.volatile = v; r = s; A; ..; lock m; fence full");
    ++at;
    const auto right = side(all, at);
    if (!right) return false;
    if (at < all.size()) return wrong(all[at], "there is more than a statement here", "statements are separated by ';'");
    return assignment(first, *left, *right, out);
  }

  // "if g:", "if r==1:"; what is left is the statement.
  bool condition(std::vector<Token>& all, PatternStep& out) {
    if (all.size() > 3 && all[1].letter(kConditionLetters) && all[2].is(":")) {
      out.condition = all[1].text[0];
      all.erase(all.begin(), all.begin() + 3);
      return true;
    }
    if (all.size() > 5 && all[1].letter(kRegisterLetters) && (all[2].is("==") || all[2].is("!=")) && all[3].is("1") && all[4].is(":")) {
      out.guard_reg = all[1].text[0];
      out.guard = all[2].is("==") ? Guard::if_one : Guard::if_not_one;
      all.erase(all.begin(), all.begin() + 5);
      return true;
    }
    return wrong(all[0], "this is no condition", "as in: if g: x = v, or: if r==1: x = v");
  }

  // A register, a location with its mode, or a value.
  struct Part {
    char reg = 0, location = 0, value = 0, mode_name = 0;
    Mode mode = Mode::plain;
    int constant = 0;
  };
  std::optional<Part> side(const std::vector<Token>& all, std::size_t& at) {
    Part out;
    if (at >= all.size()) return error(all.back().span, "something is missing behind this"), std::nullopt;
    const Token token = all[at++];
    if (token.letter(kRegisterLetters)) {
      out.reg = token.text[0];
    } else if (token.letter(kValueLetters)) {
      out.value = token.text[0];
    } else if (token.letter(kLocationLetters)) {
      out.location = token.text[0];
      if (at + 1 < all.size() && all[at].is(".")) {
        const Token mode = all[at + 1];
        at += 2;
        if (mode.letter(kModeLetters)) {
          out.mode_name = mode.text[0];
        } else if (const auto known = word_of(kModeWords, mode.text)) {
          out.mode = *known;
        } else {
          return error(mode.span, fmt::format("'{}' is no mode", mode.text),
                       "there are plain, opaque, acquire, release, volatile, M and N"),
                 std::nullopt;
        }
      }
    } else if (token.text.size() == 1 && std::isdigit(static_cast<unsigned char>(token.text[0]))) {
      out.constant = token.text[0] - '0';
    } else {
      return error(token.span, fmt::format("'{}' is no variable", token.text),
                   "registers are q r s t, locations x y z, values v w, conditions g h, accesses A B C D, modes M N"),
             std::nullopt;
    }
    return out;
  }

  bool assignment(const Token& first, const Part& left, const Part& right, PatternStep& out) {
    if (left.location) {
      if (right.location) return wrong(first, "a statement accesses one location", "write: r = x; y = r");
      out.kind = PatternKind::write;
    } else if (left.reg) {
      out.kind = right.location ? PatternKind::read : PatternKind::assign;
      out.target = left.reg;
    } else {
      return wrong(first, "this cannot be assigned to");
    }
    const Part& memory = left.location ? left : right;
    out.location = memory.location;
    out.mode = memory.mode;
    out.mode_name = memory.mode_name;
    if (out.kind != PatternKind::read) out.value = {right.reg, right.value, right.constant};
    if (memory.location && memory.mode == (left.location ? Mode::acquire : Mode::release))
      return wrong(first, "acquire is for reads, release for writes");
    return true;
  }

  std::optional<std::vector<Mode>> mode_list(const std::vector<Token>& all, std::size_t from) {
    std::vector<Mode> out;
    for (std::size_t i = from; i < all.size(); ++i) {
      if (all[i].is("or")) continue;
      const auto mode = word_of(kModeWords, all[i].text);
      if (!mode)
        return error(all[i].span, fmt::format("'{}' is no mode", all[i].text), "there are plain, opaque, acquire, release, volatile"),
               std::nullopt;
      out.push_back(*mode);
    }
    return out;
  }

  void where(const std::vector<Token>& all, Rule& rule) {
    Proviso side;
    const Token& first = all[0];
    const auto rest_is = [&](std::initializer_list<std::string_view> words) {
      return std::ranges::equal(all.begin() + 1, all.end(), words.begin(), words.end(),
                                [](const Token& t, std::string_view w) { return t.is(w); });
    };
    if (first.letter(kAccessLetters) && all.size() == 3 && all[1].letter(kAccessLetters) && all[2].is("independent")) {
      side = {.kind = Proviso::Kind::independent, .a = first.text[0], .b = all[1].text[0], .modes = {}};
    } else if (first.letter(kAccessLetters)) {
      if (!is(all, side)) return;
    } else if (first.letter(kRegisterLetters) && rest_is({"unused"})) {
      side = {.kind = Proviso::Kind::unused, .a = first.text[0], .modes = {}};
    } else if (first.letter(kConditionLetters) && rest_is({"conditional"})) {
      side = {.kind = Proviso::Kind::conditional, .a = first.text[0], .modes = {}};
    } else if (first.is("m") && rest_is({"local"})) {
      side.kind = Proviso::Kind::local;
    } else if (first.letter(kModeLetters) && all.size() > 1) {
      auto modes = mode_list(all, 1);
      if (!modes) return;
      side = {.kind = Proviso::Kind::modes, .a = first.text[0], .modes = std::move(*modes)};
    } else if (first.is("..") && rest_is({"without", "synchronisation"})) {
      side.kind = Proviso::Kind::rest_no_sync;
    } else if (first.is("..") && all.size() == 5 && all[1].is("without") && (all[2].is("writes") || all[2].is("accesses")) &&
               all[3].is("of") && all[4].letter(kLocationLetters)) {
      side = {
          .kind = all[2].is("writes") ? Proviso::Kind::rest_no_writes : Proviso::Kind::rest_no_access, .a = all[4].text[0], .modes = {}};
    } else {
      return error(first.span, "this is no condition of a rule",
                   "as in: A plain read; A B independent; r unused; g conditional; m local; M plain or opaque; .. without writes of x");
    }
    rule.where.push_back(std::move(side));
  }

  // "A", a mode, a kind.
  bool is(const std::vector<Token>& all, Proviso& out) {
    out.kind = Proviso::Kind::is;
    out.a = all[0].text[0];
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i].is("read")) {
        out.writes = false;
      } else if (all[i].is("write")) {
        out.reads = false;
      } else if (all[i].is("update")) {
        out.update = true;
      } else if (all[i].is("or") || all[i].is("access")) {
        continue;
      } else if (all[i].letter(kModeLetters)) {
        out.mode_name = all[i].text[0];
      } else if (const auto mode = word_of(kModeWords, all[i].text)) {
        out.modes.push_back(*mode);
      } else {
        return wrong(all[i], fmt::format("'{}' says nothing of an access", all[i].text), "a mode, and read, write, update or access");
      }
    }
    return true;
  }

  void each(const std::vector<Token>& all, Draft& draft) {
    if (!all[0].letter(kModeLetters)) return error(all[0].span, "'each' is followed by M or N and modes", "write: each M plain volatile");
    auto modes = mode_list(all, 1);
    if (modes && modes->empty()) return error(all[0].span, "modes are missing behind this", "write: each M plain volatile");
    if (modes) draft.each.emplace_back(all[0].text[0], std::move(*modes));
  }

  // What the right side and the conditions name must be known, or something that a rule may choose.
  void check_draft(const Draft& draft) {
    const Rule& rule = draft.rule;
    if (!draft.has_from || !draft.has_to) return error(draft.where, fmt::format("the rule '{}' needs 'from' and 'to'", rule.name));
    std::set<char> known;
    std::size_t rests = 0;
    for (const PatternStep& p : rule.from) {
      for (const char name : {p.access, p.target, p.location, p.mode_name, p.value.reg, p.value.value, p.condition, p.guard_reg})
        known.insert(name);
      rests += p.kind == PatternKind::rest;
      if (p.kind == PatternKind::assign)
        error(draft.where, fmt::format("the rule '{}': programs have no statement between registers", rule.name));
    }
    if (rests > 1 || (rests == 1 && (rule.from.front().kind == PatternKind::rest || rule.from.back().kind == PatternKind::rest)))
      error(draft.where, fmt::format("the rule '{}' may have '..' once, between statements", rule.name));
    for (const PatternStep& p : rule.to) {
      if (p.kind == PatternKind::rest && rests == 0) error(draft.where, fmt::format("the rule '{}' has '..' on one side only", rule.name));
      for (const char name : {p.access, p.mode_name, p.value.value, p.guard_reg})
        if (name && !known.contains(name)) error(draft.where, fmt::format("the rule '{}' does not say what '{}' is", rule.name, name));
      if (p.value.reg && !known.contains(p.value.reg))
        error(draft.where, fmt::format("the rule '{}' does not say what '{}' is", rule.name, p.value.reg));
    }
    for (const Proviso& side : rule.where) {
      if (side.kind == Proviso::Kind::modes) continue;
      for (const char name : {side.a, side.b})
        if (name && !known.contains(name))
          error(draft.where, fmt::format("the rule '{}' has conditions on '{}', which is not there", rule.name, name));
    }
  }

  // One rule for each choice of modes, named after them.
  void write_out(const Draft& draft, std::size_t at, std::vector<Rule>& out) {
    std::vector<std::pair<char, Mode>> chosen;
    write_out(draft, at, chosen, out);
  }
  void write_out(const Draft& draft, std::size_t at, std::vector<std::pair<char, Mode>>& chosen, std::vector<Rule>& out) {
    if (at < draft.each.size()) {
      for (const Mode mode : draft.each[at].second) {
        chosen.emplace_back(draft.each[at].first, mode);
        write_out(draft, at + 1, chosen, out);
        chosen.pop_back();
      }
      return;
    }
    Rule rule = draft.rule;
    for (const auto& [name, mode] : chosen) {
      const auto word = std::ranges::find(kModeWords, mode, &std::pair<std::string, Mode>::second);
      rule.name += "-" + word->first;
      rule.where.insert(rule.where.begin(), Proviso{.kind = Proviso::Kind::modes, .a = name, .modes = {mode}});
    }
    out.push_back(std::move(rule));
  }

  Sources& sources_;
  std::uint32_t file_;
  std::vector<Draft> drafts_;
  Diagnostics errors_;
};

Diagnostic no_rule(std::string message, std::string hint) {
  Diagnostic d;
  d.code = "rule-unknown";
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

}  // namespace

Result<std::vector<Rule>> parse_rules(Sources& sources, std::uint32_t file) { return RuleReader(sources, file).run(); }

std::vector<Rule> shipped_rules() {
  std::vector<Rule> out;
  for (const EmbeddedFile& file : embedded_files()) {
    Sources sources;
    auto rules = parse_rules(sources, sources.add(std::string(file.path), std::string(file.text)));
    if (!rules) continue;
    const char* const copy = sources.text(0).data();
    for (Rule& rule : *rules) {
      rule.text = file.text.substr(static_cast<std::size_t>(rule.text.data() - copy), rule.text.size());
      out.push_back(std::move(rule));
    }
  }
  return out;
}

Result<std::vector<Rule>> load_rules(Sources& sources, const std::string& name_or_path) {
  if (name_or_path.ends_with(".rules") || name_or_path.find('/') != std::string::npos) {
    if (std::error_code none; std::filesystem::is_directory(name_or_path, none))
      return fail(no_rule(fmt::format("cannot read the rules '{}': it is a folder", name_or_path), ""));
    std::ifstream in(name_or_path, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    if (!in) return fail(no_rule(fmt::format("cannot read the rules '{}'", name_or_path), ""));
    auto rules = parse_rules(sources, sources.add(name_or_path, text.str()));
    if (rules)
      for (Rule& rule : *rules) rule.text = {};
    return rules;
  }
  std::vector<Rule> out;
  std::vector<std::string> names;
  for (Rule& rule : shipped_rules()) {
    names.push_back(rule.name);
    if (rule.name != name_or_path && !rule.name.starts_with(name_or_path + "-")) continue;
    if (rule.name == name_or_path) out.clear();
    sources.add(fmt::format("shipped:{}", rule.name), std::string(rule.text));
    const bool exact = rule.name == name_or_path;
    out.push_back(std::move(rule));
    if (exact) break;
  }
  if (!out.empty()) return out;
  const std::string near = nearest(name_or_path, names);
  return fail(no_rule(fmt::format("no transformation '{}' is shipped", name_or_path),
                      near.empty() ? "'thinair find transformations' lists them; a path to rules of your own ends in .rules"
                                   : fmt::format("did you mean '{}'?", near)));
}

}  // namespace thinair::transformation
