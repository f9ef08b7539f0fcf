// Station 3, bpe: text to token ids and back, by byte pair encoding.
//
// A text is cut into pieces (split.h) and each piece is merged by the tokenizer's rules
// (merge_rules.h). Any text, and any bytes, can be encoded, since every single byte is a token; and
// decoding gives back exactly what was encoded. A Bpe never changes once it is built.
//
// Rules come in two kinds, and they can give one text different ids:
// - merges (minbpe, GPT-2's and Hugging Face's files): this pair of tokens becomes that token, in
// the
//   order learned;
// - ranks (tiktoken): any two tokens whose joined bytes are a token become it, the lowest rank
//   first; and a piece that is a token as a whole is taken as it is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "byte_table.h"
#include "merge_rules.h"
#include "result.h"
#include "special.h"
#include "split.h"
#include "vocabulary.h"

namespace tril {

struct Merge {
  Id left, right, id;
  uint64_t count = 0;  // how often the pair stood in the training text; 0 when not known
};

// A token as files list it. In a tokenizer with ranks its id is its rank.
struct ListedToken {
  std::string_view bytes;
  Id id;
  uint32_t line = 0;  // where its file has it, for messages; 0 when there is no file
};

struct Token {
  Id id;
  uint32_t start, end;  // offsets in UTF-8 bytes
};

// How one piece, or one special token, becomes ids.
struct PieceSteps {
  uint32_t start, end;  // offsets in UTF-8 bytes
  bool special;
  std::vector<MergeStep> merges;  // in the order they happen
  std::vector<Id> ids;
};

class Bpe {
 public:
  // Bytes 0 to 255 are the ids 0 to 255, and merge i makes id 256 + i of two ids below it.
  // `firstLine` is where a file has the first merge, for messages.
  // Errors: badFile for a merge that is not so, a pair that comes twice, or tokens that together
  // are too long; badArgument for specials that are empty, come twice or have an id in use.
  // Example: with the merges (97, 97) -> 256 and (256, 97) -> 257, "aaaaa" is 256, 257.
  static Result<Bpe> fromMerges(std::vector<Merge> merges, Pattern pattern,
                                std::vector<Special> specials = {}, size_t firstLine = 0);

  // Ids may have gaps and come in any order. The bytes are copied.
  // Errors: badFile for an empty token, bytes or ids that come twice, or a missing single byte;
  // badArgument for specials, as above.
  static Result<Bpe> fromRanks(std::span<const ListedToken> tokens, Pattern pattern,
                               std::vector<Special> specials = {});

  // The tokens as for ranks, and which of them merge, in that order: each merge has the ids of
  // three tokens, and the third one's bytes are those of the first two. More than one may make a
  // token, and tokens that none makes are never met, unless `wholes`: then a piece that is a token
  // as a whole is taken as it is. Errors: as fromRanks; badFile for a pair that comes twice.
  // Example: with "ab" as 256 and "abc" as 7, and the merges (97, 98) -> 256 and (256, 99) -> 7,
  // "abcab" is 7, 256.
  static Result<Bpe> fromVocabulary(std::span<const ListedToken> tokens, std::vector<Merge> merges,
                                    Pattern pattern, std::vector<Special> specials = {},
                                    bool wholes = false, size_t firstLine = 0);

  Pattern pattern() const { return pattern_; }
  const std::vector<Special>& specials() const { return specials_.specials(); }
  bool hasRanks() const { return hasRanks_; }  // built by fromRanks

  // The ids of a text. Errors: specialToken (see SpecialPolicy); unknownToken when the policy lists
  // a name that is no special token; badArgument for a text of 4 GB and more.
  // Example: with the merge (97, 98) -> 256, "abc" is 256, 99.
  Result<std::vector<Id>> encode(std::string_view text, const SpecialPolicy& policy = {}) const;
  // How many ids that is.
  Result<size_t> count(std::string_view text, const SpecialPolicy& policy = {}) const;
  // The ids with their places in the text.
  Result<std::vector<Token>> tokens(std::string_view text, const SpecialPolicy& policy = {}) const;
  // The ids and how they come about, piece by piece. A piece that a tokenizer with ranks takes as a
  // whole, though its merges would not lead there, has no merges.
  Result<std::vector<PieceSteps>> encodeSteps(std::string_view text,
                                              const SpecialPolicy& policy = {}) const;

  // The bytes of all ids in a row, which need not be valid UTF-8.
  // Errors: unknownId, which names the id and its index; outOfMemory past 1 GB.
  // Example: with the merge (97, 98) -> 256, the ids 256, 99 are "abc".
  Result<std::string> decode(std::span<const Id> ids) const { return vocabulary_.decode(ids); }

  // The bytes of one token; nothing when the id has no token. The view lives as long as the Bpe.
  std::optional<std::string_view> bytesOf(Id id) const;
  // The id of a token with these bytes, the lowest if there are several; a special token counts by
  // its text. Example: idOf("a") is 97 in a tokenizer built from merges.
  std::optional<Id> idOf(std::string_view bytes) const;

  // Whether merging just this token's bytes leads to this token. Always so for tokens that were
  // learned; files can hold tokens that no text leads to, or that only a piece taken as it is does.
  bool isReachable(Id id) const;
  // Whether there are tokens that only a piece taken as it is leads to.
  bool needsWholes() const;

  // How many tokens there are, special ones included.
  size_t size() const { return vocabulary_.size(); }
  // One more than the largest id.
  Id idEnd() const { return vocabulary_.end(); }

  // The merges in order. A tokenizer with ranks has none of its own: they are worked out then, one
  // for every token that is reachable. They give any piece but those taken as they are the same
  // ids.
  std::vector<Merge> merges() const;

  // The ids as they stood when only the first `merges` merges had been learned: every later token
  // is taken apart. Unknown ids stay. Example: with the merges (97, 97) -> 256, (256, 98) -> 257,
  // rewind({257, 99}, 1) is 256, 98, 99.
  std::vector<Id> rewind(std::span<const Id> ids, size_t merges) const;

 private:
  Bpe(MergeRules rules, Pattern pattern) : rules_(std::move(rules)), pattern_(pattern) {}

  // Without any rules yet, and with every token as a whole.
  static Result<Bpe> fromTokens(std::span<const ListedToken> tokens, Pattern pattern);
  void findWholes();
  std::optional<Error> addSpecials(std::vector<Special> specials);
  std::optional<Id> wholeToken(std::string_view piece) const;
  // Walks through the text: onPiece(start, end) and onSpecial(start, end, id), in order.
  template <class OnPiece, class OnSpecial>
  std::optional<Error> walk(std::string_view text, const SpecialPolicy& policy, OnPiece onPiece,
                            OnSpecial onSpecial) const;

  MergeRules rules_;
  Pattern pattern_;
  bool hasRanks_ = false;
  bool takesWholes_ = false;
  SpecialFinder specials_;
  Vocabulary vocabulary_;
  std::vector<Merge> merges_;  // empty with ranks
  ByteTable wholes_;           // the tokens that a piece of just their bytes becomes
  size_t longestWhole_ = 0;
  std::vector<Id> others_;  // the tokens that are not in wholes_
};

}  // namespace tril
