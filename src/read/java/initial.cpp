#include "read/java/initial.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "program/floating.hpp"
#include "read/java/constants.hpp"
#include "read/java/flow.hpp"

namespace thinair::read {

using Base = JavaType::Base;

namespace {

using litmus::InitItem;
using litmus::InitValue;

std::string small_letters_of(std::string_view name) {
  std::string out(name);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

void start_as(Program& program, LocId location, Value value) {
  const LocId high = program.locations[location].high;
  program.locations[location].initial = high == kNoAddress ? value : value & 0xFFFF'FFFF;
  if (high != kNoAddress) program.locations[high].initial = value >> 32;
}

// A floating number is not assigned to what holds integers (JLS 5.2).
bool fits(JavaType from, JavaType to) { return !from.is_floating() || to.base == Base::double_ || from == to; }

void assigned_in(const std::vector<tree::Stmt>& body, std::set<std::string>& out) {
  for (const tree::Stmt& stmt : body) {
    if (!stmt.target.empty()) out.insert(small_letters_of(stmt.target));
    for (const auto* inner : {&stmt.body, &stmt.init, &stmt.step, &stmt.finally}) assigned_in(*inner, out);
    for (const tree::Catch& one : stmt.catches) assigned_in(one.body, out);
  }
}

// Names that something assigns to, or calls a method of that may; small letters, as handles may have capitals.
std::set<std::string> assigned_names(const tree::Program& source, const std::set<std::pair<std::string, std::string>>& own_methods) {
  std::set<std::string> out;
  for (const tree::Thread& thread : source.threads) assigned_in(thread.body, out);
  for (const tree::MethodDecl& method : source.methods) assigned_in(method.body, out);
  for (const tree::ClassDecl& one : source.classes)
    for (const tree::MethodDecl& method : one.methods) assigned_in(method.body, out);
  for (const tree::Expr& e : source.exprs) {
    if (e.kind == tree::Expr::Kind::assign) out.insert(small_letters_of(source.exprs[e.kids[0]].name));
    if (e.kind == tree::Expr::Kind::modify) out.insert(small_letters_of(e.name));
    const java::Method* method = e.kind == tree::Expr::Kind::call ? java::find_method(e.method) : nullptr;
    if (method && method->action != java::Method::Action::get && !own_methods.contains({e.name, e.method}))
      out.insert(small_letters_of(e.name));
  }
  return out;
}

// Locations with the methods that their classes have: `box.set(1)` may be one of these, and no write of `box`.
std::set<std::pair<std::string, std::string>> methods_of_locations(const tree::Program& source, const std::vector<InitItem>& items) {
  std::set<std::pair<std::string, std::string>> out;
  for (const InitItem& item : items) {
    const auto type = type_name(item);
    std::string of = type && type->dimensions == 0 ? type->name : "";
    for (std::size_t above = 0; !of.empty() && above <= source.classes.size(); ++above) {
      const auto found = std::ranges::find(source.classes, of, &tree::ClassDecl::name);
      if (found == source.classes.end()) break;
      for (const tree::MethodDecl& method : found->methods) out.emplace(item.name, method.name);
      of = found->super;
    }
  }
  return out;
}

// Equal constants are one object (JLS 3.10.5).
ObjectId string_object(const std::string& text, JavaTest& test) {
  const auto [at, fresh] = test.strings.try_emplace(text, 0);
  if (fresh) at->second = test.classes.make(*test.classes.find("String"), fmt::format("\"{}\"", text));
  return at->second;
}

// Objects that are there before the threads run. Nothing runs before that: constructors may set fields to what is known beforehand, and
// make other objects in the same way.
class Beforehand {
 public:
  struct Known {
    Value value = 0;
    JavaType type;
  };
  using Names = std::map<std::string, Known>;

  Beforehand(JavaTest& test, Span where) : test_(test), where_(where) {}

  // The value of an expression over parameters; objects that it makes are called `name`. None, without a message, if it is not known.
  std::optional<Known> value(tree::ExprId id, const Names& parameters, const std::string& name) {
    const tree::Expr& e = test_.source.exprs[id];
    using Kind = tree::Expr::Kind;
    switch (e.kind) {
      case Kind::literal: return Known{e.value, type_of_literal(e)};
      case Kind::null: return Known{0, {Base::null}};
      case Kind::name: {
        const auto found = parameters.find(e.name);
        return found == parameters.end() ? location(e.name) : std::optional(found->second);
      }
      case Kind::this_: {
        const auto self = parameters.find("this");
        return self == parameters.end() ? std::nullopt : std::optional(self->second);
      }
      case Kind::unary: {
        auto kid = value(e.kids[0], parameters, name);
        if (!kid || kid->type.is_reference() || e.unary == tree::Unary::bit_not) return std::nullopt;
        if (kid->type.is_floating()) {
          if (e.unary != tree::Unary::plus) return std::nullopt;
          return kid;
        }
        if (kid->value == INT32_MIN || kid->value == INT64_MIN) return std::nullopt;  // its negation is itself, in one of the widths
        if (e.unary == tree::Unary::minus) kid->value = -kid->value;
        if (e.unary == tree::Unary::log_not) kid->value = kid->value == 0 ? 1 : 0;
        return kid;
      }
      case Kind::string: {
        return Known{reference_to(string_object(e.name, test_)), {Base::reference, *test_.classes.find("String")}};
      }
      case Kind::new_object: {
        const auto type = test_.classes.type(e.type);
        if (!type || type->base != Base::reference || ++depth_ > kDeepest) return std::nullopt;
        std::vector<Known> arguments;
        for (const tree::ExprId kid : e.kids) {
          const auto one = value(kid, parameters, fmt::format("{}.{}", name, arguments.size() + 1));
          if (!one) return std::nullopt;
          arguments.push_back(*one);
        }
        const ObjectId out = test_.classes.make(type->of, name);
        if (!construct(type->of, out, arguments)) return std::nullopt;
        --depth_;
        return Known{reference_to(out), *type};
      }
      case Kind::new_array: return array(e, parameters, name);
      default: return std::nullopt;
    }
  }

  // Runs the constructor of the class, and before it those above. False, with a message, if it does what is not possible beforehand.
  bool construct(ClassId of, ObjectId object, const std::vector<Known>& arguments, bool above = false) {
    const tree::ClassDecl* declaration = test_.classes[of].declaration;
    if (!declaration) return true;
    if (declaration->is_abstract && !above) return fail("litmus-type", fmt::format("'{}' is abstract", declaration->name), "");
    const auto candidates = test_.classes.constructors(of, arguments.size());
    std::vector<JavaType> types;
    // The init block writes null as 0.
    for (const Known& one : arguments) types.push_back(one.value == 0 && one.type == JavaType{} ? JavaType{Base::void_} : one.type);
    const auto pick = candidates.empty() ? JavaClasses::Pick{} : test_.classes.pick(candidates, types);
    const tree::MethodDecl* constructor = pick.index ? candidates[*pick.index].declaration : nullptr;
    const bool found = constructor != nullptr;
    if (!found && !candidates.empty())
      return fail("litmus-arguments",
                  fmt::format("no constructor of '{}' is meant by {}", declaration->name, test_.classes.describe(types)), "");
    const bool any = std::ranges::any_of(declaration->methods, &tree::MethodDecl::is_constructor);
    if (!found && (any || !arguments.empty()))
      return fail("litmus-arguments",
                  fmt::format("class '{}' has no constructor with {} argument{}", declaration->name, arguments.size(),
                              arguments.size() == 1 ? "" : "s"),
                  "");
    const Names self = {{"this", {reference_to(object), {Base::reference, of}}}};
    Names parameters = self;
    if (found)
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        Known& known = parameters[constructor->parameters[i].name] = arguments[i];
        // The init block writes null as 0.
        const auto type = test_.classes.type(constructor->parameters[i].type);
        if (type && type->is_reference() && known.type == JavaType{} && known.value == 0) known.type = {Base::null};
      }
    const std::vector<tree::Stmt> none;
    const std::vector<tree::Stmt>& body = found ? constructor->body : none;
    const std::string_view first = found ? begins_with_call(test_.source, *constructor) : "";
    std::vector<Known> given;
    if (!first.empty())
      for (const tree::ExprId id : test_.source.exprs[body.front().expr].kids) {
        const auto one = value(id, parameters, test_.program.objects[object].name);
        if (!one) return does_more(*declaration);
        given.push_back(*one);
      }
    if (first == "this") {
      if (++depth_ > kDeepest || !construct(of, object, given, true)) return does_more(*declaration);
      --depth_;
    } else {
      if (!construct(*test_.classes.find(declaration->super.empty() ? "Object" : declaration->super), object, given, true)) return false;
      if (!initialise(of, object, self)) return false;
    }
    for (std::size_t i = first.empty() ? 0 : 1; i < body.size(); ++i) {
      std::string name = body[i].kind == tree::Stmt::Kind::assign && !body[i].compound ? body[i].target : "";
      tree::ExprId right = body[i].expr;
      if (body[i].kind == tree::Stmt::Kind::call) {
        const tree::Expr& e = test_.source.exprs[body[i].expr];
        const tree::Expr* to = e.kind == tree::Expr::Kind::assign ? &test_.source.exprs[e.kids[0]] : nullptr;
        if (to && to->kind == tree::Expr::Kind::field && test_.source.exprs[to->kids[0]].kind == tree::Expr::Kind::this_) {
          name = to->name;
          right = e.kids[1];
        }
      }
      const FieldInfo* field =
          parameters.contains(name) && body[i].kind == tree::Stmt::Kind::assign ? nullptr : test_.classes.field(of, name);
      if (!field || !set(object, *field, right, parameters)) return does_more(*declaration);
    }
    return true;
  }

  // The values of the declarations.
  bool initialise(ClassId of, ObjectId object, const Names& self) {
    const std::vector<FieldInfo> fields = test_.classes[of].fields;  // a copy: new array types move classes
    for (const FieldInfo& field : fields) {
      if (field.of != of || !field.declaration || !field.declaration->value) continue;
      if (!set(object, field, *field.declaration->value, self))
        return fail(
            "litmus-init",
            fmt::format("what field '{}' of '{}' starts with is not known before the threads run", field.name, test_.classes.name(of)),
            "let a thread make the object; numbers, null, strings and new objects are known");
    }
    return true;
  }

  bool failed() const { return failed_; }  // there was a message

 private:
  // An object of a location that stands before in the init block.
  std::optional<Known> location(const std::string& name) const {
    const auto at = test_.environment.location(name);
    const auto type = at ? test_.types.find(*at) : test_.types.end();
    if (type == test_.types.end() || !program::object_of(test_.program, test_.program.locations[*at].initial)) return std::nullopt;
    return Known{test_.program.locations[*at].initial, type->second};
  }

  static constexpr unsigned kDeepest = 64;  // objects that make objects

  bool fail(std::string_view code, std::string message, std::string hint) {
    if (!failed_) test_.report.error(code, where_, std::move(message), std::move(hint));
    failed_ = true;
    return false;
  }

  bool does_more(const tree::ClassDecl& declaration) {
    return fail("litmus-init", fmt::format("the constructor of '{}' does more than set fields", declaration.name),
                "let a thread make the object, or give its fields values where they are declared");
  }

  bool set(ObjectId object, FieldInfo field, tree::ExprId id, const Names& parameters) {
    const auto known = value(id, parameters, fmt::format("{}.{}", test_.program.objects[object].name, field.name));
    if (!known) return false;
    if (!test_.classes.can_assign(known->type, field.type))
      return fail("litmus-type", fmt::format("field '{}' cannot hold a {}", field.name, test_.classes.describe(known->type)), "");
    if (!fits(known->type, field.type))
      return fail("litmus-type", fmt::format("field '{}' cannot hold a {}", field.name, test_.classes.describe(known->type)), "");
    start_as(test_.program, test_.program.objects[object].parts[field.slot], converted_constant(known->value, known->type, field.type));
    return true;
  }

  std::optional<Known> array(const tree::Expr& e, const Names& parameters, const std::string& name) {
    const auto element = test_.classes.type(e.type);
    if (!element) return std::nullopt;
    const JavaType type = test_.classes.array_of(*element);
    if (!e.braces) {
      std::vector<std::uint32_t> lengths;
      for (const tree::ExprId kid : e.kids) {
        const auto length = value(kid, parameters, name);
        if (!length || length->value < 0 || length->value > kLongest) return std::nullopt;
        lengths.push_back(static_cast<std::uint32_t>(length->value));
      }
      return Known{arrays(type, lengths, 0, name), type};
    }
    const ObjectId out = test_.classes.make(type.of, name, static_cast<std::uint32_t>(e.kids.size()));
    for (std::size_t i = 0; i < e.kids.size(); ++i) {
      const auto one = value(e.kids[i], parameters, fmt::format("{}[{}]", name, i));
      if (!one || !test_.classes.can_assign(one->type, *element) || !fits(one->type, *element)) return std::nullopt;
      start_as(test_.program, test_.program.objects[out].parts[i], converted_constant(one->value, one->type, *element));
    }
    return Known{reference_to(out), type};
  }

  Value arrays(JavaType type, const std::vector<std::uint32_t>& lengths, std::size_t depth, const std::string& name) {
    const ObjectId out = test_.classes.make(type.of, name, lengths[depth]);
    for (std::uint32_t i = 0; depth + 1 < lengths.size() && i < lengths[depth]; ++i)
      start_as(test_.program, test_.program.objects[out].parts[i],
               arrays(*test_.classes[type.of].element, lengths, depth + 1, fmt::format("{}[{}]", name, i)));
    return reference_to(out);
  }

  static constexpr Value kLongest = 64;  // array

  JavaTest& test_;
  Span where_;
  unsigned depth_ = 0;
  bool failed_ = false;
};

// `double d = 1;`, `float f = 0.5;`: the init block has no casts, so a float takes what is written as it is.
void start_number(const InitItem& item, JavaType type, Location& location) {
  if (!type.is_floating()) return;
  const JavaType from{item.value.kind == InitValue::Kind::floating ? Base::double_ : Base::int_};
  location.initial = converted_constant(from.is_floating() ? bits_of(item.value.floating) : item.value.number, from, type);
}

// `Node head = dummy;`: the object of a location that stands before.
std::optional<ObjectId> aliased_object(const InitItem& item, JavaType type, JavaTest& test) {
  const auto from = test.environment.location(item.value.name);
  const auto known = from ? test.types.find(*from) : test.types.end();
  if (known == test.types.end() || !known->second.is_reference()) {
    test.report.error("litmus-init", item.value.where, fmt::format("no object '{}' stands before it", item.value.name),
                      "a location starts with null, with a new object, or with the object of a location before it");
    return std::nullopt;
  }
  if (!test.classes.can_assign(known->second, type)) {
    test.report.error("litmus-type", item.value.where,
                      fmt::format("'{}' cannot hold a {}", item.name, test.classes.describe(known->second)));
    return std::nullopt;
  }
  return object_of(test.program, test.program.locations[*from].initial);
}

std::optional<ObjectId> initial_object(const InitItem& item, JavaType type, JavaTest& test) {
  Program& program = test.program;
  const auto element = type.base == JavaType::Base::reference ? test.classes[type.of].element : std::nullopt;
  if (item.value.kind == InitValue::Kind::list && element) {
    const ObjectId out = test.classes.make(type.of, item.name, static_cast<std::uint32_t>(item.value.list.size()));
    for (std::size_t i = 0; i < item.value.list.size(); ++i) start_as(program, program.objects[out].parts[i], item.value.list[i]);
    return out;
  }
  if (item.value.kind == InitValue::Kind::string) {
    const JavaType string{JavaType::Base::reference, *test.classes.find("String")};
    if (test.classes.can_assign(string, type)) return string_object(item.value.name, test);
    test.report.error("litmus-type", item.value.where, fmt::format("'{}' cannot hold a String", item.name));
    return std::nullopt;
  }
  if (item.value.kind == InitValue::Kind::name) return aliased_object(item, type, test);
  if (item.value.kind == InitValue::Kind::number && item.value.number != 0 && type.is_reference())
    test.report.error("litmus-type", item.value.where, fmt::format("'{}' cannot hold a number", item.name),
                      "it starts with null, with a new object, or with the object of a location before it");
  if (item.value.kind != InitValue::Kind::object) return std::nullopt;
  tree::TypeName name{item.value.name, item.value.is_array ? 1U : 0U, item.value.where};
  const auto made = test.classes.type(name);
  if (!made) return std::nullopt;
  if (made->base != JavaType::Base::reference || type.base != JavaType::Base::reference || !test.classes.is_subclass(made->of, type.of)) {
    test.report.error("litmus-type", item.value.where, fmt::format("'{}' cannot hold a {}", item.name, test.classes.describe(*made)));
    return std::nullopt;
  }
  const std::uint32_t length = item.value.is_array && !item.value.list.empty() ? static_cast<std::uint32_t>(item.value.list.front()) : 0;
  const ObjectId out = test.classes.make(made->of, item.name, length);
  if (item.value.is_array) return out;
  std::vector<Beforehand::Known> arguments;
  for (const std::int64_t one : item.value.list) arguments.push_back({one, {}});
  Beforehand(test, item.value.where).construct(made->of, out, arguments);
  return out;
}

// `Object m;`, as tests with monitors have it: the object itself. (A location that is null and stays null is of no use. If a thread
// assigns it, it starts as in Java.)
bool is_monitor(const InitItem& item) {
  return item.value.kind == InitValue::Kind::none && !item.array && item.type == std::vector<std::string>{"Object"};
}

void start_static(const tree::ClassDecl& of, const tree::Field& field, bool is_assigned, JavaTest& test) {
  const auto statics = test.classes[*test.classes.find(of.name)].statics;  // a copy: new array types move classes
  const auto found = statics.find(field.name);
  const tree::Expr& start = test.source.exprs[*field.value];
  if (found == statics.end() || start.kind == tree::Expr::Kind::literal || start.kind == tree::Expr::Kind::null) return;
  Beforehand beforehand(test, start.where);
  const auto known = beforehand.value(*field.value, {}, fmt::format("{}.{}", of.name, field.name));
  if (!known) {
    if (!beforehand.failed())
      test.report.error("litmus-init", start.where,
                        fmt::format("what the static field '{}' starts with is not known before the threads run", field.name),
                        "let a thread assign it; numbers, null, strings and new objects are known");
    return;
  }
  const auto& [location, info] = found->second;
  if (!test.classes.can_assign(known->type, info.type) || !fits(known->type, info.type))
    return test.report.error("litmus-type", start.where,
                             fmt::format("'{}' cannot hold a {}", field.name, test.classes.describe(known->type)));
  start_as(test.program, location, converted_constant(known->value, known->type, info.type));
  const auto object = info.type.is_reference() ? program::object_of(test.program, known->value) : std::nullopt;
  if (object && !is_assigned) test.constants[location] = *object;
}

}  // namespace

std::optional<tree::TypeName> type_name(const InitItem& item) {
  for (const std::string& word : item.type) {
    if (word == "volatile" || word == "final" || word == "static" || word == "*" || word == "VarHandle") continue;
    tree::TypeName out{word, 0, item.type_where};
    while (out.name.ends_with("[]")) {
      out.name.resize(out.name.size() - 2);
      ++out.dimensions;
    }
    return out;
  }
  return std::nullopt;
}

bool uses_long(const tree::Program& source, const std::vector<InitItem>& items) {
  const auto is_long = [](const tree::TypeName& type) { return type.name == "long" || type.name == "double"; };
  const auto has_word = [](const InitItem& item) {
    return std::ranges::any_of(item.type, [](const std::string& word) { return word.starts_with("long") || word.starts_with("double"); });
  };
  const std::function<bool(const std::vector<tree::Stmt>&)> in_body = [&](const std::vector<tree::Stmt>& body) {
    return std::ranges::any_of(body, [&](const tree::Stmt& s) {
      return is_long(s.type) || in_body(s.body) || in_body(s.init) || in_body(s.finally) ||
             std::ranges::any_of(s.catches, [&](const tree::Catch& c) { return in_body(c.body); });
    });
  };
  const auto in_method = [&](const tree::MethodDecl& m) {
    return is_long(m.type) || in_body(m.body) ||
           std::ranges::any_of(m.parameters, [&](const tree::Parameter& p) { return is_long(p.type); });
  };
  return std::ranges::any_of(items, has_word) ||
         std::ranges::any_of(source.exprs,
                             [&](const tree::Expr& e) { return e.is_long || e.is_double || is_long(e.type) || e.name == "Long"; }) ||
         std::ranges::any_of(source.threads, [&](const tree::Thread& t) { return in_body(t.body); }) ||
         std::ranges::any_of(source.methods, in_method) || std::ranges::any_of(source.classes, [&](const tree::ClassDecl& c) {
           return std::ranges::any_of(c.fields, [&](const tree::Field& f) { return is_long(f.type); }) ||
                  std::ranges::any_of(c.methods, in_method);
         });
}

void initial_objects(const std::vector<InitItem>& items, JavaTest& test) {
  const std::set<std::string> assigned = assigned_names(test.source, methods_of_locations(test.source, items));
  for (const InitItem& item : items) {
    if (item.thread) continue;
    const auto location = test.environment.location(item.name);
    const auto name = type_name(item);
    if (!location || !name) continue;
    const auto type = test.classes.type(*name);
    if (!type) continue;
    test.types[*location] = *type;
    test.program.locations[*location].type = shown_as(*type);
    start_number(item, *type, test.program.locations[*location]);
    if (test.classes.tears(*type, item.name, test.environment.is_volatile(*location))) test.classes.tear(*location);
    const bool is_assigned = assigned.contains(small_letters_of(item.name));
    const auto object = !is_assigned && is_monitor(item) ? test.classes.make(type->of, item.name) : initial_object(item, *type, test);
    if (!object) continue;
    test.program.locations[*location].initial = reference_to(*object);
    if (!is_assigned) test.constants[*location] = *object;
  }
  for (const tree::ClassDecl& one : test.source.classes)
    for (const tree::Field& field : one.fields)
      if (field.is_static && field.value) start_static(one, field, assigned.contains(small_letters_of(field.name)), test);
}

}  // namespace thinair::read
