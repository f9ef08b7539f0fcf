// What the readers and writers of tokenizer files (formats.h) have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bpe.h"

namespace tril {

Error badArgument(std::string message);
Error badLine(size_t line, const std::string& message);

// Servers answer with a page where a file is missing.
bool looksLikeWebPage(std::string_view file);
Error webPage();

class Lines {
 public:
  explicit Lines(std::string_view file) : rest_(file) {}

  // The next line without its end; nothing after the last.
  std::optional<std::string_view> next();

  size_t number() const { return number_; }  // of the line that next() gave, from 1
  size_t bytesLeft() const { return rest_.size(); }

 private:
  std::string_view rest_;
  size_t number_ = 0;
};

std::optional<uint32_t> parseNumber(std::string_view text);
// The text and the number of a line "text number"; the text may hold blanks.
std::optional<std::pair<std::string_view, uint32_t>> parseNumbered(std::string_view line);

// The pattern that a regular expression stands for; nothing when it is not one that split.h knows.
std::optional<Pattern> patternOfSource(std::string_view source);
// The regular expression that files get for a pattern: minbpe's, or one that any engine reads.
std::string_view sourceOfPattern(Pattern pattern);
std::string_view plainSourceOfPattern(Pattern pattern);

// The ids of all tokens but the special ones, in ascending order.
std::vector<Id> ordinaryIds(const Bpe& bpe);

// Why a format cannot hold a token that is always found.
std::string onlyHuggingFace(const Special& special);

}  // namespace tril
