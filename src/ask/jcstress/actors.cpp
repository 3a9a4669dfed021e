#include "ask/jcstress/actors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "ask/jcstress/writer.hpp"
#include "read/java/initial.hpp"
#include "support/check.hpp"

namespace thinair::jcstress {
namespace {

namespace tree = litmus::java;
using program::LocId;
using program::ObjectId;
using read::JavaType;
using Base = JavaType::Base;
using Tells = program::Register::Tells;

// Types that the text names: a variable or a class of the same name would hide them (JLS 6.4.2).
constexpr std::array<std::string_view, 22> kNamedTypes = {"ArithmeticException",
                                                          "ExceptionInInitializerError",
                                                          "MethodHandles",
                                                          "Shared",
                                                          "VarHandle",
                                                          "Thread",
                                                          "Actor",
                                                          "Arbiter",
                                                          "Expect",
                                                          "JCStressTest",
                                                          "Outcome",
                                                          "State",
                                                          "Object",
                                                          "String",
                                                          "Class",
                                                          "Throwable",
                                                          "Override",
                                                          "IllegalStateException",
                                                          "System",
                                                          "Result",
                                                          "Math",
                                                          "Integer"};

// Java's own names of a method, or of our own that the class has.
constexpr std::array<std::string_view, 15> kNamedMethods = {"handle", "told",      "memory",   "starter",  "wait",
                                                            "notify", "notifyAll", "getClass", "hashCode", "equals",
                                                            "clone",  "toString",  "finalize", "this",     "super"};

class Generator {
 public:
  Generator(const litmus::Test& source, const program::Test& test, const std::vector<Column>& columns, const Shape& shape,
            const std::string& class_name)
      : items_(source.init),
        source_(std::get<tree::Program>(source.program)),
        test_(test),
        columns_(columns),
        shape_(shape),
        class_name_(class_name),
        report_(nullptr),
        // The environment and the classes number locations as they did when the test was lowered.
        environment_(source.init, source_.threads.size(), scratch_, report_),
        shared_(scratch_.locations.size()),
        classes_(source_, scratch_, report_) {
    for (const litmus::InitItem& item : items_) {
      const auto location = item.thread ? std::nullopt : environment_.location(item.name);
      const auto name = read::type_name(item);
      const auto type = location && name ? classes_.type(*name) : std::nullopt;
      if (type) declared_[*location] = *type;
    }
    for (const tree::ClassDecl& one : source_.classes)
      for (const auto& [name, known] : classes_[*classes_.find(one.name)].statics) declared_[known.first] = known.second.type;
    for (LocId id = 0; id < shared_; ++id)
      if (environment_.is_volatile(id)) volatiles_.insert(id);
    for (const tree::ClassDecl& one : source_.classes)
      for (const auto& [name, known] : classes_[*classes_.find(one.name)].statics)
        if (known.second.is_volatile) volatiles_.insert(known.first);
    // Truth values in locations are numbers: tests assign both.
    types_ = declared_;
    std::erase_if(types_, [](const auto& one) { return one.second == kBoolean; });
    telling_ = std::ranges::any_of(columns_, [&](const Column& column) {
      return is_reference(test_, column) ||
             (column.kind == Column::Kind::location && test_.program.locations[column.index].object != program::kNoObject);
    });
    knowledge_.usage.resize(test.program.locations.size());
    for (std::uint32_t thread = 0; thread < source_.threads.size(); ++thread) find_types(source_.threads[thread].body, thread);
  }

  Actors generate() {
    for (int settled = 0;;) {
      const auto before = knowledge_.sizes();
      layout();
      write();
      settled = before == knowledge_.sizes() ? settled + 1 : 0;
      if (settled < 2) continue;  // what is done with each location is known after one pass more
      finish();
      out_.refused = knowledge_.refused;
      return std::move(out_);
    }
  }

 private:
  void refuse(Span where, std::string message, std::string hint) {
    if (!knowledge_.refused)
      knowledge_.refused = Diagnostic{Severity::error, "jcstress-unsupported", where, std::move(message), std::move(hint), {}, true};
  }

  // Declared locals of a thread: truth values, which are numbers if they also get numbers, and all that is no int.
  void find_types(const std::vector<tree::Stmt>& body, std::uint32_t thread) {
    for (const tree::Stmt& stmt : body) {
      const bool declares = stmt.kind == tree::Stmt::Kind::declare || stmt.kind == tree::Stmt::Kind::for_each;
      if (declares && classes_.knows(stmt.type.name)) {
        const JavaType type = classes_.type(stmt.type).value_or(kInt);
        for (const tree::Declarator& declarator : stmt.declarators) {
          const Knowledge::Local local{thread, declarator.name};
          const auto [known, fresh] = first_types_.emplace(local, type);
          const bool numbers = !type.is_reference() && !known->second.is_reference() && !type.is_wide() && !type.is_floating() &&
                               !known->second.is_wide() && !known->second.is_floating();
          if (known->second != type && !numbers)
            refuse(declarator.where, fmt::format("'{}' has two types in this thread", declarator.name),
                   "give one of the locals another name");
          if (type == kBoolean) knowledge_.booleans.insert(local);
          if (type != kBoolean && type != kInt) knowledge_.types[local] = type;
        }
      }
      for (const auto* inner : {&stmt.body, &stmt.init, &stmt.finally}) find_types(*inner, thread);
      for (const tree::Catch& one : stmt.catches) find_types(one.body, thread);
    }
  }

  bool is_child(std::uint32_t thread) const { return test_.program.threads[thread].on_start || test_.program.threads[thread].joined; }

  // ---- names and fields

  void layout() {
    out_ = {};
    names_ = Identifiers();
    names_.reserve("trap");
    for (const std::string_view type :
         {"ArithmeticException", "ExceptionInInitializerError", "MethodHandles", "Shared", "VarHandle", "Thread"})
      names_.reserve(type);
    for (std::size_t i = 0; i < test_.program.threads.size(); ++i) names_.reserve(fmt::format("thread{}", i));
    out_.volatiles = volatiles_;
    out_.class_name = class_name_;
    out_.fields = fields(test_.program, volatiles_, knowledge_.usage, shape_.handles, names_);
    // Registers keep their names if that is possible at all.
    for (const program::Register& reg : test_.program.registers)
      if (!reg.temporary) names_.reserve(reg.name);
    out_.result = names_.take("r");
    if (shape_.aliased) {
      out_.first_alias = names_.take("h1");
      out_.second_alias = names_.take("h2");
    }
    name_classes();
    name_methods();
    for (std::uint32_t thread = 0; thread < test_.program.threads.size(); ++thread)
      out_.thread_fields.push_back(is_child(thread) ? names_.take(fmt::format("Thread{}", thread)) : "");
    handle_names_.clear();
    for (const auto& [key, wish] : knowledge_.handles) handle_names_[key] = names_.take(wish);
    kept_.clear();
    for (const Column& column : columns_) {
      if (column.kind == Column::Kind::location) continue;
      const std::uint32_t thread = column.kind == Column::Kind::threw ? column.index : test_.program.registers[column.index].thread;
      if (!is_child(thread) && !is_reference(test_, column)) continue;
      const std::string what = column.kind == Column::Kind::threw ? "threw" : test_.program.registers[column.index].name;
      kept_[column] = names_.take(fmt::format("thread{}_{}", thread, what));
    }
  }

  void name_classes() {
    Identifiers names;
    names.reserve(class_name_);
    for (const std::string_view type : kNamedTypes) names.reserve(type);
    for (const tree::ClassDecl& one : source_.classes) {
      std::string wish = one.name;
      if (wish.ends_with("_Result")) wish += "_";
      out_.class_names[*classes_.find(one.name)] = names.take(wish);
    }
  }

  void name_methods() {
    Identifiers names;
    for (const std::string_view name : kNamedMethods) names.reserve(name);
    for (std::size_t i = 0; i < test_.program.threads.size(); ++i) names.reserve(fmt::format("thread{}", i));
    free_methods_.clear();
    for (const tree::MethodDecl& method : source_.methods) free_methods_[&method] = names.take(method.name);
    for (const tree::ClassDecl& one : source_.classes)
      for (const tree::MethodDecl& method : one.methods)
        if (method.is_static) free_methods_[&method] = names.take(one.name + "_" + method.name);
  }

  // ---- the text

  Context context() {
    return {source_, environment_, classes_, types_, test_, columns_, out_, kept_, free_methods_, handle_names_, names_, shape_, telling_};
  }

  void write() {
    const Context c = context();
    sites_.clear();
    std::vector<Lines> bodies;
    for (std::uint32_t thread = 0; thread < source_.threads.size(); ++thread)
      bodies.push_back(Writer(c, thread, knowledge_).thread_body(sites_));
    Lines classes, methods;
    const auto separate = [](Lines& lines) {
      if (!lines.empty()) lines.emplace_back();
    };
    const auto add = [](Lines& to, const Lines& lines) { to.insert(to.end(), lines.begin(), lines.end()); };
    for (const tree::ClassDecl& one : source_.classes) {
      separate(classes);
      add(classes, Writer(c, Writer::Of{*classes_.find(one.name)}, knowledge_).class_lines());
      for (const tree::MethodDecl& method : one.methods) {
        if (!method.is_static) continue;
        separate(methods);
        add(methods, Writer(c, Writer::Of{*classes_.find(one.name)}, knowledge_).free_method(method));
      }
    }
    for (const tree::MethodDecl& method : source_.methods) {
      separate(methods);
      add(methods, Writer(c, Writer::Of{}, knowledge_).free_method(method));
    }
    out_.bodies = std::move(bodies);
    out_.classes = std::move(classes);
    out_.methods = std::move(methods);
  }

  // What the passes need not know.
  void finish() {
    const Context c = context();
    Writer writer(c, Writer::Of{}, knowledge_);
    for (LocId id = 0; id < out_.fields.size(); ++id) start(writer, id);
    for (const auto& [key, name] : handle_names_) out_.handles.push_back(fmt::format("{} = {}", name, key));
    for (const auto& [column, name] : kept_) {
      const JavaType type = type_of(column);
      out_.kept.push_back(fmt::format("{} {}", type.is_reference() ? "Object" : type.is_wide() ? "long" : "int", name));
    }
    for (const Site& site : sites_) out_.kept.push_back(fmt::format("{} {}", site.type, site.field));
    if (telling_) tell_objects(writer);
    start_threads();
    for (const Column& column : columns_) out_.kinds += type_of(column).is_wide() ? 'J' : 'I';
    arbiter(writer);
    check_clauses();
    out_.shared_is_inner = !knowledge_.inner.empty();
  }

  void start(Writer& writer, LocId id) {
    Field& field = out_.fields[id];
    if (field.name.empty()) return;
    const auto declared = types_.find(id);
    if (declared == types_.end()) return;
    field.type = writer.type_text(declared->second, {});
    if (!declared->second.is_reference()) {
      if (field.initial != 0) field.start = initial_value(field.initial, declared->second).text;
      return;
    }
    field.is_final = field.initial != 0 && !is_assigned(id) && !field.is_volatile;
    for (const litmus::InitItem& item : items_)
      if (!item.thread && environment_.location(item.name) == id && field.initial != 0)
        field.start = object_text(writer, item, declared->second);
    for (const tree::ClassDecl& one : source_.classes)
      for (const auto& [name, known] : classes_[*classes_.find(one.name)].statics)
        if (known.first == id && field.initial != 0) field.start = writer.start_text(*known.second.declaration->value, declared->second);
  }

  // `Node b = a;`: the same object, by the field before.
  std::string start_of_another(Writer& writer, const std::string& name, JavaType type) {
    const auto location = environment_.location(name);
    if (location && !out_.fields[*location].name.empty()) return out_.fields[*location].name;
    const auto item = std::ranges::find_if(items_, [&](const litmus::InitItem& i) { return !i.thread && i.name == name; });
    return item == items_.end() ? "null" : object_text(writer, *item, type);
  }

  // `new Node(1)`, `{1, 2}`, `new int[2]`, `"text"`, `a`.
  std::string object_text(Writer& writer, const litmus::InitItem& item, JavaType type) {
    if (item.value.kind == litmus::InitValue::Kind::none) return "new Object()";  // `Object m;`, the monitor itself
    const auto listed = [&](const auto& type_at) {
      std::string out;
      for (std::size_t i = 0; i < item.value.list.size(); ++i)
        out += (i == 0 ? "" : ", ") + initial_value(item.value.list[i], type_at(i)).text;
      return out;
    };
    if (item.value.kind == litmus::InitValue::Kind::name) return start_of_another(writer, item.value.name, type);
    if (item.value.kind == litmus::InitValue::Kind::string) return fmt::format("\"{}\"", item.value.name);
    if (item.value.kind == litmus::InitValue::Kind::list) {
      const JavaType element = classes_[type.of].element.value_or(kInt);
      return fmt::format("{{{}}}", listed([&](std::size_t) { return element; }));
    }
    const auto made = classes_.type({item.value.name, 0, item.value.where});
    if (item.value.is_array)
      return fmt::format("new {}[{}]", made ? writer.type_text(*made, item.where) : "int",
                         item.value.list.empty() ? 0 : item.value.list.front());
    if (!made) return "null";
    const auto candidates = classes_.constructors(made->of, item.value.list.size());
    const auto pick =
        candidates.empty() ? read::JavaClasses::Pick{} : classes_.pick(candidates, std::vector<JavaType>(item.value.list.size(), kInt));
    const tree::MethodDecl* constructor = candidates.empty() ? nullptr : candidates[pick.index.value_or(0)].declaration;
    return fmt::format("new {}({})", writer.type_text(*made, item.where), listed([&](std::size_t i) {
                         return constructor ? classes_.type(constructor->parameters[i].type).value_or(kInt) : kInt;
                       }));
  }

  bool is_assigned(LocId id) const {
    const auto writes_it = [&](const program::Instr& instr) {
      const auto is_it = [&](program::ExprId address) {
        const program::Expr& e = test_.program.exprs[address];
        return e.op == program::Op::address && e.index == id;
      };
      if (const auto* store = std::get_if<program::Store>(&instr.op)) return is_it(store->address);
      if (const auto* update = std::get_if<program::Update>(&instr.op)) return is_it(update->address);
      if (const auto* compare = std::get_if<program::CompareUpdate>(&instr.op)) return is_it(compare->address);
      return false;
    };
    return std::ranges::any_of(test_.program.threads, [&](const program::Thread& t) { return std::ranges::any_of(t.code, writes_it); });
  }

  // ---- objects in results

  struct Told {
    std::string text;
    bool may_be_null = false;
    std::string type{};  // as declared, if it is not null
  };

  void tell(ObjectId object, Told told) {
    out_.coding.objects.push_back(object);
    out_.coding.numbers[object] = out_.coding.objects.size();
    told_.push_back(std::move(told));
  }

  // The objects that an object of the init block starts with, and theirs.
  void tell_parts(Writer& writer, ObjectId whole, const std::string& text) {
    const JavaType type = object_type(whole).value_or(kInt);
    if (type.base != Base::reference) return;
    const std::vector<LocId> parts = test_.program.objects[whole].parts;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const program::Location& part = test_.program.locations[parts[i]];
      const auto object = part.type == program::Type::reference ? program::object_of(test_.program, part.initial) : std::nullopt;
      if (!object || is_told(*object) || test_.program.objects[*object].name.starts_with('"')) continue;
      const std::string first = names_.take("first_" + identifier(test_.program.objects[*object].name));
      const auto element = classes_[type.of].element;
      const std::string place = element ? fmt::format("[{}]", i) : fmt::format(".{}", identifier(classes_[type.of].fields[i].name));
      const std::string is = writer.type_text(object_type(*object).value_or(kInt), {});
      const std::string declared = writer.type_text(element ? *element : classes_[type.of].fields[i].type, {});
      out_.kept.push_back(fmt::format("final {} {} = {}{}{}", is, first, is == declared ? "" : fmt::format("({}) ", is), text, place));
      tell(*object, {first, false, is});
      tell_parts(writer, *object, first);
    }
  }

  void tell_objects(Writer& writer) {
    told_.clear();
    const std::string holder = shape_.aliased ? out_.first_alias + "." : "";
    for (LocId id = 0; id < out_.fields.size(); ++id) {
      const Field& field = out_.fields[id];
      const auto object = program::object_of(test_.program, field.initial);
      if (field.name.empty() || !object || !types_.contains(id) || !types_.at(id).is_reference()) continue;
      std::string text = holder + field.name;
      if (!field.is_final) {
        const std::string first = names_.take("first_" + field.name);
        out_.kept.push_back(fmt::format("final {} {} = {}", field.type, first, text));
        text = first;
      }
      tell(*object, {text, false, field.type});
      const std::string is = writer.type_text(object_type(*object).value_or(kInt), {});
      tell_parts(writer, *object, is == field.type ? text : fmt::format("(({}) {})", is, text));
    }
    for (ObjectId object = 0; object < test_.program.objects.size(); ++object)
      if (test_.program.objects[object].name.starts_with('"')) tell(object, {test_.program.objects[object].name, false});
    for (const Site& site : sites_) {
      bool first = true;
      for (const program::Instr& instr : test_.program.threads[site.thread].code) {
        const auto* made = std::get_if<program::New>(&instr.op);
        if (!made || !(instr.where == site.where)) continue;
        if (first) tell(made->first, {site.field, true});
        out_.coding.numbers[made->first] = out_.coding.objects.size();
        first = false;
      }
    }
    for (std::size_t i = 0; i < told_.size(); ++i)
      out_.coding_text.push_back(fmt::format("{} is {}", i + 1, test_.program.objects[out_.coding.objects[i]].name));
  }

  std::optional<JavaType> object_type(ObjectId object) {
    tree::TypeName name{test_.program.classes[test_.program.objects[object].is].name, 0, {}};
    while (name.name.ends_with("[]")) {
      name.name.resize(name.name.size() - 2);
      ++name.dimensions;
    }
    return classes_.type(name);
  }

  // Which part of its object a location is.
  std::size_t part_of(LocId id) const {
    const auto& parts = test_.program.objects[test_.program.locations[id].object].parts;
    return static_cast<std::size_t>(std::ranges::find(parts, id) - parts.begin());
  }

  JavaType type_of(const Column& column) {
    if (column.kind == Column::Kind::threw) return kInt;
    if (column.kind == Column::Kind::reg) {
      const program::Register& reg = test_.program.registers[column.index];
      const auto found = knowledge_.types.find({reg.thread, reg.name});
      return found == knowledge_.types.end() ? kInt : found->second;
    }
    const program::Location& location = test_.program.locations[column.index];
    if (location.object == program::kNoObject) {
      const auto found = types_.find(column.index);
      return found == types_.end() ? kInt : found->second;
    }
    const JavaType type = object_type(location.object).value_or(kInt);
    if (type.base != Base::reference) return kInt;
    if (const auto element = classes_[type.of].element) return *element;
    const auto& of = classes_[type.of].fields;
    return part_of(column.index) < of.size() ? of[part_of(column.index)].type : kInt;
  }

  // ---- threads and the arbiter

  void start_threads() {
    Lines starts;
    std::optional<std::uint32_t> first_actor;
    for (std::uint32_t thread = 0; thread < test_.program.threads.size(); ++thread) {
      if (!is_child(thread)) {
        if (!first_actor) first_actor = thread;
        continue;
      }
      if (!test_.program.threads[thread].on_start) starts.push_back(out_.thread_fields[thread] + ".start();");
      if (test_.program.threads[thread].on_start)
        for (const program::Register& reg : test_.program.registers)
          if (reg.thread == thread && !reg.temporary && reg.initial != 0)
            refuse(source_.threads[thread].where, fmt::format("'{}' starts with a value in a thread that another one starts", reg.name),
                   "assign the value in the thread itself");
    }
    if (starts.empty()) return;
    // A thread that somebody waits for is no actor; the first actor starts it before it does anything else.
    if (first_actor) {
      auto& body = out_.bodies[*first_actor];
      body.insert(body.begin(), starts.begin(), starts.end());
    } else {
      out_.starter = starts;
    }
  }

  void arbiter(Writer& writer) {
    const bool children = std::ranges::any_of(out_.thread_fields, [](const std::string& name) { return !name.empty(); });
    if (children) {
      out_.arbiter.emplace_back("try {");
      for (const std::string& name : out_.thread_fields)
        if (!name.empty()) out_.arbiter.push_back(fmt::format("    {}.join();", name));
      out_.arbiter.emplace_back("} catch (InterruptedException e) {");
      out_.arbiter.emplace_back("    throw new IllegalStateException(e);");
      out_.arbiter.emplace_back("}");
    }
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      std::string text;
      if (const auto kept = kept_.find(columns_[i]); kept != kept_.end()) text = kept->second;
      if (columns_[i].kind == Column::Kind::location) text = location_text(writer, columns_[i]);
      if (const JavaType type = type_of(columns_[i]); type.is_floating() && columns_[i].kind == Column::Kind::location && !text.empty())
        text = as_result({text, kPrimary, type}).text;
      if (text.empty()) continue;
      if (is_reference(test_, columns_[i])) text = fmt::format("told({})", text);
      out_.arbiter.push_back(fmt::format("{}.r{} = {};", out_.result, i + 1, text));
    }
    if (!std::ranges::any_of(columns_, [&](const Column& column) { return is_reference(test_, column); })) return;
    const std::string object = names_.take("object");
    if (!out_.methods.empty()) out_.methods.emplace_back();
    out_.methods.push_back(fmt::format("private int told(Object {}) {{", object));
    if (told_.empty()) {
      out_.methods.push_back(fmt::format("    return {} == null ? 0 : {};", object, kOtherObject));
    } else {
      const auto is = [&](std::string_view what, program::Value number) {
        out_.methods.push_back(fmt::format("    if ({} == {}) return {};", object, what, number));
      };
      is("null", 0);
      for (std::size_t i = 0; i < told_.size(); ++i) is(told_[i].text, static_cast<program::Value>(i + 1));
      out_.methods.push_back(fmt::format("    return {};", kOtherObject));
    }
    out_.methods.emplace_back("}");
  }

  std::string location_text(Writer& writer, const Column& column) {
    const program::Location& location = test_.program.locations[column.index];
    if (location.object == program::kNoObject) return (shape_.aliased ? out_.first_alias + "." : "") + out_.fields[column.index].name;
    const auto number = out_.coding.numbers.find(location.object);
    const JavaType type = object_type(location.object).value_or(kInt);
    if (number == out_.coding.numbers.end() || type.base != Base::reference) {
      refuse(clause_where(column),
             fmt::format("a result cannot hold '{}': loops and methods make more than one object there", location.name),
             "read the field into a local of a thread, and ask for that");
      return "0";
    }
    const Told& told = told_[number->second - 1];
    const JavaType part = type_of(column);
    const std::string is = writer.type_text(type, {});
    const std::string object = told.may_be_null || told.type == is ? told.text : fmt::format("(({}) {})", is, told.text);
    const std::string text = classes_[type.of].element
                                 ? fmt::format("{}[{}]", object, part_of(column.index))
                                 : fmt::format("{}.{}", object, identifier(classes_[type.of].fields[part_of(column.index)].name));
    const std::string number_text = part == kBoolean ? fmt::format("({} ? 1 : 0)", text) : text;
    return told.may_be_null ? fmt::format("{} == null ? {} : {}", told.text, part.is_reference() ? "null" : "0", number_text) : number_text;
  }

  // ---- what clauses ask of references

  Span clause_where(const Column& column) const {
    const program::Observable wanted{column.kind == Column::Kind::location, column.index};
    for (const program::Clause& clause : test_.clauses)
      if (mentions(clause.prop, wanted)) return clause.where;
    return test_.clauses.empty() ? source_.threads.front().where : test_.clauses.front().where;
  }

  static bool mentions(const program::Prop& prop, const program::Observable& wanted) {
    if (prop.kind == program::Prop::Kind::atom)
      for (const program::Operand* operand : {&prop.lhs, &prop.rhs})
        if (!operand->is_constant && operand->observable == wanted) return true;
    return std::ranges::any_of(prop.kids, [&](const program::Prop& kid) { return mentions(kid, wanted); });
  }

  bool is_told(ObjectId object) const { return out_.coding.numbers.contains(object); }

  // Two objects that a result does not tell apart: whether references are equal is not to be seen.
  bool asks_too_much(const program::Prop& prop) const {
    if (prop.kind != program::Prop::Kind::atom)
      return std::ranges::any_of(prop.kids, [&](const program::Prop& kid) { return asks_too_much(kid); });
    const auto is_object = [&](const program::Operand& operand) {
      return !operand.is_constant &&
             is_reference(test_, {operand.observable.is_location ? Column::Kind::location : Column::Kind::reg, operand.observable.index});
    };
    if (!is_object(prop.lhs) && !is_object(prop.rhs)) return false;
    for (const program::Operand* operand : {&prop.lhs, &prop.rhs})
      if (operand->is_constant) {
        const auto object = program::object_of(test_.program, operand->value);
        return object && !is_told(*object);
      }
    for (ObjectId object = 0; object < test_.program.objects.size(); ++object) {
      const auto type = test_.program.objects[object].is;
      if (!is_told(object) && !program::is_instance(test_.program, object, *classes_.find("Throwable")) && type != program::kNoClass)
        return true;
    }
    return false;
  }

  void check_clauses() {
    for (const program::Clause& clause : test_.clauses)
      if (asks_too_much(clause.prop))
        refuse(clause.where, "a result does not tell these objects apart: a loop or a method makes them",
               "compare numbers in the threads, and ask for those");
  }

  const std::vector<litmus::InitItem>& items_;
  const tree::Program& source_;
  const program::Test& test_;
  const std::vector<Column>& columns_;
  const Shape& shape_;
  std::string class_name_;
  read::Report report_;
  program::Program scratch_;
  read::Environment environment_;
  std::size_t shared_;  // locations of the init block come first
  read::JavaClasses classes_;
  std::map<LocId, JavaType> declared_, types_;
  std::set<LocId> volatiles_;
  std::map<Knowledge::Local, JavaType> first_types_;
  Knowledge knowledge_;
  bool telling_ = false;

  Actors out_;
  Identifiers names_;
  std::map<const tree::MethodDecl*, std::string> free_methods_;
  std::map<std::string, std::string> handle_names_;
  std::map<Column, std::string> kept_;
  std::vector<Site> sites_;
  std::vector<Told> told_;
};

}  // namespace

std::size_t Actors::count() const { return static_cast<std::size_t>(std::ranges::count(thread_fields, "")) + (starter.empty() ? 0 : 1); }

Actors actors(const litmus::Test& source, const program::Test& test, const std::vector<Column>& columns, const Shape& shape,
              const std::string& class_name) {
  return Generator(source, test, columns, shape, class_name).generate();
}

}  // namespace thinair::jcstress
