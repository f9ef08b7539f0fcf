#include "split.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bug_cases.h"
#include "text.h"
#include "unicode.h"

namespace tril {
namespace {

using Strings = std::vector<std::string>;

constexpr Pattern kPatterns[] = {Pattern::none, Pattern::gpt2, Pattern::cl100k, Pattern::o200k};

Strings piecesOf(std::string_view text, Pattern pattern) {
  Strings pieces;
  for (const Piece& piece : split(text, pattern)) {
    pieces.emplace_back(text.substr(piece.start, piece.end - piece.start));
  }
  return pieces;
}

std::string repeated(std::string_view text, size_t bytes) {
  std::string result;
  while (result.size() < bytes) result += text;
  return result;
}

TEST(Split, CutsWhereTheRegularExpressionsCut) {
  std::ifstream file(TRIL_GOLDEN_DIR "/split.json");
  ASSERT_TRUE(file) << "cannot read " TRIL_GOLDEN_DIR "/split.json";
  const nlohmann::json golden = nlohmann::json::parse(file);
  ASSERT_GE(golden.at("cases").size(), 120u);
  for (const nlohmann::json& goldenCase : golden.at("cases")) {
    const std::string text = goldenCase.at("text");
    const std::string pattern = goldenCase.at("pattern");
    EXPECT_EQ(piecesOf(text, *patternNamed(pattern)), goldenCase.at("pieces").get<Strings>())
        << pattern << " " << quoted(text, 200);
  }
}

TEST(Split, CutsWhereOthersCutWrong) {
  const std::vector<nlohmann::json> cases = bugCases("pretokenize");
  ASSERT_FALSE(cases.empty());
  for (const nlohmann::json& bugCase : cases) {
    const std::string text = caseText(bugCase.at("input").at("text"));
    const std::string pattern = bugCase.at("input").at("pattern");
    EXPECT_EQ(piecesOf(text, *patternNamed(pattern)),
              bugCase.at("expect").at("pieces").get<Strings>())
        << bugCase.at("id");
  }
}

TEST(Split, NoneKeepsTheTextWhole) {
  EXPECT_EQ(piecesOf("it's so\n", Pattern::none), (Strings{"it's so\n"}));
}

TEST(Split, AnEmptyTextHasNoPiece) {
  for (const Pattern pattern : kPatterns) EXPECT_TRUE(split("", pattern).empty());
}

TEST(Split, CountsOffsetsInBytes) {
  const std::vector<Piece> pieces = split("né 😀", Pattern::gpt2);
  ASSERT_EQ(pieces.size(), 2u);
  EXPECT_EQ(pieces[0].start, 0u);
  EXPECT_EQ(pieces[0].end, 3u);
  EXPECT_EQ(pieces[1].start, 3u);
  EXPECT_EQ(pieces[1].end, 8u);
}

TEST(Split, APieceEndsWhereItEndsInATextThatStartsWithIt) {
  const std::string_view text = "I'm 12345 ABcD's\n\n  \u0301A!";
  for (const Pattern pattern : kPatterns) {
    for (const Piece& piece : split(text, pattern)) {
      EXPECT_EQ(pieceEnd(text, piece.start, pattern), piece.end);
      EXPECT_EQ(pieceEnd(text.substr(piece.start), 0, pattern), piece.end - piece.start);
    }
  }
}

// The bytes of a broken sequence are cut as the U+FFFD are that they read as, whatever they are.
TEST(Split, BrokenUtf8IsCutAsReplacementCharacters) {
  constexpr std::string_view kBytes =
      "ab AS'\n\r1/ \x80\xBF\xC3\xA9\xE2\x82\xAC\xCC\x81\xF0\x9F\x98\x80\xED\xA0\xFF\xC0\xF4\x90";
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t length = 1 + random() % 12; text.size() < length;) {
      text += kBytes[random() % kBytes.size()];
    }
    std::string repaired;
    std::map<size_t, size_t> repairedOffset = {{0, 0}};  // by the offset in `text`
    for (size_t i = 0; i < text.size();) {
      const CodePoint point = codePointAt(text, i);
      repaired += point.value == 0xFFFD ? "\uFFFD" : text.substr(i, point.length);
      i += point.length;
      repairedOffset[i] = repaired.size();
    }
    for (const Pattern pattern : kPatterns) {
      std::vector<std::pair<size_t, size_t>> actual, expected;
      for (const Piece& piece : split(text, pattern)) {
        ASSERT_TRUE(repairedOffset.count(piece.start) && repairedOffset.count(piece.end))
            << "inside a character of " << quoted(text);
        actual.emplace_back(repairedOffset[piece.start], repairedOffset[piece.end]);
      }
      for (const Piece& piece : split(repaired, pattern)) {
        expected.emplace_back(piece.start, piece.end);
      }
      ASSERT_EQ(actual, expected) << quoted(text);
    }
  }
}

// Each text would take a scanner that goes back, or one that calls itself, hours or its whole
// stack.
TEST(Split, TakesLinearTime) {
  constexpr size_t kBytes = 1 << 20;
  const std::string capitals = repeated("A", kBytes);
  const std::string spaces = repeated(" ", kBytes);
  const Strings texts = {
      capitals,
      "日" + capitals,
      "\u0301" + capitals,
      "\u0301" + capitals + "b",
      repeated("日A", kBytes),
      repeated("\u0301A", kBytes),
      repeated("\u0301", kBytes),
      spaces,
      spaces + "x",
      "\n" + spaces + "x",
      repeated("\n ", kBytes) + "x",
      repeated("\u00A0\r", kBytes),
      repeated("!", kBytes),
      repeated("!\n", kBytes),
      repeated("'", kBytes),
      repeated("'s", kBytes),
      repeated("1", kBytes),
  };
  for (const std::string& text : texts) {
    for (const Pattern pattern : kPatterns) {
      const std::vector<Piece> pieces = split(text, pattern);
      ASSERT_FALSE(pieces.empty());
      size_t end = 0;
      for (const Piece& piece : pieces) {
        ASSERT_EQ(piece.start, end);
        ASSERT_GT(piece.end, end);
        end = piece.end;
      }
      EXPECT_EQ(end, text.size());
    }
  }
}

TEST(Split, KnowsPatternsByName) {
  EXPECT_EQ(*patternNamed("none"), Pattern::none);
  EXPECT_EQ(*patternNamed("gpt2"), Pattern::gpt2);
  EXPECT_EQ(*patternNamed("cl100k"), Pattern::cl100k);
  EXPECT_EQ(*patternNamed("o200k"), Pattern::o200k);

  for (const std::string_view name : {"", "GPT2", "cl100k_base"}) {
    const Result<Pattern> unknown = patternNamed(name);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::badArgument);
    for (const std::string known : {"\"none\"", "\"gpt2\"", "\"cl100k\"", "\"o200k\""}) {
      EXPECT_NE(unknown.error().message.find(known), std::string::npos) << unknown.error().message;
    }
  }
}

TEST(Unicode, ClassesCodePoints) {
  const std::map<char32_t, CharClass> classes = {
      {U'A', CharClass::upper},      {U'z', CharClass::lower},       {U'7', CharClass::number},
      {U' ', CharClass::space},      {U'\n', CharClass::newline},    {U'\r', CharClass::newline},
      {U'\t', CharClass::space},     {U'\0', CharClass::other},      {U'_', CharClass::other},
      {0x0085, CharClass::space},                                    // next line
      {0x00A0, CharClass::space},    {0x00AA, CharClass::caseless},  // no-break space, ª
      {0x00B2, CharClass::number},   {0x00DF, CharClass::lower},     // ², ß
      {0x017F, CharClass::lower},    {0x01C5, CharClass::upper},     // long s, the title case ǅ
      {0x0295, CharClass::lower},    {0x02B1, CharClass::caseless},  // ʕ, caseless in Unicode 17; ʱ
      {0x02B0, CharClass::caseless}, {0x0301, CharClass::mark},      // ʰ, acute accent
      {0x0661, CharClass::number},   {0x093F, CharClass::mark},      // Arabic 1, Hindi vowel sign
      {0x0378, CharClass::other},    {0x180E, CharClass::other},     // unassigned, vowel separator
      {0x1C89, CharClass::upper},    {0x1C8A, CharClass::lower},     // both new in Unicode 16
      {0x200B, CharClass::other},    {0x2028, CharClass::space},     // zero width, line separator
      {0x212A, CharClass::upper},    {0x2167, CharClass::number},    // Kelvin, Ⅷ
      {0x24B6, CharClass::other},    {0x3000, CharClass::space},     // Ⓐ, ideographic space
      {0x65E5, CharClass::caseless}, {0xFEFF, CharClass::other},     // 日, byte order mark
      {0xFFFD, CharClass::other},    {0x1D400, CharClass::upper},    // replacement, bold A
      {0x1F600, CharClass::other},   {0x323AF, CharClass::caseless},  // 😀, the last ideograph
      {0x323B0, CharClass::other},   {0xE00FF, CharClass::other},     // unassigned both
      {0xE0100, CharClass::mark},    {0xE01EF, CharClass::mark},      // variation selectors
      {0xE01F0, CharClass::other},   {0x10FFFF, CharClass::other},    // unassigned, the last of all
  };
  for (const auto& [point, expected] : classes) {
    EXPECT_EQ(classOf(point), expected) << "U+" << std::hex << static_cast<uint32_t>(point);
  }
}

// The counts are those of \p{Lu} and so on in the RegExp of Node.js 20.20.2, which knows Unicode
// 17, without the code points that Unicode 16 leaves unassigned.
TEST(Unicode, ClassesAsManyAsUnicode16Has) {
  std::map<CharClass, int> counts;
  for (char32_t point = 0; point < 0x110000; ++point) ++counts[classOf(point)];
  EXPECT_EQ(counts[CharClass::upper], 1889);
  EXPECT_EQ(counts[CharClass::lower], 2258);
  EXPECT_EQ(counts[CharClass::caseless], 136881);
  EXPECT_EQ(counts[CharClass::mark], 2501);
  EXPECT_EQ(counts[CharClass::number], 1911);
  EXPECT_EQ(counts[CharClass::space] + counts[CharClass::newline], 25);
}

}  // namespace
}  // namespace tril
