#include "answer/outcomes.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "support/check.hpp"

namespace thinair::answer {
namespace {

constexpr std::uint32_t kNone = UINT32_MAX;
constexpr std::size_t kSmallBlock = 1024, kLargeBlock = 1 << 18;

// Numbers of any size: seven bits a byte, the lowest first.
void put(std::string& to, std::uint64_t number) {
  for (; number >= 128; number >>= 7) to += static_cast<char>(number | 128);
  to += static_cast<char>(number);
}

std::uint64_t get(const char*& from) {
  std::uint64_t number = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = static_cast<unsigned char>(*from++);
    number |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) return number;
  }
}

// Numbers that compare as their bytes do: how many bytes follow (negative numbers below, more bytes first), then these, the highest first.
// 0x80 is the number 0, so that values of one byte take two.
void put_sorted(std::string& to, Value value) {
  const auto bits = static_cast<std::uint64_t>(value);
  unsigned length = 0;
  for (std::uint64_t rest = value < 0 ? ~bits : bits; rest != 0; rest >>= 8) ++length;
  to += static_cast<char>(value < 0 ? 0x7F - length : 0x80 + length);
  for (unsigned i = length; i-- > 0;) to += static_cast<char>(bits >> (8 * i));
}

Value get_sorted(const char*& from) {
  const auto head = static_cast<unsigned char>(*from++);
  std::uint64_t bits = head < 0x80 ? ~std::uint64_t{0} : 0;
  for (unsigned length = head < 0x80 ? 0x7F - head : head - 0x80; length > 0; --length)
    bits = bits << 8 | static_cast<unsigned char>(*from++);
  return static_cast<Value>(bits);
}

// Ends with a byte below all others, so that shorter texts come first; 0 and 1 within are written as two bytes.
void put_sorted(std::string& to, const std::string& text) {
  for (const char c : text) {
    if (c == 0 || c == 1) to += '\1';
    to += c;
  }
  to += '\0';
}

std::string get_text(const char*& from) {
  std::string text;
  for (; *from != 0; ++from) {
    if (*from == 1) ++from;
    text += *from;
  }
  ++from;
  return text;
}

// A value has the tag 0x01 .. 0x02 in front as the variant has it; lists end with 0, their members count from 1.
std::string pack(const State& state) {
  std::string out;
  for (const Datum& datum : state.values) {
    if (const auto* value = std::get_if<Value>(&datum)) {
      out += '\1';
      put_sorted(out, *value);
      continue;
    }
    const Open& open = std::get<Open>(datum);
    out += '\2';
    put_sorted(out, open.symbol);
    put_sorted(out, open.where);
    out += open.example ? '\1' : '\0';
    if (open.example) put_sorted(out, *open.example);
  }
  out += '\0';
  for (const auto* threads : {&state.threw, &state.blocked}) {
    for (const std::uint32_t t : *threads) put_sorted(out, Value{t} + 1);
    out += '\0';
  }
  return out;
}

State unpack_state(const char* from) {
  State state;
  for (char tag; (tag = *from++) != 0;) {
    if (tag == 1) {
      state.values.emplace_back(get_sorted(from));
      continue;
    }
    Open open{get_text(from), get_text(from)};
    if (*from++ != 0) open.example = get_sorted(from);
    state.values.emplace_back(std::move(open));
  }
  for (auto* threads : {&state.threw, &state.blocked}) {
    for (; *from != 0;) threads->push_back(static_cast<std::uint32_t>(get_sorted(from) - 1));
    ++from;
  }
  return state;
}

template <class T>
void put_all(std::string& to, const std::vector<T>& numbers) {
  put(to, numbers.size());
  for (const T number : numbers) put(to, (static_cast<std::uint64_t>(number) + 1) & UINT32_MAX);  // kNoEvent becomes 0
}

template <class T>
std::vector<T> get_all(const char*& from) {
  std::vector<T> numbers(get(from));
  for (T& number : numbers) number = static_cast<T>(get(from) - 1);
  return numbers;
}

// A relation that orders its field totally, or the classes of it, is the list of each row's pairs; empty rows take a byte.
void put(std::string& to, const relation::Relation& relation) {
  put(to, relation.size());
  const std::size_t bytes = (relation.size() + 7) / 8;
  for (std::size_t a = 0; a < relation.size(); ++a) {
    const auto row = relation.row(a);
    std::size_t last = 0;
    for (std::size_t i = 0; i < bytes; ++i)
      if (row[i / 8] >> (8 * (i % 8)) & 255) last = i + 1;
    put(to, last);
    for (std::size_t i = 0; i < last; ++i) to += static_cast<char>(row[i / 8] >> (8 * (i % 8)));
  }
}

relation::Relation get_relation(const char*& from) {
  relation::Relation relation(get(from));
  for (std::size_t a = 0; a < relation.size(); ++a) {
    const std::size_t last = get(from);
    for (std::size_t i = 0; i < last; ++i)
      relation.row(a)[i / 8] |= static_cast<relation::Word>(static_cast<unsigned char>(*from++)) << (8 * (i % 8));
  }
  return relation;
}

// The place of something in a short list, which gets it if it is new.
template <class T>
std::size_t number_of(std::vector<T>& list, const T& item) {
  const auto at = std::find(list.rbegin(), list.rend(), item);
  if (at != list.rend()) return static_cast<std::size_t>(list.rend() - at) - 1;
  list.push_back(item);
  return list.size() - 1;
}

}  // namespace

std::uint32_t Outcomes::find(std::string_view state) const {
  if (table_.empty()) return kNone;
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = std::hash<std::string_view>{}(state)&mask; table_[at] != kNone; at = (at + 1) & mask)
    if (state_bytes(rows_[table_[at]]) == state) return table_[at];
  return kNone;
}

void Outcomes::index(std::uint32_t row) {
  const std::size_t mask = table_.size() - 1;
  std::size_t at = std::hash<std::string_view>{}(state_bytes(rows_[row])) & mask;
  while (table_[at] != kNone) at = (at + 1) & mask;
  table_[at] = row;
}

void Outcomes::grow() {
  if (3 * table_.size() > 4 * (rows_.size() + 1)) return;
  table_.assign(std::max<std::size_t>(16, 2 * table_.size()), kNone);
  for (std::uint32_t row = 0; row < rows_.size(); ++row) index(row);
}

// Blocks grow with what they hold, up to a limit; what is longer has its own.
const char* Outcomes::store(const std::string& bytes) {
  if (bytes.size() > room_.left) {
    room_.left = std::max(bytes.size(), std::min(kLargeBlock, kSmallBlock << std::min<std::size_t>(blocks_.size(), 8)));
    blocks_.push_back(std::make_shared<char[]>(room_.left));
    room_.at = blocks_.back().get();
  }
  char* const out = room_.at;
  std::memcpy(out, bytes.data(), bytes.size());
  room_.at += bytes.size();
  room_.left -= bytes.size();
  return out;
}

bool Outcomes::contains(const State& state) const { return !rows_.empty() && find(pack(state)) != kNone; }

bool Outcomes::add(const Outcome& outcome) {
  std::string bytes = pack(outcome.state);
  if (find(bytes) != kNone) return false;
  check(rows_.size() < kNone, "outcomes can be numbered");
  const auto state = static_cast<std::uint32_t>(bytes.size());
  const events::Execution& x = outcome.witness;
  put(bytes, number_of(structures_, x.structure));
  put_all(bytes, x.reads_from);
  put_all(bytes, x.final_write);
  put_all(bytes, x.read_values);
  put(bytes, x.orders.size());
  for (const auto& [name, order] : x.orders) {
    put(bytes, number_of(names_, name));
    put(bytes, order);
  }
  put(bytes, outcome.justification ? justifications_.size() + 1 : 0);
  if (outcome.justification) justifications_.push_back(outcome.justification);
  put(bytes, outcome.trace ? traces_.size() + 1 : 0);
  if (outcome.trace) traces_.push_back(outcome.trace);
  put_all(bytes, outcome.terms);
  put_all(bytes, outcome.constraints);
  grow();
  const bool open = std::ranges::any_of(outcome.state.values, [](const Datum& d) { return std::holds_alternative<Open>(d); });
  rows_.push_back({store(bytes), state & (UINT32_MAX >> 1), open});
  index(static_cast<std::uint32_t>(rows_.size() - 1));
  return true;
}

State Outcomes::state(std::size_t i) const { return unpack_state(rows_[i].bytes); }

Outcome Outcomes::operator[](std::size_t i) const {
  const char* from = rows_[i].bytes + rows_[i].state;
  Outcome out;
  out.state = state(i);
  events::Execution& x = out.witness;
  x.structure = structures_[get(from)];
  x.reads_from = get_all<events::EventId>(from);
  x.final_write = get_all<events::EventId>(from);
  x.read_values = get_all<value::TermId>(from);
  for (std::size_t left = get(from); left > 0; --left) {
    const std::string& name = names_[get(from)];
    x.orders.emplace_back(name, get_relation(from));
  }
  if (const std::size_t justified = get(from); justified != 0) out.justification = justifications_[justified - 1];
  if (const std::size_t traced = get(from); traced != 0) out.trace = traces_[traced - 1];
  out.terms = get_all<value::TermId>(from);
  out.constraints = get_all<value::TermId>(from);
  return out;
}

void Outcomes::sort() {
  std::ranges::sort(rows_, {}, [this](const Row& row) { return state_bytes(row); });
  std::ranges::fill(table_, kNone);
  for (std::uint32_t row = 0; row < rows_.size() && !table_.empty(); ++row) index(row);
}

}  // namespace thinair::answer
