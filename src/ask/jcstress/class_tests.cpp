#include "ask/jcstress/class_tests.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thinair::jcstress {
namespace {

using namespace read::classfile;
using read::bytecode::ClassInfo;

constexpr std::string_view kPackage = "Lorg/openjdk/jcstress/annotations/";

const Annotation* find(const std::vector<Annotation>& all, std::string_view name) {
  const auto found = std::ranges::find_if(all, [&](const Annotation& a) {
    return a.type.starts_with(kPackage) && std::string_view(a.type).substr(kPackage.size()) == fmt::format("{};", name);
  });
  return found == all.end() ? nullptr : &*found;
}

ListedOutcome outcome(const Annotation& a) {
  ListedOutcome out;
  if (const Element* ids = a.find("id"))
    for (const Element& id : ids->items) out.ids.push_back(id.text);
  if (const Element* expect = a.find("expect")) out.expect = expect->text;
  if (const Element* description = a.find("desc")) out.description = description->text;
  return out;
}

// @Outcome is inherited, and two or more of them are in an annotation of their own.
void add_outcomes(const std::vector<Annotation>& all, std::vector<ListedOutcome>& out) {
  if (const Annotation* one = find(all, "Outcome")) out.push_back(outcome(*one));
  if (const Annotation* several = find(all, "Outcome$Outcomes"))
    if (const Element* values = several->find("value"))
      for (const Element& item : values->items)
        for (const Annotation& a : item.annotations) out.push_back(outcome(a));
}

}  // namespace

std::optional<ClassTest> class_test(read::bytecode::World& world, const std::string& class_name) {
  const ClassInfo& of = world.find(class_name);
  if (!of.file) return std::nullopt;
  const Annotation* test = find(of.file->annotations, "JCStressTest");
  if (!test || (of.file->flags & kAbstract) != 0) return std::nullopt;
  ClassTest out;
  out.name = read::bytecode::java_name(class_name);
  out.graded.name = out.name;
  if (const Element* mode = test->find("value")) out.termination = mode->text == "Termination";
  out.entry = {.of = class_name, .main = false, .threads = {}, .jcstress = true, .arbiter = {}};
  for (const ClassInfo* at = &of; at && at->file && out.graded.outcomes.empty(); at = at->super) {
    add_outcomes(at->file->annotations, out.graded.outcomes);
    if (const Annotation* meta = find(at->file->annotations, "JCStressMeta"))
      if (const Element* other = meta->find("value"); other && out.graded.outcomes.empty())
        for (const ClassInfo* from = &world.find(read::bytecode::class_of(other->text)); from && from->file && out.graded.outcomes.empty();
             from = from->super)
          add_outcomes(from->file->annotations, out.graded.outcomes);
  }
  std::vector<std::string> seen;
  for (const ClassInfo* at = &of; at && at->file; at = at->super)
    for (const Method& m : at->file->methods) {
      if (std::ranges::find(seen, m.name) != seen.end()) continue;
      const bool actor = find(m.annotations, "Actor") != nullptr, arbiter = find(m.annotations, "Arbiter") != nullptr,
                 signal = find(m.annotations, "Signal") != nullptr;
      if (!actor && !arbiter && !signal) continue;
      seen.push_back(m.name);
      if (arbiter) {
        if (!out.entry.arbiter.empty()) out.problem = "it has two arbiters";
        out.entry.arbiter = m.name;
      } else {
        out.entry.threads.push_back(m.name);
      }
      if (actor) out.graded.actors.push_back(m.name);
    }
  if (out.graded.actors.empty()) out.problem = "it has no actor";
  return out;
}

}  // namespace thinair::jcstress
