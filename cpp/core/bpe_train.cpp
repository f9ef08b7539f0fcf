#include "bpe_train.h"

#include <algorithm>
#include <string>
#include <utility>

#include "byte_table.h"
#include "sentence.h"
#include "text.h"

namespace tril {
namespace {

constexpr size_t kMaxText = size_t{1} << 31;

// Places come from blocks of at least this many, since most pairs have only a few.
constexpr size_t kPlaceBlock = 1 << 14;

Error badArgument(std::string message) { return {ErrorCode::badArgument, std::move(message)}; }

}  // namespace

Result<Trainer> Trainer::start(std::string_view text, TrainOptions options) {
  if (options.vocabSize < 256 || options.vocabSize > kMaxId) {
    return badArgument(
        sentence({"vocabSize is ", options.vocabSize,
                  ", but it counts the 256 bytes too and goes from 256 to ", kMaxId, "."}));
  }
  if (text.size() >= kMaxText) return badArgument("The text has 2 GB or more.");
  for (const Special& special : options.specials) {
    if (special.id >= options.vocabSize) continue;
    return badArgument(
        sentence({"The special token ", quoted(special.text), " has the id ", special.id,
                  ", which learning may need: give it ", options.vocabSize, " or more."}));
  }
  // The other things that can be wrong with them, before the work begins.
  auto untrained = Bpe::fromMerges({}, options.pattern, options.specials);
  if (!untrained) return untrained.error();

  Trainer trainer;
  trainer.options_ = std::move(options);
  trainer.layOut(text);
  trainer.countBytePairs();
  trainer.record();
  return trainer;
}

// Equal pieces are laid out once, in the order in which they first occur; so the leftmost place of
// a pair here is its leftmost place in the text.
void Trainer::layOut(std::string_view text) {
  ByteTable seen;
  std::vector<uint32_t> weights;
  pieces_ = {{1, 0}};  // the last one is where the next goes
  const auto bytesOf = [&](uint32_t piece) {
    return text.substr(pieces_[piece].text, pieces_[piece + 1].slot - pieces_[piece].slot - 1);
  };
  for (size_t start = 0; start < text.size();) {
    const size_t end = pieceEnd(text, start, options_.pattern);
    const uint32_t next = static_cast<uint32_t>(weights.size());
    const uint32_t piece = seen.insert(text.substr(start, end - start), next, bytesOf);
    if (piece == next) {
      pieces_[piece].text = static_cast<uint32_t>(start);
      pieces_.push_back({pieces_[piece].slot + static_cast<uint32_t>(end - start) + 1, 0});
      weights.push_back(0);
    }
    ++weights[piece];
    order_.push_back(piece);
    start = end;
  }

  slots_.resize(pieces_.back().slot, {kNoId, 0});
  for (uint32_t piece = 0; piece < weights.size(); ++piece) {
    uint32_t slot = pieces_[piece].slot;
    for (const char byte : bytesOf(piece)) {
      slots_[slot++] = {static_cast<unsigned char>(byte), weights[piece]};
    }
  }
  lengths_.assign(256, 1);
}

void Trainer::countBytePairs() {
  std::vector<uint64_t> counts(256 * 256, 0);
  std::vector<uint32_t> ends(256 * 256, 0);
  const auto forEachPair = [&](auto onPair) {
    for (uint32_t place = 1; place + 1 < slots_.size(); ++place) {
      const Id left = slots_[place].id;
      const Id right = slots_[place + 1].id;
      if (left != kNoId && right != kNoId) onPair(left << 8 | right, place);
    }
  };
  forEachPair([&](Id pair, uint32_t place) {
    counts[pair] += slots_[place].weight;
    ++ends[pair];
  });

  size_t total = 0;
  for (uint32_t& end : ends) {
    total += end;
    end = static_cast<uint32_t>(total) - end;
  }
  uint32_t* places = allocatePlaces(total);
  const std::vector<uint32_t> starts = ends;
  forEachPair([&](Id pair, uint32_t place) { places[ends[pair]++] = place; });
  for (Id pair = 0; pair < counts.size(); ++pair) {
    if (counts[pair] > 0) addPair(pair >> 8, pair & 0xFF, counts[pair], places + starts[pair]);
  }
}

bool Trainer::isPlace(const Pair& pair, uint32_t place) const {
  return slots_[place].id == pair.left && slots_[place + lengths_[pair.left]].id == pair.right;
}

bool Trainer::before(const HeapEntry& a, const HeapEntry& b) {
  return a.count != b.count ? a.count < b.count : a.first > b.first;
}

uint32_t* Trainer::allocatePlaces(size_t count) {
  if (count > freePlaceCount_) {
    freePlaceCount_ = std::max(count, kPlaceBlock);
    placeBlocks_.emplace_back(new uint32_t[freePlaceCount_]);
    freePlaces_ = placeBlocks_.back().get();
  }
  uint32_t* places = freePlaces_;
  freePlaces_ += count;
  freePlaceCount_ -= count;
  return places;
}

void Trainer::addPair(Id left, Id right, uint64_t count, const uint32_t* places) {
  const uint32_t index = static_cast<uint32_t>(pairs_.size());
  pairs_.push_back({left, right, 0, places});
  setCount(pairs_.back(), count);
  pairIndex_.insert(left, right, index);
  heap_.push_back({count, places[0], index});
  std::push_heap(heap_.begin(), heap_.end(), before);
}

void Trainer::setCount(Pair& pair, uint64_t count) {
  if (pair.count == 0 && count > 0) ++distinct_;
  if (pair.count > 0 && count == 0) --distinct_;
  pair.count = count;
}

// Brings the heap to where its top entry is up to date. Returns false when no pair is left.
bool Trainer::refreshTop() {
  while (!heap_.empty()) {
    const HeapEntry top = heap_.front();
    Pair& pair = pairs_[top.pair];
    if (pair.count > 0) {
      while (!isPlace(pair, *pair.place)) ++pair.place;
      if (pair.count == top.count && *pair.place == top.first) return true;
    }
    std::pop_heap(heap_.begin(), heap_.end(), before);
    if (pair.count > 0) {
      heap_.back() = {pair.count, *pair.place, top.pair};
      std::push_heap(heap_.begin(), heap_.end(), before);
    } else {
      heap_.pop_back();
    }
  }
  return false;
}

// The pairs with the highest counts, the one to merge first.
std::vector<Trainer::HeapEntry> Trainer::bestPairs(size_t most) {
  std::vector<HeapEntry> best;
  if (options_.tieRule == TieRule::first) {
    while (best.size() < most && refreshTop()) {
      best.push_back(heap_.front());
      std::pop_heap(heap_.begin(), heap_.end(), before);
      heap_.pop_back();
    }
    for (const HeapEntry& entry : best) {
      heap_.push_back(entry);
      std::push_heap(heap_.begin(), heap_.end(), before);
    }
    return best;
  }
  // By these rules a pair can get ahead of others without a change of its own: no heap holds.
  for (uint32_t i = 0; i < pairs_.size(); ++i) {
    Pair& pair = pairs_[i];
    if (pair.count == 0) continue;
    while (!isPlace(pair, *pair.place)) ++pair.place;
    best.push_back({pair.count, *pair.place, i});
  }
  const auto isBetter = [&](const HeapEntry& a, const HeapEntry& b) {
    if (a.count != b.count) return a.count > b.count;
    if (options_.tieRule == TieRule::last) return a.first > b.first;
    const Pair& x = pairs_[a.pair];
    const Pair& y = pairs_[b.pair];
    return x.left != y.left ? x.left < y.left : x.right < y.right;
  };
  most = std::min(most, best.size());
  std::partial_sort(best.begin(), best.begin() + most, best.end(), isBetter);
  best.resize(most);
  return best;
}

bool Trainer::done() const {
  return distinct_ == 0 || merges_.size() + 256 >= options_.vocabSize || full_;
}

size_t Trainer::advance(size_t merges) {
  size_t learned = 0;
  for (; learned < merges && !done(); ++learned) {
    const bool byHeap = options_.tieRule == TieRule::first && refreshTop();
    const uint32_t index = (byHeap ? heap_.front() : bestPairs(1).front()).pair;
    const Pair pair = pairs_[index];
    const Id id = static_cast<Id>(256 + merges_.size());
    vocabularyBytes_ +=
        Vocabulary::joinedBytes(id, pair.left, lengths_[pair.left], lengths_[pair.right]);
    full_ = vocabularyBytes_ > kMaxVocabularyBytes;
    if (full_) break;

    lengths_.push_back(lengths_[pair.left] + lengths_[pair.right]);
    merges_.push_back({pair.left, pair.right, id, pair.count});
    mergeEverywhere(index, id);
    const auto beforeLeft = [&](Id other) { return IdPair{other, pair.left}; };
    const auto beforeNew = [&](Id other) { return IdPair{other, id}; };
    const auto afterRight = [&](Id other) { return IdPair{pair.right, other}; };
    const auto afterNew = [&](Id other) { return IdPair{id, other}; };
    settle(leftSide_, beforeLeft, beforeNew);
    settle(rightSide_, afterRight, afterNew);
    record();
  }
  return learned;
}

void Trainer::mergeEverywhere(uint32_t index, Id id) {
  const Pair pair = pairs_[index];
  const auto touch = [](Side& side, Id other) -> Neighbour& {
    Neighbour& neighbour = side.byId[other];
    if (!neighbour.touched) side.touched.push_back(other);
    neighbour.touched = true;
    return neighbour;
  };
  leftSide_.byId.resize(id + 1);
  rightSide_.byId.resize(id + 1);
  setCount(pairs_[index], 0);

  uint64_t left = pair.count;
  for (const uint32_t* next = pair.place; left > 0; ++next) {
    const uint32_t start = *next;
    if (!isPlace(pair, start)) continue;
    const uint32_t middle = start + lengths_[pair.left];
    const uint32_t end = middle + lengths_[pair.right];
    const uint32_t weight = slots_[start].weight;
    const Id before = slots_[start - 1].id;
    const Id after = slots_[end].id;
    left -= weight;
    slots_[middle].id = kNoId;
    slots_[start].id = id;
    slots_[end - 1].id = id;

    if (before != kNoId) {
      Neighbour& neighbour = touch(leftSide_, before);
      if (before == id) {
        // The merge just before took this pair's left half for its right neighbour.
        rightSide_.byId[pair.left].gained -= weight;
      } else {
        neighbour.lost += weight;
      }
      neighbour.gained += weight;
      ++neighbour.places;
      leftSide_.gains.push_back({before, start - lengths_[before]});
    }
    if (after != kNoId) {
      Neighbour& neighbour = touch(rightSide_, after);
      if (pair.left == pair.right && after == pair.left) {
        left -= weight;  // the overlapping pair, as in `aaa`, is the merged one itself
      } else {
        neighbour.lost += weight;
      }
      neighbour.gained += weight;
      ++neighbour.places;
      rightSide_.gains.push_back({after, start});
    }
  }
}

// Books what a round did to the pairs on one side: oldPair(other) and newPair(other) are the pairs
// that the neighbour `other` lost and gained.
template <class OldPair, class NewPair>
void Trainer::settle(Side& side, OldPair oldPair, NewPair newPair) {
  for (const Id other : side.touched) {
    Neighbour& neighbour = side.byId[other];
    if (neighbour.lost > 0) {
      const auto [left, right] = oldPair(other);
      Pair& old = pairs_[pairIndex_.find(left, right)];
      setCount(old, old.count - neighbour.lost);
    }
    if (neighbour.gained > 0) neighbour.target = allocatePlaces(neighbour.places);
  }
  for (const Gain& gain : side.gains) {
    uint32_t*& target = side.byId[gain.neighbour].target;
    if (target != nullptr) *target++ = gain.place;
  }
  for (const Id other : side.touched) {
    Neighbour& neighbour = side.byId[other];
    if (neighbour.gained > 0) {
      const auto [left, right] = newPair(other);
      addPair(left, right, neighbour.gained, neighbour.target - neighbour.places);
    }
    neighbour = {};
  }
  side.touched.clear();
  side.gains.clear();
}

void Trainer::record() {
  if (options_.workingRows == 0) return;
  Round round{{}, 0, distinct_};
  uint64_t most = 1;
  for (const Pair& pair : pairs_) {
    if (pair.count > most) {
      most = pair.count;
      round.tied = 0;
    }
    if (pair.count == most) ++round.tied;
  }
  const auto textPlace = [&](uint32_t slot) {
    const auto next = std::upper_bound(
        pieces_.begin(), pieces_.end(), slot,
        [](uint32_t value, const PieceStart& piece) { return value < piece.slot; });
    return (next - 1)->text + (slot - (next - 1)->slot);
  };
  for (const HeapEntry& entry : bestPairs(options_.workingRows)) {
    const Pair& pair = pairs_[entry.pair];
    round.pairs.push_back({pair.left, pair.right, entry.count, textPlace(entry.first)});
  }
  rounds_.push_back(std::move(round));
}

std::vector<Id> Trainer::trainingIds(size_t bytes) const {
  std::vector<Id> ids;
  size_t covered = 0;
  for (size_t i = 0; i < order_.size() && covered < bytes; ++i) {
    uint32_t slot = pieces_[order_[i]].slot;
    while (slots_[slot].id != kNoId && covered < bytes) {
      const Id id = slots_[slot].id;
      ids.push_back(id);
      slot += lengths_[id];
      covered += lengths_[id];
    }
  }
  return ids;
}

Bpe Trainer::finish() const {
  auto bpe = Bpe::fromMerges(merges_, options_.pattern, options_.specials);
  return std::move(*bpe);  // start() and advance() have ruled out all errors
}

}  // namespace tril
