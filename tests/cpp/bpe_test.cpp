#include "bpe.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bpe_train.h"
#include "bug_cases.h"
#include "formats.h"

namespace tril {
namespace {

using Ids = std::vector<Id>;
using IdPair = std::pair<Id, Id>;
using Kind = SpecialPolicy::Kind;

constexpr Pattern kPatterns[] = {Pattern::none, Pattern::gpt2, Pattern::cl100k, Pattern::o200k};
constexpr TieRule kTieRules[] = {TieRule::first, TieRule::smallest, TieRule::last};

Bpe fromPairs(const std::vector<IdPair>& pairs, Pattern pattern = Pattern::none,
              std::vector<Special> specials = {}) {
  std::vector<Merge> merges;
  for (const auto& [left, right] : pairs) merges.push_back({left, right, 0});
  return Bpe::fromMerges(merges, pattern, std::move(specials)).value();
}

std::vector<IdPair> pairsOf(const std::vector<Merge>& merges) {
  std::vector<IdPair> pairs;
  for (const Merge& merge : merges) pairs.emplace_back(merge.left, merge.right);
  return pairs;
}

Trainer start(std::string_view text, TrainOptions options) {
  auto trainer = Trainer::start(text, std::move(options));
  return std::move(*trainer);
}

Trainer train(std::string_view text, size_t vocabSize, Pattern pattern = Pattern::none,
              size_t workingRows = 0, TieRule tieRule = TieRule::first) {
  TrainOptions options;
  options.vocabSize = vocabSize;
  options.pattern = pattern;
  options.workingRows = workingRows;
  options.tieRule = tieRule;
  Trainer trainer = start(text, options);
  trainer.advance(vocabSize);
  return trainer;
}

// What is tested against: the textbook's way, which recounts the whole text every round.
struct Textbook {
  struct Count {
    IdPair pair;
    uint64_t count;
    size_t first;  // in bytes
  };

  std::vector<Ids> pieces;
  std::vector<IdPair> merges;
  std::vector<std::vector<Count>> tables;
  TieRule rule;

  Textbook(std::string_view text, size_t rounds, Pattern pattern, TieRule rule = TieRule::first)
      : rule(rule) {
    for (const Piece& piece : split(text, pattern)) {
      Ids& ids = pieces.emplace_back();
      for (size_t i = piece.start; i < piece.end; ++i) {
        ids.push_back(static_cast<unsigned char>(text[i]));
      }
    }
    std::vector<size_t> lengths(256, 1);
    while (true) {
      tables.push_back(count(lengths));
      if (merges.size() == rounds || tables.back().empty()) return;
      const IdPair pair = tables.back()[0].pair;
      lengths.push_back(lengths[pair.first] + lengths[pair.second]);
      for (Ids& ids : pieces) merge(ids, pair, static_cast<Id>(256 + merges.size()));
      merges.push_back(pair);
    }
  }

  std::vector<Count> count(const std::vector<size_t>& lengths) const {
    std::vector<Count> counts;
    std::map<IdPair, size_t> index;
    size_t start = 0;
    for (const Ids& ids : pieces) {
      for (size_t i = 0; i < ids.size(); start += lengths[ids[i++]]) {
        if (i + 1 == ids.size()) continue;
        const auto [entry, isNew] = index.try_emplace({ids[i], ids[i + 1]}, counts.size());
        if (isNew) counts.push_back({entry->first, 0, start});
        ++counts[entry->second].count;
      }
    }
    if (rule == TieRule::last) std::reverse(counts.begin(), counts.end());
    if (rule == TieRule::smallest) {
      std::sort(counts.begin(), counts.end(),
                [](const Count& a, const Count& b) { return a.pair < b.pair; });
    }
    std::stable_sort(counts.begin(), counts.end(),
                     [](const Count& a, const Count& b) { return a.count > b.count; });
    return counts;
  }

  static void merge(Ids& ids, IdPair pair, Id id) {
    Ids merged;
    for (size_t i = 0; i < ids.size(); ++i) {
      if (i + 1 < ids.size() && IdPair(ids[i], ids[i + 1]) == pair) {
        merged.push_back(id);
        ++i;
      } else {
        merged.push_back(ids[i]);
      }
    }
    ids = merged;
  }

  static Ids encode(std::string_view text, const std::vector<IdPair>& merges, Pattern pattern) {
    Ids all;
    for (const Piece& piece : split(text, pattern)) {
      Ids ids;
      for (const char byte : text.substr(piece.start, piece.end - piece.start)) {
        ids.push_back(static_cast<unsigned char>(byte));
      }
      for (size_t i = 0; i < merges.size(); ++i) merge(ids, merges[i], static_cast<Id>(256 + i));
      all.insert(all.end(), ids.begin(), ids.end());
    }
    return all;
  }

  Ids ids() const {
    Ids all;
    for (const Ids& piece : pieces) all.insert(all.end(), piece.begin(), piece.end());
    return all;
  }
};

std::string randomText(std::mt19937& random, std::string_view alphabet, size_t length) {
  std::string text;
  while (text.size() < length) text += alphabet[random() % alphabet.size()];
  return text;
}

// ---- Bug cases

Pattern patternOf(const nlohmann::json& input) {
  if (!input.contains("pattern") || input["pattern"].is_null()) return Pattern::none;
  const std::string source = input["pattern"];
  return loadMinbpe("minbpe v1\n" + source + "\n0\n").value().pattern();
}

void checkTraining(const nlohmann::json& bugCase) {
  const nlohmann::json& input = bugCase["input"];
  const nlohmann::json& expect =
      bugCase["expect"].contains("any_of") ? bugCase["expect"]["any_of"][0] : bugCase["expect"];
  const std::string text = caseText(input["text"]);
  const Trainer trainer = train(text, input["vocab_size"], patternOf(input));
  const Bpe bpe = trainer.finish();

  EXPECT_EQ(pairsOf(bpe.merges()), expect["merges"].get<std::vector<IdPair>>());
  EXPECT_TRUE(trainer.done());
  EXPECT_EQ(bpe.encode(text).value(), trainer.trainingIds());
  if (expect.contains("encoded_training_text")) {
    EXPECT_EQ(trainer.trainingIds(), expect["encoded_training_text"].get<Ids>());
  }
  if (expect.contains("vocab_size")) {
    EXPECT_EQ(bpe.size(), expect["vocab_size"].get<size_t>());
  }
}

TEST(BpeBugCases, Train) {
  for (const auto& bugCase : bugCases("bpe-train")) {
    SCOPED_TRACE(bugCase["id"]);
    checkTraining(bugCase);
  }
}

TEST(BpeBugCases, LongTraining) {
  size_t checked = 0;
  for (const auto& bugCase : bugCases("long-input")) {
    if (bugCase["input"]["op"] != "train") continue;
    SCOPED_TRACE(bugCase["id"]);
    checkTraining(bugCase);
    ++checked;
  }
  EXPECT_GT(checked, 0u);
}

TEST(BpeBugCases, EncodeWithMerges) {
  for (const auto& bugCase : bugCases("bpe-encode")) {
    SCOPED_TRACE(bugCase["id"]);
    const auto& input = bugCase["input"];
    const std::string text = input["text"];
    const Bpe bpe = fromPairs(input["merges"], patternOf(input));
    EXPECT_EQ(bpe.encode(text).value(), bugCase["expect"]["ids"].get<Ids>());

    if (!bugCase["expect"].contains("same_vocab_as_tiktoken_ranks")) continue;
    std::vector<ListedToken> tokens;
    for (Id id = 0; id < bpe.idEnd(); ++id) tokens.push_back({*bpe.bytesOf(id), id});
    const Bpe ranked = Bpe::fromRanks(tokens, bpe.pattern()).value();
    EXPECT_EQ(ranked.encode(text).value(),
              bugCase["expect"]["same_vocab_as_tiktoken_ranks"].get<Ids>());
  }
}

TEST(BpeBugCases, SpecialTokens) {
  size_t checked = 0;
  for (const auto& bugCase : bugCases("special-tokens")) {
    const auto& input = bugCase["input"];
    if (input["op"] != "encode_custom_special") continue;  // the others need a vocabulary
    SCOPED_TRACE(bugCase["id"]);
    std::vector<Special> specials;
    for (const auto& [text, id] : input["specials"].items()) specials.push_back({text, id});
    const Bpe bpe = fromPairs({}, Pattern::none, specials);
    EXPECT_EQ(bpe.encode(input["text"].get<std::string>(), {Kind::all}).value(),
              bugCase["expect"]["ids"].get<Ids>());
    ++checked;
  }
  EXPECT_GT(checked, 0u);
}

// ---- Lessons

TEST(Bpe, LearnsTheWikipediaExample) {
  const Trainer trainer = train("aaabdaaabac", 259);
  EXPECT_EQ(pairsOf(trainer.merges()), (std::vector<IdPair>{{97, 97}, {256, 97}, {257, 98}}));
  EXPECT_EQ(trainer.trainingIds(), (Ids{258, 100, 258, 97, 99}));
  EXPECT_EQ(trainer.finish().bytesOf(258), "aaab");
}

TEST(Bpe, ShowsItsWorkingOnHappily) {
  const Trainer trainer = train("happily happiness unhappy", 259, Pattern::none, 5);
  const Bpe bpe = trainer.finish();
  EXPECT_EQ(pairsOf(bpe.merges()), (std::vector<IdPair>{{104, 97}, {256, 112}, {257, 112}}));
  for (const Merge& merge : bpe.merges()) EXPECT_EQ(merge.count, 3u);
  EXPECT_EQ(bpe.encode("unhappily").value(), (Ids{117, 110, 258, 105, 108, 121}));
  EXPECT_EQ(bpe.encode("happy").value(), (Ids{258, 121}));
  EXPECT_EQ(bpe.encode("dog").value(), (Ids{100, 111, 103}));

  ASSERT_EQ(trainer.rounds().size(), 4u);
  const Round& first = trainer.rounds()[0];
  EXPECT_EQ(first.tied, 3u);
  ASSERT_EQ(first.pairs.size(), 5u);
  EXPECT_EQ(first.pairs[0].left, 104u);
  EXPECT_EQ(first.pairs[0].right, 97u);
  EXPECT_EQ(first.pairs[0].count, 3u);
  EXPECT_EQ(first.pairs[0].first, 0u);
  EXPECT_EQ(first.pairs[1].first, 1u);
  EXPECT_EQ(first.pairs[3].count, 2u);
}

TEST(Bpe, StepsShowEveryMerge) {
  const Bpe bpe = fromPairs({{104, 97}, {256, 112}, {257, 112}}, Pattern::gpt2);
  const auto pieces = bpe.encodeSteps("un happy").value();
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_TRUE(pieces[0].merges.empty());
  EXPECT_EQ(pieces[0].ids, (Ids{117, 110}));
  const PieceSteps& happy = pieces[1];
  EXPECT_EQ(happy.start, 2u);
  EXPECT_EQ(happy.end, 8u);
  EXPECT_FALSE(happy.special);
  EXPECT_EQ(happy.ids, (Ids{32, 258, 121}));
  ASSERT_EQ(happy.merges.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(happy.merges[i].id, 256 + i);
    EXPECT_EQ(happy.merges[i].rank, i);
    EXPECT_EQ(happy.merges[i].at, 1u);
  }
}

// ---- Training

TEST(Trainer, LearnsWhatTheTextbookLearns) {
  std::mt19937 random(1);
  for (int i = 0; i < 3000; ++i) {
    const std::string_view alphabet = i % 3 == 0 ? "ab" : i % 3 == 1 ? "abc " : "aB1 '\n.sé";
    const std::string text = randomText(random, alphabet, random() % 60);
    const Pattern pattern = kPatterns[random() % 4];
    const size_t rounds = random() % 20;
    const size_t rows = i % 2 == 0 ? 1 + random() % 8 : 0;
    const TieRule rule = kTieRules[i % 5 < 3 ? 0 : i % 5 - 2];
    SCOPED_TRACE("text " + ::testing::PrintToString(text) + ", rounds " + std::to_string(rounds));

    const Textbook textbook(text, rounds, pattern, rule);
    const Trainer trainer = train(text, 256 + rounds, pattern, rows, rule);
    ASSERT_EQ(pairsOf(trainer.merges()), textbook.merges);
    ASSERT_EQ(trainer.trainingIds(), textbook.ids());
    for (size_t k = 0; k < trainer.merges().size(); ++k) {
      ASSERT_EQ(trainer.merges()[k].count, textbook.tables[k][0].count);
    }
    if (rows == 0) continue;
    ASSERT_EQ(trainer.rounds().size(), textbook.tables.size());
    for (size_t k = 0; k < textbook.tables.size(); ++k) {
      const auto& table = textbook.tables[k];
      const Round& round = trainer.rounds()[k];
      ASSERT_EQ(round.distinct, table.size());
      ASSERT_EQ(round.tied, std::count_if(table.begin(), table.end(), [&](const auto& row) {
                  return row.count == table[0].count;
                }));
      ASSERT_EQ(round.pairs.size(), std::min(rows, table.size()));
      for (size_t row = 0; row < round.pairs.size(); ++row) {
        ASSERT_EQ(IdPair(round.pairs[row].left, round.pairs[row].right), table[row].pair);
        ASSERT_EQ(round.pairs[row].count, table[row].count);
        ASSERT_EQ(round.pairs[row].first, table[row].first);
      }
    }
  }
}

// An implementation whose tables of pairs have no order of their own merges other pairs.
TEST(Trainer, TieRulesLearnDifferentTokens) {
  const auto tokens = [](TieRule rule) {
    const Bpe bpe = train("happily happiness unhappy", 259, Pattern::none, 0, rule).finish();
    std::vector<std::string> tokens;
    for (const Merge& merge : bpe.merges()) tokens.emplace_back(*bpe.bytesOf(merge.id));
    return tokens;
  };
  EXPECT_EQ(tokens(TieRule::first), (std::vector<std::string>{"ha", "hap", "happ"}));
  EXPECT_EQ(tokens(TieRule::smallest), (std::vector<std::string>{"ap", "hap", "happ"}));
  EXPECT_EQ(tokens(TieRule::last), (std::vector<std::string>{"pp", "app", "happ"}));
}

TEST(Trainer, CanBeStoppedAndGoesOn) {
  const std::string text = "low lower lowest new newer newest wide wider widest";
  TrainOptions options;
  options.vocabSize = 276;
  options.pattern = Pattern::gpt2;
  Trainer trainer = start(text, options);
  EXPECT_EQ(trainer.advance(5), 5u);
  EXPECT_FALSE(trainer.done());
  EXPECT_EQ(trainer.finish().size(), 261u);
  EXPECT_EQ(trainer.advance(100), 15u);
  EXPECT_TRUE(trainer.done());
  EXPECT_EQ(trainer.advance(1), 0u);
  EXPECT_EQ(pairsOf(trainer.merges()), Textbook(text, 20, Pattern::gpt2).merges);
}

TEST(Trainer, GivesTheStartOfTheTrainingText) {
  const Trainer trainer = train("one two one two", 262, Pattern::gpt2);
  const Ids all = trainer.trainingIds();
  EXPECT_TRUE(trainer.trainingIds(0).empty());
  EXPECT_EQ(trainer.trainingIds(3).size(), 1u);
  EXPECT_EQ(trainer.trainingIds(4).size(), 2u);
  EXPECT_EQ(trainer.trainingIds(100), all);
}

TEST(Trainer, RefusesWhatItCannotLearn) {
  const auto errorOf = [](TrainOptions options) { return Trainer::start("abc", options).error(); };
  TrainOptions options;
  options.vocabSize = 255;
  EXPECT_EQ(errorOf(options).code, ErrorCode::badArgument);
  EXPECT_NE(errorOf(options).message.find("255"), std::string::npos);
  options.vocabSize = size_t{1} << 31;
  EXPECT_EQ(errorOf(options).code, ErrorCode::badArgument);
  options.vocabSize = 300;
  options.specials = {{"<x>", 299}};
  EXPECT_EQ(errorOf(options).code, ErrorCode::badArgument);
  options.specials = {{"<x>", 300}, {"<x>", 301}};
  EXPECT_EQ(errorOf(options).code, ErrorCode::badArgument);
}

TEST(Trainer, KeepsSpecialTokens) {
  TrainOptions options;
  options.vocabSize = 300;
  options.specials = {{"<x>", 300}};
  Trainer trainer = start("abab", options);
  trainer.advance(50);
  const Bpe bpe = trainer.finish();
  EXPECT_EQ(bpe.size(), 259u);  // two merges and the special token
  EXPECT_EQ(bpe.encode("<x>ab", {Kind::all}).value(), (Ids{300, 256}));
}

TEST(Trainer, ManagesLongChainsOfTokens) {
  // Every round prolongs the newest token by one: its bytes must not be stored again and again.
  std::mt19937 random(2);
  std::string text;
  for (size_t i = 0; i < 4000; ++i) text += static_cast<char>(random());
  const Trainer trainer = train(text, 6000);
  EXPECT_EQ(trainer.trainingIds().size(), 1u);
  const Bpe bpe = trainer.finish();
  EXPECT_EQ(bpe.encode(text).value(), trainer.trainingIds());
  EXPECT_EQ(bpe.decode(trainer.trainingIds()).value(), text);
}

// ---- Encoding and decoding

TEST(Bpe, EncodesAsTheTextbookDoes) {
  std::mt19937 random(3);
  for (int i = 0; i < 3000; ++i) {
    const std::string_view alphabet = i % 2 == 0 ? "ab" : "aB1 '\n.sé";
    const Pattern pattern = kPatterns[random() % 4];
    std::vector<IdPair> merges;
    if (i % 3 == 0) {  // any merges, learned from no text
      for (size_t k = 0; k < 8; ++k) {
        const auto any = [&] {
          const size_t pick = random() % (alphabet.size() + merges.size());
          return pick < alphabet.size()
                     ? static_cast<Id>(static_cast<unsigned char>(alphabet[pick]))
                     : static_cast<Id>(256 + pick - alphabet.size());
        };
        const IdPair pair{any(), any()};
        if (std::find(merges.begin(), merges.end(), pair) == merges.end()) merges.push_back(pair);
      }
    } else {
      merges = pairsOf(train(randomText(random, alphabet, 80), 276, pattern).merges());
    }
    const Bpe bpe = fromPairs(merges, pattern);
    const std::string text = randomText(random, alphabet, random() % 200);
    SCOPED_TRACE("text " + ::testing::PrintToString(text));

    const Ids ids = bpe.encode(text).value();
    ASSERT_EQ(ids, Textbook::encode(text, merges, pattern));
    ASSERT_EQ(bpe.decode(ids).value(), text);
    ASSERT_EQ(bpe.count(text).value(), ids.size());
    // The steps, played back, lead to the same ids.
    Ids played;
    const auto pieces = bpe.encodeSteps(text);
    for (const PieceSteps& piece : *pieces) {
      Ids now;
      for (size_t k = piece.start; k < piece.end; ++k) {
        now.push_back(static_cast<unsigned char>(text[k]));
      }
      for (const MergeStep& step : piece.merges) {
        ASSERT_LT(step.at + 1, now.size());
        ASSERT_EQ(IdPair(now[step.at], now[step.at + 1]), IdPair(step.left, step.right));
        ASSERT_EQ(merges[step.rank], IdPair(step.left, step.right));
        now[step.at] = step.id;
        now.erase(now.begin() + step.at + 1);
      }
      ASSERT_EQ(now, piece.ids);
      played.insert(played.end(), now.begin(), now.end());
    }
    ASSERT_EQ(played, ids);
  }
}

// The textbook's way with ranks: join the two neighbours whose joined bytes have the lowest rank.
Ids encodeByRanks(std::string_view piece, const std::map<std::string, Id>& ranks) {
  if (const auto whole = ranks.find(std::string(piece)); whole != ranks.end()) {
    return {whole->second};
  }
  std::vector<std::string> parts;
  for (const char byte : piece) parts.emplace_back(1, byte);
  while (true) {
    size_t best = 0;
    Id lowest = kNoId;
    for (size_t i = 0; i + 1 < parts.size(); ++i) {
      const auto found = ranks.find(parts[i] + parts[i + 1]);
      if (found == ranks.end() || found->second >= lowest) continue;
      lowest = found->second;
      best = i;
    }
    if (lowest == kNoId) break;
    parts[best] += parts[best + 1];
    parts.erase(parts.begin() + static_cast<ptrdiff_t>(best) + 1);
  }
  Ids ids;
  for (const std::string& part : parts) ids.push_back(ranks.at(part));
  return ids;
}

TEST(Bpe, EncodesByRanksAsTheTextbookDoes) {
  std::mt19937 random(4);
  for (int i = 0; i < 1000; ++i) {
    std::map<std::string, Id> ranks;
    for (int byte = 0; byte < 256; ++byte) {
      ranks[std::string(1, static_cast<char>(byte))] = static_cast<Id>(255 - byte);
    }
    // Any tokens at all, also such that no merges lead to, with gaps between the ranks.
    const std::string_view alphabet = i % 2 == 0 ? "abc" : std::string_view("a\0", 2);
    const size_t longest = i % 3 == 0 ? 20 : 6;
    for (Id id = 300; id < 340; id += 1 + random() % 4) {
      ranks.try_emplace(randomText(random, alphabet, 2 + random() % longest), id);
    }
    std::vector<ListedToken> tokens;
    for (const auto& [bytes, id] : ranks) tokens.push_back({bytes, id});
    const Bpe bpe = Bpe::fromRanks(tokens, Pattern::none).value();
    for (const size_t length : {1, 5, 20, 64, 65, 150}) {
      const std::string text = randomText(random, alphabet, length);
      const Ids ids = bpe.encode(text).value();
      ASSERT_EQ(ids, encodeByRanks(text, ranks)) << text;
      ASSERT_EQ(bpe.decode(ids).value(), text);
      ASSERT_EQ(bpe.encodeSteps(text).value()[0].ids, ids);
    }
    for (const Merge& merge : bpe.merges()) {
      ASSERT_EQ(std::string(*bpe.bytesOf(merge.left)) + std::string(*bpe.bytesOf(merge.right)),
                *bpe.bytesOf(merge.id));
    }
  }
}

TEST(Bpe, TakesLongPiecesInTime) {
  const Bpe bpe = train(std::string(300, 'a') + "bcd", 270).finish();
  const std::string text(200000, 'a');
  const Ids ids = bpe.encode(text).value();
  EXPECT_LT(ids.size(), text.size() / 100);
  EXPECT_EQ(bpe.decode(ids).value(), text);
  EXPECT_EQ(bpe.encodeSteps(text).value()[0].ids, ids);
}

TEST(Bpe, RepeatedPiecesGetTheSameIds) {
  // Long texts go through a cache of pieces; short ones do not.
  std::mt19937 random(6);
  const std::string_view alphabet = "abcdef    ";
  const Bpe bpe = train(randomText(random, alphabet, 500), 300, Pattern::gpt2).finish();
  const std::string text = randomText(random, alphabet, 100000);
  Ids expected;
  for (const Piece& piece : split(text, Pattern::gpt2)) {
    const std::string bytes = text.substr(piece.start, piece.end - piece.start);
    const Ids ids = bpe.encode(bytes).value();
    expected.insert(expected.end(), ids.begin(), ids.end());
  }
  EXPECT_EQ(bpe.encode(text).value(), expected);
}

TEST(Bpe, GivesTokensTheirPlaces) {
  const Bpe bpe = fromPairs({{97, 98}}, Pattern::none, {{"<x>", 300}});
  const auto tokens = bpe.tokens("cab<x>a", {Kind::all}).value();
  const std::vector<std::vector<uint32_t>> expected = {
      {99, 0, 1}, {256, 1, 3}, {300, 3, 6}, {97, 6, 7}};
  ASSERT_EQ(tokens.size(), expected.size());
  for (size_t i = 0; i < tokens.size(); ++i) {
    EXPECT_EQ((std::vector<uint32_t>{tokens[i].id, tokens[i].start, tokens[i].end}), expected[i]);
  }
}

TEST(Bpe, HandlesEmptyAndBrokenText) {
  const Bpe bpe = fromPairs({{0, 255}}, Pattern::cl100k);
  EXPECT_TRUE(bpe.encode("").value().empty());
  EXPECT_TRUE(bpe.encodeSteps("").value().empty());
  EXPECT_EQ(bpe.decode({}).value(), "");
  const std::string broken("\xff\x00\xff\xe4\xb8", 5);
  EXPECT_EQ(bpe.decode(bpe.encode(broken).value()).value(), broken);
}

TEST(Bpe, DecodingNamesTheUnknownId) {
  const Bpe bpe = fromPairs({{97, 98}}, Pattern::none, {{"<x>", 300}});
  const Error error = bpe.decode(Ids{256, 97, 299}).error();
  EXPECT_EQ(error.code, ErrorCode::unknownId);
  EXPECT_NE(error.message.find("299, at index 2"), std::string::npos) << error.message;
  EXPECT_EQ(bpe.decode(Ids{4294967295}).error().code, ErrorCode::unknownId);
  EXPECT_EQ(bpe.decode(Ids{256, 300}).value(), "ab<x>");
}

TEST(Bpe, KnowsItsTokens) {
  const Bpe bpe =
      fromPairs({{97, 98}, {98, 99}, {97, 257}, {256, 99}}, Pattern::none, {{"<x>", 300}});
  EXPECT_EQ(bpe.size(), 261u);
  EXPECT_EQ(bpe.idEnd(), 301u);
  EXPECT_EQ(bpe.bytesOf(259), "abc");
  EXPECT_EQ(bpe.bytesOf(260), std::nullopt);
  EXPECT_EQ(bpe.bytesOf(301), std::nullopt);
  EXPECT_EQ(bpe.idOf("bc"), 257u);
  EXPECT_EQ(bpe.idOf("abc"), 258u);  // 259 has these bytes too
  EXPECT_EQ(bpe.idOf("<x>"), 300u);
  EXPECT_EQ(bpe.idOf("nothing"), std::nullopt);
  EXPECT_EQ(bpe.idOf(""), std::nullopt);
  EXPECT_TRUE(bpe.isReachable(259));
  EXPECT_FALSE(bpe.isReachable(258));  // ab comes before bc, always
  EXPECT_FALSE(bpe.isReachable(270));
}

TEST(Bpe, RewindsToAnyRound) {
  std::mt19937 random(5);
  for (int i = 0; i < 300; ++i) {
    const std::string text = randomText(random, "abc ", random() % 100);
    const Pattern pattern = kPatterns[random() % 4];
    const Trainer trainer = train(text, 276, pattern);
    const Bpe bpe = trainer.finish();
    for (size_t merges = 0; merges <= 20; ++merges) {
      ASSERT_EQ(bpe.rewind(trainer.trainingIds(), merges),
                train(text, 256 + merges, pattern).trainingIds());
    }
  }
  const Bpe bpe = fromPairs({{97, 97}, {256, 98}}, Pattern::none, {{"<x>", 300}});
  EXPECT_EQ(bpe.rewind(Ids{257, 300, 999, 256}, 1), (Ids{256, 98, 300, 999, 256}));
}

// ---- Special tokens

TEST(Bpe, SpecialTokensFollowThePolicy) {
  const Bpe bpe = fromPairs({}, Pattern::none, {{"<a>", 300}, {"<a>b", 301}, {"<c>", 302}});
  const auto encode = [&](std::string_view text, const SpecialPolicy& policy) {
    return bpe.encode(text, policy);
  };
  const Error error = encode("xy<a>", {}).error();
  EXPECT_EQ(error.code, ErrorCode::specialToken);
  EXPECT_NE(error.message.find("\"<a>\" at byte 2"), std::string::npos) << error.message;
  EXPECT_EQ(bpe.tokens("<c>").error().code, ErrorCode::specialToken);
  EXPECT_EQ(bpe.count("<c>").error().code, ErrorCode::specialToken);
  EXPECT_EQ(bpe.encodeSteps("<c>").error().code, ErrorCode::specialToken);

  EXPECT_EQ(encode("<a>", {Kind::text}).value(), (Ids{60, 97, 62}));
  EXPECT_EQ(encode("<a>b<a>c<a", {Kind::all}).value(), (Ids{301, 300, 99, 60, 97}));
  EXPECT_EQ(encode("<a><a>", {Kind::listed, {"<a>"}}).value(), (Ids{300, 300}));
  EXPECT_EQ(encode("<a><c>", {Kind::listed, {"<a>"}}).error().code, ErrorCode::specialToken);
  EXPECT_EQ(encode("x", {Kind::listed, {"<d>"}}).error().code, ErrorCode::unknownToken);
  EXPECT_EQ(encode("x", {Kind::listed, {}}).value(), (Ids{120}));

  const auto steps = bpe.encodeSteps("x<c>", {Kind::all}).value();
  ASSERT_EQ(steps.size(), 2u);
  EXPECT_TRUE(steps[1].special);
  EXPECT_EQ(steps[1].ids, (Ids{302}));
}

TEST(Bpe, PiecesDoNotSeePastASpecialToken) {
  // Two blanks before a word are two pieces, at the end of a text they are one.
  const Bpe bpe = fromPairs({{32, 32}}, Pattern::gpt2, {{"<x>", 300}});
  EXPECT_EQ(bpe.encode("a  <x>b", {Kind::all}).value(), (Ids{97, 256, 300, 98}));
  EXPECT_EQ(bpe.encode("a  b").value(), (Ids{97, 32, 32, 98}));
}

TEST(Bpe, RefusesBadSpecialTokens) {
  const auto codeOf = [](std::vector<Special> specials) {
    return Bpe::fromMerges({{97, 98, 256}}, Pattern::none, std::move(specials)).error().code;
  };
  EXPECT_EQ(codeOf({{"", 300}}), ErrorCode::badArgument);
  EXPECT_EQ(codeOf({{"<x>", 256}}), ErrorCode::badArgument);
  EXPECT_EQ(codeOf({{"<x>", 300}, {"<y>", 300}}), ErrorCode::badArgument);
  EXPECT_EQ(codeOf({{"<x>", 300}, {"<x>", 301}}), ErrorCode::badArgument);
  EXPECT_EQ(codeOf({{"<x>", kMaxId + 1}}), ErrorCode::badArgument);
}

TEST(Bpe, RefusesBadMerges) {
  const auto messageOf = [](std::vector<Merge> merges) {
    return Bpe::fromMerges(std::move(merges), Pattern::none).error().message;
  };
  EXPECT_NE(messageOf({{97, 98, 0}, {97, 257, 0}}).find("Merge 1"), std::string::npos);
  EXPECT_NE(messageOf({{97, 98, 0}, {97, 98, 0}}).find("97 98"), std::string::npos);
  std::vector<Merge> doubling = {{97, 97, 0}};
  while (doubling.size() < 60) {
    const Id id = static_cast<Id>(255 + doubling.size());
    doubling.push_back({id, id, 0});
  }
  EXPECT_NE(messageOf(doubling).find("too long"), std::string::npos);
}

}  // namespace
}  // namespace tril
