// Tests are asked for in batches, smallest batches first, so that the first answers come soon and a test that takes its whole time, or a
// process that dies, costs few others their verdict. A batch that did not come to its end is asked again test by test.
#include "serve/changes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "serve/json.hpp"

namespace thinair::serve {
namespace {

constexpr std::size_t kBatch = 12;

std::string event(std::string_view name, const Json& data) { return fmt::format("event: {}\ndata: {}\n\n", name, text_of(data)); }

struct Verdicts {
  std::map<std::string, std::string> by_condition[2];  // before, after
};

}  // namespace

// Not in the unnamed namespace: a coroutine has it in its frame.
class Run {
 public:
  Run(Sink& sink, Scheduler& scheduler, std::string client, Change change, const std::vector<CatalogueTest>& tests)
      : sink_(sink), scheduler_(scheduler), client_(std::move(client)), change_(std::move(change)), tests_(tests) {}

  Task<> go() {
    bool there = co_await tell_progress();
    for (std::size_t at = 0; there && at < tests_.size();) {
      std::vector<const CatalogueTest*> batch;
      for (; at < tests_.size() && batch.size() < kBatch; ++at)
        if (foreign_.contains(tests_[at].dialect))
          ++done_, ++skipped_;
        else
          batch.push_back(&tests_[at]);
      there = co_await judge(batch);
      if (!failure_.empty()) {
        std::string failed = event("error", {{"message", failure_}});
        co_await sink_.send(std::move(failed));
        co_return;
      }
    }
    std::string end = event("done", {{"tests", done_ - skipped_}, {"skipped", skipped_}, {"changed", changed_}, {"unknown", unknown_}});
    if (there) co_await sink_.send(std::move(end));
  }

 private:
  Task<bool> tell_progress() {
    std::string progress = event("progress", {{"done", done_}, {"total", tests_.size()}});
    const bool there = co_await sink_.send(std::move(progress));
    co_return there;
  }

  Task<bool> judge(std::vector<const CatalogueTest*> batch) {
    if (batch.empty()) co_return true;
    Job job = change_.job;
    job.seconds *= 2 * static_cast<double>(batch.size());  // two models
    for (const CatalogueTest* test : batch) job.words.push_back(test->id);
    Asking asking{client_, "", true};
    Ended ended = co_await scheduler_.answer(scheduler_.enter(std::move(asking)), job);
    const bool finished = ended.how == Ended::How::exited && ended.code != 70;
    if (!finished && batch.size() > 1) {
      for (const CatalogueTest* test : batch) {
        std::vector<const CatalogueTest*> alone(1, test);
        const bool there = co_await judge(std::move(alone));
        if (!there || !failure_.empty()) co_return there;
      }
      co_return true;
    }
    std::string events;
    if (finished) {
      read(ended, batch, events);
      if (!failure_.empty()) co_return true;
    } else {
      ++unknown_;
      events += event("unknown", {{"test", batch.front()->id}, {"message", "its process came to no end"}});
    }
    done_ += batch.size();
    if (!events.empty()) {
      const bool there = co_await sink_.send(std::move(events));
      if (!there) co_return false;
    }
    const bool there = co_await tell_progress();
    co_return there;
  }

  void read(const Ended& ended, const std::vector<const CatalogueTest*>& batch, std::string& events) {
    std::map<std::string, Verdicts> verdicts;  // by test
    std::set<std::string> seen, rejected;
    for (std::size_t at = 0; at < ended.out.size();) {
      const std::size_t end = std::min(ended.out.find('\n', at), ended.out.size());
      const Json record = Json::parse(ended.out.substr(at, end - at), nullptr, false);
      at = end + 1;
      if (!record.is_object() || !record.contains("file")) continue;
      std::string id = record["file"].get<std::string>();
      constexpr std::string_view kFront = "shipped:litmus/", kEnd = ".litmus";
      if (!id.starts_with(kFront) || !id.ends_with(kEnd)) continue;
      id = id.substr(kFront.size(), id.size() - kFront.size() - kEnd.size());
      seen.insert(id);
      if (record.contains("diagnostics")) {
        if (rejected.insert(id).second) ++skipped_;
        const Json& first = record["diagnostics"][0];
        const auto test = std::ranges::find(tests_, id, &CatalogueTest::id);
        if (first.value("code", "") == "cat-architecture") {
          if (test != tests_.end()) foreign_.insert(test->dialect);
        } else if (const std::string where = first.value("file", ""); where == change_.after || where == change_.before) {
          failure_ = fmt::format("{}, line {}: {}", where, first.value("line", 0), first.value("message", ""));
          return;
        }
        continue;
      }
      const bool after = record.value("model", "") == change_.after;
      for (const Json& clause : record.value("clauses", Json::array()))
        verdicts[id].by_condition[after ? 1 : 0][clause.value("condition", "")] = clause.value("verdict", "");
    }
    if (seen.empty()) {  // a model cannot be loaded at all
      failure_ = ended.err.empty() ? "the models cannot be asked" : ended.err.substr(0, 2000);
      return;
    }
    for (const CatalogueTest* test : batch) {
      const Verdicts& of = verdicts[test->id];
      for (const auto& [condition, before] : of.by_condition[0]) {
        const auto after = of.by_condition[1].find(condition);
        if (after == of.by_condition[1].end() || after->second == before) continue;
        if (before == "unknown" || after->second == "unknown") {
          ++unknown_;
          continue;
        }
        ++changed_;
        events += event("change", {{"test", test->id}, {"condition", condition}, {"before", before}, {"after", after->second}});
      }
    }
  }

  Sink& sink_;
  Scheduler& scheduler_;
  std::string client_;
  Change change_;
  const std::vector<CatalogueTest>& tests_;
  std::set<std::string> foreign_;  // dialects that the models are not for
  std::size_t done_ = 0, skipped_ = 0, changed_ = 0, unknown_ = 0;
  std::string failure_;
};

Task<> tell_changes(Sink& sink, Scheduler& scheduler, const std::string& client, Change change, const std::vector<CatalogueTest>& tests) {
  Run run(sink, scheduler, client, std::move(change), tests);
  co_await run.go();
}

}  // namespace thinair::serve
