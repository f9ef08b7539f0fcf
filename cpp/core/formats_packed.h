// A vocabulary as tril carries it: quick to read, and as small as it gets under gzip and brotli.
//
// The tokens' bytes in the order of their ids, which go from 0 without a gap, each with the byte FF
// behind it. UTF-8 has no such byte; only the token of the single byte FF does, and it is left
// empty. The pattern and the special tokens are known from elsewhere, and an id is a rank.
#pragma once

#include <string_view>
#include <vector>

#include "bpe.h"
#include "result.h"

namespace tril {

// Reads one. Errors: badFile when the last token has no end, and for tokens that are no vocabulary
// (see Bpe::fromRanks); badArgument for specials.
// Example: "a\xFF" "b\xFF" "ab\xFF", with the other bytes behind it, has the id 2 for "ab".
Result<Bpe> loadPacked(std::string_view tokens, Pattern pattern, std::vector<Special> specials);

}  // namespace tril
