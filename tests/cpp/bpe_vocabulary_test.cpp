// Tokenizers of a vocabulary and its merges, as GPT-2's and Hugging Face's files hold them.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "bpe.h"
#include "formats.h"

namespace tril {
namespace {

using Ids = std::vector<Id>;

// The tokens of single bytes, with ids that are not the bytes'.
std::map<std::string, Id> byteTokens() {
  std::map<std::string, Id> tokens;
  for (int byte = 0; byte < 256; ++byte) {
    tokens[std::string(1, static_cast<char>(byte))] = static_cast<Id>(500 - byte);
  }
  return tokens;
}

std::string randomText(std::mt19937& random, size_t length) {
  std::string text;
  for (size_t i = 0; i < length; ++i) text += "abc"[random() % 3];
  return text;
}

std::vector<ListedToken> listed(const std::map<std::string, Id>& tokens) {
  std::vector<ListedToken> list;
  for (const auto& [bytes, id] : tokens) list.push_back({bytes, id});
  return list;
}

struct Parts {
  std::string left, right;
};

// The textbook's way: of all pairs of neighbours the one that is listed first, the leftmost.
Ids encode(const std::string& text, const std::map<std::string, Id>& tokens,
           const std::vector<Parts>& merges, bool wholes) {
  if (wholes && tokens.count(text) > 0) return {tokens.at(text)};
  std::vector<std::string> parts;
  for (const char byte : text) parts.emplace_back(1, byte);
  for (bool merged = true; merged;) {
    merged = false;
    for (const Parts& merge : merges) {
      for (size_t i = 0; i + 1 < parts.size() && !merged; ++i) {
        if (parts[i] != merge.left || parts[i + 1] != merge.right) continue;
        parts[i] += parts[i + 1];
        parts.erase(parts.begin() + static_cast<ptrdiff_t>(i) + 1);
        merged = true;
      }
      if (merged) break;
    }
  }
  Ids ids;
  for (const std::string& part : parts) ids.push_back(tokens.at(part));
  return ids;
}

TEST(BpeVocabulary, EncodesAsTheTextbookDoes) {
  std::mt19937 random(11);
  size_t madeTwice = 0;
  for (int i = 0; i < 1000; ++i) {
    std::map<std::string, Id> tokens = byteTokens();
    std::vector<std::string> known = {"a", "b", "c"};
    std::vector<Parts> merges;
    std::vector<Id> ids;
    for (Id id = 600; id < 640; ++id) ids.push_back(id);
    std::shuffle(ids.begin(), ids.end(), random);
    for (size_t k = 0; k < 10; ++k) {
      const Parts merge = {known[random() % known.size()], known[random() % known.size()]};
      if (std::any_of(merges.begin(), merges.end(), [&](const Parts& other) {
            return other.left == merge.left && other.right == merge.right;
          })) {
        continue;
      }
      merges.push_back(merge);
      const std::string joined = merge.left + merge.right;
      madeTwice += tokens.count(joined);
      if (tokens.try_emplace(joined, ids[k]).second) known.push_back(joined);
    }
    for (size_t k = 10; k < 14; ++k) {  // tokens that no merge makes
      tokens.try_emplace(randomText(random, 2 + random() % 4), ids[k]);
    }
    std::shuffle(merges.begin(), merges.end(), random);
    std::vector<Merge> byId;
    for (const Parts& merge : merges) {
      byId.push_back(
          {tokens.at(merge.left), tokens.at(merge.right), tokens.at(merge.left + merge.right)});
    }
    const bool wholes = i % 2 == 0;
    const Bpe bpe =
        Bpe::fromVocabulary(listed(tokens), byId, Pattern::none, {{"<x>", 900}}, wholes).value();
    for (const auto& [bytes, id] : tokens) {
      ASSERT_EQ(bpe.idOf(bytes), id);
      ASSERT_EQ(bpe.bytesOf(id), bytes);
      ASSERT_EQ(bpe.isReachable(id), encode(bytes, tokens, merges, false) == Ids{id});
    }
    for (const size_t length : {1, 2, 3, 4, 5, 20, 100}) {
      const std::string text = randomText(random, length);
      const Ids expected = encode(text, tokens, merges, wholes);
      ASSERT_EQ(bpe.encode(text).value(), expected) << text;
      ASSERT_EQ(bpe.encodeSteps(text).value()[0].ids, expected) << text;
      ASSERT_EQ(bpe.decode(expected).value(), text);
      // What ranks and minbpe's format can say gives the same ids.
      if (const auto file = saveTiktoken(bpe)) {
        ASSERT_EQ(loadTiktoken(*file, Pattern::none).value().encode(text).value(), expected);
      }
      EXPECT_FALSE(saveMinbpe(bpe));
    }
  }
  EXPECT_GT(madeTwice, 30u);
}

// The merges that are worked out for ranks say all there is to say.
TEST(BpeVocabulary, TheMergesOfRanksGiveTheIdsOfRanks) {
  std::mt19937 random(12);
  size_t needed = 0;
  for (int i = 0; i < 2000; ++i) {
    std::map<std::string, Id> tokens = byteTokens();
    const size_t longest = 1 + random() % 6;
    for (Id id = 600; id < 616; ++id) {
      tokens.try_emplace(randomText(random, 2 + random() % longest), id);
    }
    const Bpe ranks = Bpe::fromRanks(listed(tokens), Pattern::none).value();
    const bool wholes = ranks.needsWholes();
    needed += wholes;
    const Bpe merged =
        Bpe::fromVocabulary(listed(tokens), ranks.merges(), Pattern::none, {}, wholes).value();
    for (int k = 0; k < 30; ++k) {
      const std::string text = randomText(random, 1 + random() % 30);
      ASSERT_EQ(merged.encode(text).value(), ranks.encode(text).value()) << text;
    }
  }
  EXPECT_GT(needed, 100u);
  EXPECT_LT(needed, 1900u);
}

TEST(BpeVocabulary, ATokenThatIsAlwaysFoundAsksNoPolicy) {
  using Kind = SpecialPolicy::Kind;
  const Bpe bpe = Bpe::fromVocabulary(listed(byteTokens()), {}, Pattern::none,
                                      {{"<x>", 600, true}, {"<y>", 601}, {"x><", 602}})
                      .value();
  EXPECT_EQ(bpe.encode("<x>").value(), (Ids{600}));
  EXPECT_EQ(bpe.encode("<y><x>", {Kind::text}).value(),
            (Ids{500 - '<', 500 - 'y', 500 - '>', 600}));
  EXPECT_EQ(bpe.encode("<x><y>", {Kind::listed, {"<y>"}}).value(), (Ids{600, 601}));
  EXPECT_EQ(bpe.encode("<x><y>").error().code, ErrorCode::specialToken);
  EXPECT_EQ(bpe.encode("x><x>", {Kind::text}).value(), (Ids{500 - 'x', 500 - '>', 600}));
  EXPECT_FALSE(saveMinbpe(bpe));
  EXPECT_FALSE(saveTiktoken(bpe));
}

TEST(BpeVocabulary, RefusesWhatIsNone) {
  const auto messageOf = [](const std::vector<ListedToken>& tokens, std::vector<Merge> merges,
                            size_t firstLine) {
    const auto bpe =
        Bpe::fromVocabulary(tokens, std::move(merges), Pattern::none, {}, false, firstLine);
    return bpe ? "" : bpe.error().message;
  };
  const Id a = 500 - 'a', b = 500 - 'b';
  std::map<std::string, Id> tokens = byteTokens();
  tokens["ab"] = 600;
  EXPECT_EQ(messageOf(listed(tokens), {{a, b, 600}}, 0), "");
  EXPECT_NE(messageOf(listed(tokens), {{a, b, 600}, {a, b, 600}}, 7).find("Line 8 merges \"a\""),
            std::string::npos);
  EXPECT_NE(messageOf(listed(tokens), {{a, b, 600}, {a, b, 600}}, 0).find("Merge 1 merges"),
            std::string::npos);
  tokens["cd"] = 600;
  EXPECT_NE(messageOf(listed(tokens), {}, 0).find("the id 600 occurs twice, before for \"ab\""),
            std::string::npos);
  tokens.erase("cd");
  tokens.erase("a");
  EXPECT_NE(messageOf(listed(tokens), {}, 0).find("single byte \"a\""), std::string::npos);
}

}  // namespace
}  // namespace tril
