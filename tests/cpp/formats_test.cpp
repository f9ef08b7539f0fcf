#include "formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bpe_train.h"
#include "bug_cases.h"

namespace tril {
namespace {

using Ids = std::vector<Id>;
using Kind = SpecialPolicy::Kind;

std::string base64(std::string_view bytes) {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  uint32_t bits = 0;
  int count = 0;
  for (const char byte : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(byte);
    for (count += 8; count >= 6; count -= 6) text += kDigits[bits >> (count - 6) & 63];
  }
  if (count > 0) text += kDigits[bits << (6 - count) & 63];
  while (text.size() % 4 != 0) text += '=';
  return text;
}

// The lines of the 256 single bytes, in the order of their values.
std::string byteLines(const std::string& eol = "\n") {
  std::string lines;
  for (int byte = 0; byte < 256; ++byte) {
    lines += base64(std::string(1, static_cast<char>(byte)));
    lines += ' ';
    lines += std::to_string(byte) + eol;
  }
  return lines;
}

Trainer start(std::string_view text, TrainOptions options) {
  auto trainer = Trainer::start(text, std::move(options));
  return std::move(*trainer);
}

SpecialPolicy policyOf(const nlohmann::json& input) {
  return {input.value("mode", "") == "all" ? Kind::all : Kind::error};
}

void checkLoaded(const nlohmann::json& bugCase, const Result<Bpe>& bpe) {
  const auto& input = bugCase["input"];
  if (bugCase["expect"].contains("throws")) {
    ASSERT_FALSE(bpe);
    EXPECT_EQ(bpe.error().code, ErrorCode::badFile);
    EXPECT_EQ(bpe.error().message.find("Line "), 0u) << bpe.error().message;
    return;
  }
  ASSERT_TRUE(bpe) << bpe.error().message;
  EXPECT_EQ(bpe->encode(input["encode"].get<std::string>(), policyOf(input)).value(),
            bugCase["expect"]["ids"].get<Ids>());
}

TEST(FormatBugCases, Minbpe) {
  for (const auto& bugCase : bugCases("load-minbpe")) {
    SCOPED_TRACE(bugCase["id"]);
    checkLoaded(bugCase, loadMinbpe(bugCase["input"]["model"].get<std::string>()));
  }
}

TEST(FormatBugCases, Tiktoken) {
  for (const auto& bugCase : bugCases("load-tiktoken")) {
    SCOPED_TRACE(bugCase["id"]);
    const auto& input = bugCase["input"];
    std::string file = input.value("raw", "");
    if (input.contains("file")) {
      const std::string eol = input["file"]["eol"];
      file = byteLines(eol);
      for (const auto& extra : input["file"]["extra"]) {
        file += extra[0].get<std::string>() + " " + std::to_string(extra[1].get<Id>()) + eol;
      }
    }
    std::vector<Special> specials;
    if (input.contains("specials")) {
      for (const auto& [text, id] : input["specials"].items()) specials.push_back({text, id});
    }
    checkLoaded(bugCase, loadTiktoken(file, Pattern::none, specials));
  }
}

// ---- minbpe

TEST(Minbpe, TakesCrLfAndSpecialTokensOfTheCaller) {
  const Bpe bpe =
      loadMinbpe("minbpe v1\r\n\r\n1\r\n<a> 257\r\n97 97\r\n\r\n", {{"<b>", 300}}).value();
  EXPECT_EQ(bpe.encode("aa<a><b>", {Kind::all}).value(), (Ids{256, 257, 300}));
  EXPECT_EQ(bpe.pattern(), Pattern::none);
}

TEST(Minbpe, ErrorsNameTheLine) {
  const std::pair<const char*, const char*> cases[] = {
      {"", "Line 1:"},
      {"<!DOCTYPE html>\n<html>", "Line 1: this is a web page"},
      {"minbpe v2\n\n0\n", "\"minbpe v2\""},
      {"minbpe v1\n", "Line 2:"},
      {"minbpe v1\n\\w+|\\s+\n0\n", "\"\\w+|\\s+\""},
      {"minbpe v1\n\n", "Line 3:"},
      {"minbpe v1\n\nx\n", "Line 3:"},
      {"minbpe v1\n\n2\n<a> 300\n", "Line 5: the file ends after 1 of 2"},
      {"minbpe v1\n\n1\n<a>\n", "Line 4:"},
      {"minbpe v1\n\n0\n97 97\n256\n", "Line 5:"},
      {"minbpe v1\n\n0\n97 97\n256 -1\n", "Line 5:"},
      {"minbpe v1\n\n0\n97 97 97\n", "Line 4:"},
      {"minbpe v1\n\n0\n97 97\n\n97 98\n", "Line 5:"},
      {"minbpe v1\n\n0\n97 97\n97 300\n", "Line 5 merges id 300"},
      {"minbpe v1\n\n0\n97 97\n97 97\n", "Line 5 merges the pair 97 97"},
      {"minbpe v1\n\n0\n97 99999999999\n", "Line 4:"},
  };
  for (const auto& [file, message] : cases) {
    const auto bpe = loadMinbpe(file);
    ASSERT_FALSE(bpe) << file;
    EXPECT_EQ(bpe.error().code, ErrorCode::badFile);
    EXPECT_NE(bpe.error().message.find(message), std::string::npos) << bpe.error().message;
  }
}

TEST(Minbpe, AnyPrefixOfAFileIsAModelOrAnError) {
  const std::string file = "minbpe v1\n\n1\n<|end|> 300\n97 97\n256 98\n257 256\n";
  for (size_t length = 0; length <= file.size(); ++length) {
    const auto bpe = loadMinbpe(std::string_view(file).substr(0, length));
    if (!bpe) {
      EXPECT_FALSE(bpe.error().message.empty());
    }
  }
}

TEST(Minbpe, SavesWhatItLoads) {
  const std::string_view text = "low lower lowest new newer newest wide wider widest 123 1234";
  for (const Pattern pattern : {Pattern::none, Pattern::gpt2, Pattern::cl100k, Pattern::o200k}) {
    TrainOptions options;
    options.vocabSize = 280;
    options.pattern = pattern;
    options.specials = {{"<|end|>", 280}, {"<|pad|>", 290}};
    Trainer trainer = start(text, options);
    trainer.advance(100);
    const Bpe bpe = trainer.finish();
    const std::string file = saveMinbpe(bpe).value();
    const Bpe loaded = loadMinbpe(file).value();
    EXPECT_EQ(loaded.pattern(), pattern);
    EXPECT_EQ(loaded.encode("lowest<|end|> 12345", {Kind::all}).value(),
              bpe.encode("lowest<|end|> 12345", {Kind::all}).value());
    EXPECT_EQ(saveMinbpe(loaded).value(), file);
  }
}

TEST(Minbpe, RefusesToSaveWhatItCannotHold) {
  const Bpe spaced = Bpe::fromMerges({}, Pattern::none, {{"a b", 300}}).value();
  EXPECT_EQ(saveMinbpe(spaced).error().code, ErrorCode::badArgument);
  // Ranks with gaps, and a token that no two tokens make up.
  const Bpe gaps = loadTiktoken(byteLines() + "YWI= 300\n", Pattern::none).value();
  EXPECT_EQ(saveMinbpe(gaps).error().code, ErrorCode::badArgument);
  const Bpe lonely = loadTiktoken(byteLines() + "YWJj 256\n", Pattern::none).value();
  EXPECT_EQ(saveMinbpe(lonely).error().code, ErrorCode::badArgument);
}

// ---- tiktoken

TEST(Tiktoken, TakesCrLfAndBlankLines) {
  const Bpe bpe = loadTiktoken(byteLines("\r\n") + "\r\nYWI= 256\r\n\r\n", Pattern::none).value();
  EXPECT_EQ(bpe.encode("abc").value(), (Ids{256, 99}));
}

TEST(Tiktoken, ErrorsNameTheLine) {
  const std::pair<std::string, const char*> cases[] = {
      {"", "Line 1: the file has no tokens"},
      {" \n<html>", "Line 1: this is a web page"},
      {byteLines() + "YWI=\n", "Line 257:"},
      {byteLines() + "YWI= \n", "Line 257:"},
      {byteLines() + "YWI= 256", ""},
      {byteLines() + "YWI 256\n", "Line 257: \"YWI\" is not base64"},
      {byteLines() + "YW!= 256\n", "Line 257: \"YW!=\" is not base64"},
      {byteLines() + "Y=I= 256\n", "Line 257:"},
      {byteLines() + "==== 256\n", "Line 257:"},
      {byteLines() + "YWI= 256\n\nYWI= 257\n", "Line 259: the token \"ab\" occurs twice"},
      {byteLines() + "YWI= 256\nYmM= 256\n", "Line 258: the id 256 occurs twice"},
      {byteLines() + "YWI= -256\n", "Line 257:"},
      {byteLines() + "YWI= 2097152\n", "Line 257: the id 2097152 is above"},
      {byteLines() + "YWI= 99999999999\n", "Line 257:"},
      {"YQ== 0\n", "No token for the single byte \"\\x00\""},
  };
  for (const auto& [file, message] : cases) {
    const auto bpe = loadTiktoken(file, Pattern::none);
    if (*message == '\0') {
      EXPECT_TRUE(bpe);
      continue;
    }
    ASSERT_FALSE(bpe) << message;
    EXPECT_EQ(bpe.error().code, ErrorCode::badFile);
    EXPECT_NE(bpe.error().message.find(message), std::string::npos) << bpe.error().message;
  }
}

TEST(Tiktoken, SavesWhatItLoads) {
  const std::string file = byteLines() + "YWI= 256\nYWJj 300\nYmM= 301\n";
  const Bpe bpe = loadTiktoken(file, Pattern::cl100k, {{"<x>", 299}}).value();
  EXPECT_EQ(saveTiktoken(bpe).value(), file);
}

TEST(Tiktoken, SavesLearnedMergesAsRanksAndBack) {
  std::mt19937 random(1);
  for (int i = 0; i < 200; ++i) {
    std::string text;
    for (size_t k = random() % 80; k > 0; --k) text += "abc "[random() % 4];
    TrainOptions options;
    options.vocabSize = 276;
    options.pattern = i % 2 == 0 ? Pattern::none : Pattern::gpt2;
    Trainer trainer = start(text, options);
    trainer.advance(20);
    const Bpe bpe = trainer.finish();
    const Bpe ranked = loadTiktoken(saveTiktoken(bpe).value(), options.pattern).value();
    for (int k = 0; k < 10; ++k) {
      std::string other;
      for (size_t n = random() % 100; n > 0; --n) other += "abc "[random() % 4];
      ASSERT_EQ(ranked.encode(other).value(), bpe.encode(other).value());
    }
    ASSERT_EQ(saveMinbpe(ranked).value(), saveMinbpe(bpe).value());
  }
}

TEST(Tiktoken, RefusesToSaveWhatRanksCannotSay) {
  // With ranks "abcd" would be one token, with these merges it is two.
  const Bpe bpe =
      Bpe::fromMerges({{97, 98, 0}, {256, 99, 0}, {99, 100, 0}, {256, 258, 0}}, Pattern::none)
          .value();
  const auto file = saveTiktoken(bpe);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::badArgument);
  EXPECT_NE(file.error().message.find("259"), std::string::npos);
}

// Merges that ranks can say give the same ids either way, on any text.
TEST(Tiktoken, SavesExactlyTheMergesThatRanksCanSay) {
  std::mt19937 random(2);
  size_t saved = 0, refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::vector<Merge> merges;
    for (Id k = 0; k < 6; ++k) {
      const auto any = [&] {
        const Id pick = random() % (3 + k);
        return pick < 3 ? 97 + pick : 253 + pick;
      };
      const Merge merge{any(), any(), 0};
      const bool known = std::any_of(merges.begin(), merges.end(), [&](const Merge& other) {
        return other.left == merge.left && other.right == merge.right;
      });
      if (known) break;
      merges.push_back(merge);
    }
    const Bpe bpe = Bpe::fromMerges(merges, Pattern::none).value();
    const auto file = saveTiktoken(bpe);
    (file ? saved : refused) += 1;
    if (!file) continue;
    const Bpe ranked = loadTiktoken(*file, Pattern::none).value();
    for (int k = 0; k < 30; ++k) {
      std::string text;
      for (size_t n = random() % 40; n > 0; --n) text += "abc"[random() % 3];
      ASSERT_EQ(ranked.encode(text).value(), bpe.encode(text).value()) << text;
    }
  }
  EXPECT_GT(saved, 100u);
  EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace tril
