// Every way to cut a token into two tokens: the rules behind a vocabulary with ranks.
//
// A vocabulary of 200,000 tokens loads in a blink only if no cut is looked up. Instead the tokens
// are sorted by their bytes, so that each token's prefixes stand before it, on a stack; and sorted
// by their bytes read backwards, for the suffixes.
#pragma once

#include <span>
#include <vector>

#include "vocabulary.h"

namespace tril {

struct TokenSplit {
  Id left, right, id;  // the bytes of `id` are those of `left` and then those of `right`
};

// All splits of these tokens of a vocabulary into two of them, in no particular order. The ids must
// differ, and so must their bytes.
// Example: of the tokens a, b, c, ab and abc, they are a b -> ab and ab c -> abc.
std::vector<TokenSplit> tokenSplits(const Vocabulary& vocabulary, std::span<const Id> ids);

}  // namespace tril
