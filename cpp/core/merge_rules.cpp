#include "merge_rules.h"

#include <algorithm>
#include <functional>

namespace tril {
namespace {

// Up to here looking through all pairs is faster than keeping a heap of them.
constexpr size_t kShortPiece = 64;

constexpr uint32_t kNoRank = kNoValue;

unsigned char byteAt(std::string_view text, size_t i) { return text[i]; }

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
  const size_t length = piece.size();
  if (length == 0) return;
  Id tokens[kShortPiece];
  uint32_t ranks[kShortPiece];  // of the pairs (i, i + 1)
  const auto allowed = [&](uint32_t rank) { return rank < limit ? rank : kNoRank; };

  for (size_t i = 0; i < length; ++i) tokens[i] = byteIds_[byteAt(piece, i)];
  for (size_t i = 0; i + 1 < length; ++i) {
    ranks[i] = allowed(bytePairs_[byteAt(piece, i) << 8 | byteAt(piece, i + 1)]);
  }

  size_t pairs = length - 1;
  while (pairs > 0) {
    size_t best = 0;
    for (size_t i = 1; i < pairs; ++i) {
      if (ranks[i] < ranks[best]) best = i;
    }
    if (ranks[best] == kNoRank) break;
    tokens[best] = idOfRank_[ranks[best]];
    std::copy(tokens + best + 2, tokens + pairs + 1, tokens + best + 1);
    std::copy(ranks + best + 1, ranks + pairs, ranks + best);
    --pairs;
    if (best < pairs) ranks[best] = allowed(pairs_.find(tokens[best], tokens[best + 1]));
    if (best > 0) ranks[best - 1] = allowed(pairs_.find(tokens[best - 1], tokens[best]));
  }
  ids.insert(ids.end(), tokens, tokens + pairs + 1);
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
  std::vector<uint64_t> heap;
  for (uint32_t i = 0; i < length; ++i) {
    const uint32_t rank = i + 1 < length
                              ? allowed(bytePairs_[byteAt(piece, i) << 8 | byteAt(piece, i + 1)])
                              : kNoRank;
    nodes[i] = {byteIds_[byteAt(piece, i)], rank, i - 1, i + 1};
    if (rank != kNoRank) heap.push_back(entry(rank, i));
  }
  std::make_heap(heap.begin(), heap.end(), std::greater<>());

  const auto rankPair = [&](uint32_t place) {
    Node& node = nodes[place];
    node.rank = node.next < length ? allowed(pairs_.find(node.id, nodes[node.next].id)) : kNoRank;
    if (node.rank == kNoRank) return;
    heap.push_back(entry(node.rank, place));
    std::push_heap(heap.begin(), heap.end(), std::greater<>());
  };
  while (!heap.empty()) {
    const uint32_t rank = static_cast<uint32_t>(heap.front() >> 32);
    const uint32_t place = static_cast<uint32_t>(heap.front());
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
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
