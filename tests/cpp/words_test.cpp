#include "words.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "text.h"

namespace tril {
namespace {

using Ids = std::vector<Id>;
using Vocabulary = std::map<std::string, Id>;

Vocabulary vocabularyOf(const Words& words) {
  Vocabulary vocabulary;
  for (const WordEntry& entry : words.entries()) vocabulary[std::string(entry.word)] = entry.id;
  return vocabulary;
}

Words train(std::string_view text, const WordOptions& options = {}) {
  auto words = Words::train(text, options);
  return std::move(*words);
}

TEST(Words, GivesEveryWordAnId) {
  constexpr std::string_view text = "the cat ate the mouse";
  const Words words = train(text);
  EXPECT_EQ(vocabularyOf(words),
            (Vocabulary{{"ate", 0}, {"cat", 1}, {"mouse", 2}, {"the", 3}, {"<unk>", 4}}));
  EXPECT_EQ(words.encode("the dog ate").value(), (Ids{3, 4, 0}));
  EXPECT_EQ(words.decode(Ids{3, 4, 0}).value(), "the <unk> ate");
  EXPECT_EQ(words.decode(Ids{5}).error().code, ErrorCode::unknownId);

  WordOptions slip;
  slip.unique = false;
  slip.unknown = "";
  EXPECT_EQ(vocabularyOf(train(text, slip)),
            (Vocabulary{{"ate", 0}, {"cat", 1}, {"mouse", 2}, {"the", 4}}));
  slip.sort = false;
  EXPECT_EQ(vocabularyOf(train(text, slip)),
            (Vocabulary{{"cat", 1}, {"ate", 2}, {"the", 3}, {"mouse", 4}}));
}

TEST(Words, RefusesAWordWithoutAnId) {
  const WordEntry entries[] = {{"a", 0}};
  const Words words = Words::fromVocabulary(entries).value();
  EXPECT_EQ(words.encode("a a").value(), (Ids{0, 0}));
  const Error error = words.encode("a c").error();
  EXPECT_EQ(error.code, ErrorCode::unknownToken);
  EXPECT_NE(error.message.find("\"c\""), std::string::npos) << error.message;
}

TEST(Words, RefusesBadVocabularies) {
  const std::vector<std::vector<WordEntry>> vocabularies = {
      {{"", 0}}, {{"a", 0}, {"a", 1}}, {{"a", 0}, {"b", 0}}, {{"a", kMaxId + 1}}};
  for (const auto& entries : vocabularies) {
    EXPECT_EQ(Words::fromVocabulary(entries).error().code, ErrorCode::badArgument);
  }
}

TEST(Words, CutsAnyBytes) {
  std::mt19937 random(1);
  constexpr std::string_view kBytes("ab ,\n\0\xC3\xA9\xCC\x81\xFF\xE2\x80\x83", 14);
  for (int i = 0; i < 20000; ++i) {
    std::string text;
    for (size_t length = random() % 20; text.size() < length;) {
      text += kBytes[random() % kBytes.size()];
    }
    const bool punctuation = i % 2 == 0;
    uint32_t end = 0;
    for (const Piece& piece : splitWords(text, punctuation)) {
      ASSERT_GE(piece.start, end);
      ASSERT_GT(piece.end, piece.start);
      end = piece.end;
    }
    ASSERT_LE(end, text.size());
    WordOptions options;
    options.punctuation = punctuation;
    const Words words = train(text, options);
    const std::vector<Word> found = words.words(text).value();
    for (const Word& word : found) {
      ASSERT_TRUE(word.known);
      ASSERT_EQ(words.idOf(text.substr(word.start, word.end - word.start)), word.id);
    }
  }
}

}  // namespace
}  // namespace tril
