// Outcomes, packed: a program can have hundreds of thousands.
//
//   takes   outcomes one at a time
//   gives   each of them back, unpacked anew whenever it is asked for; whether there is one with a given state
//
// An outcome as a value is some twenty pieces of memory. Here it is a row of bytes in one of a few large blocks: numbers take as many bytes
// as they need, and what outcomes have in common (structures, names of orders, justifications, traces) is kept once. A row opens with the
// state, written so that rows compare as their states do.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "answer/outcome.hpp"

namespace thinair::answer {

class Outcomes {
 public:
  Outcomes() = default;
  Outcomes(std::initializer_list<Outcome> outcomes) {
    for (const Outcome& outcome : outcomes) add(outcome);
  }

  // False: there is one with this state already, and nothing has changed.
  bool add(const Outcome& outcome);
  bool contains(const State& state) const;
  void push_back(const Outcome& outcome) { add(outcome); }
  // Ascending by state.
  void sort();

  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  Outcome operator[](std::size_t i) const;
  Outcome front() const { return (*this)[0]; }
  State state(std::size_t i) const;
  bool is_open(std::size_t i) const { return rows_[i].open; }  // some value of the state is

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Outcome;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = Outcome;
    Iterator() = default;
    Iterator(const Outcomes* of, std::size_t at) : of_(of), at_(at) {}
    Outcome operator*() const { return (*of_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) { return {of_, at_++}; }
    bool operator==(const Iterator&) const = default;

   private:
    const Outcomes* of_ = nullptr;
    std::size_t at_ = 0;
  };
  Iterator begin() const { return {this, 0}; }
  Iterator end() const { return {this, size()}; }

 private:
  struct Row {
    const char* bytes;
    std::uint32_t state : 31;  // bytes that are the state
    std::uint32_t open : 1;
  };
  std::string_view state_bytes(const Row& row) const { return {row.bytes, row.state}; }
  const char* store(const std::string& bytes);
  std::uint32_t find(std::string_view state) const;
  void index(std::uint32_t row);
  void grow();

  // Where the next row goes. A copy has none: rows that are written stay as they are and are shared, the room behind them is not.
  struct Room {
    char* at = nullptr;
    std::size_t left = 0;
    Room() = default;
    Room(const Room&) {}
    Room& operator=(const Room&) {
      at = nullptr;
      left = 0;
      return *this;
    }
  };
  std::vector<std::shared_ptr<char[]>> blocks_;
  Room room_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> table_;  // rows by hash of their states; a power of two of places
  std::vector<std::shared_ptr<const events::Structure>> structures_;
  std::vector<std::string> names_;
  std::vector<std::shared_ptr<const Justification>> justifications_;
  std::vector<std::shared_ptr<const Trace>> traces_;
};

}  // namespace thinair::answer
