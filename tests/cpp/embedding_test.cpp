#include "embedding.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "attention.h"
#include "golden.h"
#include "print.h"
#include "random.h"

namespace tril {
namespace {

using nlohmann::json;
using Ids = std::vector<int64_t>;

Matrix publishedSentence() {
  const json published = golden("published.json").at("embedding");
  const Matrix table = *Random(published.at("seed").get<uint64_t>())
                            .embedding(published.at("count"), published.at("width"));
  return *embed(published.at("ids").get<Ids>(), table);
}

TEST(Embed, LooksRowsUp) {
  const Matrix table = *makeMatrix(3, 2, {1, 2, 3, 4, 5, 6});
  const Matrix rows = *embed(Ids{2, 0, 2}, table);
  EXPECT_EQ(rows.rows, 3u);
  EXPECT_EQ(rows.data, (std::vector<float>{5, 6, 1, 2, 5, 6}));
  EXPECT_EQ(embed(Ids{}, table)->columns, 2u);
}

TEST(Embed, NamesAnUnknownId) {
  const Matrix table = *zeros(3, 2);
  expectError(embed(Ids{0, 3}, table), ErrorCode::unknownId,
              "id 3 at position 1 has no row in the table: it is 3 x 2, with ids from 0 to 2");
  expectError(embed(Ids{-1}, table), ErrorCode::unknownId,
              "id -1 at position 0 has no row in the table: it is 3 x 2, with ids from 0 to 2");
  expectError(embed(Ids{0}, *zeros(0, 2)), ErrorCode::unknownId,
              "id 0 at position 0 has no row in the table: it is 0 x 2, with no ids");
}

TEST(Embed, PrintsThePublishedVectors) {
  EXPECT_EQ(format(publishedSentence()), golden("published.json").at("embedding").at("printed"));
}

// From the published vectors to the published attention, as the tutorial goes: every step rounded
// to float32, one token first.
TEST(Embed, LeadsToThePublishedAttentionStepByStep) {
  const json published = golden("published.json").at("selfAttention");
  const Matrix x = publishedSentence();
  Random random(published.at("seed").get<uint64_t>());
  const auto weight = [&](const char* shape) {
    return *random.uniform(published.at(shape).at(0), published.at(shape).at(1));
  };
  const Matrix query = weight("queryShape");
  const Matrix key = weight("keyShape");
  const Matrix value = weight("valueShape");

  const Matrix queries = *matmul(x, query);
  const Matrix keys = *matmul(x, key);
  const Matrix values = *matmul(x, value);
  const Matrix allScores = *scores(queries, keys);
  const uint32_t token = published.at("token");
  const auto row = [&](const Matrix& matrix) {
    const std::span<const float> numbers = matrix.row(token);
    return *Tensor::of({matrix.columns}, std::vector<float>(numbers.begin(), numbers.end()));
  };
  EXPECT_EQ(format(Tensor(allScores.at(token, published.at("otherToken")))), published.at("score"));
  EXPECT_EQ(format(row(allScores)), published.at("scores"));
  PrintOptions options;
  options.gradFunction = published.at("scoresGrad");
  EXPECT_EQ(format(row(allScores), options), published.at("scoresWithGrad"));

  const Matrix weights = *softmax(scale(allScores, 1 / std::sqrt(2.0)));
  EXPECT_EQ(format(row(weights)), published.at("weights"));
  const Matrix mixed = mix(weights, values)->mixed;
  EXPECT_EQ(format(row(mixed)), published.at("context"));
  EXPECT_EQ(format(mixed), published.at("output"));
  options.gradFunction = published.at("outputGrad");
  EXPECT_EQ(format(mixed, options), published.at("outputWithGrad"));

  // And in one call, with the working and without.
  const Projections projections{{query, {}}, {key, {}}, {value, {}}, {}};
  const SelfAttention attention = *selfAttend(x, projections);
  EXPECT_EQ(format(attention.output), published.at("output"));
  EXPECT_EQ(format(row(attention.attention.heads[0].scores)), published.at("scores"));
  EXPECT_EQ(format(row(attention.attention.heads[0].weights)), published.at("weights"));
  AttendOptions streaming;
  streaming.working = false;
  EXPECT_EQ(format(selfAttend(x, projections, streaming)->output), published.at("output"));
}

}  // namespace
}  // namespace tril
