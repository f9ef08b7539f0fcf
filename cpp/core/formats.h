// Station 3, formats: tokenizer files, read and written.
//
// minbpe: a .model file with the pattern, the special tokens and the merges.
// tiktoken: one line per token with its bytes in base64 and its rank; the pattern and the special
// tokens are known from elsewhere.
//
// Lines may end in LF or CR LF. Every error names the line and what is wrong with it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "bpe.h"
#include "result.h"

namespace tril {

// Reads a minbpe .model file. `specials` come in addition to the file's own.
// Errors: badFile for anything but such a file, and for a pattern other than those split.h knows;
// badArgument for specials (see Bpe).
// Example: "minbpe v1\n\n0\n97 97\n" is a tokenizer with one merge and no pattern.
Result<Bpe> loadMinbpe(std::string_view file, std::vector<Special> specials = {});

// Writes one. Errors: badArgument when the format cannot hold the tokenizer: it takes only merges
// in the order of their ids, above the 256 bytes, and special tokens without white space.
Result<std::string> saveMinbpe(const Bpe& bpe);

// Reads a .tiktoken file. Errors: badFile for anything but such a file; badArgument for specials.
// Example: the line "YWI= 256" is the token "ab" with id and rank 256.
Result<Bpe> loadTiktoken(std::string_view file, Pattern pattern,
                         std::vector<Special> specials = {});

// Writes one; loading it with the same pattern and special tokens gives the same tokenizer.
// Errors: badArgument when it would not: merges may make two tokens of the same bytes, or a token
// that its own bytes do not lead to, and ranks cannot say that.
Result<std::string> saveTiktoken(const Bpe& bpe);

}  // namespace tril
