#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "formats.h"
#include "formats_shared.h"
#include "sentence.h"
#include "text.h"

namespace tril {
namespace {

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

}  // namespace

Result<Bpe> loadTiktoken(std::string_view file, Pattern pattern, std::vector<Special> specials) {
  if (looksLikeWebPage(file)) return webPage();
  std::string bytes;
  bytes.reserve(file.size());  // never too small, so that the views stay valid
  std::vector<ListedToken> tokens;
  tokens.reserve(file.size() / 16);  // lines are a little longer than that
  Lines lines(file);
  while (const auto line = lines.next()) {
    if (line->empty()) continue;
    const auto ranked = parseNumbered(*line);
    if (!ranked) {
      return badLine(lines.number(),
                     sentence({"a token in base64 and its rank are expected, but this is ",
                               quoted(*line), "; the file may be truncated."}));
    }
    const size_t start = bytes.size();
    if (!decodeBase64(ranked->first, bytes)) {
      return badLine(lines.number(), sentence({quoted(ranked->first), " is not base64."}));
    }
    tokens.push_back({std::string_view(bytes).substr(start), ranked->second,
                      static_cast<uint32_t>(lines.number())});
  }
  if (tokens.empty()) return badLine(1, "the file has no tokens.");
  return Bpe::fromRanks(tokens, pattern, std::move(specials));
}

Result<std::string> saveTiktoken(const Bpe& bpe) {
  // Merges in the order of ids give the same ids as ranks exactly when each token is what its own
  // bytes become: then no pair that only ranks would merge ever stands side by side.
  if (!bpe.hasRanks()) {
    const std::vector<Merge> merges = bpe.merges();
    if (!std::is_sorted(merges.begin(), merges.end(),
                        [](const Merge& a, const Merge& b) { return a.id < b.id; })) {
      return badArgument(
          "Ranks cannot express this tokenizer: its merges are not in the order of the ids.");
    }
  }
  for (const Special& special : bpe.specials()) {
    if (special.always) return badArgument(onlyHuggingFace(special));
  }
  std::string file;
  for (const Id id : ordinaryIds(bpe)) {
    if (!bpe.hasRanks() && !bpe.isReachable(id)) {
      return badArgument(sentence({"Ranks cannot express this tokenizer: no text becomes the id ",
                                   id, ", but with ranks ", quoted(*bpe.bytesOf(id)), " would."}));
    }
    appendBase64(*bpe.bytesOf(id), file);
    file += ' ';
    file += std::to_string(id);
    file += '\n';
  }
  return file;
}

}  // namespace tril
