#include "read/bytecode/lower.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/pass.hpp"
#include "read/bytecode/text.hpp"
#include "read/bytecode/thread_code.hpp"

namespace thinair::read::bytecode {
namespace {

constexpr unsigned kMostPasses = 400;

Diagnostic plain_error(std::string code, std::string message, std::string hint = {}) {
  Diagnostic d;
  d.code = std::move(code);
  d.has_position = false;
  d.message = std::move(message);
  d.hint = std::move(hint);
  return d;
}

// The result object has its values at the end of the actor that wrote them.
void keep_results(Pass& pass, ThreadCode& code, std::uint32_t thread, const State& s) {
  if (!pass.result) return;
  const Thing& t = pass.things[*pass.result];
  for (const FieldInfo& field : t.is->fields) {
    const auto users = pass.result_users.find(field.slot);
    if (users == pass.result_users.end() || !users->second.contains(thread) || pass.facts.shared_results.contains(field.slot)) continue;
    const auto value = s.heap.find({*pass.result, field.slot});
    if (value == s.heap.end()) continue;
    const Type type = kind_of(field.descriptor) == 'A' ? Type::reference
                      : field.descriptor == "Z"        ? Type::boolean
                      : field.descriptor == "C"        ? Type::character
                                                       : Type::number;
    code.keep(field.name, value->second, type);
  }
}

bool is_result(World& world, const std::string& descriptor) {
  const ClassInfo& of = world.find(class_of(descriptor));
  return of.file && std::ranges::any_of(of.file->annotations, [](const classfile::Annotation& a) {
           return a.type == "Lorg/openjdk/jcstress/annotations/Result;";
         });
}

// One object of the test, of each state and of the result is made and safely published; then the actors run (jcstress' documentation).
void lower_actors(Pass& pass, const Entry& entry, const ClassInfo& of) {
  std::vector<MethodRef> methods;
  std::vector<std::string> names = entry.threads;
  if (!entry.arbiter.empty()) names.push_back(entry.arbiter);
  for (const std::string& name : names) {
    MethodRef found;
    for (const ClassInfo* at = &of; at && !found.method; at = at->super)
      for (std::size_t i = 0; at->file && i < at->file->methods.size(); ++i)
        if (at->file->methods[i].name == name && at->file->methods[i].code) found = {at, &at->file->methods[i]};
    if (!found.method) throw Refused{plain_error("bytecode-entry", fmt::format("class {} has no method '{}'", java_name(of.name), name))};
    methods.push_back(found);
  }
  pass.entries = static_cast<std::uint32_t>(methods.size());
  pass.program.threads.resize(pass.entries);
  ThreadCode setup(pass, 0);
  State start;
  std::map<std::string, ObjectId> objects;
  Frame root = setup.root();
  const bool needs_object = std::ranges::any_of(methods, [](const MethodRef& m) { return !m.method->is_static(); });
  setup.initialise(root, start, of);
  if (needs_object) {
    objects["L" + of.name + ";"] = setup.construct(of, "test", start);
    pass.escape(objects["L" + of.name + ";"]);
  }
  for (const MethodRef& m : methods)
    for (const Signature types = signature(m.method->descriptor).value_or(Signature{}); const std::string& type : types.parameters) {
      if (objects.contains(type)) continue;
      if (kind_of(type) != 'A' || type.starts_with('['))
        throw Refused{plain_error("bytecode-entry",
                                  fmt::format("the method {}.{} has an argument that is no object", java_name(of.name), m.method->name))};
      objects[type] = setup.construct(pass.world.find(class_of(type)), "state " + type, start);
      if (is_result(pass.world, type)) pass.result = objects[type];
      pass.escape(objects[type]);
    }
  setup.start_sharing(root, start);
  for (std::uint32_t t = 0; t < methods.size(); ++t) {
    ThreadCode code(pass, t);
    State s;
    if (pass.result)
      for (const auto& [variable, value] : start.heap)
        if (variable.first == *pass.result && !pass.facts.shared_results.contains(variable.second)) s.heap.emplace(variable, value);
    if (!entry.arbiter.empty() && t + 1 == methods.size())
      for (std::uint32_t other = 0; other < t; ++other) code.join(other, s);
    std::vector<Val> arguments;
    if (!methods[t].method->is_static()) arguments.push_back(ThreadCode::reference(objects.at("L" + of.name + ";")));
    for (const Signature types = signature(methods[t].method->descriptor).value_or(Signature{}); const std::string& type : types.parameters)
      arguments.push_back(ThreadCode::reference(objects.at(type)));
    code.begin(s);
    if (code.run(methods[t], std::move(arguments), s)) {
      code.end(s);
      keep_results(pass, code, t, s);
    }
    code.finish();
    pass.program.threads[t].name = methods[t].method->name;
  }
}

void lower_main(Pass& pass, const ClassInfo& of) {
  const classfile::Method* main = of.file->find("main", "([Ljava/lang/String;)V");
  if (!main)
    throw Refused{plain_error("bytecode-entry", fmt::format("class {} has no main(String[])", java_name(of.name)),
                              "--threads a,b,.. takes its methods as threads")};
  pass.program.threads.resize(1);
  pass.program.threads[0].name = "main";
  ThreadCode code(pass, 0);
  State s;
  Frame root = code.root();
  code.initialise(root, s, of);
  const ObjectId arguments = pass.make(pass.world.find("[Ljava/lang/String;"), "main's arguments", 0);
  if (code.run({&of, main}, {ThreadCode::reference(arguments)}, s)) code.end(s);
  code.finish();
}

// Threads that are started, in the order in which they were found; each may start others.
void lower_started(Pass& pass) {
  for (std::size_t n = 0; n < pass.facts.threads.size(); ++n) {
    const std::uint32_t number = pass.entries + static_cast<std::uint32_t>(n);
    const auto object = std::ranges::find(pass.things, pass.facts.threads[n], &Thing::key);
    if (object == pass.things.end()) continue;  // not in this pass
    if (pass.program.threads.size() <= number) pass.program.threads.resize(number + 1);
    pass.add_life(number, true);
    ThreadCode code(pass, number);
    code.run_thread(static_cast<ObjectId>(object - pass.things.begin()));
    code.finish();
  }
}

// One register for each exception that ends a thread, and the clause that there is none.
void add_clause(Test& test) {
  Clause clause;
  clause.kind = Clause::Kind::forall;
  clause.text = "no exception ends a thread";
  Prop thrown_at_all;
  thrown_at_all.kind = Prop::Kind::false_;
  std::vector<Prop> any;
  for (std::uint32_t t = 0; t < test.program.threads.size(); ++t) {
    std::set<std::string> thrown;
    for (const Instr& instr : test.program.threads[t].code)
      if (const auto* what = std::get_if<Throw>(&instr.op)) thrown.insert(what->what);
    for (const std::string& exception : thrown) {
      Register reg{.thread = t, .name = exception};
      reg.type = Type::boolean;
      reg.tells = Register::Tells::threw;
      reg.exception = exception;
      const auto id = static_cast<RegId>(test.program.registers.size());
      test.program.registers.push_back(std::move(reg));
      test.shown.push_back({false, id});
      Prop atom;
      atom.kind = Prop::Kind::atom;
      atom.lhs.observable = {false, id};
      atom.rhs.is_constant = true;
      atom.rhs.value = 1;
      any.push_back(std::move(atom));
    }
  }
  if (any.size() == 1) thrown_at_all = any[0];
  if (any.size() > 1) {
    thrown_at_all.kind = Prop::Kind::or_;
    thrown_at_all.kids = std::move(any);
  }
  clause.prop.kind = Prop::Kind::not_;
  clause.prop.kids.push_back(std::move(thrown_at_all));
  test.clauses.push_back(std::move(clause));
}

void show_fields(Pass& pass, Test& test, const ClassInfo& of) {
  const ObjectId holder = pass.holder(of);
  for (const FieldInfo& field : of.statics)
    if (pass.written.contains(pass.variable_key(holder, field.slot))) test.shown.push_back({true, pass.things[holder].parts[field.slot]});
}

void add_results(Pass& pass, Lowered& out) {
  if (!pass.result) return;
  const Thing& t = pass.things[*pass.result];
  for (const FieldInfo& field : t.is->fields) {
    ResultField result{field.name, field.descriptor, std::nullopt};
    if (pass.facts.shared_results.contains(field.slot)) {
      result.shown = program::Observable{true, t.parts[field.slot]};
    } else {
      const auto users = pass.result_users.find(field.slot);
      if (users != pass.result_users.end())
        for (RegId r = 0; r < pass.program.registers.size(); ++r)
          if (pass.program.registers[r].name == field.name && !pass.program.registers[r].temporary &&
              users->second.contains(pass.program.registers[r].thread))
            result.shown = program::Observable{false, r};
    }
    if (result.shown) out.test.shown.push_back(*result.shown);
    out.results.push_back(std::move(result));
  }
  std::ranges::sort(out.test.shown);
}

// An arbiter that does nothing but copy variables into the result shows what they hold at the end: then it is no thread. Each is read once,
// so it makes no difference, and models that do not know join can judge the test.
void drop_arbiter(Lowered& out) {
  Program& program = out.test.program;
  const auto thread = static_cast<std::uint32_t>(program.threads.size() - 1);
  std::map<RegId, LocId> read;
  std::map<RegId, LocId> copied;
  std::set<LocId> seen;
  const std::vector<Instr>& code = program.threads[thread].code;
  for (Label at = 0; at < code.size(); ++at) {
    const Instr& instr = code[at];
    if (std::holds_alternative<JoinThread>(instr.op)) continue;
    if (const auto* jump = std::get_if<Jump>(&instr.op); jump && jump->target == at + 1) continue;
    if (const auto* load = std::get_if<Load>(&instr.op)) {
      const Expr& address = program.exprs[load->address];
      if (address.op != Op::address || !seen.insert(address.index).second) return;
      read[load->dst] = address.index;
      continue;
    }
    const auto* assign = std::get_if<Assign>(&instr.op);
    if (!assign) return;
    const Expr& value = program.exprs[assign->value];
    if (value.op != Op::reg || !read.contains(value.index)) return;
    copied[assign->dst] = read.at(value.index);
  }
  for (ResultField& field : out.results)
    if (field.shown && !field.shown->is_location)
      if (const auto from = copied.find(field.shown->index); from != copied.end()) {
        std::erase(out.test.shown, *field.shown);
        field.shown = program::Observable{true, from->second};
        if (std::ranges::find(out.test.shown, *field.shown) == out.test.shown.end()) out.test.shown.push_back(*field.shown);
        program.registers[from->first].temporary = true;
        program.registers[from->first].assigned = false;
      }
  program.threads[thread].code.clear();
  for (Thread& t : program.threads) t.joined = false;
}

// What toString() gives for the objects whose text is known.
void add_texts(Pass& pass, Lowered& out) {
  for (ObjectId id = 0; id < pass.things.size(); ++id) {
    const Thing& t = pass.things[id];
    if (t.text) out.texts[reference_to(id)] = *t.text;
    if (t.number) out.texts[reference_to(id)] = java_text(*t.number, t.is->fields[0].descriptor);
  }
}

}  // namespace

Result<Lowered> lower(World& world, Positions& positions, const Entry& entry, const LowerOptions& options) {
  const ClassInfo& of = world.find(entry.of);
  if (!of.file) {
    const auto broken = world.broken().find(entry.of);
    return fail(plain_error(broken == world.broken().end() ? "bytecode-class" : "bytecode-malformed",
                            broken == world.broken().end()
                                ? fmt::format("there is no class {}", java_name(entry.of))
                                : fmt::format("the class file of {} is broken: {}", java_name(entry.of), broken->second)));
  }
  Facts facts;
  unsigned settled = 0;
  bool confine = options.confine;
  for (unsigned n = 0; n < kMostPasses; ++n) {
    Lowered out;
    Pass pass(world, facts, positions, options, out.test);
    bool complete = false;
    try {
      if (entry.main)
        lower_main(pass, of);
      else
        lower_actors(pass, entry, of);
      lower_started(pass);
      complete = true;
    } catch (const Again&) {
      pass.dirty = true;
    } catch (const Refused& refused) {
      if (!pass.dirty) return fail(refused.why);
    }
    if (pass.dirty || !complete) continue;
    // Variables that nobody writes are constants: then more may be known.
    const auto confined = confine ? pass.confinements() : std::map<std::string, std::uint32_t>();
    if (!facts.written || *facts.written != pass.written || (settled < 8 && facts.confined != confined)) {
      facts.written = pass.written;
      facts.confined = confined;
      ++settled;
      continue;
    }
    if (facts.confined != confined) {  // it does not settle: do without
      confine = false;
      facts.confined.clear();
      continue;
    }
    out.test.name = java_name(entry.of);
    if (!entry.main && pass.result) add_results(pass, out);
    if (!entry.arbiter.empty() && pass.result && pass.facts.threads.empty()) drop_arbiter(out);
    if (!pass.result) show_fields(pass, out.test, of);
    add_clause(out.test);
    std::ranges::sort(out.test.shown);
    add_texts(pass, out);
    return out;
  }
  return fail(plain_error("bytecode-unsupported", fmt::format("class {}: what its code reaches does not settle", java_name(entry.of))));
}

}  // namespace thinair::read::bytecode
