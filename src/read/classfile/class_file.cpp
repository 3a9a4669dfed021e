#include "read/classfile/class_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "read/classfile/constant_pool.hpp"
#include "read/classfile/opcodes.hpp"

namespace thinair::read::classfile {
namespace {

constexpr unsigned kDeepestAnnotation = 20;

class Reader {
 public:
  Reader(Bytes& in, const ConstantPool& pool) : in_(in), pool_(pool) {}

  ClassFile read(std::uint16_t major) {
    ClassFile out;
    out.major = major;
    out.flags = in_.u2();
    out.name = pool_.class_name(in_.u2());
    if (const std::uint16_t super = in_.u2(); super != 0) out.super = pool_.class_name(super);
    for (unsigned n = in_.u2(); n > 0; --n) out.interfaces.push_back(pool_.class_name(in_.u2()));
    for (unsigned n = in_.u2(); n > 0; --n) out.fields.push_back(field());
    for (unsigned n = in_.u2(); n > 0; --n) out.methods.push_back(method());
    attributes([&](const std::string& name, Bytes& in) {
      if (name == "SourceFile") out.source = pool_.utf8(in.u2());
      if (name == "RuntimeVisibleAnnotations") out.annotations = annotations(in);
      if (name == "BootstrapMethods") out.bootstraps = bootstraps(in);
    });
    if (!in_.at_end()) throw Malformed{"something follows the end of the class"};
    out.constants = pool_.constants();
    return out;
  }

 private:
  template <class Use>
  void attributes(const Use& use) {
    attributes(in_, use);
  }
  template <class Use>
  void attributes(Bytes& in, const Use& use) {
    for (unsigned n = in.u2(); n > 0; --n) {
      const std::string& name = pool_.utf8(in.u2());
      Bytes inside(in.take(in.u4()));
      use(name, inside);
    }
  }

  Field field() {
    Field out;
    out.flags = in_.u2();
    out.name = pool_.utf8(in_.u2());
    out.descriptor = pool_.utf8(in_.u2());
    attributes([&](const std::string& name, Bytes& in) {
      if (name == "ConstantValue") out.constant = in.u2();
    });
    return out;
  }

  Method method() {
    Method out;
    out.flags = in_.u2();
    out.name = pool_.utf8(in_.u2());
    out.descriptor = pool_.utf8(in_.u2());
    attributes([&](const std::string& name, Bytes& in) {
      if (name == "Code") out.code = code(in);
      if (name == "RuntimeVisibleAnnotations") out.annotations = annotations(in);
    });
    return out;
  }

  std::vector<Bootstrap> bootstraps(Bytes& in) {
    std::vector<Bootstrap> out;
    for (unsigned n = in.u2(); n > 0; --n) {
      Bootstrap one;
      const Constant method = in_range(in.u2());
      if (method.kind != Constant::Kind::handle) throw Malformed{"a bootstrap method is no method handle"};
      one.method = method.handle;
      for (unsigned a = in.u2(); a > 0; --a) {
        one.arguments.push_back(in.u2());
        in_range(one.arguments.back());
      }
      out.push_back(std::move(one));
    }
    return out;
  }
  Constant in_range(std::uint16_t index) const {
    if (index >= pool_.size()) throw Malformed{fmt::format("there is no constant {}", index)};
    return pool_.constant(index);
  }

  // ---- annotations

  std::vector<Annotation> annotations(Bytes& in, unsigned depth = 0) {
    std::vector<Annotation> out;
    for (unsigned n = in.u2(); n > 0; --n) out.push_back(annotation(in, depth));
    return out;
  }
  Annotation annotation(Bytes& in, unsigned depth) {
    Annotation out;
    out.type = pool_.utf8(in.u2());
    for (unsigned n = in.u2(); n > 0; --n) {
      std::string name = pool_.utf8(in.u2());
      out.elements.emplace_back(std::move(name), element(in, depth + 1));
    }
    return out;
  }
  Element element(Bytes& in, unsigned depth) {
    if (depth > kDeepestAnnotation) throw Malformed{"annotations are nested too deep"};
    Element out;
    out.tag = static_cast<char>(in.u1());
    switch (out.tag) {
      case 's': out.text = pool_.utf8(in.u2()); break;
      case 'e':
        pool_.utf8(in.u2());
        out.text = pool_.utf8(in.u2());
        break;
      case 'c': out.text = pool_.utf8(in.u2()); break;
      case '@': out.annotations.push_back(annotation(in, depth + 1)); break;
      case '[':
        for (unsigned n = in.u2(); n > 0; --n) out.items.push_back(element(in, depth + 1));
        break;
      case 'B':
      case 'C':
      case 'D':
      case 'F':
      case 'I':
      case 'J':
      case 'S':
      case 'Z': out.number = pool_.number(in.u2()); break;
      default: throw Malformed{"an annotation has a value of an unknown kind"};
    }
    return out;
  }

  // ---- code

  Code code(Bytes& in) {
    Code out;
    in.u2();  // max_stack
    out.max_locals = in.u2();
    const std::string_view bytes = in.take(in.u4());
    if (bytes.empty() || bytes.size() > 65535) throw Malformed{"a method has no code, or too much of it"};
    std::map<std::uint32_t, std::uint32_t> index;  // of the instruction at an offset
    decode(bytes, out, index);
    const auto place = [&](std::uint32_t pc) {
      if (pc == bytes.size()) return static_cast<std::uint32_t>(out.instructions.size());
      const auto found = index.find(pc);
      if (found == index.end()) throw Malformed{"code jumps into an instruction"};
      return found->second;
    };
    for (unsigned n = in.u2(); n > 0; --n) {
      Handler h;
      h.begin = place(in.u2());
      h.end = place(in.u2());
      h.at = place(in.u2());
      if (const std::uint16_t type = in.u2(); type != 0) h.type = pool_.class_name(type);
      if (h.at == out.instructions.size()) throw Malformed{"a handler stands behind the code"};
      out.handlers.push_back(std::move(h));
    }
    attributes(in, [&](const std::string& name, Bytes& inside) {
      if (name == "LineNumberTable")
        for (unsigned n = inside.u2(); n > 0; --n) {
          const std::uint32_t pc = inside.u2();
          out.lines.emplace_back(pc, inside.u2());
        }
      if (name == "LocalVariableTable")
        for (unsigned n = inside.u2(); n > 0; --n) {
          LocalName local;
          local.begin = inside.u2();
          local.end = local.begin + inside.u2();
          local.name = pool_.utf8(inside.u2());
          inside.u2();
          local.slot = inside.u2();
          out.names.push_back(std::move(local));
        }
    });
    std::ranges::sort(out.lines);
    return out;
  }

  void decode(std::string_view bytes, Code& out, std::map<std::uint32_t, std::uint32_t>& index) {
    Bytes in(bytes);
    while (!in.at_end()) {
      Instruction i;
      i.pc = static_cast<std::uint32_t>(in.at());
      i.opcode = in.u1();
      index.emplace(i.pc, static_cast<std::uint32_t>(out.instructions.size()));
      if (i.opcode >= kLayout.size() || kLayout[i.opcode] == '!')
        throw Malformed{fmt::format("instruction {} is not known, or no longer allowed (jsr and ret)", i.opcode)};
      operands(in, i, kLayout[i.opcode], out.max_locals);
      out.instructions.push_back(std::move(i));
    }
    // Offsets of jumps become indices.
    const auto target = [&](const Instruction& at, std::int64_t offset) {
      const std::int64_t to = at.pc + offset;
      const auto found = to < 0 ? index.end() : index.find(static_cast<std::uint32_t>(to));
      if (found == index.end()) throw Malformed{"code jumps to where no instruction begins"};
      return found->second;
    };
    for (Instruction& i : out.instructions) {
      const char layout = kLayout[i.opcode];
      if (layout == 'j' || layout == 'J' || layout == 't' || layout == 'u') i.a = static_cast<std::int32_t>(target(i, i.a));
      for (auto& [value, to] : i.cases) to = target(i, static_cast<std::int32_t>(to));
    }
  }

  void operands(Bytes& in, Instruction& i, char layout, std::uint16_t locals) {
    const auto local = [&](std::int32_t slot) {
      if (slot >= locals) throw Malformed{"an instruction names a local that the method does not have"};
      return slot;
    };
    switch (layout) {
      case 'b': i.a = static_cast<std::int8_t>(in.u1()); break;
      case 's': i.a = static_cast<std::int16_t>(in.u2()); break;
      case 'l': i.a = local(in.u1()); break;
      case 'k': i.a = constant(in.u1()); break;
      case 'c': i.a = constant(in.u2()); break;
      case 'j': i.a = static_cast<std::int16_t>(in.u2()); break;
      case 'J': i.a = static_cast<std::int32_t>(in.u4()); break;
      case 'i':
        i.a = local(in.u1());
        i.b = static_cast<std::int8_t>(in.u1());
        break;
      case 'd':
      case 'y':
        i.a = constant(in.u2());
        in.u2();
        break;
      case 'm':
        i.a = constant(in.u2());
        i.b = in.u1();
        break;
      case 't':
      case 'u': cases(in, i, layout); break;
      case 'w': {
        i.opcode = in.u1();
        const char inner = i.opcode < kLayout.size() ? kLayout[i.opcode] : '!';
        if (inner != 'l' && inner != 'i') throw Malformed{"'wide' stands before an instruction that it does not fit"};
        i.a = local(in.u2());
        if (inner == 'i') i.b = static_cast<std::int16_t>(in.u2());
        break;
      }
      default:
        // Locals in the instruction's own number: xload_n, xstore_n.
        if (i.opcode >= op_iload_0 && i.opcode < op_iaload) local((i.opcode - op_iload_0) % 4);
        if (i.opcode >= op_istore_0 && i.opcode < op_iastore) local((i.opcode - op_istore_0) % 4);
        break;
    }
  }

  std::int32_t constant(std::uint16_t index) const {
    if (index == 0 || index >= pool_.size()) throw Malformed{fmt::format("there is no constant {}", index)};
    return index;
  }

  static void cases(Bytes& in, Instruction& i, char layout) {
    in.take((4 - in.at() % 4) % 4);
    i.a = static_cast<std::int32_t>(in.u4());
    if (layout == 't') {
      const auto low = static_cast<std::int32_t>(in.u4());
      const auto high = static_cast<std::int32_t>(in.u4());
      if (high < low || std::int64_t{high} - low > 65535) throw Malformed{"a tableswitch has bounds that cannot be"};
      for (std::int64_t v = low; v <= high; ++v) i.cases.emplace_back(static_cast<std::int32_t>(v), in.u4());
    } else {
      const std::uint32_t count = in.u4();
      if (count > 65535) throw Malformed{"a lookupswitch has more cases than code has room for"};
      for (std::uint32_t n = 0; n < count; ++n) {
        const auto value = static_cast<std::int32_t>(in.u4());
        i.cases.emplace_back(value, in.u4());
      }
    }
  }

  Bytes& in_;
  const ConstantPool& pool_;
};

}  // namespace

const Element* Annotation::find(std::string_view name) const {
  const auto found = std::ranges::find_if(elements, [&](const auto& e) { return e.first == name; });
  return found == elements.end() ? nullptr : &found->second;
}

std::uint32_t Code::line(std::uint32_t pc) const {
  std::uint32_t out = 0;
  for (const auto& [begin, line] : lines)
    if (begin <= pc) out = line;
  return out;
}

const Method* ClassFile::find(std::string_view method, std::string_view descriptor) const {
  const auto found = std::ranges::find_if(methods, [&](const Method& m) { return m.name == method && m.descriptor == descriptor; });
  return found == methods.end() ? nullptr : &*found;
}

tl::expected<ClassFile, std::string> read_class(std::string_view bytes) {
  try {
    Bytes in(bytes);
    if (bytes.size() < 4 || in.u4() != 0xCAFEBABE) throw Malformed{"it does not begin as a class file does"};
    const std::uint16_t minor = in.u2();
    const std::uint16_t major = in.u2();
    if (major < 45) throw Malformed{fmt::format("version {} of the format does not exist", major)};
    if (minor == 0xFFFF) throw Malformed{"it uses features of a Java version that were a preview"};
    const ConstantPool pool(in);
    return Reader(in, pool).read(major);
  } catch (const Malformed& wrong) {
    return tl::unexpected(wrong.why);
  }
}

}  // namespace thinair::read::classfile
