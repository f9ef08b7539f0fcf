// Learning a BPE tokenizer from a text, merge by merge, exactly as minbpe does.
//
// Each round counts every pair of adjacent ids (`aaa` holds (a, a) twice), takes the most frequent
// one, among equals the pair that occurs first in the text as it stands in that round, and makes it
// a new token wherever it stands, from left to right. With a pattern no pair crosses from one piece
// to the next.
//
// Nothing is counted twice. Equal pieces are kept once, with a weight. Every pair keeps its places
// and its count. Only pairs with the round's new token are new; the count of any other can only
// fall and its first place only move right, so a heap whose entries are brought up to date when
// they come to the top always finds the right pair.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bpe.h"
#include "pair_table.h"
#include "result.h"

namespace tril {

// Which of the pairs that share the highest count is merged.
enum class TieRule {
  first,     // the one that occurs first in the text as it stands: minbpe's
  smallest,  // the one with the lowest left id and, of those, the lowest right id
  last,      // the one whose first place comes last
};

struct TrainOptions {
  size_t vocabSize = 256;  // the 256 bytes and the merges; 256 to kMaxId
  Pattern pattern = Pattern::none;
  std::vector<Special> specials = {};  // with ids from vocabSize on
  size_t workingRows = 0;              // how many pairs each Round shows; 0: no rounds are kept
  TieRule tieRule = TieRule::first;    // the others are for lessons: they look at every pair
};

struct PairCount {
  Id left, right;
  uint64_t count;
  uint32_t first;  // where the pair first stands in the text, in UTF-8 bytes
};

// The table of counts before a merge, or, as the last of its list, before the merge to come.
struct Round {
  std::vector<PairCount> pairs;  // the first rows: highest count first, then by the tie rule
  uint32_t tied;                 // how many pairs share the highest count; 0 when no pair is left
  uint32_t distinct;             // how many different pairs there are
};

class Trainer {
 public:
  // Pairs point to their places, so a Trainer can move but not be copied.
  Trainer(Trainer&&) = default;
  Trainer& operator=(Trainer&&) = default;

  // Prepares to learn from a text, which need not outlive the call.
  // Errors: badArgument for a vocabSize out of range, specials that are empty, come twice or have
  // an id below vocabSize, and texts of 2 GB and more.
  // Example: start("aaabdaaabac", {.vocabSize = 259}) learns 256 = aa, 257 = 256 a, 258 = 257 b.
  static Result<Trainer> start(std::string_view text, TrainOptions options);

  // True when the vocabulary is full or no pair is left. The second may come early: then there are
  // fewer merges than asked for.
  bool done() const;
  // Learns up to so many merges, and returns how many it learned: fewer only when done.
  size_t advance(size_t merges);

  const std::vector<Merge>& merges() const { return merges_; }
  // With workingRows: one for every merge so far, and one for the state after the last.
  const std::vector<Round>& rounds() const { return rounds_; }
  // The text as the merges so far leave it: the ids of its pieces, in text order, from the start of
  // the text until at least `bytes` bytes are covered.
  std::vector<Id> trainingIds(size_t bytes = SIZE_MAX) const;

  // The tokenizer learned so far.
  Bpe finish() const;

 private:
  // One byte of the pieces' common array. The first and the last slot of a token hold its id, so
  // both neighbours are found without links; between pieces stands one slot with kNoId.
  struct Slot {
    Id id;
    uint32_t weight;  // how often the piece occurs in the text
  };
  // A pair and its places, in ascending order. The list has no end mark: there are as many valid
  // places as the count says, and stale ones are passed over.
  struct Pair {
    Id left, right;
    uint64_t count;
    const uint32_t* place;
  };
  struct HeapEntry {
    uint64_t count;
    uint32_t first;
    uint32_t pair;
  };
  // What a round does to the pairs of one neighbour: it loses the old pair with the merged one's
  // half and gains one with the new token.
  struct Neighbour {
    uint64_t lost = 0, gained = 0;
    uint32_t places = 0;         // how many places the gained pair has
    uint32_t* target = nullptr;  // where they go
    bool touched = false;
  };
  struct Gain {
    Id neighbour;
    uint32_t place;
  };
  // The neighbours on one side of the merged pairs.
  struct Side {
    std::vector<Neighbour> byId;
    std::vector<Id> touched;
    std::vector<Gain> gains;
  };
  struct IdPair {
    Id left, right;
  };
  struct PieceStart {
    uint32_t slot, text;
  };

  Trainer() = default;
  void layOut(std::string_view text);
  void countBytePairs();
  bool isPlace(const Pair& pair, uint32_t place) const;
  static bool before(const HeapEntry& a, const HeapEntry& b);
  uint32_t* allocatePlaces(size_t count);
  void addPair(Id left, Id right, uint64_t count, const uint32_t* places);
  void setCount(Pair& pair, uint64_t count);
  bool refreshTop();
  std::vector<HeapEntry> bestPairs(size_t most);
  void mergeEverywhere(uint32_t pair, Id id);
  template <class OldPair, class NewPair>
  void settle(Side& side, OldPair oldPair, NewPair newPair);
  void record();

  TrainOptions options_;
  std::vector<Slot> slots_;
  std::vector<PieceStart> pieces_;  // where each distinct piece starts, here and in the text
  std::vector<uint32_t> order_;     // the text as a list of distinct pieces
  std::vector<uint32_t> lengths_;   // of each token, in bytes
  std::vector<Pair> pairs_;
  PairTable<LargePairSlot> pairIndex_;
  std::vector<HeapEntry> heap_;
  std::vector<std::unique_ptr<uint32_t[]>> placeBlocks_;
  uint32_t* freePlaces_ = nullptr;
  size_t freePlaceCount_ = 0;
  Side leftSide_, rightSide_;
  uint32_t distinct_ = 0;
  size_t vocabularyBytes_ = 256;
  bool full_ = false;  // the tokens would become too long
  std::vector<Merge> merges_;
  std::vector<Round> rounds_;
};

}  // namespace tril
