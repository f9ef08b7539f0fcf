// A hash table from a pair of ids to a number: what BPE asks most, both learning and encoding.
//
// Open addressing in one array, so that a look-up mostly touches one cache line. Pairs are never
// taken out again. How a slot keeps a pair and its number is up to the kind of slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tril {

constexpr uint32_t kNoValue = UINT32_MAX;  // what look-ups give when there is no such pair

// Ids and value below 2^21, all in one word: encoding is as fast as this is small.
class SmallPairSlot {
 public:
  SmallPairSlot() = default;
  SmallPairSlot(uint32_t left, uint32_t right, uint32_t value)
      : word_(pairOf(left, right) << 21 | value) {}

  bool empty() const { return word_ == kEmpty; }
  bool holds(uint32_t left, uint32_t right) const { return word_ >> 21 == pairOf(left, right); }
  uint32_t left() const { return static_cast<uint32_t>(word_ >> 42); }
  uint32_t right() const { return static_cast<uint32_t>(word_ >> 21) & kMask; }
  uint32_t value() const { return static_cast<uint32_t>(word_) & kMask; }

 private:
  static constexpr uint64_t kEmpty = UINT64_MAX;  // its top bit is never set in a word in use
  static constexpr uint32_t kMask = (1u << 21) - 1;

  static uint64_t pairOf(uint32_t left, uint32_t right) {
    return static_cast<uint64_t>(left) << 21 | right;
  }

  uint64_t word_ = kEmpty;
};

// Any ids, and any value but kNoValue.
class LargePairSlot {
 public:
  LargePairSlot() = default;
  LargePairSlot(uint32_t left, uint32_t right, uint32_t value)
      : left_(left), right_(right), value_(value) {}

  bool empty() const { return value_ == kNoValue; }
  bool holds(uint32_t left, uint32_t right) const { return left_ == left && right_ == right; }
  uint32_t left() const { return left_; }
  uint32_t right() const { return right_; }
  uint32_t value() const { return value_; }

 private:
  uint32_t left_ = 0, right_ = 0, value_ = kNoValue;
};

template <class Slot>
class PairTable {
 public:
  // Makes room, so that so many pairs go in without moving any.
  void reserve(size_t pairs) {
    size_t slots = 16;
    while (slots < pairs * 2) slots *= 2;
    if (slots > slots_.size()) rehash(slots);
  }

  // The pair's value, or kNoValue.
  uint32_t find(uint32_t left, uint32_t right) const {
    if (slots_.empty()) return kNoValue;
    for (size_t i = indexOf(left, right);; i = (i + 1) & mask_) {
      if (slots_[i].holds(left, right)) return slots_[i].value();
      if (slots_[i].empty()) return kNoValue;
    }
  }

  // Stores the value unless the pair has one already. Returns whether it did.
  bool insert(uint32_t left, uint32_t right, uint32_t value) {
    if (size_ * 2 >= slots_.size()) rehash(slots_.empty() ? 16 : slots_.size() * 2);
    size_t i = indexOf(left, right);
    for (; !slots_[i].empty(); i = (i + 1) & mask_) {
      if (slots_[i].holds(left, right)) return false;
    }
    slots_[i] = {left, right, value};
    ++size_;
    return true;
  }

 private:
  // The product's upper half holds the bits that depend on every bit of the pair.
  size_t indexOf(uint32_t left, uint32_t right) const {
    const uint64_t pair = static_cast<uint64_t>(left) << 32 | right;
    return static_cast<size_t>((pair ^ pair >> 29) * 0x9E3779B97F4A7C15u >> 32) & mask_;
  }

  void rehash(size_t slots) {
    std::vector<Slot> old(slots);
    old.swap(slots_);
    mask_ = slots - 1;
    for (const Slot& slot : old) {
      if (slot.empty()) continue;
      size_t i = indexOf(slot.left(), slot.right());
      while (!slots_[i].empty()) i = (i + 1) & mask_;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  size_t size_ = 0;
};

}  // namespace tril
