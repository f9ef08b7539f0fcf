#include "formats_shared.h"

#include <algorithm>
#include <charconv>

#include "sentence.h"
#include "text.h"

namespace tril {
namespace {

// What files call a pattern: its regular expression. The same pattern has been written in more than
// one way; the first one for each is minbpe's, the last one needs the least of a regex engine:
// those two are written to files.
struct PatternSource {
  Pattern pattern;
  std::string_view source;
};

constexpr PatternSource kPatternSources[] = {
    {Pattern::none, ""},
    {Pattern::gpt2, R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"},
    {Pattern::gpt2,
     R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)"},
    {Pattern::gpt2,
     R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"},
    {Pattern::cl100k, R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}|)"
                      R"( ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"},
    {Pattern::cl100k, R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|)"
                      R"( ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s)"},
    {Pattern::cl100k, R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
                      R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"},
    {Pattern::o200k,
     R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
     R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
     R"(\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)"},
};

}  // namespace

Error badArgument(std::string message) { return {ErrorCode::badArgument, std::move(message)}; }

Error badLine(size_t line, const std::string& message) {
  return {ErrorCode::badFile, sentence({"Line ", line, ": ", message})};
}

Error webPage() {
  return badLine(1, "this is a web page or an XML message, not a tokenizer file.");
}

bool looksLikeWebPage(std::string_view file) {
  const size_t first = file.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && file[first] == '<';
}

std::optional<std::string_view> Lines::next() {
  if (rest_.empty()) return std::nullopt;
  ++number_;
  const size_t end = std::min(rest_.find('\n'), rest_.size());
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(std::min(end + 1, rest_.size()));
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

std::optional<uint32_t> parseNumber(std::string_view text) {
  uint32_t number;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::pair<std::string_view, uint32_t>> parseNumbered(std::string_view line) {
  const size_t blank = line.rfind(' ');
  if (blank == std::string_view::npos || blank == 0) return std::nullopt;
  const auto number = parseNumber(line.substr(blank + 1));
  if (!number) return std::nullopt;
  return std::pair{line.substr(0, blank), *number};
}

std::optional<Pattern> patternOfSource(std::string_view source) {
  for (const PatternSource& known : kPatternSources) {
    if (known.source == source) return known.pattern;
  }
  return std::nullopt;
}

std::string_view sourceOfPattern(Pattern pattern) {
  const auto known = std::find_if(std::begin(kPatternSources), std::end(kPatternSources),
                                  [&](const auto& entry) { return entry.pattern == pattern; });
  return known->source;
}

std::string_view plainSourceOfPattern(Pattern pattern) {
  std::string_view source;
  for (const PatternSource& known : kPatternSources) {
    if (known.pattern == pattern) source = known.source;
  }
  return source;
}

std::vector<Id> ordinaryIds(const Bpe& bpe) {
  std::vector<bool> special(bpe.idEnd());
  for (const Special& token : bpe.specials()) special[token.id] = true;
  std::vector<Id> ids;
  for (Id id = 0; id < bpe.idEnd(); ++id) {
    if (bpe.bytesOf(id) && !special[id]) ids.push_back(id);
  }
  return ids;
}

std::string onlyHuggingFace(const Special& special) {
  return "The token " + quoted(special.text) +
         " is found in any text; of the formats only Hugging Face's can say so.";
}

}  // namespace tril
