#include "vocabulary.h"

#include <cstring>

#include "sentence.h"

namespace tril {
namespace {

constexpr size_t kMaxDecodedBytes = size_t{1} << 30;

// A copy of fixed length is much faster than one of any length, and hardly a token is longer.
constexpr size_t kCopy = 16;

}  // namespace

void Vocabulary::reserve(Id end, size_t bytes) {
  if (end > tokens_.size()) tokens_.resize(end);
  pool_.reserve(bytes);
}

void Vocabulary::add(Id id, std::string_view bytes) {
  if (id >= tokens_.size()) tokens_.resize(id + 1);
  tokens_[id] = {static_cast<uint32_t>(pool_.size()), static_cast<uint32_t>(bytes.size())};
  pool_ += bytes;
  ++size_;
}

void Vocabulary::addJoined(Id id, Id left, Id right) {
  if (id >= tokens_.size()) tokens_.resize(id + 1);
  const Token first = tokens_[left];
  const Token second = tokens_[right];
  const bool prolongs = left == id - 1;
  tokens_[id] = {prolongs ? first.start : static_cast<uint32_t>(pool_.size()),
                 first.length + second.length};
  if (!prolongs) pool_.append(pool_, first.start, first.length);
  pool_.append(pool_, second.start, second.length);
  ++size_;
}

Result<std::string> Vocabulary::decode(std::span<const Id> ids) const {
  uint64_t length = 0;
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!has(ids[i])) {
      return Error{ErrorCode::unknownId, sentence({"The id ", ids[i], ", at index ", i,
                                                   ", has no token in this tokenizer."})};
    }
    length += tokens_[ids[i]].length;
  }
  if (length > kMaxDecodedBytes) {
    return Error{ErrorCode::outOfMemory,
                 "The ids stand for more than 1 GB of text: decode them in parts."};
  }
  std::string bytes(static_cast<size_t>(length) + kCopy, '\0');
  char* target = bytes.data();
  for (const Id id : ids) {
    const Token token = tokens_[id];
    const char* source = pool_.data() + token.start;
    if (token.length <= kCopy && token.start + kCopy <= pool_.size()) {
      std::memcpy(target, source, kCopy);  // the next token overwrites what is too much
    } else {
      std::memcpy(target, source, token.length);
    }
    target += token.length;
  }
  bytes.resize(static_cast<size_t>(length));
  return bytes;
}

}  // namespace tril
