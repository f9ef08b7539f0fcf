// A hash table from a pair of ids to a number: what BPE asks most, both learning and encoding.
//
// Open addressing in one array, so that a look-up mostly touches one cache line. Pairs are never
// taken out again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tril {

class PairTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;  // no such pair; not to be stored as a value

  // Makes room, so that so many pairs go in without moving any.
  void reserve(size_t pairs) {
    size_t slots = 16;
    while (slots < pairs * 2) slots *= 2;
    if (slots > slots_.size()) rehash(slots);
  }

  // The pair's value, or kNone.
  uint32_t find(uint32_t left, uint32_t right) const {
    if (slots_.empty()) return kNone;
    for (size_t i = slotOf(left, right);; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.value == kNone || (slot.left == left && slot.right == right)) return slot.value;
    }
  }

  // Stores the value unless the pair has one already. Returns whether it did.
  bool insert(uint32_t left, uint32_t right, uint32_t value) {
    reserve(size_ + 1);
    size_t i = slotOf(left, right);
    for (; slots_[i].value != kNone; i = (i + 1) & mask_) {
      if (slots_[i].left == left && slots_[i].right == right) return false;
    }
    slots_[i] = {left, right, value};
    ++size_;
    return true;
  }

  size_t size() const { return size_; }

 private:
  struct Slot {
    uint32_t left, right, value;
  };

  // The product's upper half holds the bits that depend on every bit of the pair.
  size_t slotOf(uint32_t left, uint32_t right) const {
    const uint64_t key = static_cast<uint64_t>(left) << 32 | right;
    return static_cast<size_t>((key ^ key >> 29) * 0x9E3779B97F4A7C15u >> 32) & mask_;
  }

  void rehash(size_t slots) {
    std::vector<Slot> old(slots, Slot{0, 0, kNone});
    old.swap(slots_);
    mask_ = slots - 1;
    for (const Slot& slot : old) {
      if (slot.value == kNone) continue;
      size_t i = slotOf(slot.left, slot.right);
      while (slots_[i].value != kNone) i = (i + 1) & mask_;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  size_t size_ = 0;
};

}  // namespace tril
