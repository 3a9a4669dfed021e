// Searches for programs: from the words of the command line to a question and a space, and from what is found to what is printed.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ask/find/records.hpp"
#include "ask/find/search.hpp"
#include "cli/commands.hpp"
#include "cli/find_scripts.hpp"
#include "cli/find_space.hpp"
#include "cli/parse.hpp"
#include "cli/progress.hpp"
#include "cli/schemes.hpp"
#include "cli/session.hpp"
#include "cli/signals.hpp"
#include "cli/terminal.hpp"
#include "show/report/find.hpp"
#include "support/check.hpp"

namespace thinair::cli {
namespace {

constexpr std::uint64_t kConfirmSteps = 300'000;

Diagnostic about_file(std::string code, std::string message) {
  Diagnostic d;
  d.code = std::move(code);
  d.has_position = false;
  d.message = std::move(message);
  return d;
}

find::Kind kind_of(Command command) {
  switch (command) {
    case Command::find_unsound: return find::Kind::unsound;
    case Command::find_race: return find::Kind::race;
    case Command::find_stronger: return find::Kind::stronger;
    case Command::find_lost: return find::Kind::lost;
    case Command::find_transformation: return find::Kind::transformation;
    default: return find::Kind::difference;
  }
}

// The words that decide what is found, in one order: two searches with the same words ask the same.
std::vector<std::string> question_words(const Options& o) {
  const std::string_view name = spec_of(o.command).name;
  std::vector<std::string> out{std::string(name.substr(name.find(' ') + 1))};
  const auto add = [&](std::string option, const std::string& value) {
    out.push_back(std::move(option));
    out.push_back(value);
  };
  out.insert(out.end(), o.arguments.begin(), o.arguments.end());
  for (const std::string& model : o.models) add("--model", model);
  for (const std::string& scheme : o.to) add("--to", scheme);
  if (!o.target_model.empty()) add("--target-model", o.target_model);
  for (const std::string& by : o.find.by) add("--by", by);
  for (const std::string& folder : o.include) add("--include", folder);
  if (o.identity) add("--identity", *o.identity == mem::Identity::free ? "free" : "nth");
  for (const std::string& skipped : o.skipped) add("--skip-check", skipped);
  if (o.timeout) add("--timeout", fmt::format("{}", *o.timeout));
  if (o.steps) add("--steps", fmt::format("{}", *o.steps));
  if (!o.find.shortcuts) out.emplace_back("--exhaustive");
  if (o.find.assume_monotone) out.emplace_back("--assume-monotone");
  return out;
}

// Everything that a search needs, loaded.
struct Loaded {
  std::vector<compile::Scheme> schemes;
  std::vector<LoadedModel> targets;
  std::optional<find::Question> question;
  find::Header header;
};

std::string hash_of(const Sources& sources) {
  std::uint64_t hash = 14695981039346656037U;  // FNV-1a
  const auto add = [&](std::string_view text) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  };
  add(THINAIR_VERSION);
  for (std::uint32_t file = 0; file < sources.size(); ++file) add(sources.text(file));
  return fmt::format("{:016x}", hash);
}

Result<void> load(const Options& o, const space::Space& space, Sources& sources, Loaded& out) {
  Sources decisive;  // what is hashed
  auto models = load_models(decisive, o);
  if (!models) {
    sources = decisive;
    return fail(std::move(models.error()));
  }
  if (const Diagnostics unknown = unknown_names(*models, o); !unknown.empty()) return fail(Diagnostics(unknown));
  for (const std::string& name : o.to) {
    auto scheme = compile::load_scheme(decisive, name);
    if (!scheme) {
      sources = decisive;
      return fail(std::move(scheme.error()));
    }
    out.schemes.push_back(std::move(*scheme));
  }
  find::Settings settings;
  for (const std::string& name : o.arguments) {
    auto rules = transformation::load_rules(decisive, name);
    if (!rules) {
      sources = decisive;
      return fail(std::move(rules.error()));
    }
    for (transformation::Rule& rule : *rules)  // one that is named twice is asked once
      if (std::ranges::find(settings.rules, rule.name, &transformation::Rule::name) == settings.rules.end())
        settings.rules.push_back(std::move(rule));
  }
  auto targets = target_models(o, out.schemes, decisive);
  if (!targets) return fail(std::move(targets.error()));
  out.targets = std::move(*targets);
  settings.kind = kind_of(o.command);
  for (const LoadedModel& model : *models) settings.models.push_back(configured(o, model));
  for (std::size_t i = 0; i < out.schemes.size(); ++i) settings.targets.push_back({&out.schemes[i], &out.targets[i]});
  if (!o.find.by.empty()) {
    const auto has = [&](std::string_view word) { return std::ranges::find(o.find.by, word) != o.find.by.end(); };
    settings.by_mode = has("mode");
    settings.by_fence = has("fence");
    settings.by_join = has("join");
  }
  settings.shortcuts.no_interleavings = settings.shortcuts.strongest_first = o.find.shortcuts;
  settings.shortcuts.assume_monotone = o.find.assume_monotone;
  settings.budget = [&o] { return budget(o); };
  out.question = find::Question::make(std::move(settings));
  out.header = {shell_line(question_words(o)), to_text(space), hash_of(decisive), {o.find.shard, o.find.shards}};
  sources = decisive;
  return {};
}

// "jam21 compiled by x86"
std::string title_of(const Options& o) {
  const auto all = [](const std::vector<std::string>& names) {
    std::string out = fmt::format("{}", fmt::join(names, ", "));
    if (const std::size_t last = out.rfind(", "); names.size() > 1) out.replace(last, 2, " and ");
    return out;
  };
  const std::string models = all(o.models);
  switch (o.command) {
    case Command::find_unsound: return fmt::format("{} compiled by {}", models, all(o.to));
    case Command::find_race: return fmt::format("{} without data races", models);
    case Command::find_stronger: return fmt::format("{} made stronger", models);
    case Command::find_lost: return fmt::format("{}{} interleavings", models, o.models.size() > 1 ? " against" : " and");
    case Command::find_transformation: return fmt::format("{} under {}", fmt::join(o.arguments, ", "), models);
    default: return models;
  }
}

// A name that a litmus test may have.
std::string file_name(const find::Finding& f) {
  std::string out = to_text(f.program);
  for (const auto& [from, to] : {std::pair('|', '+'), std::pair('(', '['), std::pair(')', ']')}) std::ranges::replace(out, from, to);
  if (!f.breach.rule.empty()) out = f.breach.rule + "+" + out;
  return out + ".litmus";
}

// Is there a folder that can be written to? A search of days should not end with that question.
Result<void> writable_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (std::filesystem::is_directory(folder, error) && access(folder.c_str(), W_OK) == 0) return {};
  return fail(about_file("find-output", fmt::format("cannot write to '{}'", folder)));
}

// Writes what is told to files of this folder, and names them.
Result<std::vector<std::string>> write_tests(const std::string& folder, const space::Space& space,
                                             const std::vector<report::FindingTold>& told, std::string_view question) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  std::vector<std::string> paths;
  for (const report::FindingTold& t : told) {
    const find::Finding& f = t.finding;
    const std::string path = folder + "/" + file_name(f);
    paths.push_back(path);
    find::Told words;
    words.name = file_name(f).substr(0, file_name(f).size() - 7);
    words.title = fmt::format("{} allows it, {} forbids it", f.breach.allows, f.breach.forbids);
    words.source = fmt::format("thinair find {}", question);
    if (!f.breach.clause.empty()) words.clause = fmt::format("exists ({})", f.breach.clause);
    std::ofstream out(path, std::ios::binary);
    out << find::litmus_text(code_of(f.program, space), words);
    out.close();
    if (!out) return fail(about_file("find-output", fmt::format("cannot write '{}'", path)));
  }
  return paths;
}

// What was found, on a real JVM: are states seen that the model forbids?
Exit run_on_jvm(const Options& o, const space::Space& space, const std::vector<report::FindingTold>& told, std::string_view question) {
  std::string folder = (std::filesystem::temp_directory_path() / "thinair-found-XXXXXX").string();
  if (!mkdtemp(folder.data())) return reject(o, {}, {about_file("find-output", fmt::format("cannot make '{}'", folder))});
  Options run = o;
  run.command = Command::jcstress_run;
  Exit exit = Exit::as_expected;
  const auto written = write_tests(folder, space, told, question);
  if (written) {
    run.arguments = *written;
    exit = run.arguments.empty() ? Exit::as_expected : jcstress_run_command(run);
  } else {
    exit = reject(o, {}, written.error());
  }
  std::error_code ignored;
  std::filesystem::remove_all(folder, ignored);
  return exit;
}

// Prints what records say together. The same records give the same bytes, however they were made.
Exit tell(const Options& o, const find::Search& search, std::vector<find::Record> records, std::string_view question, std::uint64_t of,
          double seconds) {
  std::uint64_t skeletons = records.size();
  const find::Summary summary = find::summarise(std::move(records), o.find.all);
  report::Search out{.question = title_of(o),
                     .summary = summary,
                     .skeletons = skeletons,
                     .told = {},
                     .missing = of - summary.programs,
                     .seconds = seconds,
                     .monotone = {},
                     .assumed = {}};
  const find::Question& asked = search.question();
  const auto with_locks = asked.monotone_models(true), monotone = asked.monotone_models(search.space().locks);
  const auto among = [](const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
  };
  if (o.command == Command::find_stronger && asked.settings().by_mode)
    for (const std::string& model : monotone) out.monotone.push_back({model, !among(with_locks, model)});
  if (o.find.assume_monotone)
    std::ranges::copy_if(o.models, std::back_inserter(out.assumed), [&](const std::string& model) { return !among(monotone, model); });
  for (const find::Finding& f : summary.findings) {
    if (out.told.size() == o.find.limit) break;
    const space::Space& space = search.space();
    out.told.push_back({.finding = f,
                        .lines = lines(code_of(f.program, space)),
                        .rules = asked.reasons(f.program, space, f.breach),
                        .confirmed = asked.confirmed(f.program, space, f.breach, kConfirmSteps),
                        .smaller = asked.smaller(f.program, space, f.breach)});
  }
  const report::Style style{.colour = use_colour(o, stdout), .times = o.times, .stats = false};
  std::fputs((o.format == Format::json ? report::json::search(out) : report::text::search(out, style)).c_str(), stdout);
  if (!o.find.output.empty())
    if (const auto written = write_tests(o.find.output, search.space(), out.told, question); !written)
      return reject(o, {}, written.error());
  if (o.find.jvm && !*stop_flag())
    if (const Exit exit = run_on_jvm(o, search.space(), out.told, question); exit == Exit::input) return exit;
  for (const report::FindingTold& t : out.told)
    check(t.confirmed.value_or(true), fmt::format("the reference evaluator confirms {}", to_text(t.finding.program)));
  if (summary.unknown > 0 || out.missing > 0) return Exit::unknown;
  return summary.found > 0 && o.find.shards == 1 ? Exit::not_as_expected : Exit::as_expected;
}

// A space in which nothing can be found.
std::optional<Diagnostic> unfit(const find::Search& search) {
  if (search.whole().programs > 0) return std::nullopt;
  Diagnostic d = about_file("space-empty", "the space has no programs");
  const space::Space& space = search.space();
  const bool alone = std::ranges::all_of(space.sizes, [](const space::Lengths& size) { return size.size() == 1; });
  if (space.shared && alone && space.context.empty())
    d.hint = "'rules shared' asks for two threads and a write: a --size of one thread goes with --space alone";
  else if (space.cycle)
    d.hint =
        "'rules cycle' asks for a location for each thread of two and more accesses, and for single writes beside them: 2+2, 2+2+1, 2+2+2";
  else
    d.hint = "see 'thinair find spaces NAME', its sizes and its rules";
  return d;
}

// The file of records: what is there already, and a place to add to.
class Log {
 public:
  ~Log() {
    if (file_) std::fclose(file_);
  }
  Result<std::vector<find::Record>> open(const std::string& path, const find::Header& header) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    auto part = find::parse_part(path, text.str());
    const bool torn_header = !part && text.str().find('\n') == std::string::npos;
    if (!part && !torn_header) return fail(std::move(part.error()));
    const bool fresh = torn_header || part->whole == 0;
    if (!fresh) {
      std::string why = find::mismatch(part->header, header);
      if (why.empty() && (part->header.shard.index != header.shard.index || part->header.shard.of != header.shard.of))
        why = "it is another shard";
      if (!why.empty()) return fail(about_file("find-part", fmt::format("'{}' is of another search: {}", path, why)));
    }
    in.close();
    file_ = std::fopen(path.c_str(), fresh ? "wb" : "r+b");
    if (!file_) return fail(about_file("find-output", fmt::format("cannot write '{}'", path)));
    if (fresh) {
      add(to_line(header));
      return std::vector<find::Record>{};
    }
    // What is torn goes away.
    if (ftruncate(fileno(file_), static_cast<off_t>(part->whole)) != 0 || std::fseek(file_, 0, SEEK_END) != 0)
      return fail(about_file("find-output", fmt::format("cannot write '{}'", path)));
    return std::move(part->records);
  }
  void add(const std::string& line) {
    if (!file_) return;
    std::fputs(line.c_str(), file_);
    std::fflush(file_);
  }

 private:
  std::FILE* file_ = nullptr;
};

}  // namespace

Exit find_command(const Options& options) {
  const Stopwatch watch;
  Sources sources;
  auto space = find_space(options, sources);
  if (!space) return reject(options, sources, space.error());
  if (!options.find.slurm.empty()) {
    const auto written = write_scripts(options, question_words(options), *space);
    if (!written) return reject(options, sources, written.error());
    std::fputs(
        fmt::format("{}: a search in {} parts; README.md there tells how to run them\n", options.find.slurm, options.find.shards).c_str(),
        stdout);
    return Exit::as_expected;
  }
  if (!options.find.output.empty())
    if (const auto made = writable_folder(options.find.output); !made) return reject(options, sources, made.error());
  Loaded loaded;
  if (const auto ok = load(options, *space, sources, loaded); !ok) return reject(options, sources, ok.error());
  const Progress counting(2, options.quiet);
  const auto counted = [&](const find::Totals& so_far) {
    counting.say(fmt::format("counting: {} programs of {} skeletons", so_far.programs, so_far.skeletons));
  };
  const find::Search search(*loaded.question, *space, {options.find.shard, options.find.shards}, {stop_flag(), counted});
  counting.clear();
  if (*stop_flag()) {
    std::fputs("thinair: stopped while the programs of the space were counted; none was asked about\n", stderr);
    return Exit::unknown;
  }
  if (const auto problem = unfit(search)) return reject(options, sources, {*problem});
  Log log;
  std::vector<find::Record> records;
  std::set<std::uint64_t> done;
  if (!options.find.resume.empty()) {
    auto before = log.open(options.find.resume, loaded.header);
    if (!before) return reject(options, sources, before.error());
    for (find::Record& record : *before)
      if (done.insert(record.block).second) records.push_back(std::move(record));
    if (const std::string why = search.mismatch(records); !why.empty())
      return reject(options, sources, {about_file("find-part", fmt::format("'{}' is of another search: {}", options.find.resume, why))});
  }
  std::uint64_t programs = 0, found = 0;
  for (const find::Record& record : records) programs += record.programs, found += record.found_programs();
  const std::uint64_t earlier = programs;
  const Progress progress(search.own().programs, options.quiet);
  const auto run = search.run(done, parallel(options), [&](const find::Record& record) {
    log.add(to_line(record));
    programs += record.programs;
    found += record.found_programs();
    const double rate = static_cast<double>(programs - earlier) / std::max(watch.seconds(), 1e-3);
    progress.show(programs, fmt::format("{} found, {:.0f} a second, {:.0f} s left", found, rate,
                                        static_cast<double>(search.own().programs - programs) / std::max(rate, 1e-3)));
    records.push_back(record);
  });
  progress.clear();
  if (!run) return reject(options, sources, run.error());
  return tell(options, search, std::move(records), loaded.header.question, search.own().programs, watch.seconds());
}

Exit find_merge_command(const Options& options) {
  const Stopwatch watch;
  std::optional<find::Header> header;
  std::map<std::uint64_t, find::Record> records;
  for (const std::string& path : options.arguments) {
    std::ifstream in(path, std::ios::binary);
    std::stringstream text;
    if (in) text << in.rdbuf();
    std::error_code none;
    if (std::filesystem::is_directory(path, none))
      return reject(options, {}, {about_file("find-part", fmt::format("cannot read '{}': it is a folder", path))});
    if (!in) return reject(options, {}, {about_file("find-part", fmt::format("cannot read '{}'", path))});
    auto part = find::parse_part(path, text.str());
    if (!part) return reject(options, {}, part.error());
    if (part->whole == 0) return reject(options, {}, {about_file("find-part", fmt::format("'{}' is empty", path))});
    if (!header) header = part->header;
    if (const std::string why = find::mismatch(*header, part->header); !why.empty())
      return reject(options, {},
                    {about_file("find-part", fmt::format("'{}' and '{}' are of different searches: {}", options.arguments[0], path, why))});
    for (find::Record& record : part->records) records.try_emplace(record.block, std::move(record));
  }
  std::vector<std::string> words = shell_words(header->question);
  words.insert(words.begin(), "find");
  auto asked = parse(words);
  if (!asked) return reject(options, {}, {about_file("find-part", "the question of these parts cannot be read")});
  asked->find.all = options.find.all;
  asked->find.limit = options.find.limit;
  asked->find.output = options.find.output;
  asked->find.jvm = options.find.jvm;
  asked->format = options.format;
  asked->colour = options.colour;
  asked->times = options.times;
  Sources sources;
  auto space = space::parse_space(sources, sources.add("space", header->space));
  if (!space) return reject(options, sources, space.error());
  Loaded loaded;
  if (const auto ok = load(*asked, *space, sources, loaded); !ok) return reject(options, sources, ok.error());
  if (const std::string why = find::mismatch(*header, loaded.header); !why.empty())
    return reject(options, {}, {about_file("find-part", fmt::format("'{}' was made by something else: {}", options.arguments[0], why))});
  if (!asked->find.output.empty())
    if (const auto made = writable_folder(asked->find.output); !made) return reject(options, sources, made.error());
  const find::Search search(*loaded.question, *space, {}, {stop_flag(), nullptr});
  if (*stop_flag()) return Exit::unknown;
  std::vector<find::Record> all;
  for (auto& [block, record] : records) all.push_back(std::move(record));
  if (const std::string why = search.mismatch(all); !why.empty())
    return reject(options, {}, {about_file("find-part", fmt::format("these are no parts of one search: {}", why))});
  if (all.size() < search.whole().skeletons)
    std::fputs(
        fmt::format("thinair: {} of {} skeletons are missing\n", search.whole().skeletons - all.size(), search.whole().skeletons).c_str(),
        stderr);
  return tell(*asked, search, std::move(all), header->question, search.whole().programs, watch.seconds());
}

Exit find_spaces_command(const Options& options) {
  const bool json = options.format == Format::json;
  const auto shipped = space::shipped_spaces();
  const bool every = options.arguments.empty();
  for (const space::ShippedSpace& one : shipped) {
    if (!every && one.name != options.arguments[0]) continue;
    Sources sources;
    const auto space = space::load_space(sources, one.name);
    if (!space) return reject(options, sources, space.error());
    const std::string text(one.text);
    if (json)
      std::fputs(report::json::space(one.name, one.title, space::count(*space), every ? nullptr : &text).c_str(), stdout);
    else
      std::fputs((every ? fmt::format("{:<8} {:>8} programs  {}\n", one.name, space::count(*space), one.title) : text).c_str(), stdout);
    if (!every) return Exit::as_expected;
  }
  if (every) return Exit::as_expected;
  Sources sources;
  const auto other = space::load_space(sources, options.arguments[0]);
  if (!other) return reject(options, sources, other.error());
  const std::string text = to_text(*other);
  std::fputs((json ? report::json::space(options.arguments[0], other->title, space::count(*other), &text) : text).c_str(), stdout);
  return Exit::as_expected;
}

Exit find_transformations_command(const Options& options) {
  const bool json = options.format == Format::json;
  if (options.arguments.empty()) {
    for (const transformation::Rule& rule : transformation::shipped_rules())
      std::fputs(
          (json ? report::json::transformation(rule.name, rule.title, nullptr) : fmt::format("{:<34} {}\n", rule.name, rule.title)).c_str(),
          stdout);
    return Exit::as_expected;
  }
  Sources sources;
  const auto rules = transformation::load_rules(sources, options.arguments[0]);
  if (!rules) return reject(options, sources, rules.error());
  if (!json && rules->front().text.empty()) {  // a file's
    std::fputs(std::string(sources.text(0)).c_str(), stdout);
    return Exit::as_expected;
  }
  std::string_view last;
  for (const transformation::Rule& rule : *rules) {
    const std::string text(rule.text);
    if (json)
      std::fputs(report::json::transformation(rule.name, rule.title, &text).c_str(), stdout);
    else if (rule.text.data() != last.data() && !rule.text.empty())
      std::fputs((text + "\n").c_str(), stdout);
    last = rule.text;
  }
  return Exit::as_expected;
}

}  // namespace thinair::cli
