// What changes in the catalogue when a model is changed.
//
//   takes   two models, the names of the shipped tests
//   gives   events, one after the other: how far it is, each verdict that changed, and the end
//   does not judge: workers do, some tests at a time, after all questions that somebody waits for
#pragma once

#include <string>
#include <vector>

#include "serve/http.hpp"
#include "serve/questions.hpp"
#include "serve/scheduler.hpp"

namespace thinair::serve {

struct CatalogueTest {
  std::string id, dialect;
};

Task<> tell_changes(Sink& sink, Scheduler& scheduler, const std::string& client, Change change, const std::vector<CatalogueTest>& tests);

}  // namespace thinair::serve
