// decode(encode(x)) is x for any bytes, in tokenizers of every kind.

#include "bpe_train.h"
#include "fuzz.h"
#include "split.h"

namespace {

using namespace tril;

const std::vector<Special> kSpecials = {{"<|end|>", 5000}, {"<|", 5001}, {"\xC3", 5002}};

// For each pattern one with merges, with ranks and with both kinds of vocabulary.
std::vector<Bpe> tokenizers() {
  std::string text =
      "the cat it's THE'LL 12345 \u00e9\u0301 \u4f60\u597d \U0001F600\u200d  \r\n\n\t";
  for (int i = 0; i < 256; ++i) text += {static_cast<char>(i), static_cast<char>(i * 7), 'a', ' '};
  text += text + text.substr(7);
  std::vector<Bpe> all;
  for (const Pattern pattern : fuzz::kPatterns) {
    auto trainer = Trainer::start(text, {700, pattern, kSpecials});
    trainer->advance(700);
    all.push_back(trainer->finish());
    std::vector<ListedToken> tokens;
    for (Id id = 0; id < 5000; ++id) {
      if (const auto bytes = all.back().bytesOf(id)) tokens.push_back({*bytes, id});
    }
    std::vector<Merge> merges = all.back().merges();
    std::vector<Bpe> more;
    more.push_back(Bpe::fromRanks(tokens, pattern, kSpecials).value());
    merges.resize(merges.size() / 2);  // the others are wholes
    more.push_back(Bpe::fromVocabulary(tokens, merges, pattern, kSpecials, true).value());
    more.push_back(Bpe::fromVocabulary(tokens, merges, pattern, kSpecials, false).value());
    for (Bpe& bpe : more) all.push_back(std::move(bpe));
  }
  return all;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const std::vector<Bpe> all = tokenizers();
  fuzz::Input in(data, size);
  const Bpe& bpe = all[in.number(all.size())];
  const size_t repeat = 1 + in.number(4) * in.number(64);  // long pieces take a way of their own
  const std::string_view once = in.rest();
  std::string text;
  for (size_t i = 0; i < repeat; ++i) text += once;
  size_t end = 0;
  for (const Piece& piece : split(text, bpe.pattern())) {
    TRIL_MUST(piece.start == end && piece.end > end);
    end = piece.end;
  }
  TRIL_MUST(end == text.size());
  fuzz::mustRoundTrip(bpe, text);

  std::vector<Id> ids;
  for (const char byte : once) ids.push_back(static_cast<unsigned char>(byte) * 25u);
  const auto decoded = bpe.decode(ids);
  TRIL_MUST(decoded || decoded.error().code == ErrorCode::unknownId);
  return 0;
}
