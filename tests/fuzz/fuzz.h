// What the fuzzers have in common: bytes as numbers and texts, and what must hold for any
// tokenizer.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "bpe.h"
#include "formats.h"

namespace tril::fuzz {

#define TRIL_MUST(condition)                                                       \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)

constexpr Pattern kPatterns[] = {Pattern::none, Pattern::gpt2, Pattern::cl100k, Pattern::o200k};

// The fuzzer's bytes, read from the front. Past the end there are zeros.
class Input {
 public:
  Input(const uint8_t* data, size_t size) : rest_(reinterpret_cast<const char*>(data), size) {}

  bool empty() const { return rest_.empty(); }
  size_t number(size_t below) {
    const unsigned char byte = rest_.empty() ? 0 : rest_.front();
    if (!rest_.empty()) rest_.remove_prefix(1);
    return byte % below;
  }
  std::string_view text(size_t length) {
    const std::string_view text = rest_.substr(0, length);
    rest_.remove_prefix(text.size());
    return text;
  }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

// Any text comes back, and all ways to encode it agree.
inline void mustRoundTrip(const Bpe& bpe, std::string_view text) {
  using Kind = SpecialPolicy::Kind;
  for (const Kind kind : {Kind::text, Kind::all}) {
    const auto ids = bpe.encode(text, {kind});
    TRIL_MUST(ids);
    TRIL_MUST(bpe.decode(*ids).value() == text);
    TRIL_MUST(bpe.count(text, {kind}).value() == ids->size());
    const auto tokens = bpe.tokens(text, {kind}).value();
    TRIL_MUST(tokens.size() == ids->size());
    size_t end = 0;
    for (size_t i = 0; i < tokens.size(); ++i) {
      TRIL_MUST(tokens[i].id == (*ids)[i] && tokens[i].start == end);
      end = tokens[i].end;
      TRIL_MUST(text.substr(tokens[i].start, end - tokens[i].start) == *bpe.bytesOf(tokens[i].id));
    }
    TRIL_MUST(end == text.size());
    std::vector<Id> traced;
    const auto steps = bpe.encodeSteps(text, {kind});
    for (const PieceSteps& piece : *steps) {
      traced.insert(traced.end(), piece.ids.begin(), piece.ids.end());
    }
    TRIL_MUST(traced == *ids);
  }
  const auto strict = bpe.encode(text);
  TRIL_MUST(strict || strict.error().code == ErrorCode::specialToken);
}

// What the formats take gives the same tokenizer again.
inline void mustSave(const Bpe& bpe, std::string_view text) {
  // Small ones only: a few lines can make tokens of megabytes, which take their time.
  size_t bytes = 0;
  for (Id id = 0; id < bpe.idEnd(); ++id) bytes += bpe.bytesOf(id).value_or("").size();
  if (bytes > 1 << 15) return;
  const auto ids = bpe.encode(text, {SpecialPolicy::Kind::all}).value();
  const auto mustBeSame = [&](const Result<Bpe>& again) {
    TRIL_MUST(again);
    TRIL_MUST(again->size() == bpe.size());
    TRIL_MUST(again->encode(text, {SpecialPolicy::Kind::all}).value() == ids);
  };
  if (const auto file = saveMinbpe(bpe)) mustBeSame(loadMinbpe(*file));
  if (const auto file = saveTiktoken(bpe)) {
    mustBeSame(loadTiktoken(*file, bpe.pattern(), bpe.specials()));
  }
}

// A message for whoever gave the file.
template <class T>
bool loadedOrSaysWhy(const Result<T>& result) {
  if (result) return true;
  TRIL_MUST(result.error().code == ErrorCode::badFile ||
            result.error().code == ErrorCode::badArgument);
  TRIL_MUST(result.error().message.size() > 20);
  return false;
}

}  // namespace tril::fuzz
