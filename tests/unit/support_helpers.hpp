// Texts to tests and models in one line, for unit tests of the middle of the pipeline.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair::tests {

inline program::Test test_of(const std::string& text) {
  Sources sources;
  const auto test = read::read_test(sources, sources.add("test.litmus", text), nullptr);
  EXPECT_TRUE(test) << (test ? "" : to_text(sources, test.error()));
  return test ? *test : program::Test{};
}

inline problem::Model model_of(const std::string& name) {
  Sources sources;
  auto loaded = problem::load(sources, name, {});
  EXPECT_TRUE(loaded) << (loaded ? "" : to_text(sources, loaded.error()));
  return loaded ? std::move(*loaded) : problem::Model{};
}

// A .cat model from its text.
inline problem::Model cat_of(const std::string& text) {
  Sources sources;
  auto loaded = cat::load_text(sources, sources.add("model.cat", text), {});
  EXPECT_TRUE(loaded) << (loaded ? "" : to_text(sources, loaded.error()));
  return {"model.cat", loaded ? std::move(*loaded) : cat::Model{}};
}

// States as "0:r1=0; 1:r2=any v1;", one a line.
inline std::string states(const std::string& text, const problem::Model& model, model::Question question = {}) {
  const program::Test test = test_of(text);
  question.test = &test;
  question.model = &model;
  Budget budget;
  const auto answer = model::solve(question, budget);
  if (!answer) return answer.error().front().message;
  std::string out = answer->complete ? "" : "incomplete: " + answer->reason + "\n";
  for (const answer::Outcome& outcome : answer->outcomes) {
    for (std::size_t i = 0; i < test.shown.size(); ++i) {
      const answer::Datum& datum = outcome.state.values[i];
      out += (i ? " " : "") + to_text(test.program, test.shown[i]) + "=";
      if (const auto* value = std::get_if<program::Value>(&datum))
        out += std::to_string(*value);
      else
        out += "any " + std::get<answer::Open>(datum).symbol +
               (std::get<answer::Open>(datum).where.empty() ? "" : " where " + std::get<answer::Open>(datum).where);
    }
    out += "\n";
  }
  return out;
}

}  // namespace thinair::tests
