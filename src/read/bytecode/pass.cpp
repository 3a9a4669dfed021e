#include "read/bytecode/pass.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "read/java/sets.hpp"
#include "support/check.hpp"

namespace thinair::read::bytecode {
namespace {

Type shown_as(const std::string& descriptor) {
  if (descriptor == "Z") return Type::boolean;
  if (descriptor == "C") return Type::character;
  if (descriptor == "F") return Type::single;
  if (descriptor == "D") return Type::double_;
  return kind_of(descriptor) == 'A' ? Type::reference : Type::number;
}

}  // namespace

Refused wrong(std::string code, Span where, std::string message) {
  Diagnostic d;
  d.code = std::move(code);
  d.where = where;
  d.has_position = !(where == Span{});
  d.message = std::move(message);
  return {std::move(d)};
}

Pass::Pass(World& w, Facts& f, Positions& p, const LowerOptions& o, Test& t)
    : world(w), facts(f), positions(p), options(o), test(t), program(t.program) {
  program.arch = Arch::java;
  program.bits = 32;
  program.unroll = o.unroll;
  program.set_names = java::set_names();
}

void Pass::learn(std::set<std::string>& known, const std::string& fact) {
  if (known.insert(fact).second) dirty = true;
}

ClassId Pass::class_id(const ClassInfo& of) {
  const auto found = classes_.find(&of);
  if (found != classes_.end()) return found->second;
  const ClassId super = of.super ? class_id(*of.super) : kNoClass;
  const auto id = static_cast<ClassId>(program.classes.size());
  program.classes.push_back({short_name(of.name), super});
  classes_.emplace(&of, id);
  return id;
}

LocId Pass::locate(std::string name, const std::string& descriptor, ObjectId of) {
  if (kind_of(descriptor) == 'J' || kind_of(descriptor) == 'D') program.bits = 64;
  program.locations.push_back({.name = std::move(name), .initial = 0, .bytes = 0, .type = shown_as(descriptor), .object = of});
  return static_cast<LocId>(program.locations.size() - 1);
}

// A wide variable that plain accesses race on has two halves, as in read/java/classes.
void Pass::add_parts(ObjectId id) {
  Thing& t = things[id];
  const auto tear = [&](LocId at) {
    Location high = program.locations[at];
    high.name += ".high";
    high.initial = program.locations[at].initial >> 32;
    program.locations[at].initial &= 0xFFFF'FFFF;
    program.locations[at].high = static_cast<LocId>(program.locations.size());
    program.locations.push_back(std::move(high));
  };
  const std::string name = program.objects[id].name;
  if (!t.is->element.empty() && !t.is_holder) {
    for (std::uint32_t i = 0; i < t.length; ++i) {
      t.parts.push_back(locate(fmt::format("{}[{}]", name, i), t.is->element, id));
      if (facts.torn.contains(t.is->name)) tear(t.parts.back());
    }
  } else {
    for (const FieldInfo& f : t.is_holder ? t.is->statics : t.is->fields) {
      t.parts.push_back(locate(t.is_holder && name.empty() ? f.name : fmt::format("{}.{}", name, f.name), f.descriptor, id));
      if (t.is_holder) program.locations.back().object = kNoObject;
      if (facts.torn.contains(f.of->name + "." + f.name)) tear(t.parts.back());
    }
  }
  program.objects[id].parts = t.parts;
  program.locations.push_back({.name = name, .initial = 0, .bytes = 0, .object = id, .role = Location::Role::monitor});
  program.objects[id].monitor = static_cast<LocId>(program.locations.size() - 1);
}

ObjectId Pass::make(const ClassInfo& is, const std::string& key, std::uint32_t length) {
  const auto id = static_cast<ObjectId>(things.size());
  const std::string own = fmt::format("{}*{}", key, counts[key]++);
  const std::string class_name = is.element.empty() || is.name[0] != '[' ? short_name(is.name) : java_name(is.name);
  std::string name = fmt::format("{}{}", class_name, ++names_[class_name]);
  std::ranges::replace(name, '[', '_');
  std::erase(name, ']');
  things.push_back({.key = own, .is = &is, .parts = {}, .length = length});
  if (const auto view = facts.viewed.find(own); view != facts.viewed.end()) {
    things[id].is = &world.find(view->second);
    things[id].bytes = length;
    things[id].length = length / width_of(things[id].is->element);
  }
  program.objects.push_back({std::move(name), class_id(is), {}, kNoAddress});
  things[id].local = !facts.escaping.contains(own);
  learn(facts.made, is.name);
  if (!things[id].local) add_parts(id);
  return id;
}

void Pass::resize(ObjectId array, std::uint32_t length) {
  things[array].length = length;
  if (!things[array].local && things[array].parts.empty()) add_parts(array);
}

ObjectId Pass::holder(const ClassInfo& of) {
  const auto found = holders_.find(of.name);
  if (found != holders_.end()) return found->second;
  const auto id = static_cast<ObjectId>(things.size());
  things.push_back({.key = "static " + of.name, .is = &of, .parts = {}});
  things[id].is_holder = true;
  program.objects.push_back(
      {of.name == options.main_class ? "" : short_name(of.name), class_id(world.find("java/lang/Class")), {}, kNoAddress});
  add_parts(id);
  program.objects[id].name = short_name(of.name) + ".class";
  holders_.emplace(of.name, id);
  return id;
}

ObjectId Pass::string(const std::string& text) {
  const auto found = strings_.find(text);
  if (found != strings_.end()) return found->second;
  learn(facts.strings, text);
  const ObjectId id = make(world.find("java/lang/String"), "string " + text);
  things[id].text = text;
  things[id].local = false;
  if (program.objects[id].monitor == kNoAddress) add_parts(id);
  program.objects[id].name = fmt::format("\"{}\"", text);
  strings_.emplace(text, id);
  return id;
}

ObjectId Pass::class_object(const std::string& name) {
  const auto found = class_objects_.find(name);
  if (found != class_objects_.end()) return found->second;
  const ObjectId id = make(world.find("java/lang/Class"), "class " + name);
  things[id].local = false;
  if (program.objects[id].monitor == kNoAddress) add_parts(id);
  program.objects[id].name = java_name(name) + ".class";
  if (name.size() == 1)
    things[id].primitive = name;
  else
    things[id].names = &world.find(name);
  class_objects_.emplace(name, id);
  return id;
}

ObjectId Pass::only(const std::string& name) {
  const auto found = only_.find(name);
  if (found != only_.end()) return found->second;
  const ObjectId id = make(world.find(name), "only " + name);
  things[id].local = false;
  if (program.objects[id].monitor == kNoAddress) add_parts(id);
  only_.emplace(name, id);
  return id;
}

ObjectId Pass::box(const ClassInfo& is, Value value) {
  const auto found = boxes_.find({is.name, value});
  if (found != boxes_.end()) return found->second;
  const ObjectId id = make(is, fmt::format("box {} {}", is.name, value));
  things[id].local = false;
  if (program.objects[id].monitor == kNoAddress) add_parts(id);
  things[id].number = value;
  program.locations[things[id].parts[0]].initial = value;
  frozen[{id, 0}] = {kind_of(is.fields[0].descriptor), value};
  program.objects[id].name = fmt::format("{}({})", short_name(is.name), value);
  boxes_.emplace(std::pair(is.name, value), id);
  return id;
}

ObjectId Pass::part_of(ObjectId lock, bool read) {
  const auto found = lock_parts_.find({lock, read});
  if (found != lock_parts_.end()) return found->second;
  const std::string name = fmt::format("java/util/concurrent/locks/ReentrantReadWriteLock${}Lock", read ? "Read" : "Write");
  const ObjectId id = make(world.find(name), fmt::format("{}/{}", things[lock].key, read));
  things[id].local = false;
  if (program.objects[id].monitor == kNoAddress) add_parts(id);
  things[id].parent = lock;
  frozen[{id, 0}] = {'A', reference_to(lock)};
  lock_parts_.emplace(std::pair(lock, read), id);
  return id;
}

void Pass::escape(ObjectId id) {
  Thing& t = things[id];
  if (!t.local) return;
  learn(facts.escaping, t.key);
}

void Pass::escape(Value reference) {
  if (const auto id = object_of(program, reference)) escape(*id);
}

std::string Pass::variable_key(ObjectId id, std::uint32_t slot) const { return fmt::format("{}.{}", things[id].key, slot); }

bool Pass::never_written(const std::string& key, const std::string& pattern) const {
  return facts.written && !facts.written->contains(key) && !facts.written->contains("*" + pattern) && !facts.written->contains("*");
}

// If every other thread looks only after it has seen the end of one thread, what that thread writes in between is seen by nobody: a read
// that happens after the end sees the last write, as all others are overwritten before it in happens-before (JLS 17.4.5). Accesses that
// are not plain order others in some models, and stay.
std::map<std::string, std::uint32_t> Pass::confinements() const {
  std::map<std::string, std::uint32_t> out;
  for (const auto& [key, access] : accesses) {
    if (key.starts_with('*') || !access.plain || !access.written || accesses.contains("*" + access.pattern) || accesses.contains("*[A"))
      continue;
    for (const auto& [thread, joined] : access.by) {
      const bool alone =
          std::ranges::all_of(access.by, [t = thread](const auto& other) { return other.first == t || other.second.contains(t); });
      if (alone) {
        out.emplace(key, thread);
        break;
      }
    }
  }
  return out;
}

std::optional<std::uint32_t> Pass::confined_to(ObjectId id, std::uint32_t slot) const {
  if (facts.confined.empty() || id >= first_shared) return std::nullopt;
  const auto found = facts.confined.find(variable_key(id, slot));
  return found == facts.confined.end() ? std::nullopt : std::optional(found->second);
}

void Pass::set_initial(ObjectId id, std::uint32_t slot, Value value) {
  Location& at = program.locations[things[id].parts[slot]];
  at.initial = at.high == kNoAddress ? value : value & 0xFFFF'FFFF;
  if (at.high != kNoAddress) program.locations[at.high].initial = value >> 32;
}

Known Pass::initial_value(ObjectId id, std::uint32_t slot) const {
  const Thing& t = things[id];
  const Location& at = program.locations[t.parts[slot]];
  const bool array = !t.is->element.empty() && !t.is_holder;
  const std::string& descriptor = array ? t.is->element : (t.is_holder ? t.is->statics : t.is->fields)[slot].descriptor;
  return {kind_of(descriptor), at.high == kNoAddress ? at.initial : (program.locations[at.high].initial << 32 | at.initial)};
}

std::optional<std::uint32_t> Pass::known_thread(ObjectId id) const {
  const auto found = std::ranges::find(facts.threads, things[id].key);
  if (found == facts.threads.end()) return std::nullopt;
  return entries + static_cast<std::uint32_t>(found - facts.threads.begin());
}

std::uint32_t Pass::thread_of(ObjectId id) {
  auto number = known_thread(id);
  if (!number) {
    facts.threads.push_back(things[id].key);
    dirty = true;
    number = known_thread(id);
  }
  if (program.threads.size() <= *number) program.threads.resize(*number + 1);
  add_life(*number, true);
  threads_[id] = *number;
  return *number;
}

void Pass::add_life(std::uint32_t number, bool on_start) {
  if (program.threads.size() <= number) program.threads.resize(number + 1);
  Thread& t = program.threads[number];
  if (on_start) t.on_start = true;
  if (t.life != kNoAddress) return;
  t.life = static_cast<LocId>(program.locations.size());
  program.locations.push_back({.name = fmt::format("Thread{}", number), .role = Location::Role::thread});
}

std::vector<const ClassInfo*> Pass::candidates(const ClassInfo& type) {
  std::vector<const ClassInfo*> out;
  for (const std::string& name : facts.made)
    if (const ClassInfo& one = world.find(name); world.is_subclass(one, type)) out.push_back(&one);
  const auto depth = [](const ClassInfo* c) {
    int n = 0;
    for (; c->super; c = c->super) ++n;
    return n;
  };
  std::ranges::stable_sort(out, [&](const ClassInfo* a, const ClassInfo* b) { return depth(a) > depth(b); });
  return out;
}

}  // namespace thinair::read::bytecode
