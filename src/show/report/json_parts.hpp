// What the documents of all commands share.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "show/report/execution.hpp"
#include "show/report/report.hpp"

namespace thinair::report::json {

using Json = nlohmann::ordered_json;

// A document on one line. Names come from files: bytes that are not UTF-8 are replaced rather than refused.
std::string text_of(const Json& part);
std::string line(const Json& document);

// What every document about a test begins with: its name and its file.
Json about(const program::Test& test, const Origin& origin);

// A number, or {"any": symbol} with what is known of it and, where a state was asked for, an example.
Json datum_json(const answer::Datum& datum);
// Of a reference the object's name, or null.
Json typed_json(const program::Program& program, program::Type type, const answer::Datum& datum);

// Every event with its thread, location and values, and the write that a read sees.
Json execution_json(const DrawnExecution& x);

// Only observables: scripts compare these objects as they are. What threads ended with is told beside them.
Json state_json(const program::Test& test, const answer::State& state);
// Arrays "threw" and "blocked" of threads, if there are any.
void add_ends(Json& document, const answer::State& state);

// An array "notes", if there are any.
void add_notes(Json& document, const std::vector<notes::Note>& notes);

}  // namespace thinair::report::json
