// Bytes as numbers: views of byte arrays and of java.nio.ByteBuffer.
//
// An access through a view at an aligned index is one access to a variable of the view's type (the documentation of
// MethodHandles.byteArrayViewVarHandle). If all accesses to an array go through views of one type and one byte order, nobody can tell it
// from an array of that type; so it becomes one, with a class of its own (is_view). What mixes sizes or orders would make accesses of a
// part of a variable, which no model here speaks of: it is refused. A ByteBuffer is its array.
//
// The first byte of an array, or of a buffer's memory, is aligned for every type, as in all virtual machines that we know of.
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/thread_code.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {

using Action = java::Method::Action;

Place ThreadCode::view_place(Frame& f, State& s, Val array, Val index, const HandleInfo& view, const java::Method& method) {
  const Val object = nonnull(f, s, array);
  if (!object.known || !index.known) {
    if (pass_.facts.written) refuse(f, "a view of an array, or at an index, that is not known before the program runs");
    // Not known yet which variables are never written: the next pass knows more. Until then it may be any array that is seen so.
    Place any;
    any.descriptor = view.descriptor;
    any.pattern = view.viewed;
    any.address = code_.constant(0);
    return any;
  }
  const ObjectId id = known_object(object);
  const Thing& t = pass_.things[id];
  if (t.is->name != kViewed && !is_view(*t.is)) refuse(f, fmt::format("a view of bytes of a {}", java_name(t.is->name)));
  const Value width = width_of(view.descriptor), bytes = t.bytes != 0 ? t.bytes : t.length;
  const auto fails = [&](const std::string& exception) {
    raise(f, s, exception);
    throw Stop{};
  };
  if (index.value < 0 || index.value > bytes - width) fails("IndexOutOfBoundsException");
  const bool simple = method.action == Action::get || method.action == Action::set;
  const bool plain = simple && method.sets == java::kPlain;
  if (index.value % width != 0 && plain) refuse(f, "an access through a view that is not aligned", "such an access is not atomic");
  if (index.value % width != 0) fails("IllegalStateException");
  const bool compares =
      method.action == Action::compare_set || method.action == Action::compare_exchange || method.action == Action::get_set;
  const bool whole = view.descriptor == "I" || view.descriptor == "J", half = view.descriptor == "S" || view.descriptor == "C";
  if ((half && !simple) || (!whole && !simple && !compares)) fails("UnsupportedOperationException");
  if (t.bytes == 0) {
    pass_.facts.viewed[t.key] = view.viewed;
    pass_.dirty = true;
    throw Again{};
  }
  if (t.is->name != view.viewed)
    refuse(f, "views of different types or byte orders of one array", "accesses of different sizes to the same bytes are not modelled");
  return known_element(s, id, static_cast<std::uint32_t>(index.value / width));
}

bool ThreadCode::buffer_call(Call& c) {
  if (c.has("java/nio/ByteOrder", "nativeOrder")) {
    c.result = reference(pass_.only(std::string(kLittleEndian)));
    return true;
  }
  if (c.owner == "java/nio/ByteBuffer") {
    if (c.name == "allocate" || c.name == "allocateDirect") {
      c.result = new_array(c.f, c.s, world_.find(std::string(kViewed)), c.args[0]);
      return true;
    }
    if (c.name == "wrap" && c.args.size() == 1) {
      c.result = nonnull(c.f, c.s, c.args[0]);
      return true;
    }
    return false;
  }
  if (!c.owner.starts_with(kViewed) || c.args.empty()) return false;
  if (c.name == "order" && c.args.size() == 2) {  // of accesses by the buffer's own methods
    c.result = c.args[0];
    return true;
  }
  if (c.name == "capacity" || c.name == "limit") {
    if (c.args.size() > 1) return false;
    c.result = length_of(c.f, c.s, c.args[0]);
    return true;
  }
  if (c.name == "alignmentOffset" && c.args[1].known && c.args[2].known && c.args[2].value > 0) {
    c.result = number(c.args[1].value % c.args[2].value);
    return true;
  }
  if (c.name == "get" && c.descriptor == "(I)B") {
    c.result = load(c.f, c.s, element_place(c.f, c.s, c.args[0], c.args[1], "B"), java::kPlain, "get");
    return true;
  }
  if (c.name == "put" && c.types.parameters == std::vector<std::string>{"I", "B"}) {
    store(c.f, c.s, element_place(c.f, c.s, c.args[0], c.args[1], "B"), c.args[2], java::kPlain, "set");
    c.result = c.args[0];
    return true;
  }
  return false;
}

}  // namespace thinair::read::bytecode
