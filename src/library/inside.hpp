// What the handles of the public library hold, for the library's own files and for tests of it.
#pragma once

#include <string>
#include <thinair/thinair.hpp>
#include <vector>

#include "problem/problem.hpp"
#include "read/lower.hpp"

namespace thinair {

struct Test::Body {
  Sources sources;  // its text alone
  std::uint32_t file = 0;
  program::Test test;
  std::vector<Clause> clauses;
  std::vector<std::string> shown;
  std::vector<Message> warnings;
};

struct Model::Body {
  Sources sources;  // every file that it is made of
  problem::Model model;
  std::vector<Rule> rules;
};

struct Inside {
  static const Test::Body& of(const Test& test) { return *test.body_; }
  static const Model::Body& of(const Model& model) { return *model.body_; }
  static Test make(std::shared_ptr<const Test::Body> body) { return Test(std::move(body)); }
  static Model make(std::shared_ptr<const Model::Body> body) { return Model(std::move(body)); }
};

}  // namespace thinair
