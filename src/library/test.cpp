#include "library/failures.hpp"
#include "library/inside.hpp"
#include "show/report/report.hpp"

namespace thinair {

Test Test::from_text(std::string text, std::string name) {
  auto body = std::make_shared<Body>();
  body->file = body->sources.add(std::move(name), std::move(text));
  Diagnostics warnings;
  body->test = library::unwrap(body->sources, read::read_test(body->sources, body->file, &warnings));
  body->warnings = library::messages(body->sources, warnings);
  for (const program::Clause& clause : body->test.clauses)
    body->clauses.push_back({std::string(report::keyword(clause.kind)), clause.text});
  body->shown = report::column_names(body->test);
  return Inside::make(std::move(body));
}

Test Test::from_file(const std::string& path) { return from_text(library::file_text(path), path); }

const std::string& Test::name() const { return body_->test.name; }
const std::vector<Clause>& Test::clauses() const { return body_->clauses; }
const std::vector<std::string>& Test::shown() const { return body_->shown; }
const std::vector<Message>& Test::warnings() const { return body_->warnings; }

}  // namespace thinair
