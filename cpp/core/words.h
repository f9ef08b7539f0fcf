// Station 2, words: the plainest tokenizer of all, a text cut at white space and an id for each
// word.
//
// It shows what byte pairs are good for: words that were not in the training text are lost, and how
// the words were spaced is forgotten.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "byte_table.h"
#include "result.h"
#include "split.h"
#include "vocabulary.h"

namespace tril {

struct WordOptions {
  std::string_view unknown = "<unk>";  // stands for words without an id; empty: there is none
  bool punctuation = false;            // marks such as commas are words of their own
  bool sort = true;    // ids in the order of the code points, or else of the words' first places
  bool unique = true;  // one id for each different word, or else one for each word of the text: the
                       // last of equal words gives the id, and the ids of the others stay unused
};

struct WordEntry {
  std::string_view word;
  Id id;
};

struct Word {
  uint32_t start, end;  // offsets in UTF-8 bytes
  Id id;
  bool known;  // or else `id` is that of the unknown token
};

// The words of a text: whatever stands between white space. With `punctuation`, what is neither a
// letter nor a number is a word of its own, with the accents on it.
// Example: "no, no" is "no,", "no" and with `punctuation` "no", ",", "no".
std::vector<Piece> splitWords(std::string_view text, bool punctuation);

class Words {
 public:
  // Every word of the text gets an id from 0 on; the unknown token comes last.
  // Errors: badArgument for more words than there are ids (kMaxId), or longer ones than fit.
  // Example: "b a b" is a = 0, b = 1, <unk> = 2.
  static Result<Words> train(std::string_view text, const WordOptions& options = {});

  // Takes ids as they are; those of the options that say how to give ids are not used.
  // Errors: badArgument for an empty word, words or ids that come twice, or an id above kMaxId.
  static Result<Words> fromVocabulary(std::span<const WordEntry> entries,
                                      const WordOptions& options = {});

  // The words of a text, and their ids. Errors: unknownToken for a word that has no id, when there
  // is no unknown token. Example: with the vocabulary above, "a c" is 0 and, not known, 2.
  Result<std::vector<Word>> words(std::string_view text) const;
  Result<std::vector<Id>> encode(std::string_view text) const;

  // The words of ids, with one blank between them. Errors: unknownId.
  Result<std::string> decode(std::span<const Id> ids) const;

  size_t size() const { return vocabulary_.size(); }  // the unknown token included
  std::optional<Id> idOf(std::string_view word) const;
  std::vector<WordEntry> entries() const;  // by id; the views live as long as the Words

 private:
  explicit Words(bool punctuation) : punctuation_(punctuation) {}
  std::optional<Error> add(std::string_view word, Id id);

  Vocabulary vocabulary_;
  ByteTable ids_;
  Id unknown_ = kNoId;
  bool punctuation_;
};

}  // namespace tril
