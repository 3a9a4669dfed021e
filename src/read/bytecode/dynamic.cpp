// invokedynamic: lambdas, method references, and strings that are put together (JLS 15.27.4, 15.13.3, 15.18.1).
#include <fmt/format.h>

#include "read/bytecode/text.hpp"
#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {

using namespace classfile;

void ThreadCode::call_dynamic(Frame& f, const Instruction& i, State& s) {
  const ClassFile& file = *f.method.of->file;
  const Constant& site = file.constants[static_cast<std::size_t>(i.a)];
  if (site.bootstrap >= file.bootstraps.size()) refuse(f, "an invokedynamic names a bootstrap method that is not there");
  const Bootstrap& bootstrap = file.bootstraps[site.bootstrap];
  const MemberRef& by = bootstrap.method.member;
  if (by.owner == "java/lang/invoke/LambdaMetafactory" && (by.name == "metafactory" || by.name == "altMetafactory"))
    return make_lambda(f, s, site, bootstrap);
  if (by.owner == "java/lang/invoke/StringConcatFactory") return concatenate(f, s, site, bootstrap);
  refuse(f, fmt::format("an invokedynamic by {}.{}", java_name(by.owner), by.name));
}

void ThreadCode::make_lambda(Frame& f, State& s, const Constant& site, const Bootstrap& bootstrap) {
  const ClassFile& file = *f.method.of->file;
  const auto types = signature(site.member.descriptor);
  const auto argument = [&](std::size_t n, Constant::Kind kind) -> const Constant& {
    if (n >= bootstrap.arguments.size() || file.constants[bootstrap.arguments[n]].kind != kind)
      refuse(f, "a lambda with unknown arguments");
    return file.constants[bootstrap.arguments[n]];
  };
  if (!types) refuse(f, "a lambda without a valid descriptor");
  const LambdaInfo info{argument(1, Constant::Kind::handle).handle, site.member.name, argument(0, Constant::Kind::method_type).text,
                        argument(2, Constant::Kind::method_type).text};
  const ClassInfo& of = world_.lambda(fmt::format("{}$lambda{}", file.name, bootstrap.arguments[1]) + site.member.descriptor,
                                      class_of(types->result), types->parameters, info);
  const std::vector<Val> captured = take_arguments(s, types->parameters, false);
  const Val self = new_object(f, s, of);
  for (std::size_t i = 0; i < captured.size(); ++i) {
    const Place at = field_place(s, self, of.fields[i]);
    if (!at.held && self.known && captured[i].known) {
      // What a lambda captures is part of the object: whoever has it sees it.
      pass_.frozen[{known_object(self), of.fields[i].slot}] = {captured[i].type, captured[i].value};
      pass_.set_initial(known_object(self), of.fields[i].slot, captured[i].value);
      if (captured[i].type == 'A') pass_.escape(captured[i].value);
      continue;
    }
    store(f, s, at, captured[i], java::kFinal, "set");
    if (!at.held) code_.emit(Synchronise{Synchronise::Action::freeze, at.address}, where(f));
  }
  s.push(self);
}

std::optional<Val> ThreadCode::run_lambda(Frame& f, State& s, const ClassInfo& of, std::vector<Val> arguments,
                                          const std::string& descriptor) {
  const LambdaInfo& info = *of.lambda;
  const MethodHandle& to = info.implementation;
  const auto called = signature(descriptor), wanted = signature(to.member.descriptor), used = signature(info.instantiated);
  if (!called || !wanted || !used) refuse(f, "a lambda without a valid descriptor");
  std::vector<Val> values;
  std::vector<std::string> have;
  for (const FieldInfo& field : of.fields) {
    values.push_back(load(f, s, field_place(s, arguments[0], field), java::kFinal, "get"));
    have.push_back(field.descriptor);
  }
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    values.push_back(arguments[i]);
    have.push_back(kind_of(called->parameters[i - 1]) == 'A' && i - 1 < used->parameters.size() ? used->parameters[i - 1]
                                                                                                : called->parameters[i - 1]);
  }
  const ClassInfo& owner = world_.find(to.member.owner);
  const bool is_static = to.kind == 6, constructs = to.kind == 8;
  std::vector<std::string> need = wanted->parameters;
  if (!is_static && !constructs) need.insert(need.begin(), "L" + to.member.owner + ";");
  if (need.size() != values.size()) refuse(f, "a lambda with another number of arguments than its method");
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = adapted(f, s, values[i], have[i], need[i]);
  std::optional<Val> out;
  if (is_static || constructs) initialise(f, s, owner);
  if (constructs) {
    const Val made = new_object(f, s, owner);
    values.insert(values.begin(), made);
    call_on(f, s, owner, "<init>", to.member.descriptor, values);
    return made;
  }
  if (!is_static) values[0] = nonnull(f, s, values[0]);
  if (is_static || to.kind == 7)
    out = call_on(f, s, owner, to.member.name, to.member.descriptor, values);
  else
    out = dispatch(f, s, owner, to.member.name, to.member.descriptor, values);
  if (called->result == "V") return std::nullopt;
  if (!out) refuse(f, "a lambda gives no value");
  return adapted(f, s, *out, wanted->result, used->result);
}

// Boxing and unboxing; casts are not checked, javac has done so.
Val ThreadCode::adapted(Frame& f, State& s, Val v, const std::string& from, const std::string& to) {
  const bool was = kind_of(from) == 'A', is = kind_of(to) == 'A';
  if (was == is) return was ? v : converted(f, v, from, to);
  return is ? boxed(f, s, v, from) : unboxed(f, s, v, to);
}

namespace {

const std::map<std::string, std::string>& boxes() {
  static const std::map<std::string, std::string> kBoxes = {
      {"I", "java/lang/Integer"}, {"J", "java/lang/Long"},  {"Z", "java/lang/Boolean"}, {"B", "java/lang/Byte"},
      {"S", "java/lang/Short"},   {"F", "java/lang/Float"}, {"D", "java/lang/Double"},  {"C", "java/lang/Character"}};
  return kBoxes;
}

}  // namespace

Val ThreadCode::boxed(Frame& f, State& s, Val v, const std::string& descriptor) {
  const ClassInfo& of = world_.find(boxes().at(descriptor));
  if (v.known) return reference(pass_.box(of, v.value));
  pass_.learn(pass_.facts.boxes, of.name);
  const Val self = new_object(f, s, of);
  const Place at = field_place(s, self, of.fields[0]);
  store(f, s, at, v, java::kFinal, "set");
  if (!at.held) code_.emit(Synchronise{Synchronise::Action::freeze, at.address}, where(f));
  return self;
}

Val ThreadCode::unboxed(Frame& f, State& s, Val v, const std::string& descriptor) {
  const Val self = nonnull(f, s, v);
  const ClassInfo& of = self.known ? *pass_.things[known_object(self)].is : world_.find(boxes().at(descriptor));
  if (of.fields.empty()) refuse(f, fmt::format("an object of class {} as a number", java_name(of.name)));
  const Val value = load(f, s, field_place(s, self, of.fields[0]), java::kFinal, "get");
  return converted(f, value, of.fields[0].descriptor, descriptor);
}

// ---- strings

std::optional<std::string> ThreadCode::text_of(Val v, const std::string& descriptor) {
  if (!v.known) return std::nullopt;
  if (v.type != 'A') return java_text(v.value, descriptor);
  if (v.value == 0) return "null";
  const Thing& t = pass_.things[known_object(v)];
  if (t.text) return t.text;
  if (t.number) return java_text(*t.number, t.is->fields[0].descriptor);
  return std::nullopt;
}

// A string that is no constant: another object each time.
Val ThreadCode::new_string(Frame& f, State& s, std::optional<std::string> text) {
  const Val out = opaque_string(f, s);
  if (out.known) pass_.things[known_object(out)].text = std::move(text);
  return out;
}

// A string of which nothing is known but that it is one.
Val ThreadCode::opaque_string(Frame& f, State& s) {
  const Val out = new_object(f, s, world_.find("java/lang/String"));
  if (!out.known || !pass_.things[known_object(out)].local) pass_.learn(pass_.facts.vague, "java/lang/String");
  return out;
}

void ThreadCode::concatenate(Frame& f, State& s, const Constant& site, const Bootstrap& bootstrap) {
  const ClassFile& file = *f.method.of->file;
  const auto types = signature(site.member.descriptor);
  if (!types) refuse(f, "a string without a valid descriptor");
  const std::vector<Val> values = take_arguments(s, types->parameters, false);
  std::string recipe(values.size(), '\1');
  std::size_t constant = 0;
  if (site.member.name == "makeConcatWithConstants" && !bootstrap.arguments.empty())
    recipe = file.constants[bootstrap.arguments[constant++]].text;
  std::string out;
  std::size_t at = 0;
  bool known = true;
  for (const char c : recipe) {
    if (c == '\1' && at < values.size()) {
      const auto text = text_of(values[at], types->parameters[at]);
      known = known && text.has_value();
      out += text.value_or("");
      ++at;
    } else if (c == '\2' && constant < bootstrap.arguments.size()) {
      const Constant& k = file.constants[bootstrap.arguments[constant++]];
      known = known && k.kind == Constant::Kind::string;
      out += k.text;
    } else {
      out += c;
    }
  }
  s.push(new_string(f, s, known ? std::optional(out) : std::nullopt));
}

}  // namespace thinair::read::bytecode
