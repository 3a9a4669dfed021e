// Words of bits, of a number that is fixed when they are made. Few of them stand in the object itself: sets and relations over the events
// of a small program are made by the thousand, and allocating each would cost more than working on it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace thinair::relation {

using Word = std::uint64_t;

template <std::size_t kInside>
class Words {
 public:
  Words() = default;
  Words(std::size_t size, Word value) : size_(size) {
    allocate();
    std::fill_n(data(), size_, value);
  }
  Words(const Words& other) : size_(other.size_) {
    allocate();
    std::copy_n(other.data(), size_, data());
  }
  Words(Words&& other) noexcept { take(other); }
  Words& operator=(const Words& other) {
    if (this == &other) return *this;
    if (size_ != other.size_) {
      release();
      size_ = other.size_;
      allocate();
    }
    std::copy_n(other.data(), size_, data());
    return *this;
  }
  Words& operator=(Words&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  ~Words() { release(); }

  std::size_t size() const { return size_; }
  Word* data() { return size_ <= kInside ? inside_ : outside_; }
  const Word* data() const { return size_ <= kInside ? inside_ : outside_; }
  Word& operator[](std::size_t i) { return data()[i]; }
  const Word& operator[](std::size_t i) const { return data()[i]; }
  Word* begin() { return data(); }
  Word* end() { return data() + size_; }
  const Word* begin() const { return data(); }
  const Word* end() const { return data() + size_; }
  bool operator==(const Words& other) const { return size_ == other.size_ && std::equal(begin(), end(), other.begin()); }

 private:
  void allocate() {
    if (size_ <= kInside) return;
    const std::size_t wanted = std::exchange(size_, 0);  // nothing is held if there is no memory
    outside_ = new Word[wanted];
    size_ = wanted;
  }
  void release() {
    if (size_ > kInside) delete[] outside_;
    size_ = 0;
  }
  void take(Words& other) {
    size_ = std::exchange(other.size_, 0);
    if (size_ <= kInside)
      std::copy_n(other.inside_, size_, inside_);
    else
      outside_ = other.outside_;
  }

  std::size_t size_ = 0;
  union {
    Word inside_[kInside];
    Word* outside_;
  };
};

}  // namespace thinair::relation
