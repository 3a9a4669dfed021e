#include "cli/site.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <new>

#include "answer/explanation.hpp"
#include "ask/verdict/verdict.hpp"
#include "cli/library.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/session.hpp"
#include "show/page/page.hpp"

namespace thinair::cli {
namespace {

using report::html::Page;

// The article of one outcome under one model; empty where there is no verdict to explain.
std::string article(const Options& options, const Sources& sources, const LoadedModel& model, const program::Test& test, std::size_t clause,
                    const std::string& id, const report::html::Library& library, const std::string& folder,
                    const std::vector<notes::Note>& notes, Budget budget) {
  const program::Prop goal = verdict::sought(test.clauses[clause]);
  try {
    auto problem = configured(options, model).problem(test);
    if (!problem) return "";
    const auto explanation = problem->explain(goal, budget, {.relations = true});
    if (!explanation) return "";
    const std::string asked = (test.clauses[clause].kind == program::Clause::Kind::forall ? "not " : "") + test.clauses[clause].text;
    return report::html::explanation({test, model.name(), asked, *explanation, sources, notes}, id, library, folder);
  } catch (const std::bad_alloc&) {  // a limit like any other
    return "";
  }
}

std::string_view called(program::Arch arch) {
  switch (arch) {
    case program::Arch::java: return "Java";
    case program::Arch::x86: return "x86-64";
    case program::Arch::aarch64: return "AArch64";
    case program::Arch::riscv: return "RISC-V";
    case program::Arch::ppc: return "Power";
    case program::Arch::c: return "C";
  }
  return "";
}

// Tells a site from other folders.
constexpr std::string_view kSiteMark = "thinair-site.txt";
constexpr std::string_view kSiteTitle = "- thinair</title>";

bool is_site(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (std::filesystem::exists(folder / kSiteMark, ignored)) return true;
  std::ifstream index(folder / "index.html", std::ios::binary);  // before there was a mark
  std::string start(1000, '\0');
  index.read(start.data(), static_cast<std::streamsize>(start.size()));
  return start.find(kSiteTitle) != std::string::npos;
}

}  // namespace

Result<void> prepare_site(const std::string& folder) {
  namespace fs = std::filesystem;
  if (auto made = make_folder(folder); !made) return made;
  std::error_code error;
  const bool empty = fs::is_empty(folder, error);
  if (!error && !empty && !is_site(folder)) {
    Diagnostic d;
    d.code = "cli-write";
    d.message = fmt::format("cannot write to '{}': the folder is not empty and holds no site of thinair", folder);
    d.has_position = false;
    return fail(std::move(d));
  }
  return write_file((fs::path(folder) / kSiteMark).string(), "Written by 'thinair suite --html'. Open index.html.\n");
}

Result<void> write_site(const Options& options, const Sources& sources, const suite::Files& files, const std::vector<LoadedModel>& models,
                        const suite::Run& run) {
  std::vector<report::html::Entry> entries(run.tests.size());
  const report::html::Library library = library_of(sources, models);
  const Progress progress(run.tests.size(), options.quiet);
  const auto job = [&](std::size_t i) {
    const suite::TestResult& result = run.tests[i];
    const suite::Entry& entry = *result.entry;
    Page page;
    page.name = entry.id;
    page.doc = entry.test.doc;
    for (const char c : entry.id)
      if (c == '/') page.home += "../";
    page.model_folder = page.home + "models/";
    page.home += "index.html";
    const auto file = std::ranges::find(files.all, entry.id + ".litmus", &suite::File::path);
    if (file != files.all.end()) page.source = file->text;
    for (const suite::ModelName& model : run.models) page.models.push_back(model.name);
    for (std::size_t c = 0; c < entry.test.clauses.size(); ++c) page.rows.push_back(report::html::row(run, result, c));
    for (std::size_t m = 0; m < models.size(); ++m) {
      const Budget all = budget(options);
      for (std::size_t c = 0; c < entry.test.clauses.size(); ++c)
        if (const suite::Status status = result.by_model[m][c].status;
            status != suite::Status::unsupported && status != suite::Status::foreign)
          page.rows[c].cells[m].article = article(options, sources, models[m], entry.test, c, fmt::format("o{}-{}", c, m), library,
                                                  page.model_folder, result.notes[m], all.again());
    }
    const std::string path = fmt::format("{}/{}.html", options.html, entry.id);
    auto written = make_folder(std::filesystem::path(path).parent_path().string());
    if (written) written = write_file(path, report::html::page(page, library));
    std::string failure = written ? "" : written.error().front().message;
    entries[i] = {entry.id, entry.family, entry.name, entry.test.doc, entry.id + ".html", std::string(called(entry.test.program.arch)), {}};
    for (std::size_t c = 0; c < entry.test.clauses.size(); ++c) entries[i].rows.push_back(report::html::row(run, result, c));
    return failure;
  };
  std::string failure;
  run_in_order(run.tests.size(), parallel(options), job, [&](std::size_t i, std::string failed) {
    if (failure.empty()) failure = std::move(failed);
    progress.show(i + 1, run.tests[i].entry->id);
  });
  progress.clear();
  const std::string model_folder = options.html + "/models";
  if (failure.empty())
    if (const auto made = make_folder(model_folder); !made) failure = made.error().front().message;
  for (const report::html::Library::Text& text : library.texts())
    if (failure.empty())
      if (const auto written =
              write_file(fmt::format("{}/{}.html", model_folder, text.name), report::html::model_page(text, "../index.html"));
          !written)
        failure = written.error().front().message;
  if (failure.empty()) return write_file(options.html + "/index.html", report::html::index(run, entries, library));
  Diagnostic d;
  d.code = "cli-write";
  d.message = failure;
  d.has_position = false;
  return fail(std::move(d));
}

}  // namespace thinair::cli
