// Writes small class files, so that tests need no compiler: constants as they are wanted, methods as bytes.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace thinair::tests {

class ClassWriter {
 public:
  explicit ClassWriter(std::string name, std::string super = "java/lang/Object") : name_(std::move(name)), super_(std::move(super)) {}

  static std::string u1(unsigned v) { return std::string(1, static_cast<char>(v & 0xFF)); }
  static std::string u2(unsigned v) { return u1(v >> 8) + u1(v); }
  static std::string u4(std::uint32_t v) { return u2(v >> 16) + u2(v); }

  // Indices of constants; the same one for the same constant.
  unsigned utf8(std::string_view text) { return constant(u1(1) + u2(static_cast<unsigned>(text.size())) + std::string(text)); }
  unsigned integer(std::int32_t v) { return constant(u1(3) + u4(static_cast<std::uint32_t>(v))); }
  unsigned long_(std::int64_t v) {
    const auto bits = static_cast<std::uint64_t>(v);
    return constant(u1(5) + u4(static_cast<std::uint32_t>(bits >> 32)) + u4(static_cast<std::uint32_t>(bits)), 2);
  }
  unsigned class_(std::string_view name) { return constant(u1(7) + u2(utf8(name))); }
  unsigned string(std::string_view text) { return constant(u1(8) + u2(utf8(text))); }
  unsigned member(unsigned tag, std::string_view owner, std::string_view name, std::string_view descriptor) {
    const unsigned both = constant(u1(12) + u2(utf8(name)) + u2(utf8(descriptor)));
    const unsigned of = class_(owner);
    return constant(u1(tag) + u2(of) + u2(both));
  }
  unsigned field_of(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return member(9, owner, name, descriptor);
  }
  unsigned method_of(std::string_view owner, std::string_view name, std::string_view descriptor) {
    return member(10, owner, name, descriptor);
  }
  unsigned raw(std::string bytes) { return constant(std::move(bytes)); }

  void field(unsigned flags, std::string_view name, std::string_view descriptor) {
    fields_.push_back(u2(flags) + u2(utf8(name)) + u2(utf8(descriptor)) + u2(0));
  }
  void method(unsigned flags, std::string_view name, std::string_view descriptor, const std::string& code, unsigned locals = 4,
              const std::string& handlers = u2(0), const std::string& attributes = u2(0)) {
    const std::string body = u2(8) + u2(locals) + u4(static_cast<std::uint32_t>(code.size())) + code + handlers + attributes;
    methods_.push_back(u2(flags) + u2(utf8(name)) + u2(utf8(descriptor)) + u2(1) + attribute("Code", body));
  }
  std::string attribute(std::string_view name, const std::string& body) {
    return u2(utf8(name)) + u4(static_cast<std::uint32_t>(body.size())) + body;
  }
  void also(const std::string& attribute) { attributes_.push_back(attribute); }

  std::string bytes(unsigned major = 61) {
    const unsigned self = class_(name_), up = super_.empty() ? 0 : class_(super_);
    std::string out = u4(0xCAFEBABE) + u2(0) + u2(major) + u2(next_) + pool_ + u2(0x21) + u2(self) + u2(up) + u2(0);
    const auto list = [&](const std::vector<std::string>& all) {
      out += u2(static_cast<unsigned>(all.size()));
      for (const std::string& one : all) out += one;
    };
    list(fields_);
    list(methods_);
    list(attributes_);
    return out;
  }

 private:
  unsigned constant(std::string bytes, unsigned slots = 1) {
    const auto [at, fresh] = known_.try_emplace(bytes, next_);
    if (!fresh) return at->second;
    pool_ += bytes;
    next_ += slots;
    return at->second;
  }

  std::string name_, super_, pool_;
  unsigned next_ = 1;
  std::map<std::string, unsigned> known_;
  std::vector<std::string> fields_, methods_, attributes_;
};

// Bytes of instructions.
inline std::string code(std::initializer_list<unsigned> bytes) {
  std::string out;
  for (const unsigned b : bytes) out += static_cast<char>(b);
  return out;
}

}  // namespace thinair::tests
