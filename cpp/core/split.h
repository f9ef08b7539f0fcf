// Station 2, split: a text cut into pieces, before the tokenizer sees it.
//
// GPT's tokenizers cut a text into words, numbers, punctuation and white space first, and never
// merge across a cut. Each cuts by a regular expression of its own; here it is a scanner written by
// hand, which takes time linear in the text, needs no stack, and finds what tiktoken finds,
// character for character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "result.h"

namespace tril {

enum class Pattern { none, gpt2, cl100k, o200k };

// Example: patternNamed("gpt2") is Pattern::gpt2.
Result<Pattern> patternNamed(std::string_view name);

// Where the piece that starts at `start`, which must lie inside `text`, ends. It looks at nothing
// before `start`. Example: pieceEnd("it's so", 0, Pattern::gpt2) is 2, the end of "it".
size_t pieceEnd(std::string_view text, size_t start, Pattern pattern);

struct Piece {
  uint32_t start, end;  // offsets in UTF-8 bytes
};

// The pieces of a text, which follow each other without a gap. Pattern::none makes one piece of it
// all; an empty text has none. Example: split("it's so", Pattern::gpt2) is "it", "'s", " so".
std::vector<Piece> split(std::string_view text, Pattern pattern);

}  // namespace tril
