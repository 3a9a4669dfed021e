// Searches in tests: questions by name.
#pragma once

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "ask/find/search.hpp"
#include "unit/space/spaces.hpp"

namespace thinair::find {

struct Asked {
  explicit Asked(Kind kind, const std::vector<std::string>& models, const std::string& scheme_name = "") {
    settings.kind = kind;
    for (const std::string& name : models) settings.models.push_back({*problem::load(sources, name, {}), {}});
    if (!scheme_name.empty()) {
      scheme = *compile::load_scheme(sources, scheme_name);
      target = *problem::load(sources, scheme->model, {});
      settings.targets = {{&*scheme, &*target}};
    }
    settings.budget = [] { return Budget(); };
  }
  std::vector<Record> run(const Space& space, Shard shard = {}) {
    std::vector<Record> out;
    const Search search(Question::make(settings), space, shard);
    EXPECT_TRUE(search.run({}, {}, [&](const Record& record) { out.push_back(record); }).has_value());
    return out;
  }
  Sources sources;
  std::optional<compile::Scheme> scheme;
  std::optional<problem::Model> target;
  Settings settings;
};

inline std::vector<std::string> minimal(std::vector<Record> records) {
  std::vector<std::string> out;
  for (const Finding& f : summarise(std::move(records), false).findings) out.push_back(to_text(f.program) + " " + f.breach.state);
  return out;
}

}  // namespace thinair::find
