// The rules of a BPE tokenizer, and what they do to one piece of text.
//
// A piece starts as its bytes' tokens. Again and again the adjacent pair with the lowest rank, the
// leftmost among equals, becomes one token, until no rule fits. Short pieces look through all
// their pairs each time; long ones keep a heap, so that any piece takes n log n at most.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pair_table.h"
#include "vocabulary.h"

namespace tril {

// One merge while a piece is encoded: `left` and `right`, at `at` and `at + 1` of the piece's ids
// as they stand at that moment, become `id`.
struct MergeStep {
  Id left, right, id;
  uint32_t rank;
  uint32_t at;
};

class MergeRules {
 public:
  static constexpr uint32_t kNoLimit = kNoValue;

  // The rules for the tokens of single bytes: ids[b] is the token of byte b.
  explicit MergeRules(const std::array<Id, 256>& byteIds);

  // Makes room for so many pairs and for ranks below `ranks`.
  void reserve(size_t pairs, size_t ranks) {
    pairs_.reserve(pairs);
    idOfRank_.resize(ranks, kNoId);
  }
  // Makes (left, right) one token, with this rank. One rank always makes the same id. All three
  // are at most kMaxId. Returns false
  // and changes nothing when the pair has a rule already.
  bool add(Id left, Id right, uint32_t rank, Id id);

  const std::array<Id, 256>& byteIds() const { return byteIds_; }
  // What the rank makes; kNoId when no pair has this rank.
  Id idOfRank(uint32_t rank) const { return rank < idOfRank_.size() ? idOfRank_[rank] : kNoId; }

  // Appends the ids of a piece to `ids`; only rules with a rank below `limit` count.
  void apply(std::string_view piece, std::vector<Id>& ids, uint32_t limit = kNoLimit) const;
  // The same, and every merge in order.
  std::vector<MergeStep> trace(std::string_view piece, std::vector<Id>& ids) const;

 private:
  void applyShort(std::string_view piece, std::vector<Id>& ids, uint32_t limit) const;
  template <class OnMerge>
  void applyLong(std::string_view piece, std::vector<Id>& ids, uint32_t limit,
                 OnMerge onMerge) const;

  static constexpr uint16_t kNotAByte = 256;

  std::array<Id, 256> byteIds_;
  std::vector<uint16_t> byteOfId_;   // the byte of a token, or kNotAByte
  PairTable<SmallPairSlot> pairs_;   // pair of ids -> rank
  std::vector<Id> idOfRank_;         // rank -> id
  std::vector<uint32_t> bytePairs_;  // pair of bytes -> rank: where every piece starts
};

}  // namespace tril
