// A hash table from byte sequences to numbers: tokens by their bytes, pieces already seen.
//
// The table keeps no bytes. Up to seven of them are their own key, so most look-ups touch nothing
// but one slot; longer sequences are known by their hash, and the caller shows the bytes behind a
// number for the last comparison.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace tril {

static_assert(std::endian::native == std::endian::little);

class ByteTable {
 public:
  static constexpr uint32_t kNone = UINT32_MAX;  // no such sequence; not to be stored as a value

  // The key of bytes. Up to seven are all in it, with their number on top; of more it is a hash,
  // and depends on their number, too. It is never 0, unless there are no bytes.
  static uint64_t keyOf(std::string_view bytes);

  // A hash of a key, good in its upper bits.
  static uint64_t hashOf(uint64_t key) { return (key ^ key >> 29) * kFactor; }

  // Whether two sequences of the same length, eight bytes or more, are equal.
  static bool equal(std::string_view a, std::string_view b) {
    const size_t last = a.size() - 8;
    for (size_t i = 0; i < last; i += 8) {
      if (load<uint64_t>(a.data() + i) != load<uint64_t>(b.data() + i)) return false;
    }
    return load<uint64_t>(a.data() + last) == load<uint64_t>(b.data() + last);
  }

  // Makes room, so that so many sequences go in without moving any.
  void reserve(size_t sequences) {
    size_t slots = 16;
    while (slots < sequences * 2) slots *= 2;
    if (slots > slots_.size()) rehash(slots);
  }

  // The value stored for these bytes, or kNone. bytesOf(value) gives the bytes of a stored value.
  template <class BytesOf>
  uint32_t find(std::string_view bytes, BytesOf bytesOf) const {
    if (slots_.empty()) return kNone;
    const uint64_t key = keyOf(bytes);
    for (size_t i = slotOf(key);; i = (i + 1) & mask_) {
      const Slot& slot = slots_[i];
      if (slot.value == kNone || (slot.holds(key) && same(bytes, slot, bytesOf))) return slot.value;
    }
  }

  // Stores the value unless the bytes, which must not be empty, have one already. Returns what is
  // stored then: `value`, or the earlier one.
  template <class BytesOf>
  uint32_t insert(std::string_view bytes, uint32_t value, BytesOf bytesOf) {
    if (size_ * 2 >= slots_.size()) rehash(slots_.empty() ? 16 : slots_.size() * 2);
    const uint64_t key = keyOf(bytes);
    size_t i = slotOf(key);
    for (; slots_[i].value != kNone; i = (i + 1) & mask_) {
      if (slots_[i].holds(key) && same(bytes, slots_[i], bytesOf)) return slots_[i].value;
    }
    slots_[i] = {static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32), value};
    ++size_;
    return value;
  }

 private:
  struct Slot {
    uint32_t low, high;  // the halves of the key: as one word they would make slots larger
    uint32_t value;

    bool holds(uint64_t key) const { return (static_cast<uint64_t>(high) << 32 | low) == key; }
  };

  static constexpr uint64_t kFactor = 0x9E3779B97F4A7C15u;
  static constexpr uint64_t kHashed = uint64_t{1} << 63;

  template <class Word>
  static uint64_t load(const char* bytes) {
    Word word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }

  static uint64_t mix(uint64_t hash) {
    hash *= kFactor;
    return hash ^ hash >> 32;
  }

  template <class BytesOf>
  static bool same(std::string_view bytes, const Slot& slot, BytesOf bytesOf) {
    if (bytes.size() < 8) return true;
    const std::string_view stored = bytesOf(slot.value);
    return stored.size() == bytes.size() && equal(stored, bytes);
  }

  size_t slotOf(uint64_t key) const { return static_cast<size_t>(hashOf(key) >> 32) & mask_; }

  void rehash(size_t slots) {
    std::vector<Slot> old(slots, Slot{0, 0, kNone});
    old.swap(slots_);
    mask_ = slots - 1;
    for (const Slot& slot : old) {
      if (slot.value == kNone) continue;
      size_t i = slotOf(static_cast<uint64_t>(slot.high) << 32 | slot.low);
      while (slots_[i].value != kNone) i = (i + 1) & mask_;
      slots_[i] = slot;
    }
  }

  std::vector<Slot> slots_;
  size_t mask_ = 0;
  size_t size_ = 0;
};

inline uint64_t ByteTable::keyOf(std::string_view bytes) {
  const char* data = bytes.data();
  const size_t length = bytes.size();
  if (length < 8) {
    // Two overlapping loads read what a loop over the bytes would.
    uint64_t key = static_cast<uint64_t>(length) << 56;
    if (length >= 4) {
      key |= load<uint32_t>(data) | load<uint32_t>(data + length - 4) << (length - 4) * 8;
    } else if (length >= 2) {
      key |= load<uint16_t>(data) | load<uint16_t>(data + length - 2) << (length - 2) * 8;
    } else if (length == 1) {
      key |= load<uint8_t>(data);
    }
    return key;
  }
  uint64_t hash = length;
  for (size_t i = 0; i + 8 < length; i += 8) hash = mix(hash ^ load<uint64_t>(data + i));
  return mix(hash ^ load<uint64_t>(data + length - 8)) | kHashed;
}

}  // namespace tril
