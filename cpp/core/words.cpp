#include "words.h"

#include <algorithm>
#include <string>
#include <utility>

#include "sentence.h"
#include "text.h"
#include "unicode.h"

namespace tril {
std::vector<Piece> splitWords(std::string_view text, bool punctuation) {
  std::vector<Piece> words;
  // The last word goes on with letters, goes on with accents alone, or has ended.
  enum { kLetters, kAccents, kEnded } open = kEnded;
  for (uint32_t at = 0, end; at < text.size(); at = end) {
    const CodePoint point = codePointAt(text, at);
    const CharClass kind = classOf(point.value);
    end = at + point.length;
    if (kind == CharClass::space || kind == CharClass::newline) {
      open = kEnded;
      continue;
    }
    const bool alone = punctuation && kind == CharClass::other;
    const bool goesOn = kind == CharClass::mark ? open != kEnded : open == kLetters && !alone;
    if (goesOn) {
      words.back().end = end;
    } else {
      words.push_back({at, end});
      open = alone ? kAccents : kLetters;
    }
  }
  return words;
}

Result<Words> Words::train(std::string_view text, const WordOptions& options) {
  std::vector<std::string_view> words;
  ByteTable seen;
  for (const Piece& piece : splitWords(text, options.punctuation)) {
    const std::string_view word = text.substr(piece.start, piece.end - piece.start);
    if (word == options.unknown) continue;
    const uint32_t index = static_cast<uint32_t>(words.size());
    const bool isNew = seen.insert(word, index, [&](Id other) { return words[other]; }) == index;
    if (isNew || !options.unique) words.push_back(word);
  }
  if (options.sort) std::sort(words.begin(), words.end());  // UTF-8 sorts as code points do

  Words result(options.punctuation);
  Id id = static_cast<Id>(words.size());
  if (!options.unknown.empty()) {
    if (auto error = result.add(options.unknown, id)) return *std::move(error);
    result.unknown_ = id;
  }
  while (id-- > 0) {  // from the last, which gives equal words their id
    if (result.idOf(words[id])) continue;
    if (auto error = result.add(words[id], id)) return *std::move(error);
  }
  return result;
}

Result<Words> Words::fromVocabulary(std::span<const WordEntry> entries,
                                    const WordOptions& options) {
  Words result(options.punctuation);
  for (const WordEntry& entry : entries) {
    if (auto error = result.add(entry.word, entry.id)) return *std::move(error);
  }
  result.unknown_ = result.idOf(options.unknown).value_or(kNoId);
  return result;
}

std::optional<Error> Words::add(std::string_view word, Id id) {
  const auto wrong = [&](const char* what) {
    return Error{ErrorCode::badArgument,
                 sentence({"The word ", quoted(word), " with the id ", id, what})};
  };
  if (word.empty()) return wrong(" is empty.");
  if (id > kMaxId) return wrong(" is above the largest id, 2097151.");
  if (vocabulary_.has(id)) return wrong(" has the id of another word.");
  if (vocabulary_.bytes() + word.size() > kMaxVocabularyBytes) {
    return wrong(" does not fit: all words together may take 64 MB.");
  }
  const auto wordOf = [&](Id other) { return vocabulary_.bytesOf(other); };
  if (ids_.insert(word, id, wordOf) != id) return wrong(" has another id already.");
  vocabulary_.add(id, word);
  return std::nullopt;
}

Result<std::vector<Word>> Words::words(std::string_view text) const {
  std::vector<Word> words;
  for (const Piece& piece : splitWords(text, punctuation_)) {
    const std::string_view word = text.substr(piece.start, piece.end - piece.start);
    const auto id = idOf(word);
    if (!id && unknown_ == kNoId) {
      return Error{
          ErrorCode::unknownToken,
          sentence({"The word ", quoted(word),
                    " has no id, and the vocabulary has no unknown token to stand for it."})};
    }
    words.push_back({piece.start, piece.end, id.value_or(unknown_), id.has_value()});
  }
  return words;
}

Result<std::vector<Id>> Words::encode(std::string_view text) const {
  const auto found = words(text);
  if (!found) return found.error();
  std::vector<Id> ids;
  for (const Word& word : *found) ids.push_back(word.id);
  return ids;
}

Result<std::string> Words::decode(std::span<const Id> ids) const {
  const auto joined = vocabulary_.decode(ids);  // knows what is wrong with the ids
  if (!joined) return joined.error();
  std::string text;
  text.reserve(joined->size() + ids.size());
  for (const Id id : ids) {
    if (!text.empty()) text += ' ';
    text += vocabulary_.bytesOf(id);
  }
  return text;
}

std::optional<Id> Words::idOf(std::string_view word) const {
  const Id id = ids_.find(word, [&](Id other) { return vocabulary_.bytesOf(other); });
  if (id == ByteTable::kNone) return std::nullopt;
  return id;
}

std::vector<WordEntry> Words::entries() const {
  std::vector<WordEntry> entries;
  for (Id id = 0; id < vocabulary_.end(); ++id) {
    if (vocabulary_.has(id)) entries.push_back({vocabulary_.bytesOf(id), id});
  }
  return entries;
}

}  // namespace tril
