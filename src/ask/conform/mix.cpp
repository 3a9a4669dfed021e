#include "ask/conform/mix.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace thinair::conform {
namespace {

using compile::Compilers;
using compile::Scheme;
using compile::Site;

constexpr std::size_t kMostMixtures = 1024;

tl::unexpected<Diagnostics> cannot_mix(std::string message) {
  Diagnostic d;
  d.code = "conform-mixed";
  d.has_position = false;
  d.message = std::move(message);
  return fail(std::move(d));
}

// An access that schemes compile differently.
struct Choice {
  Site site;
  std::vector<const Scheme*> schemes;  // one for each way
};

class Mixer {
 public:
  Mixer(const program::Test& source, const std::vector<Scheme>& schemes, compile::Reader reader)
      : source_(source), schemes_(schemes), reader_(reader) {}

  Result<std::vector<Compilers>> run() {
    if (auto found = find_choices(); !found) return fail(std::move(found.error()));
    std::size_t count = 1;
    for (const Choice& choice : choices_)
      if ((count *= choice.schemes.size()) > kMostMixtures)
        return cannot_mix(fmt::format("the schemes share '{}' in more than {} ways: they differ on {} accesses", source_.name,
                                      kMostMixtures, choices_.size()));
    std::vector<Compilers> out;
    std::set<std::string> known;
    for (std::size_t number = 0; number < count; ++number) {
      Compilers mixture = numbered(number);
      auto text = code(mixture);
      if (!text) return fail(std::move(text.error()));
      if (known.insert(std::move(*text)).second) out.push_back(std::move(mixture));
    }
    return out;
  }

 private:
  Result<std::string> code(const Compilers& compilers) const {
    auto compiled = compile::compile(source_, compilers, reader_);
    if (!compiled) return fail(std::move(compiled.error()));
    compiled->tree.header.clear();
    return litmus::to_text(compiled->tree);
  }

  Result<void> find_choices() {
    for (std::uint32_t thread = 0; thread < source_.program.threads.size(); ++thread) {
      const auto& instructions = source_.program.threads[thread].code;
      for (std::size_t at = 0; at < instructions.size(); ++at) {
        if (instructions[at].operation.empty()) continue;
        Choice choice{{thread, at}, {}};
        std::set<std::string> texts;
        for (const Scheme& scheme : schemes_) {
          Compilers one(schemes_.front());
          one.others[choice.site] = &scheme;
          auto text = code(one);
          if (!text) return fail(std::move(text.error()));
          if (texts.insert(std::move(*text)).second) choice.schemes.push_back(&scheme);
        }
        if (choice.schemes.size() > 1) choices_.push_back(std::move(choice));
      }
    }
    return {};
  }

  Compilers numbered(std::size_t number) const {
    Compilers out(schemes_.front());
    std::set<const Scheme*> used;
    std::vector<std::vector<std::string_view>> names(source_.program.threads.size());
    for (std::size_t i = choices_.size(); i-- > 0;) {
      const Choice& choice = choices_[i];
      const Scheme* scheme = choice.schemes[number % choice.schemes.size()];
      number /= choice.schemes.size();
      out.others[choice.site] = scheme;
      used.insert(scheme);
      names[choice.site.thread].insert(names[choice.site.thread].begin(), scheme->name);
    }
    if (used.size() == 1) out.name = (*used.begin())->name;
    if (used.size() <= 1) return out;
    std::vector<std::string> threads;
    for (const auto& thread : names) {
      const bool one = std::ranges::adjacent_find(thread, std::ranges::not_equal_to()) == thread.end();
      threads.push_back(thread.empty() ? "any" : one ? std::string(thread.front()) : fmt::format("{}", fmt::join(thread, ", ")));
    }
    out.name = fmt::format("{}", fmt::join(threads, " | "));
    return out;
  }

  const program::Test& source_;
  const std::vector<Scheme>& schemes_;
  compile::Reader reader_;
  std::vector<Choice> choices_;
};

}  // namespace

Result<std::vector<Compilers>> mixtures(const program::Test& source, const std::vector<Scheme>& schemes, compile::Reader reader) {
  const auto other = std::ranges::find_if(schemes, [&](const Scheme& scheme) { return scheme.isa != schemes.front().isa; });
  if (other != schemes.end())
    return cannot_mix(fmt::format("'{}' is for {} and '{}' for {}: a program runs on one processor", schemes.front().name,
                                  compile::dialect_of(schemes.front().isa), other->name, compile::dialect_of(other->isa)));
  return Mixer(source, schemes, reader).run();
}

}  // namespace thinair::conform
