#include "formats.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "text.h"

namespace tril {
namespace {

// What files call a pattern: its regular expression. The same pattern has been written in more than
// one way; the first one for each is minbpe's, which is written to files.
struct PatternSource {
  Pattern pattern;
  std::string_view source;
};

constexpr PatternSource kPatternSources[] = {
    {Pattern::none, ""},
    {Pattern::gpt2, R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"},
    {Pattern::gpt2,
     R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)"},
    {Pattern::gpt2,
     R"('(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s)"},
    {Pattern::cl100k, R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}|)"
                      R"( ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+)"},
    {Pattern::cl100k, R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|)"
                      R"( ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)"},
    {Pattern::cl100k, R"('(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+|)"
                      R"( ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s)"},
    {Pattern::o200k,
     R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+)"
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
     R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*)"
     R"((?i:'s|'t|'re|'ve|'m|'ll|'d)?|)"
     R"(\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)"},
};

Error badArgument(std::string message) { return {ErrorCode::badArgument, std::move(message)}; }

Error badLine(size_t line, const std::string& message) {
  return {ErrorCode::badFile, "Line " + std::to_string(line) + ": " + message};
}

Error webPage() {
  return badLine(1, "this is a web page or an XML message, not a tokenizer file.");
}

bool looksLikeWebPage(std::string_view file) {
  const size_t first = file.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && file[first] == '<';
}

class Lines {
 public:
  explicit Lines(std::string_view file) : rest_(file) {}

  // The next line without its end; nothing after the last.
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  size_t number() const { return number_; }  // of the line that next() gave, from 1
  size_t bytesLeft() const { return rest_.size(); }

 private:
  std::string_view rest_;
  size_t number_ = 0;
};

std::optional<uint32_t> parseNumber(std::string_view text) {
  uint32_t number;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The text and the number of a line "text number"; the text may hold blanks.
std::optional<std::pair<std::string_view, uint32_t>> parseNumbered(std::string_view line) {
  const size_t blank = line.rfind(' ');
  if (blank == std::string_view::npos || blank == 0) return std::nullopt;
  const auto number = parseNumber(line.substr(blank + 1));
  if (!number) return std::nullopt;
  return std::pair{line.substr(0, blank), *number};
}

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> makeBase64Values() {
  std::array<int8_t, 256> values{};
  for (int8_t& value : values) value = -1;
  for (int8_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kBase64[i])] = i;
  return values;
}

constexpr std::array<int8_t, 256> kBase64Values = makeBase64Values();

// Appends what the text, padded base64, stands for. Returns false when it is not base64.
bool decodeBase64(std::string_view text, std::string& bytes) {
  if (text.empty() || text.size() % 4 != 0) return false;
  size_t padding = 0;
  while (padding < 2 && text[text.size() - 1 - padding] == '=') ++padding;
  const auto valueAt = [&](size_t i) -> int32_t {
    if (i >= text.size() - padding) return 0;
    return kBase64Values[static_cast<unsigned char>(text[i])];
  };
  for (size_t i = 0; i < text.size(); i += 4) {
    const int32_t a = valueAt(i), b = valueAt(i + 1), c = valueAt(i + 2), d = valueAt(i + 3);
    if ((a | b | c | d) < 0) return false;
    const int32_t bits = a << 18 | b << 12 | c << 6 | d;
    const char block[] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                          static_cast<char>(bits)};
    bytes.append(block, 3);
  }
  bytes.resize(bytes.size() - padding);
  return true;
}

void appendBase64(std::string_view bytes, std::string& text) {
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const size_t length = std::min<size_t>(3, bytes.size() - i);
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; ++k) {
      bits = bits << 8 | (k < length ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    }
    for (size_t k = 0; k < 4; ++k) text += k <= length ? kBase64[bits >> (18 - 6 * k) & 63] : '=';
  }
}

std::vector<Id> ordinaryIds(const Bpe& bpe) {
  std::vector<Id> ids;
  for (Id id = 0; id < bpe.idEnd(); ++id) {
    const auto isId = [&](const Special& special) { return special.id == id; };
    if (!bpe.bytesOf(id)) continue;
    if (std::none_of(bpe.specials().begin(), bpe.specials().end(), isId)) ids.push_back(id);
  }
  return ids;
}

}  // namespace

Result<Bpe> loadMinbpe(std::string_view file, std::vector<Special> specials) {
  constexpr std::string_view kVersion = "minbpe v1";
  if (looksLikeWebPage(file)) return webPage();
  Lines lines(file);

  const std::string_view version = lines.next().value_or("");
  if (version != kVersion) {
    return badLine(1, "a minbpe model starts with " + quoted(kVersion) + ", but this is " +
                          quoted(version) + ".");
  }
  const auto source = lines.next();
  if (!source) return badLine(2, "the file ends before the pattern; it may be truncated.");
  const auto known = std::find_if(std::begin(kPatternSources), std::end(kPatternSources),
                                  [&](const auto& entry) { return entry.source == *source; });
  if (known == std::end(kPatternSources)) {
    return badLine(2, "the pattern " + quoted(*source, 200) +
                          " is not known: only those of gpt2, cl100k and o200k, or none.");
  }

  const auto countLine = lines.next();
  if (!countLine) {
    return badLine(3, "the file ends before the number of special tokens; it may be truncated.");
  }
  const auto count = parseNumber(*countLine);
  if (!count) {
    return badLine(
        3, "the number of special tokens is expected, but this is " + quoted(*countLine) + ".");
  }
  std::vector<Special> all;
  for (uint32_t i = 0; i < *count; ++i) {
    const auto line = lines.next();
    if (!line) {
      return badLine(lines.number() + 1, "the file ends after " + std::to_string(i) + " of " +
                                             std::to_string(*count) +
                                             " special tokens; it may be truncated.");
    }
    const auto special = parseNumbered(*line);
    if (!special) {
      return badLine(lines.number(),
                     "a special token and its id are expected, but this is " + quoted(*line) + ".");
    }
    all.push_back({std::string(special->first), special->second});
  }

  const size_t firstMerge = lines.number() + 1;
  std::vector<Merge> merges;
  while (const auto line = lines.next()) {
    if (line->empty() && lines.bytesLeft() == 0) break;
    const auto right = parseNumbered(*line);
    const auto left = right ? parseNumber(right->first) : std::nullopt;
    if (!left) {
      return badLine(lines.number(), "the two ids of a merge are expected, but this is " +
                                         quoted(*line) + "; the file may be truncated.");
    }
    merges.push_back({*left, right->second, 0});
  }
  all.insert(all.end(), std::make_move_iterator(specials.begin()),
             std::make_move_iterator(specials.end()));
  return Bpe::fromMerges(std::move(merges), known->pattern, std::move(all), firstMerge);
}

Result<std::string> saveMinbpe(const Bpe& bpe) {
  const std::vector<Merge> merges = bpe.merges();
  const std::vector<Id> ids = ordinaryIds(bpe);
  bool fits = merges.size() + 256 == ids.size();
  for (Id id = 0; fits && id < ids.size(); ++id) {
    fits = ids[id] == id;
    if (id < 256) {
      fits = fits && static_cast<unsigned char>(bpe.bytesOf(id)->front()) == id;
    } else {
      fits = fits && merges[id - 256].id == id;
    }
  }
  if (fits && bpe.hasRanks()) {
    // The merges give the same ids as the ranks when they lead to every token.
    const auto merged = Bpe::fromMerges(merges, bpe.pattern());
    fits = static_cast<bool>(merged) &&
           std::all_of(ids.begin(), ids.end(), [&](Id id) { return merged->isReachable(id); });
  }
  if (!fits) {
    return badArgument(
        "A minbpe model cannot hold this tokenizer: it needs the bytes as the ids 0 to 255 and one "
        "merge for each id from 256 on.");
  }

  const auto source =
      std::find_if(std::begin(kPatternSources), std::end(kPatternSources),
                   [&](const auto& entry) { return entry.pattern == bpe.pattern(); });
  std::string file = "minbpe v1\n" + std::string(source->source) + "\n" +
                     std::to_string(bpe.specials().size()) + "\n";
  for (const Special& special : bpe.specials()) {
    if (special.text.find_first_of(" \t\n\v\f\r") != std::string::npos) {
      return badArgument("A minbpe model cannot hold the special token " + quoted(special.text) +
                         ", because it has white space.");
    }
    file += special.text + " " + std::to_string(special.id) + "\n";
  }
  for (const Merge& merge : merges) {
    file += std::to_string(merge.left) + " " + std::to_string(merge.right) + "\n";
  }
  return file;
}

Result<Bpe> loadTiktoken(std::string_view file, Pattern pattern, std::vector<Special> specials) {
  if (looksLikeWebPage(file)) return webPage();
  std::string bytes;
  bytes.reserve(file.size());  // never too small, so that the views stay valid
  std::vector<RankedToken> tokens;
  tokens.reserve(file.size() / 16);  // lines are a little longer than that
  Lines lines(file);
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    const auto ranked = parseNumbered(*line);
    if (!ranked) {
      return badLine(lines.number(), "a token in base64 and its rank are expected, but this is " +
                                         quoted(*line) + "; the file may be truncated.");
    }
    const size_t start = bytes.size();
    if (!decodeBase64(ranked->first, bytes)) {
      return badLine(lines.number(), quoted(ranked->first) + " is not base64.");
    }
    tokens.push_back({std::string_view(bytes).substr(start), ranked->second,
                      static_cast<uint32_t>(lines.number())});
  }
  if (tokens.empty()) return badLine(1, "the file has no tokens.");
  return Bpe::fromRanks(tokens, pattern, std::move(specials));
}

Result<std::string> saveTiktoken(const Bpe& bpe) {
  std::string file;
  for (const Id id : ordinaryIds(bpe)) {
    // Merges in the order of ids give the same ids as ranks exactly when each token is what its own
    // bytes become: then no pair that only ranks would merge ever stands side by side.
    if (!bpe.isReachable(id)) {
      return badArgument("Ranks cannot express this tokenizer: no text becomes the id " +
                         std::to_string(id) + ", but with ranks " + quoted(*bpe.bytesOf(id)) +
                         " would.");
    }
    appendBase64(*bpe.bytesOf(id), file);
    file += ' ';
    file += std::to_string(id);
    file += '\n';
  }
  return file;
}

}  // namespace tril
