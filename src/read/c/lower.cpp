#include "read/c/lower.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "read/c/foreign.hpp"
#include "read/c/lower_impl.hpp"
#include "read/c/sets.hpp"

namespace thinair::read {

void CThreadLowering::lower() {
  parameters();
  statements(source_.threads[thread_].body);
  for (const std::string& name : environment_.started(thread_)) local(name);  // conditions may name them
  for (const auto& [name, where] : read_)
    if (!code_.is_assigned(local(name)) && !environment_.start(thread_, name))
      report_.warning("litmus-unassigned", where, fmt::format("local '{}' of thread {} is never assigned and reads 0", name, thread_),
                      "in C its value is indeterminate");
  code_.finish();
}

void CThreadLowering::parameters() {
  for (const ctree::Parameter& p : source_.threads[thread_].parameters) {
    const auto info = type(p.type);
    if (p.type.stars != 1) {
      report_.error(
          "litmus-unsupported", p.type.where,
          p.type.stars == 0 ? fmt::format("parameter '{}' is no pointer", p.name)
                            : "locations that hold addresses are not supported in C tests",
          p.type.stars == 0 ? fmt::format("a thread gets the addresses of locations, as in {}* {}", to_text(p.type), p.name) : "");
      continue;
    }
    if (pointers_.contains(p.name)) {
      report_.error("litmus-duplicate", p.where, fmt::format("'{}' is a parameter already", p.name));
      continue;
    }
    const auto bound = environment_.binding(thread_, p.name);
    const TypeInfo known = info.value_or(TypeInfo{});
    pointers_[p.name] = {bound ? *bound : environment_.find_or_add(p.name), known.atomic, known.boolean};
  }
}

std::optional<CThreadLowering::TypeInfo> CThreadLowering::type(const ctree::Type& type) {
  TypeInfo out;
  std::string base;
  for (const std::string& word : type.words) {
    if (word == "volatile" || word == "const" || word == "register" || word == "auto") continue;
    if (word == "_Atomic") {
      out.atomic = true;
      continue;
    }
    base += (base.empty() ? "" : " ") + word;
  }
  if (base == "atomic_int" || base == "atomic_bool" || base == "atomic_flag") out.atomic = true;
  if (base == "bool" || base == "_Bool" || base == "atomic_bool" || base == "atomic_flag") out.boolean = true;
  const bool word = base == "int" || base == "signed" || base == "signed int" || base == "int32_t" || base == "atomic_int";
  if (word || out.boolean) return out;
  if (base.starts_with("struct")) {
    report_.error("litmus-unsupported", type.where, "structs are not supported in C tests", "give each part a location of its own");
  } else {
    report_.error("litmus-type", type.where, fmt::format("type '{}' is not supported in C tests", to_text(type)),
                  "values are of type int, atomic_int, bool or atomic_bool");
  }
  return std::nullopt;
}

RegId CThreadLowering::local(const std::string& name) { return code_.local(name, environment_.start(thread_, name).value_or(0)); }

const CThreadLowering::Pointer* CThreadLowering::pointer(ctree::ExprId id, std::string_view use) {
  const ctree::Expr& e = source_.exprs[id];
  if (e.kind == ctree::Expr::Kind::name) {
    if (const auto found = pointers_.find(e.name); found != pointers_.end()) return &found->second;
    std::vector<std::string> names;
    for (const auto& [parameter, pointer] : pointers_) names.push_back(parameter);
    std::string hint = did_you_mean(e.name, names);
    if (hint.empty()) hint = fmt::format("locations are parameters of the thread, as in P{} (atomic_int* {})", thread_, e.name);
    report_.error("litmus-unknown-name", e.where,
                  fmt::format("'{}' is no parameter of thread {}: {} needs a location", e.name, thread_, use), hint);
  } else if (e.kind == ctree::Expr::Kind::cast) {
    return pointer(e.kids[0], use);
  } else if (e.kind == ctree::Expr::Kind::address) {
    report_.error("litmus-syntax", e.where, fmt::format("{} needs a location", use), "parameters are pointers already: write x, not &x");
  } else {
    report_.error("litmus-unsupported", e.where,
                  fmt::format("{} needs the name of a location: addresses are not computed in C tests", use));
  }
  return nullptr;
}

const CThreadLowering::Pointer* CThreadLowering::plain(ctree::ExprId id, std::string_view use) {
  const Pointer* at = pointer(id, use);
  if (at != nullptr && at->atomic)
    report_.warning("litmus-plain-atomic", source_.exprs[id].where,
                    fmt::format("'*{}' is read as a non-atomic access, as herd reads it", program_.locations[at->location].name),
                    "in C it is seq_cst: for that write atomic_load or atomic_store; or declare the parameter int*");
  return at;
}

void CThreadLowering::statements(const std::vector<ctree::Stmt>& body) {
  for (const ctree::Stmt& stmt : body) statement(stmt);
}

void CThreadLowering::statement(const ctree::Stmt& stmt) {
  using Kind = ctree::Stmt::Kind;
  switch (stmt.kind) {
    case Kind::empty: break;
    case Kind::block: arm(stmt); break;
    case Kind::declare: declaration(stmt); break;
    case Kind::assign:
    case Kind::increment: assignment(stmt); break;
    case Kind::call: call(source_.exprs[stmt.expr], std::nullopt); break;
    case Kind::branch: branch(stmt); break;
    case Kind::while_loop:
    case Kind::do_loop:
    case Kind::for_loop: loop(stmt); break;
    case Kind::break_:
    case Kind::continue_: leave_loop(stmt); break;
    case Kind::return_: code_.emit(Jump{code_.at_end()}, stmt.where); break;
  }
}

// A local is one register per thread and name, so that conditions can name it: C's shadowing is refused.
void CThreadLowering::declaration(const ctree::Stmt& stmt) {
  const auto info = type(stmt.type);
  if (stmt.type.stars > 0)
    report_.error("litmus-unsupported", stmt.type.where, "a local cannot be a pointer", "threads use locations through their parameters");
  for (const ctree::Declarator& d : stmt.declarators) {
    const bool known = std::ranges::any_of(scopes_, [&](const auto& scope) { return scope.contains(d.name); });
    if (known || pointers_.contains(d.name)) {
      report_.error("litmus-duplicate", d.where, fmt::format("'{}' is {} already", d.name, known ? "declared" : "a parameter"),
                    "give it another name: conditions could not tell the two apart");
      continue;
    }
    if (info && info->boolean) booleans_.insert(d.name);
    const RegId reg = local(d.name);
    if (d.value) {
      value_into(reg, *d.value, d.where);
      code_.mark_assigned(reg);
    }
    scopes_.back().insert(d.name);
  }
}

void CThreadLowering::assign(RegId reg, ExprId value, Span where) {
  const bool truth = booleans_.contains(code_.name(reg));
  code_.emit(Assign{reg, truth ? code_.binary(Op::ne, value, code_.constant(0)) : value}, where);
}

// `r = e`, `*x = e`, `r += e`, `r++`. The old value of `op=` is read before the new one is written; what else is accessed comes first.
void CThreadLowering::assignment(const ctree::Stmt& stmt) {
  const ctree::Expr& place = source_.exprs[stmt.place];
  const bool increment = stmt.kind == ctree::Stmt::Kind::increment;
  if (place.kind == ctree::Expr::Kind::deref) {
    const Pointer* at = plain(place.kids[0], "an assignment");
    const ExprId address = code_.address(at ? at->location : 0);
    if (stmt.compound && !increment && accesses(stmt.expr) > 0) {
      report_.error("litmus-unsequenced", stmt.where, "C does not say in which order these accesses happen",
                    "give each a statement of its own");
      return;
    }
    ExprId written = increment ? code_.constant(1) : value(stmt.expr);
    if (at == nullptr) return;
    if (stmt.compound) {
      const RegId old = code_.temporary();
      code_.emit(Load{old, address, c::kNonAtomic}, place.where);
      written = operation(*stmt.compound, code_.reg(old), written, stmt.where);
    }
    code_.emit(Store{address, stored(*at, written), c::kNonAtomic}, stmt.where);
    return;
  }
  if (pointers_.contains(place.name)) {
    report_.error("litmus-type", place.where, fmt::format("'{}' is a pointer and cannot be assigned to", place.name),
                  fmt::format("to write to the location: *{} = ..., or atomic_store_explicit({}, ...)", place.name, place.name));
    if (!increment) value(stmt.expr);  // for the mistakes in it
    return;
  }
  const RegId reg = local(place.name);
  if (!stmt.compound) {
    value_into(reg, stmt.expr, stmt.where);
  } else {
    read_.try_emplace(place.name, place.where);
    const ExprId operand = increment ? code_.constant(1) : value(stmt.expr);
    assign(reg, operation(*stmt.compound, code_.reg(reg), operand, stmt.where), stmt.where);
  }
  code_.mark_assigned(reg);
}

void CThreadLowering::arm(const ctree::Stmt& stmt) {
  scopes_.emplace_back();
  if (stmt.kind == ctree::Stmt::Kind::block) {
    statements(stmt.body);
  } else {
    statement(stmt);
  }
  scopes_.pop_back();
}

void CThreadLowering::branch(const ctree::Stmt& stmt) {
  const bool has_else = stmt.body.size() > 1;
  const Label join = code_.new_label();
  const Label otherwise = has_else ? code_.new_label() : join;
  jump_if(stmt.expr, false, otherwise, join);
  arm(stmt.body[0]);
  if (has_else) {
    code_.emit(Jump{join}, stmt.where);
    code_.place(otherwise);
    arm(stmt.body[1]);
  }
  code_.place(join);
}

void CThreadLowering::loop(const ctree::Stmt& stmt) {
  scopes_.emplace_back();
  statements(stmt.init);
  const Label head = code_.new_label(), next = code_.new_label(), leave = code_.new_label();
  code_.place(head);
  loops_.push_back({leave, next});
  const bool guard_first = stmt.kind != ctree::Stmt::Kind::do_loop;
  if (guard_first && stmt.has_expr) jump_if(stmt.expr, false, leave, leave);
  arm(stmt.body[0]);
  code_.place(next);
  statements(stmt.step);
  if (!guard_first) jump_if(stmt.expr, false, leave, leave);
  code_.emit(Jump{head}, stmt.where);
  code_.place(leave);
  loops_.pop_back();
  scopes_.pop_back();
}

void CThreadLowering::leave_loop(const ctree::Stmt& stmt) {
  const bool leaves = stmt.kind == ctree::Stmt::Kind::break_;
  if (loops_.empty()) {
    report_.error("litmus-syntax", stmt.where, fmt::format("'{}' outside of a loop", leaves ? "break" : "continue"));
    return;
  }
  code_.emit(Jump{leaves ? loops_.back().leave : loops_.back().next}, stmt.where);
}

namespace {

// What the init block says of types; that of a location does not matter, but for words of other worlds.
void check_init(const std::vector<litmus::InitItem>& items, Report& report) {
  for (const litmus::InitItem& item : items) {
    for (const std::string& word : item.type)
      if (const auto found = litmus::c::foreign(word)) report.error("litmus-unsupported", item.type_where, found->message, found->hint);
    if (item.value.kind == litmus::InitValue::Kind::name)
      if (const auto found = litmus::c::foreign(item.value.name))
        report.error("litmus-unsupported", item.value.where, found->message, found->hint);
  }
}

}  // namespace

void lower_c(const std::vector<litmus::InitItem>& items, const ctree::Program& source, Program& program, Report& report) {
  program.arch = Arch::c;
  program.set_names = c::set_names();
  program.plain_sets = c::kNonAtomic;
  program.threads.resize(source.threads.size());
  check_init(items, report);
  if (report.failed()) return;
  Environment environment(items, source.threads.size(), program, report);
  for (std::uint32_t thread = 0; thread < source.threads.size(); ++thread)
    CThreadLowering(source, environment, program, thread, report).lower();
}

}  // namespace thinair::read
