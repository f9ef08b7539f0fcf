// Tokens: every id and its bytes, and a row of ids decoded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result.h"

namespace tril {

using Id = uint32_t;

constexpr Id kNoId = UINT32_MAX;
constexpr Id kMaxId = (1u << 21) - 1;                    // the largest id of any token
constexpr size_t kMaxVocabularyBytes = size_t{1} << 26;  // as Vocabulary::bytes counts them

class Vocabulary {
 public:
  bool has(Id id) const { return id < tokens_.size() && tokens_[id].length > 0; }
  // The bytes of a token that there is. The view lives until the next token is added.
  std::string_view bytesOf(Id id) const {
    return {pool_.data() + tokens_[id].start, tokens_[id].length};
  }
  size_t lengthOf(Id id) const { return tokens_[id].length; }

  size_t size() const { return size_; }                       // how many tokens
  Id end() const { return static_cast<Id>(tokens_.size()); }  // one more than the largest id
  size_t bytes() const { return pool_.size(); }               // what they take
  void reserve(Id end, size_t bytes);

  // Adds a token, up to kMaxId, that there is not yet. The bytes must not be empty.
  void add(Id id, std::string_view bytes);
  // Adds the token of two others' joined bytes.
  void addJoined(Id id, Id left, Id right);
  // What a joined token takes. One that prolongs the token just before it shares its bytes: a chain
  // of such tokens would take quadratic room otherwise.
  static size_t joinedBytes(Id id, Id left, size_t leftLength, size_t rightLength) {
    return left == id - 1 ? rightLength : leftLength + rightLength;
  }

  // See Bpe::decode.
  Result<std::string> decode(std::span<const Id> ids) const;

 private:
  struct Token {
    uint32_t start = 0, length = 0;  // in pool_; length 0: no such token
  };

  std::string pool_;
  std::vector<Token> tokens_;  // by id
  size_t size_ = 0;
};

}  // namespace tril
