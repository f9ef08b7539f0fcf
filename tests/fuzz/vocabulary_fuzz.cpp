// Tokenizers of a vocabulary and merges, as GPT-2's and Hugging Face's files hold them (their text
// is read in web/core; tests/fuzz/files.ts changes it).

#include <algorithm>

#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tril;
  fuzz::Input in(data, size);
  const Pattern pattern = fuzz::kPatterns[in.number(4)];
  const bool wholes = in.number(2) == 1;
  const size_t mergeCount = in.number(64);
  const size_t otherCount = in.number(8);
  const bool wild = in.number(8) == 0;  // ids and bytes may come twice, and bytes be missing

  std::vector<std::string> texts;
  std::vector<Id> ids;
  for (size_t byte = 0; byte < 256; ++byte) {
    texts.emplace_back(1, static_cast<char>(byte));
    ids.push_back(static_cast<Id>(byte ^ 0x55));
  }
  const auto add = [&](std::string text) {
    const auto known = std::find(texts.begin(), texts.end(), text);
    if (known != texts.end() && !wild) return ids[static_cast<size_t>(known - texts.begin())];
    const size_t step = in.number(4);
    ids.push_back(static_cast<Id>(256 + 2 * ids.size() + (wild ? step : 0)));
    texts.push_back(std::move(text));
    return ids.back();
  };
  std::vector<Merge> merges;
  for (size_t i = 0; i < mergeCount && !in.empty(); ++i) {
    const auto pick = [&] {
      const size_t recent = in.number(2) == 1 ? std::min<size_t>(texts.size(), 8) : texts.size();
      return texts.size() - 1 - in.number(recent);
    };
    const size_t left = pick(), right = pick();
    if (texts[left].size() + texts[right].size() > 4096) continue;
    merges.push_back({ids[left], ids[right], add(texts[left] + texts[right])});
  }
  for (size_t i = 0; i < otherCount; ++i)
    add(std::string(in.text(in.number(wild ? 4 : 6) + !wild)));
  if (wild && in.number(2) == 1) {
    texts.erase(texts.begin() + 97);
    ids.erase(ids.begin() + 97);
  }
  std::vector<ListedToken> tokens;
  for (size_t i = 0; i < texts.size(); ++i) tokens.push_back({texts[i], ids[i]});

  std::vector<Special> specials = {{"<x>", 3001, in.number(2) == 1}, {"ab", 3002}};
  if (const std::string_view text = in.text(in.number(4)); !text.empty()) {
    specials.push_back({std::string(text), 3003, true});
  }
  const size_t firstLine = in.number(2);
  const auto bpe = Bpe::fromVocabulary(tokens, merges, pattern, specials, wholes, firstLine);
  if (!fuzz::loadedOrSaysWhy(bpe)) return 0;
  fuzz::mustRoundTrip(*bpe, in.rest());
  fuzz::mustSave(*bpe, in.rest());
  for (size_t i = 0; i < texts.size(); ++i) {
    TRIL_MUST(bpe->bytesOf(ids[i]) == texts[i]);
    TRIL_MUST(bpe->idOf(texts[i]) == ids[i]);
  }
  return 0;
}
