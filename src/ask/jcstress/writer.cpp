#include "ask/jcstress/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "support/check.hpp"

namespace thinair::jcstress {

namespace tree = litmus::java;
using Tells = program::Register::Tells;

namespace {

// Types that the text names: a variable of the same name would hide them (JLS 6.4.2).
constexpr std::array<std::string_view, 6> kHidden = {
    "ArithmeticException", "ExceptionInInitializerError", "MethodHandles", "Shared", "VarHandle", "Thread"};

void append_block(Lines& to, const Lines& lines) {
  for (const std::string& one : lines) to.push_back("    " + one);
}

bool has_return(const std::vector<tree::Stmt>& body) {
  return std::ranges::any_of(body, [](const tree::Stmt& stmt) {
    return stmt.kind == tree::Stmt::Kind::return_ || has_return(stmt.body) || has_return(stmt.finally) ||
           std::ranges::any_of(stmt.catches, [](const tree::Catch& one) { return has_return(one.body); });
  });
}

}  // namespace

bool is_unchecked(const read::JavaClasses& classes, read::ClassId exception) {
  return classes.is_subclass(exception, *classes.find("RuntimeException")) || classes.is_subclass(exception, *classes.find("Error"));
}

Writer::Writer(const Context& context, std::uint32_t thread, Knowledge& knowledge)
    : c_(context), thread_(thread), knowledge_(knowledge), report_(nullptr), names_(c_.environment, thread, report_) {
  for (const Field& field : c_.layout.fields) {
    if (!field.name.empty()) identifiers_.reserve(field.name);
    if (!field.handle.empty()) identifiers_.reserve(field.handle);
  }
  for (const std::string_view type : kHidden) identifiers_.reserve(type);
  for (const auto& [id, name] : c_.layout.class_names) identifiers_.reserve(name);
  for (const auto& [key, name] : c_.handle_names) identifiers_.reserve(name);
  for (const auto& [column, name] : c_.kept) identifiers_.reserve(name);
  for (const std::string& name : c_.layout.thread_fields)
    if (!name.empty()) identifiers_.reserve(name);
  for (const std::string* name : {&c_.layout.result, &c_.layout.first_alias, &c_.layout.second_alias}) identifiers_.reserve(*name);
  for (const program::Register& reg : c_.test.program.registers)
    if (reg.thread == thread && !reg.temporary && reg.tells == Tells::nothing)
      locals_.emplace(reg.name, Local{identifiers_.take(reg.name), reg.initial, false});
  throws_ = std::ranges::any_of(c_.columns, [&](const Column& column) {
    if (column.kind == Column::Kind::threw) return column.index == thread;
    const auto& registers = c_.test.program.registers;
    return column.kind == Column::Kind::reg && registers[column.index].thread == thread && registers[column.index].tells == Tells::threw;
  });
  wrapped_ = throws_ || knowledge_.raising_threads.contains(thread);
}

Writer::Writer(const Context& context, Of of, Knowledge& knowledge)
    : c_(context), of_(of.id), knowledge_(knowledge), report_(nullptr), names_(c_.environment, 0, report_) {
  for (const std::string_view type : kHidden) identifiers_.reserve(type);
  for (const auto& [id, name] : c_.layout.class_names) identifiers_.reserve(name);
  for (const auto& [key, name] : c_.handle_names) identifiers_.reserve(name);
  for (const Field& field : c_.layout.fields)
    if (!field.handle.empty()) identifiers_.reserve(field.handle);
  for (const std::string& name : c_.layout.thread_fields)
    if (!name.empty()) identifiers_.reserve(name);
}

void Writer::refuse(Span where, std::string message, std::string hint) {
  if (!knowledge_.refused)
    knowledge_.refused = Diagnostic{Severity::error, "jcstress-unsupported", where, std::move(message), std::move(hint), {}, true};
}

std::string Writer::type_text(JavaType type, Span where) {
  using Base = JavaType::Base;
  if (type.base != Base::reference) return type.base == Base::null ? "Object" : c_.classes.describe(type);
  if (const auto element = c_.classes[type.of].element) return type_text(*element, where) + "[]";
  const auto renamed = c_.layout.class_names.find(type.of);
  return renamed == c_.layout.class_names.end() ? c_.classes.name(type.of) : renamed->second;
}

// ---- a thread

Lines Writer::thread_body(std::vector<Site>& sites) {
  const auto& registers = c_.test.program.registers;
  for (const Column& column : c_.columns)
    if (column.kind == Column::Kind::reg && registers[column.index].thread == *thread_ && registers[column.index].tells == Tells::printed) {
      if (printed_.empty()) {
        printed_ = identifiers_.take("printed");
        scratch_.push_back(fmt::format("int {} = 0;", printed_));
      }
    }
  returns_ = has_return(c_.source.threads[*thread_].body);
  if (returns_) leave_ = identifiers_.take("body");
  statements(c_.source.threads[*thread_].body, 0);
  if (raising_) knowledge_.raising_threads.insert(*thread_);
  if (returns_) {
    Lines inside;
    inside.push_back(leave_ + ": {");
    append_block(inside, lines_);
    inside.emplace_back("}");
    lines_ = std::move(inside);
  }
  Lines body;
  if (c_.shape.aliased) append_aliases(body);
  for (const std::string& name : hoisted_) body.push_back(declaration(name) + " = " + start_of(name) + ";");
  body.insert(body.end(), scratch_.begin(), scratch_.end());
  if (wrapped_) {
    append_wrapped(body);
  } else {
    body.insert(body.end(), lines_.begin(), lines_.end());
  }
  append_results(body);
  sites.insert(sites.end(), sites_.begin(), sites_.end());
  return body;
}

// The body in a `try`, with a handler that keeps how the thread ended.
void Writer::append_wrapped(Lines& body) {
  std::set<std::string> thrown;
  for (const program::Instr& instr : c_.test.program.threads[*thread_].code)
    if (const auto* raised = std::get_if<program::Throw>(&instr.op)) thrown.insert(raised->what);
  const auto all_below = [&](std::string_view base) {
    return std::ranges::all_of(
        thrown, [&](const std::string& name) { return c_.classes.is_subclass(*c_.classes.find(name), *c_.classes.find(base)); });
  };
  std::string caught = "Throwable";
  if (!raising_ && thrown.size() == 1 && is_unchecked(c_.classes, *c_.classes.find(*thrown.begin()))) {
    caught = type_text({JavaType::Base::reference, *c_.classes.find(*thrown.begin())}, {});
  } else if (!raising_ && !thrown.empty() && all_below("RuntimeException")) {
    caught = "RuntimeException";
  }
  const std::string name = identifiers_.take("e");
  body.emplace_back("try {");
  append_block(body, lines_);
  body.push_back(fmt::format("}} catch ({} {}) {{", caught, name));
  if (!throws_) body.push_back(fmt::format("    throw new IllegalStateException({});", name));
  for (const Column& column : c_.columns) {
    if (column.kind == Column::Kind::threw && column.index == *thread_) body.push_back(fmt::format("    {} = 1;", result_field(column)));
    if (column.kind != Column::Kind::reg) continue;
    const program::Register& reg = c_.test.program.registers[column.index];
    if (reg.thread != *thread_ || reg.tells != Tells::threw) continue;
    if (reg.exception.empty()) {
      body.push_back(fmt::format("    {} = 1;", result_field(column)));
    } else {
      const std::string type = type_text({JavaType::Base::reference, *c_.classes.find(reg.exception)}, {});
      body.push_back(fmt::format("    {} = {}.getClass() == (Class<?>) {}.class ? 1 : 0;", result_field(column), name, type));
    }
  }
  body.emplace_back("}");
}

// ---- results

std::optional<std::size_t> Writer::column_of(const Column& column) const {
  const auto at = std::ranges::find(c_.columns, column);
  return at == c_.columns.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - c_.columns.begin()));
}

std::string Writer::result_field(const Column& column) const {
  if (const auto kept = c_.kept.find(column); kept != c_.kept.end()) return kept->second;
  return fmt::format("{}.r{}", c_.layout.result, *column_of(column) + 1);
}

void Writer::append_results(Lines& body) const {
  for (const Column& column : c_.columns) {
    if (column.kind != Column::Kind::reg) continue;
    const program::Register& reg = c_.test.program.registers[column.index];
    if (reg.thread != *thread_ || reg.tells == Tells::threw) continue;
    if (reg.tells == Tells::printed) {
      if (reg.nth == 0) body.push_back(fmt::format("{} = {};", result_field(column), printed_));
      continue;
    }
    const Local& local = locals_.at(reg.name);
    const JavaExpression start =
        is_reference(c_.test, column) ? JavaExpression{"null", kPrimary, {JavaType::Base::null}} : literal(reg.initial);
    const JavaExpression value =
        local.occurred ? JavaExpression{local.name, kPrimary, is_boolean(reg.name) ? kBoolean : local_type(reg.name)} : start;
    body.push_back(fmt::format("{} = {};", result_field(column), as_result(value).text));
  }
  body.insert(body.end(), scratch_results_.begin(), scratch_results_.end());
}

void Writer::append_aliases(Lines& body) const {
  for (const std::string* alias : {&c_.layout.first_alias, &c_.layout.second_alias})
    body.push_back(fmt::format("Shared {} = this.{};", *alias, *alias));
  // Both references are checked for null here, so that no check stands between the accesses that follow.
  body.push_back(fmt::format("{}.trap = 0;", c_.layout.first_alias));
  body.push_back(fmt::format("{}.trap = 0;", c_.layout.second_alias));
}

// ---- methods and classes

void Writer::open() {
  if (in_thread()) return names_.open();
  scopes_.emplace_back();
}

void Writer::close() {
  if (in_thread()) return names_.close();
  scopes_.pop_back();
}

Lines Writer::method_lines(const tree::MethodDecl& method, const std::string& head, const std::string& name) {
  method_ = &method;
  lines_.clear();
  scopes_.assign(1, {});
  raising_ = false;
  std::vector<std::string> parameters;
  for (const tree::Parameter& parameter : method.parameters) {
    const JavaType type = c_.classes.type(parameter.type).value_or(kInt);
    const std::string own = identifiers_.take(parameter.name);
    scopes_.back()[parameter.name] = {own, type};
    parameters.push_back(type_text(type, parameter.where) + " " + own);
  }
  if (method.is_synchronized && (method.is_static || of_ == read::kNoClass))
    refuse(method.where, "a static synchronized method is no part of jcstress tests", "synchronize on an object of the init block");
  statements(method.body, 1);
  if (raising_) knowledge_.raising.insert(method.is_constructor ? c_.classes.name(of_) : method.name);
  const bool raising = knowledge_.raising.contains(method.is_constructor ? c_.classes.name(of_) : method.name);
  Lines out;
  for (const std::string& one : scratch_) lines_.insert(lines_.begin(), "    " + one);
  scratch_.clear();
  out.push_back(fmt::format("{}{}({}){} {{", head, name, fmt::join(parameters, ", "), raising ? " throws Throwable" : ""));
  out.insert(out.end(), lines_.begin(), lines_.end());
  out.emplace_back("}");
  return out;
}

Lines Writer::free_method(const tree::MethodDecl& method) {
  const JavaType type = c_.classes.type(method.type).value_or(kInt);
  const std::string text = type_text(type, method.where);
  const std::string& name = c_.free_methods.at(&method);
  Lines out = method_lines(method, text + " ", name);
  if (inner_) knowledge_.inner.insert(&method);
  if (!knowledge_.inner.contains(&method)) out.front() = "static " + out.front();
  return out;
}

Lines Writer::class_lines() {
  const tree::ClassDecl& declaration = *c_.classes[of_].declaration;
  const read::ClassId super = *c_.classes.find(declaration.super.empty() ? "Object" : declaration.super);
  const tree::ClassDecl* super_declaration = c_.classes[super].declaration;
  if (super_declaration && knowledge_.inner.contains(super_declaration)) inner_ = true;
  Lines out;
  scopes_.assign(1, {});
  for (const tree::Field& f : declaration.fields) {
    if (f.is_static) continue;
    const JavaType type = c_.classes.type(f.type).value_or(kInt);
    std::string text = fmt::format("{}{}{} {}", f.is_final ? "final " : "", f.is_volatile ? "volatile " : "", type_text(type, f.where),
                                   identifier(f.name));
    if (f.value) text += " = " + converted(value(*f.value), type).text;
    out.push_back("    " + text + ";");
  }
  for (const tree::MethodDecl& method : declaration.methods) {
    if (method.is_static) continue;
    if (!out.empty()) out.emplace_back();
    const std::string locks = method.is_synchronized ? "synchronized " : "";
    const std::string type = method.is_constructor ? "" : type_text(c_.classes.type(method.type).value_or(kInt), method.where) + " ";
    const std::string name = method.is_constructor ? c_.layout.class_names.at(of_) : identifier(method.name);
    if (method.is_abstract) {
      std::vector<std::string> parameters;
      for (const tree::Parameter& p : method.parameters)
        parameters.push_back(type_text(c_.classes.type(p.type).value_or(kInt), p.where) + " " + identifier(p.name));
      const bool raising = knowledge_.raising.contains(method.name);
      out.push_back(fmt::format("    {}{}{}({}){};", declaration.is_interface ? "" : "abstract ", type, name, fmt::join(parameters, ", "),
                                raising ? " throws Throwable" : ""));
      continue;
    }
    // What an interface promises is public (JLS 9.4).
    const bool is_public =
        !method.is_constructor && !declaration.is_interface && std::ranges::any_of(c_.source.classes, &tree::ClassDecl::is_interface);
    append_block(out, method_lines(method, (declaration.is_interface ? "default " : is_public ? "public " : "") + locks + type, name));
  }
  if (inner_) knowledge_.inner.insert(&declaration);
  if (declaration.is_interface && inner_)
    refuse(declaration.where, "a default method that names locations is no part of jcstress tests", "write it in the class");
  std::string extends = declaration.super.empty() ? "" : " extends " + type_text({JavaType::Base::reference, super}, declaration.where);
  std::vector<std::string> interfaces;
  for (const tree::TypeName& name : declaration.interfaces)
    interfaces.push_back(type_text(c_.classes.type(name).value_or(kInt), name.where));
  if (!interfaces.empty())
    extends += fmt::format(" {} {}", declaration.is_interface ? "extends" : "implements", fmt::join(interfaces, ", "));
  const std::string_view kind = declaration.is_interface ? "interface" : declaration.is_abstract ? "abstract class" : "class";
  out.insert(out.begin(), fmt::format("{}{} {}{} {{", knowledge_.inner.contains(&declaration) ? "" : "static ", kind,
                                      c_.layout.class_names.at(of_), extends));
  out.emplace_back("}");
  return out;
}

// ---- statements

void Writer::statements(const std::vector<Stmt>& body, unsigned depth) {
  for (const Stmt& stmt : body) statement(stmt, depth);
}

void Writer::statement(const Stmt& stmt, unsigned depth) {
  using Kind = Stmt::Kind;
  switch (stmt.kind) {
    case Kind::empty: break;
    case Kind::block:
      open();
      if (!in_thread()) line(depth, "{");
      statements(stmt.body, in_thread() ? depth : depth + 1);
      if (!in_thread()) line(depth, "}");
      close();
      break;
    case Kind::declare: declare(stmt, depth); break;
    case Kind::assign:
    case Kind::increment: assign_statement(stmt, depth); break;
    case Kind::call: call_statement(stmt.expr, depth); break;
    case Kind::branch: branch(stmt, depth, ""); break;
    case Kind::while_loop:
    case Kind::do_loop:
    case Kind::for_loop: loop(stmt, depth); break;
    case Kind::for_each: for_each(stmt, depth); break;
    case Kind::switch_: switch_statement(stmt, depth); break;
    case Kind::case_: break;  // switch_statement writes it
    case Kind::labelled:
      line(depth, label_text(stmt.label) + ":");
      if (stmt.body[0].kind == Kind::block) line(depth, "{");
      statement(stmt.body[0], depth);
      if (stmt.body[0].kind == Kind::block) line(depth, "}");
      break;
    case Kind::break_: line(depth, stmt.label.empty() ? "break;" : fmt::format("break {};", label_text(stmt.label))); break;
    case Kind::continue_: line(depth, stmt.label.empty() ? "continue;" : fmt::format("continue {};", label_text(stmt.label))); break;
    case Kind::return_:
      if (in_thread()) {
        // The registers are kept behind the body.
        line(depth, fmt::format("break {};", leave_));
      } else {
        const JavaType type = method_->is_constructor ? kInt : c_.classes.type(method_->type).value_or(kInt);
        line(depth, stmt.has_expr ? fmt::format("return {};", converted(value(stmt.expr), type).text) : "return;");
      }
      break;
    case Kind::synchronized_:
      line(depth, fmt::format("synchronized ({}) {{", value(stmt.expr).text));
      open();
      statements(stmt.body, depth + 1);
      close();
      line(depth, "}");
      break;
    case Kind::try_: try_statement(stmt, depth); break;
    case Kind::throw_: {
      const JavaExpression thrown = value(stmt.expr);
      if (thrown.type.base == JavaType::Base::reference && !is_unchecked(c_.classes, thrown.type.of)) raises();
      line(depth, fmt::format("throw {};", thrown.text));
      break;
    }
    case Kind::assert_:
      // The JVM runs without -ea.
      line(depth, fmt::format("if ({}) {{", unary(tree::Unary::log_not, as_boolean(value(stmt.expr))).text));
      line(depth + 1, "throw new AssertionError();");
      line(depth, "}");
      break;
  }
}

std::string Writer::label_text(const std::string& label) {
  const auto [at, fresh] = labels_.try_emplace(label);
  if (fresh) at->second = identifiers_.take(label);
  return at->second;
}

void Writer::declare(const Stmt& stmt, unsigned depth) {
  if (stmt.type.name == "var" && !c_.classes.find("var"))
    return refuse(stmt.type.where, "'var' is no part of jcstress tests", "write the type");
  const JavaType type = c_.classes.type(stmt.type).value_or(kInt);
  for (const tree::Declarator& declarator : stmt.declarators) {
    if (!in_thread()) {
      const std::string start = declarator.value ? converted(value(*declarator.value), type).text : default_value(type);
      const std::string own = identifiers_.take(declarator.name);
      scopes_.back()[declarator.name] = {own, type};
      line(depth, fmt::format("{} {} = {};", type_text(type, stmt.type.where), own, start));
      continue;
    }
    if (stmt.type.name != "boolean" || stmt.type.dimensions > 0) knowledge_.booleans.erase({*thread_, declarator.name});
    if (declarator.value) {
      assign_local(declarator.name, value(*declarator.value), depth);
    } else if (!locals_.at(declarator.name).occurred) {
      occur(declarator.name);  // it starts as the init block says, and Java wants to be told
    }
    names_.declare(declarator.name, declarator.where, stmt.is_final && declarator.value);
  }
}

void Writer::assign_statement(const Stmt& stmt, unsigned depth) {
  const bool increment = stmt.kind == Stmt::Kind::increment;
  const Place target = named_place(stmt.target, stmt.target_where, true);
  if (!target.local.empty() && !stmt.compound) return assign_local(stmt.target, value(stmt.expr), depth);
  const std::string text = stmt.compound ? modified(target) : target.text;
  if (increment) return line(depth, fmt::format("{}{};", text, *stmt.compound == tree::Binary::add ? "++" : "--"));
  if (!stmt.compound) return line(depth, fmt::format("{} = {};", text, converted(value(stmt.expr), target.type).text));
  const bool truth = target.local.empty() && target.type == kBoolean;
  const JavaExpression right = value(stmt.expr);
  line(depth, fmt::format("{} {}= {};", text, tree::spelling(*stmt.compound).text, (truth ? as_boolean(right) : as_int(right)).text));
}

void Writer::branch(const Stmt& stmt, unsigned depth, std::string_view before) {
  line(depth, fmt::format("{}if ({}) {{", before, as_boolean(value(stmt.expr)).text));
  arm(stmt.body[0], depth + 1);
  if (stmt.body.size() > 1) {
    // The guard of `else if` is evaluated where it stands, so nothing is to be written between the two words.
    if (stmt.body[1].kind == Stmt::Kind::branch) return branch(stmt.body[1], depth, "} else ");
    line(depth, "} else {");
    arm(stmt.body[1], depth + 1);
  }
  line(depth, "}");
}

// One statement between braces that are written already.
void Writer::arm(const Stmt& stmt, unsigned depth) {
  open();
  if (stmt.kind == Stmt::Kind::block) {
    statements(stmt.body, depth);
  } else {
    statement(stmt, depth);
  }
  close();
}

std::string Writer::on_one_line(const std::vector<Stmt>& stmts, unsigned depth) {
  Lines before;
  std::swap(before, lines_);
  for (const Stmt& stmt : stmts) {
    const std::size_t count = lines_.size();
    statement(stmt, depth);
    if (lines_.size() != count + stmt.declarators.size() && lines_.size() != count + 1)
      refuse(stmt.where, "this takes more than one statement in Java", "write it before the loop or at the end of its body");
  }
  std::string out;
  for (std::string& one : lines_) {
    one.erase(0, one.find_first_not_of(' '));
    if (one.ends_with(';')) one.pop_back();
    out += (out.empty() ? "" : ", ") + one;
  }
  std::swap(before, lines_);
  return out;
}

void Writer::loop(const Stmt& stmt, unsigned depth) {
  open();
  unsigned at = depth;
  bool block = false;
  std::string head;
  if (stmt.kind == Stmt::Kind::for_loop) {
    block = !in_thread() && (stmt.init.size() > 1 || (stmt.init.size() == 1 && stmt.init.front().declarators.size() > 1));
    if (block) {
      line(depth, "{");
      at = depth + 1;
      statements(stmt.init, at);
    } else {
      head = on_one_line(stmt.init, depth + 1);  // deeper: locals are declared in front of everything
    }
  }
  ++loops_;
  const std::string guard = stmt.has_expr && stmt.kind != Stmt::Kind::do_loop ? as_boolean(value(stmt.expr)).text : "";
  if (stmt.kind == Stmt::Kind::for_loop) {
    const std::string step = on_one_line(stmt.step, depth + 1);
    line(at, fmt::format("for ({};{}{};{}{}) {{", head, guard.empty() ? "" : " ", guard, step.empty() ? "" : " ", step));
  } else {
    line(at, stmt.kind == Stmt::Kind::do_loop ? "do {" : fmt::format("while ({}) {{", guard));
  }
  arm(stmt.body[0], at + 1);
  line(at, stmt.kind == Stmt::Kind::do_loop ? fmt::format("}} while ({});", as_boolean(value(stmt.expr)).text) : "}");
  --loops_;
  if (block) line(depth, "}");
  close();
}

// A local of the thread stands before everything: what the loop declares is copied to it.
void Writer::for_each(const Stmt& stmt, unsigned depth) {
  if (stmt.type.name == "var" && !c_.classes.find("var"))
    return refuse(stmt.type.where, "'var' is no part of jcstress tests", "write the type");
  const tree::Declarator& element = stmt.declarators.front();
  const JavaType type = c_.classes.type(stmt.type).value_or(kInt);
  const JavaExpression array = value(stmt.expr);
  open();
  const std::string own = identifiers_.take(in_thread() ? "element" : element.name);
  line(depth, fmt::format("for ({} {} : {}) {{", type_text(type, stmt.type.where), own, array.text));
  ++loops_;
  if (in_thread()) {
    assign_local(element.name, {own, kPrimary, type}, depth + 1);
    names_.declare(element.name, element.where, false);
  } else {
    scopes_.back()[element.name] = {own, type};
  }
  arm(stmt.body[0], depth + 1);
  --loops_;
  line(depth, "}");
  close();
}

void Writer::switch_statement(const Stmt& stmt, unsigned depth) {
  const JavaExpression on = value(stmt.expr);
  line(depth, fmt::format("switch ({}) {{", on.type.is_reference() || on.type.base == JavaType::Base::char_ ? on.text : as_int(on).text));
  open();
  for (const Stmt& one : stmt.body) {
    if (one.kind != Stmt::Kind::case_) {
      statement(one, depth + 1);
      continue;
    }
    std::vector<std::string> values;
    for (const ExprId id : one.values) values.push_back(value(id).text);
    line(depth, one.is_default ? "default:" : fmt::format("case {}:", fmt::join(values, ", ")));
  }
  close();
  line(depth, "}");
}

void Writer::try_statement(const Stmt& stmt, unsigned depth) {
  line(depth, "try {");
  open();
  statements(stmt.body, depth + 1);
  close();
  for (const tree::Catch& one : stmt.catches) {
    std::vector<std::string> types;
    for (const tree::TypeName& name : one.types) types.push_back(type_text(c_.classes.type(name).value_or(kInt), name.where));
    const JavaType type = one.types.size() == 1 ? c_.classes.type(one.types.front()).value_or(kInt)
                                                : JavaType{JavaType::Base::reference, *c_.classes.find("Throwable")};
    const std::string head = fmt::format("}} catch ({} ", fmt::join(types, " | "));
    open();
    if (in_thread()) {
      const std::string caught = identifiers_.take("caught");
      line(depth, fmt::format("{}{}) {{", head, caught));
      knowledge_.types.try_emplace({*thread_, one.name}, type);
      names_.declare(one.name, one.where, false);
      const auto reg = std::ranges::find_if(c_.test.program.registers,
                                            [&](const program::Register& r) { return r.thread == *thread_ && r.name == one.name; });
      const bool asked = column_of({Column::Kind::reg, static_cast<std::uint32_t>(reg - c_.test.program.registers.begin())}).has_value();
      // A local that only the handler knows is the parameter.
      Local& local = locals_.at(one.name);
      const Local before = local;
      if (asked) {
        occur(one.name);
        line(depth + 1, fmt::format("{} = {};", local.name, caught));
      } else {
        local.name = caught;
        local.occurred = true;
      }
      statements(one.body, depth + 1);
      if (!asked) local = before;
    } else {
      const std::string own = identifiers_.take(one.name);
      scopes_.back()[one.name] = {own, type};
      line(depth, fmt::format("{}{}) {{", head, own));
      statements(one.body, depth + 1);
    }
    close();
  }
  if (stmt.has_finally) {
    line(depth, "} finally {");
    open();
    statements(stmt.finally, depth + 1);
    close();
  }
  line(depth, "}");
}

void Writer::call_statement(ExprId id, unsigned depth) {
  const Expr& e = c_.source.exprs[id];
  if (e.kind != Expr::Kind::call) return line(depth, value(id).text + ";");
  if (const auto print = printed(e)) return print_statement(*print, depth);
  reads_ = false;
  const JavaExpression access = call(e, false);
  if (reads_) return line(depth, fmt::format("{} {} = {};", type_text(access.type, e.where), identifiers_.take("unused"), access.text));
  line(depth, access.text + ";");
}

void Writer::print_statement(ExprId printed, unsigned depth) {
  const Expr& e = c_.source.exprs[printed];
  const JavaExpression shown = value(printed);
  std::vector<Column> asked;
  const auto& registers = c_.test.program.registers;
  bool anywhere = false;
  for (const Column& column : c_.columns) {
    if (column.kind != Column::Kind::reg || registers[column.index].tells != Tells::printed) continue;
    anywhere = true;
    if (in_thread() && registers[column.index].thread == *thread_) asked.push_back(column);
  }
  if (anywhere && !in_thread())
    refuse(e.where, "a result cannot hold what a method prints", "let the method return the value, and the thread print it");
  if (asked.empty()) {
    const bool simple = e.kind == Expr::Kind::literal || e.kind == Expr::Kind::string || e.kind == Expr::Kind::null;
    // Nobody asks what is printed: only what it takes to work it out is left.
    if (!simple)
      line(depth, fmt::format("{} {} = {};  // printed", type_text(shown.type, e.where), identifiers_.take("unused"), shown.text));
    if (simple) line(depth, fmt::format("// print({})", shown.text));
    return;
  }
  if (shown.type.is_reference()) refuse(e.where, "a result cannot hold an object that is printed", "print a number");
  const std::string value_name = identifiers_.take("shown");
  line(depth, fmt::format("{} {} = {};", shown.type.is_wide() ? "long" : "int", value_name, as_result(shown).text));
  line(depth, fmt::format("{}++;", printed_));
  for (const Column& column : asked)
    if (const std::uint32_t nth = registers[column.index].nth; nth > 0)
      line(depth, fmt::format("if ({} == {}) {{ {} = {}; }}", printed_, nth, result_field(column),
                              as_number({value_name, kPrimary, shown.type.is_wide() ? kLong : kInt}, kInt).text));
}

// ---- locals

read::JavaType Writer::local_type(const std::string& name) const {
  const auto found = knowledge_.types.find({*thread_, name});
  return found == knowledge_.types.end() ? kInt : found->second;
}

std::string Writer::declaration(const std::string& name) {
  const std::string type = is_boolean(name) ? "boolean" : type_text(local_type(name), {});
  return type + " " + locals_.at(name).name;
}

std::string Writer::start_of(const std::string& name) const {
  const program::Value initial = locals_.at(name).initial;
  return initial_value(initial, is_boolean(name) ? kBoolean : local_type(name)).text;
}

// The local needs a declaration in front of everything, unless it has one.
void Writer::occur(const std::string& name) {
  Local& local = locals_.at(name);
  if (!local.occurred) hoisted_.push_back(name);
  local.occurred = true;
}

JavaExpression Writer::read_local(const std::string& name) {
  occur(name);
  return {locals_.at(name).name, kPrimary, is_boolean(name) ? kBoolean : local_type(name)};
}

std::string Writer::set_local(const std::string& name, const JavaExpression& value) {
  if (!value.is_boolean()) knowledge_.booleans.erase({*thread_, name});
  const bool known = knowledge_.types.contains({*thread_, name}) || is_boolean(name) || names_.is_declared(name);
  // A local that nobody declares has the type of the object that it gets first.
  if (!known && value.type.base == JavaType::Base::reference) knowledge_.types.emplace(Knowledge::Local{*thread_, name}, value.type);
  return converted(value, is_boolean(name) ? kBoolean : local_type(name)).text;
}

void Writer::assign_local(const std::string& name, const JavaExpression& value, unsigned depth) {
  const std::string text = set_local(name, value);
  Local& local = locals_.at(name);
  if (!local.occurred && depth == 0 && !wrapped_ && !returns_) {
    local.occurred = true;
    return line(depth, fmt::format("{} = {};", declaration(name), text));
  }
  occur(name);
  line(depth, fmt::format("{} = {};", local.name, text));
}

}  // namespace thinair::jcstress
