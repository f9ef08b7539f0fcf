#include "merge_rules.h"

#include <algorithm>
#include <functional>

namespace tril {
namespace {

// Up to here looking through all pairs is faster than keeping a heap of them.
constexpr uint32_t kShortPiece = 64;

constexpr uint32_t kNoRank = kNoValue;

unsigned char byteAt(std::string_view text, size_t i) { return text[i]; }

// Numbers, of which the least is taken first. What comes while others are taken goes into a heap;
// when those are used up, the heap is sorted and is the next to be taken. So what comes in order,
// as in a piece that repeats one letter, costs no way through a heap.
class LeastFirst {
 public:
  void push(uint64_t item) {
    heap_.push_back(item);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  // Takes the least of all; false when there is none.
  bool pop(uint64_t& least) {
    if (next_ == sorted_.size()) {
      if (heap_.empty()) return false;
      sorted_.swap(heap_);
      heap_.clear();
      next_ = 0;
      std::sort(sorted_.begin(), sorted_.end());
    }
    if (heap_.empty() || sorted_[next_] < heap_.front()) {
      least = sorted_[next_++];
    } else {
      least = heap_.front();
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
      heap_.pop_back();
    }
    return true;
  }

 private:
  std::vector<uint64_t> sorted_, heap_;
  size_t next_ = 0;  // in sorted_
};

// Counts how many of the first i places are still taken, in log n a question.
class TakenPlaces {
 public:
  explicit TakenPlaces(size_t size) : sums_(size + 1, 1) {
    for (size_t i = 1; i <= size; ++i) sums_[i] = i & (~i + 1);
  }

  void free(size_t place) {
    for (size_t i = place + 1; i < sums_.size(); i += i & (~i + 1)) --sums_[i];
  }

  size_t before(size_t place) const {
    size_t sum = 0;
    for (size_t i = place; i > 0; i &= i - 1) sum += sums_[i];
    return sum;
  }

 private:
  std::vector<size_t> sums_;  // a Fenwick tree
};

}  // namespace

MergeRules::MergeRules(const std::array<Id, 256>& byteIds)
    : byteIds_(byteIds), bytePairs_(256 * 256, kNoRank) {
  byteOfId_.resize(*std::max_element(byteIds.begin(), byteIds.end()) + 1, kNotAByte);
  for (uint16_t byte = 0; byte < 256; ++byte) byteOfId_[byteIds[byte]] = byte;
}

bool MergeRules::add(Id left, Id right, uint32_t rank, Id id) {
  if (!pairs_.insert(left, right, rank)) return false;
  if (rank >= idOfRank_.size()) idOfRank_.resize(rank + 1, kNoId);
  idOfRank_[rank] = id;
  const auto byteOf = [&](Id token) {
    return token < byteOfId_.size() ? byteOfId_[token] : kNotAByte;
  };
  if (byteOf(left) != kNotAByte && byteOf(right) != kNotAByte) {
    bytePairs_[static_cast<size_t>(byteOf(left) << 8 | byteOf(right))] = rank;
  }
  return true;
}

void MergeRules::apply(std::string_view piece, std::vector<Id>& ids, uint32_t limit) const {
  if (piece.size() <= kShortPiece) {
    applyShort(piece, ids, limit);
  } else {
    applyLong(piece, ids, limit, [](const MergeStep&, size_t) {});
  }
}

std::vector<MergeStep> MergeRules::trace(std::string_view piece, std::vector<Id>& ids) const {
  std::vector<MergeStep> steps;
  TakenPlaces taken(piece.size());
  applyLong(piece, ids, kNoLimit, [&](MergeStep step, size_t rightPlace) {
    step.at = static_cast<uint32_t>(taken.before(step.at));
    taken.free(rightPlace);
    steps.push_back(step);
  });
  return steps;
}

void MergeRules::applyShort(std::string_view piece, std::vector<Id>& ids, uint32_t limit) const {
  // Tokens keep the places of their first bytes. A pair's rank and its left token's place are one
  // number, its key, so that the least key is that of the pair to merge.
  const uint32_t length = static_cast<uint32_t>(piece.size());
  Id tokens[kShortPiece];
  uint8_t next[kShortPiece], previous[kShortPiece + 1];
  uint32_t keys[kShortPiece];
  static_assert((uint64_t{kMaxId} + 1) * kShortPiece < kNoRank);
  const auto keyOf = [&](uint32_t rank, uint32_t place) {
    return rank < limit ? rank * kShortPiece + place : kNoRank;
  };

  for (uint32_t i = 0; i < length; ++i) {
    tokens[i] = byteIds_[byteAt(piece, i)];
    next[i] = static_cast<uint8_t>(i + 1);
    previous[i + 1] = static_cast<uint8_t>(i);
    keys[i] = kNoRank;
    if (i + 1 < length) {
      const uint32_t rank = bytePairs_[byteAt(piece, i) << 8 | byteAt(piece, i + 1)];
      if (rank != kNoRank) keys[i] = keyOf(rank, i);
    }
  }

  const auto rankPair = [&](uint32_t place) {
    const uint32_t right = next[place];
    keys[place] = kNoRank;
    if (right == length) return;
    const uint32_t rank = pairs_.find(tokens[place], tokens[right]);
    if (rank != kNoRank) keys[place] = keyOf(rank, place);
  };
  for (;;) {
    uint32_t least = kNoRank;
    for (uint32_t i = 0; i < length; ++i) least = std::min(least, keys[i]);
    if (least == kNoRank) break;
    const uint32_t place = least % kShortPiece;
    const uint32_t right = next[place];
    tokens[place] = idOfRank_[least / kShortPiece];
    next[place] = next[right];
    previous[next[right]] = static_cast<uint8_t>(place);
    keys[right] = kNoRank;
    rankPair(place);
    if (place > 0) rankPair(previous[place]);
  }
  for (uint32_t i = 0; i < length; i = next[i]) ids.push_back(tokens[i]);
}

// Calls onMerge(step, place) for each merge. Places are those of the tokens' first bytes: step.at
// is the left token's, `place` the right one's.
template <class OnMerge>
void MergeRules::applyLong(std::string_view piece, std::vector<Id>& ids, uint32_t limit,
                           OnMerge onMerge) const {
  struct Node {
    Id id;
    uint32_t rank;  // of the pair with the next node
    uint32_t previous, next;
  };
  const uint32_t length = static_cast<uint32_t>(piece.size());
  const auto allowed = [&](uint32_t rank) { return rank < limit ? rank : kNoRank; };
  // The lowest rank comes first, and of equal ranks the leftmost.
  const auto entry = [](uint32_t rank, uint32_t place) {
    return static_cast<uint64_t>(rank) << 32 | place;
  };

  std::vector<Node> nodes(length);
  LeastFirst entries;
  for (uint32_t i = 0; i < length; ++i) {
    const uint32_t rank = i + 1 < length
                              ? allowed(bytePairs_[byteAt(piece, i) << 8 | byteAt(piece, i + 1)])
                              : kNoRank;
    nodes[i] = {byteIds_[byteAt(piece, i)], rank, i - 1, i + 1};
    if (rank != kNoRank) entries.push(entry(rank, i));
  }

  const auto rankPair = [&](uint32_t place) {
    Node& node = nodes[place];
    node.rank = node.next < length ? allowed(pairs_.find(node.id, nodes[node.next].id)) : kNoRank;
    if (node.rank != kNoRank) entries.push(entry(node.rank, place));
  };
  for (uint64_t least; entries.pop(least);) {
    const uint32_t rank = static_cast<uint32_t>(least >> 32);
    const uint32_t place = static_cast<uint32_t>(least);
    Node& node = nodes[place];
    if (node.rank != rank) continue;  // the pair is gone since the entry was made

    const uint32_t rightPlace = node.next;
    Node& right = nodes[rightPlace];
    const Id merged = idOfRank_[rank];
    onMerge(MergeStep{node.id, right.id, merged, rank, place}, rightPlace);
    node.id = merged;
    node.next = right.next;
    right.rank = kNoRank;
    if (node.next < length) nodes[node.next].previous = place;
    rankPair(place);
    if (place > 0) rankPair(node.previous);
  }
  for (uint32_t i = 0; i < length; i = nodes[i].next) ids.push_back(nodes[i].id);
}

}  // namespace tril
