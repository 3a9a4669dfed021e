// Instructions, one at a time (JVMS 6.5).
#include <fmt/format.h>

#include <algorithm>

#include "read/bytecode/thread_code.hpp"
#include "read/classfile/opcodes.hpp"
#include "read/java/sets.hpp"

namespace thinair::read::bytecode {

using namespace classfile;

namespace {

constexpr std::string_view kKinds = "IJFDA";

bool is_wide(Val v) { return v.type == 'J' || v.type == 'D'; }

}  // namespace

// False: the block ends here.
bool ThreadCode::step(Frame& f, const Instruction& i, State& s) {
  const std::uint8_t op = i.opcode;
  const auto assigned = [&](const Val& local) {
    if (local.type == '?') throw wrong("bytecode-malformed", where(f), "a local is read that nothing was assigned to");
    return local;
  };
  if (op >= op_iload && op <= op_aload) {
    s.push(assigned(s.locals[static_cast<std::size_t>(i.a)]));
  } else if (op >= op_iload_0 && op < op_iaload) {
    s.push(assigned(s.locals[static_cast<std::size_t>((op - op_iload_0) % 4)]));
  } else if (op >= op_istore && op <= op_astore) {
    s.locals[static_cast<std::size_t>(i.a)] = s.pop();
  } else if (op >= op_istore_0 && op < op_iastore) {
    s.locals[static_cast<std::size_t>((op - op_istore_0) % 4)] = s.pop();
  } else if (op == op_iinc) {
    Val& local = s.locals[static_cast<std::size_t>(i.a)];
    local = operation(Op::add, assigned(local), number(i.b), 'I');
  } else if (op == op_ldc || op == op_ldc_w || op == op_ldc2_w) {
    load_constant(f, s, f.method.of->file->constants[static_cast<std::size_t>(i.a)]);
  } else if (op <= op_sipush || (op >= op_pop && op <= op_swap)) {
    return step_stack(i, s);
  } else if (op >= op_iadd && op <= op_dcmpg) {
    return step_arithmetic(f, i, s);
  } else if ((op >= op_ifeq && op <= op_goto) || op == op_ifnull || op == op_ifnonnull || op == op_goto_w) {
    branch(f, i, std::move(s));
    return false;
  } else if (op == op_tableswitch || op == op_lookupswitch) {
    switch_(f, i, std::move(s));
    return false;
  } else if (op >= op_ireturn && op <= op_return) {
    std::optional<Val> value;
    if ((op == op_return) != f.method.method->descriptor.ends_with(")V"))
      throw wrong("bytecode-malformed", where(f), "a method returns something else than it says");
    if (op != op_return) value = s.pop();
    s.stack.clear();
    if (value) s.push(*value);
    f.returns.push_back(leave(std::move(s)));
    return false;
  } else {
    return step_object(f, i, s);
  }
  return true;
}

bool ThreadCode::step_stack(const Instruction& i, State& s) {
  switch (i.opcode) {
    case op_nop: return true;
    case op_aconst_null: s.push(number(0, 'A')); return true;
    case op_lconst_0:
    case op_lconst_0 + 1: s.push(number(i.opcode - op_lconst_0, 'J')); return true;
    case op_fconst_0: s.push(number(0, 'F')); return true;
    case op_fconst_0 + 1: s.push(number(0x3F800000, 'F')); return true;
    case op_fconst_0 + 2: s.push(number(0x40000000, 'F')); return true;
    case op_dconst_0: s.push(number(0, 'D')); return true;
    case op_dconst_0 + 1: s.push(number(0x3FF0000000000000, 'D')); return true;
    case op_bipush:
    case op_sipush: s.push(number(i.a)); return true;
    case op_pop: s.pop(); return true;
    default: break;
  }
  if (i.opcode >= op_iconst_m1 && i.opcode < op_lconst_0) {
    s.push(number(int{i.opcode} - op_iconst_0));
    return true;
  }
  // A long or double counts as two; the forms of JVMS 6.5 follow from that.
  const auto group = [&](std::size_t words) {
    std::vector<Val> out;
    for (std::size_t taken = 0; taken < words;) {
      out.push_back(s.pop());
      taken += is_wide(out.back()) ? 2 : 1;
    }
    std::ranges::reverse(out);
    return out;
  };
  const auto put = [&](const std::vector<Val>& values) { s.stack.insert(s.stack.end(), values.begin(), values.end()); };
  if (i.opcode == op_pop2) {
    group(2);
    return true;
  }
  if (i.opcode == op_swap) {
    const auto top = group(1), below = group(1);
    put(top);
    put(below);
    return true;
  }
  const bool two = i.opcode >= op_dup2;
  const std::size_t under = (i.opcode - (two ? op_dup2 : op_dup));
  const auto top = group(two ? 2 : 1);
  const auto below = under > 0 ? group(under) : std::vector<Val>();
  put(top);
  put(below);
  put(top);
  return true;
}

bool ThreadCode::step_arithmetic(Frame& f, const Instruction& i, State& s) {
  const std::uint8_t op = i.opcode;
  if (op >= op_i2l && op <= op_i2s) {
    s.push(conversion(f, op, s.pop()));
    return true;
  }
  if (op == op_lcmp) {
    const Val b = s.pop(), a = s.pop();
    s.push(operation(Op::sub, comparison(Op::gt, a, b), comparison(Op::lt, a, b), 'I'));
    return true;
  }
  if (op >= op_fcmpl) {
    const Val b = s.pop(), a = s.pop();
    s.push(floating(f, op, a, b));
    return true;
  }
  if (op < op_ishl) {
    const char type = kKinds[(op - op_iadd) % 4u];
    const bool unary = op >= op_ineg;
    const Val b = s.pop();
    const Val a = unary ? b : s.pop();
    if (type == 'F' || type == 'D') {
      s.push(floating(f, op, a, b));
      return true;
    }
    if (unary) {
      s.push(operation(Op::sub, number(0, type), b, type));
      return true;
    }
    constexpr Op kOps[] = {Op::add, Op::sub, Op::mul, Op::div, Op::rem};
    const Op what = kOps[(op - op_iadd) / 4u];
    if (what == Op::div || what == Op::rem) raise_if(f, s, comparison(Op::eq, b, number(0, type)), "ArithmeticException");
    s.push(operation(what, a, b, type));
    return true;
  }
  constexpr Op kOps[] = {Op::shl, Op::shr, Op::ushr, Op::bit_and, Op::bit_or, Op::bit_xor};
  const char type = (op - op_ishl) % 2 == 0 ? 'I' : 'J';
  const Val b = s.pop(), a = s.pop();
  s.push(operation(kOps[(op - op_ishl) / 2u], a, b, type));
  return true;
}

void ThreadCode::load_constant(Frame& f, State& s, const Constant& c) {
  using Kind = Constant::Kind;
  switch (c.kind) {
    case Kind::integer: return s.push(number(c.number));
    case Kind::floating: return s.push(number(c.number, 'F'));
    case Kind::long_: return s.push(number(c.number, 'J'));
    case Kind::double_: return s.push(number(c.number, 'D'));
    case Kind::string: return s.push(reference(pass_.string(c.text)));
    case Kind::class_: return s.push(reference(pass_.class_object(c.text)));
    default: refuse(f, "a constant that is computed when it is loaded");
  }
}

// ---- control

void ThreadCode::decide(Frame& f, Val condition, std::uint32_t yes, std::uint32_t no, State s) {
  if (yes == no) return flow_to(f, yes, std::move(s));
  if (condition.known) {
    const std::uint32_t to = condition.value != 0 ? yes : no, other = condition.value != 0 ? no : yes;
    for (Region* r = f.region; r->loop; r = r->outer)
      if (r->loop->body[to] && !r->loop->body[other]) r->controlled = true;
    // Leaving is decided as well: the loop ends.
    return flow_to(f, to, std::move(s));
  }
  if (!pass_.shared) start_sharing(f, s);
  const Label otherwise = code_.new_label();
  code_.emit(Branch{condition.expr, otherwise, join_of(f)}, where(f));
  flow_to(f, yes, s);
  code_.place(otherwise);
  flow_to(f, no, std::move(s));
}

// Where tryLock has failed the thread does not hold the lock, and where it has not failed it does.
void ThreadCode::decide_lock(Frame& f, Val condition, Val done, bool yes_is_zero, std::uint32_t yes, std::uint32_t no, State s) {
  const bool asks = std::ranges::any_of(s.heap, [&](const auto& entry) { return entry.first.second >= kPseudo && entry.second == done; });
  if (!asks || yes == no || !pass_.shared) return decide(f, condition, yes, no, std::move(s));
  const auto told = [&](Value count) {
    State out = s;
    out.decided[done.expr] = count;
    return out;
  };
  const Label otherwise = code_.new_label();
  code_.emit(Branch{condition.expr, otherwise, join_of(f)}, where(f));
  flow_to(f, yes, told(yes_is_zero ? 0 : 1));
  code_.place(otherwise);
  flow_to(f, no, told(yes_is_zero ? 1 : 0));
}

void ThreadCode::branch(Frame& f, const Instruction& i, State s) {
  const std::uint32_t to = f.flow->block_of[static_cast<std::uint32_t>(i.a)];
  if (i.opcode == op_goto || i.opcode == op_goto_w) return flow_to(f, to, std::move(s));
  if (f.at + 1 >= f.code->instructions.size()) refuse(f, "code runs off its end");
  const std::uint32_t next = f.flow->block_of[f.at + 1];
  constexpr Op kOps[] = {Op::eq, Op::ne, Op::lt, Op::ge, Op::gt, Op::le};
  Val condition;
  if (i.opcode <= op_ifle) {
    const Val a = s.pop();
    condition = comparison(kOps[i.opcode - op_ifeq], a, number(0));
    if (!condition.known && i.opcode <= op_ifeq + 1)  // ifeq, ifne
      return decide_lock(f, condition, a, i.opcode == op_ifeq, to, next, std::move(s));
  } else if (i.opcode == op_ifnull || i.opcode == op_ifnonnull) {
    const Val a = s.pop();
    const bool resolved = !a.known && s.resolved.contains(a.expr);
    condition =
        resolved ? number(i.opcode == op_ifnonnull ? 1 : 0) : comparison(i.opcode == op_ifnull ? Op::eq : Op::ne, a, number(0, 'A'));
  } else {
    const Val b = s.pop(), a = s.pop();
    const bool references = i.opcode >= op_if_acmpeq;
    if (references && (a.known || !(a == b)) && !is_null(a) && !is_null(b)) compare_boxes(f, a, b);
    condition = comparison(references ? (i.opcode == op_if_acmpeq ? Op::eq : Op::ne) : kOps[i.opcode - op_if_icmpeq], a, b);
  }
  decide(f, condition, to, next, std::move(s));
}

// Two references that may be to boxed numbers are compared. Boxes of small numbers are one object for each number (JLS 5.1.7), of others
// nobody knows.
void ThreadCode::compare_boxes(Frame& f, Val a, Val b) {
  const auto may_be_box = [&](const Val& v) { return v.known ? is_box(*pass_.thing(known_object(v)).is) : !pass_.facts.boxes.empty(); };
  const auto is_small = [&](const Val& v) {
    const auto number = v.known ? pass_.thing(known_object(v)).number : std::nullopt;
    return number && *number >= -128 && *number <= 127;
  };
  if ((a.known && !may_be_box(a)) || (b.known && !may_be_box(b))) return;
  for (const Val& v : {a, b})
    if (may_be_box(v) && !is_small(v))
      refuse(f, "boxed numbers are compared with ==", "whether two of them are one object is not specified; equals compares numbers");
}

void ThreadCode::switch_(Frame& f, const Instruction& i, State s) {
  const Val selector = s.pop();
  const std::uint32_t otherwise = f.flow->block_of[static_cast<std::uint32_t>(i.a)];
  if (selector.known) {
    std::uint32_t to = otherwise;
    for (const auto& [value, target] : i.cases)
      if (value == selector.value) to = f.flow->block_of[target];
    return decide(f, number(1), to, otherwise == to ? f.flow->blocks.size() > 1 ? (to == 0 ? 1 : 0) : to : otherwise, std::move(s));
  }
  if (!pass_.shared) start_sharing(f, s);
  for (const auto& [value, target] : i.cases) {
    const std::uint32_t to = f.flow->block_of[target];
    if (to == otherwise) continue;
    const Label next = code_.new_label();
    code_.emit(Branch{comparison(Op::eq, selector, number(value)).expr, next, join_of(f)}, where(f));
    flow_to(f, to, s);
    code_.place(next);
  }
  flow_to(f, otherwise, std::move(s));
}

// ---- objects

bool ThreadCode::step_object(Frame& f, const Instruction& i, State& s) {
  const std::uint8_t op = i.opcode;
  const auto constant = [&]() -> const Constant& { return f.method.of->file->constants[static_cast<std::size_t>(i.a)]; };
  const auto need = [&](Constant::Kind kind) -> const Constant& {
    if (constant().kind != kind) throw wrong("bytecode-malformed", where(f), "an instruction names a constant of the wrong kind");
    return constant();
  };
  static constexpr std::string_view kElements = "IJFDABCS";
  if (op >= op_iaload && op <= op_saload) {
    const Val index = s.pop(), array = s.pop();
    const char kind = kElements[op - op_iaload];
    const Place at = element_place(f, s, array, index, kind == 'A' ? "Ljava/lang/Object;" : std::string(1, kind));
    plainly(s, at);
    s.push(load(f, s, at, java::kPlain, "get"));
    return true;
  }
  if (op >= op_iastore && op <= op_sastore) {
    const Val value = s.pop(), index = s.pop(), array = s.pop();
    const char kind = kElements[op - op_iastore];
    const Place at = element_place(f, s, array, index, kind == 'A' ? "Ljava/lang/Object;" : std::string(1, kind));
    if (kind == 'A' && array.known && value.known && value.value != 0) {
      const ClassInfo& wanted = world_.find(class_of(pass_.things[known_object(array)].is->element));
      raise_if(f, s, negation(instance(f, s, value, wanted)), "ArrayStoreException");
    }
    plainly(s, at);
    store(f, s, at, value, java::kPlain, "set");
    return true;
  }
  switch (op) {
    case op_getstatic:
    case op_putstatic: {
      const MemberRef& m = need(Constant::Kind::member).member;
      const ClassInfo& of = world_.find(m.owner);
      if (op == op_getstatic && m.name == "TYPE" && of.is_library()) {
        static const std::map<std::string, std::string> kTypes = {
            {"java/lang/Integer", "I"}, {"java/lang/Long", "J"},  {"java/lang/Boolean", "Z"}, {"java/lang/Byte", "B"},
            {"java/lang/Short", "S"},   {"java/lang/Float", "F"}, {"java/lang/Double", "D"},  {"java/lang/Character", "C"}};
        if (const auto found = kTypes.find(m.owner); found != kTypes.end()) {
          s.push(reference(pass_.class_object(found->second)));
          return true;
        }
      }
      if (m.owner == "java/lang/System" && (m.name == "out" || m.name == "err")) {
        s.push(reference(pass_.only("java/io/PrintStream")));
        return true;
      }
      if (m.owner == "java/nio/ByteOrder") {
        s.push(reference(pass_.only(std::string(m.name == "BIG_ENDIAN" ? kBigEndian : kLittleEndian))));
        return true;
      }
      if (m.owner.starts_with("java/util/concurrent/TimeUnit")) {
        s.push(reference(pass_.only("java/util/concurrent/TimeUnit")));
        return true;
      }
      const FieldInfo* field = world_.field(of, m.name, true);
      if (!field) refuse(f, fmt::format("the static field {}.{} is not modelled", java_name(m.owner), m.name));
      initialise(f, s, *field->of);
      const Place at = static_place(f, s, *field);
      plainly(s, at);
      const std::string_view name = at.is_volatile       ? (op == op_getstatic ? "getVolatile" : "setVolatile")
                                    : op == op_getstatic ? "get"
                                                         : "set";
      if (op == op_getstatic)
        s.push(load(f, s, at, at.sets, name));
      else
        store(f, s, at, s.pop(), at.sets, name);
      return true;
    }
    case op_getfield:
    case op_putfield: {
      const MemberRef& m = need(Constant::Kind::member).member;
      const FieldInfo* field = world_.field(world_.find(m.owner), m.name, false);
      if (!field) refuse(f, fmt::format("the field {}.{} is not found", java_name(m.owner), m.name), "is its class on the class path?");
      const Val value = op == op_putfield ? s.pop() : Val{};
      const Val object = nonnull(f, s, s.pop());
      const Place at = field_place(s, object, *field);
      plainly(s, at);
      const std::string_view name = at.is_volatile      ? (op == op_getfield ? "getVolatile" : "setVolatile")
                                    : op == op_getfield ? "get"
                                                        : "set";
      if (op == op_getfield)
        s.push(load(f, s, at, at.sets, name));
      else
        store(f, s, at, value, at.sets, name);
      return true;
    }
    case op_invokevirtual:
    case op_invokespecial:
    case op_invokestatic:
    case op_invokeinterface:
      need(Constant::Kind::member);
      call(f, i, s);
      return true;
    case op_invokedynamic:
      need(Constant::Kind::dynamic);
      call_dynamic(f, i, s);
      return true;
    case op_new: {
      const ClassInfo& of = world_.find(need(Constant::Kind::class_).text);
      initialise(f, s, of);
      s.push(new_object(f, s, of));
      return true;
    }
    case op_newarray: {
      static constexpr std::string_view kTypes = "ZCFDBSIJ";
      if (i.a < 4 || i.a > 11) refuse(f, "an array of an unknown type");
      const Val length = s.pop();
      s.push(new_array(f, s, world_.find(std::string("[") + kTypes[static_cast<std::size_t>(i.a - 4)]), length));
      return true;
    }
    case op_anewarray: {
      const std::string& of = need(Constant::Kind::class_).text;
      const Val length = s.pop();
      s.push(new_array(f, s, world_.find(of.starts_with('[') ? "[" + of : "[L" + of + ";"), length));
      return true;
    }
    case op_multianewarray: {
      const ClassInfo& of = world_.find(need(Constant::Kind::class_).text);
      std::vector<Val> lengths;
      for (std::int32_t n = 0; n < i.b; ++n) lengths.insert(lengths.begin(), s.pop());
      s.push(new_arrays(f, s, of, lengths, 0));
      return true;
    }
    case op_arraylength: s.push(length_of(f, s, s.pop())); return true;
    case op_athrow: {
      const Val exception = nonnull(f, s, s.pop());
      raise(f, std::move(s), exception, where(f));
      return false;
    }
    case op_checkcast: {
      const ClassInfo& of = world_.find(need(Constant::Kind::class_).text);
      const Val v = s.pop();
      raise_if(f, s, negation(instance_or_null(f, s, v, of, true)), "ClassCastException");
      s.push(v);
      return true;
    }
    case op_instanceof: {
      const ClassInfo& of = world_.find(need(Constant::Kind::class_).text);
      const Val v = s.pop();
      s.push(instance_or_null(f, s, v, of, false));
      return true;
    }
    case op_monitorenter:
    case op_monitorexit: {
      if (op == op_monitorexit && !s.stack.empty() && is_null(s.stack.back()))
        throw wrong("bytecode-malformed", where(f), "a monitor is released that was not taken");
      const Val object = nonnull(f, s, s.pop());
      monitor(f, s, object, op == op_monitorenter);
      return true;
    }
    default: refuse(f, fmt::format("instruction {} is not modelled", op));
  }
}

}  // namespace thinair::read::bytecode
