#include "attention.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bug_cases.h"
#include "golden.h"
#include "print.h"

namespace tril {
namespace {

using nlohmann::json;

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Mask maskOf(const json& rows, bool hidden) {
  Mask mask{static_cast<uint32_t>(rows.size()), static_cast<uint32_t>(rows[0].size()), {}};
  for (const json& row : rows) {
    for (const json& cell : row) mask.data.push_back(cell.get<bool>() != hidden);
  }
  return mask;
}

TEST(Mix, MixesHandSetWeights) {
  const json published = golden("published.json").at("mix");
  const Result<Mix> mixed =
      mix(matrixOf(published.at("weights")), matrixOf(published.at("tokens")));
  ASSERT_TRUE(mixed);
  EXPECT_EQ(mixed->mixed.data, floatsOf(published.at("mixed")));
  EXPECT_EQ(formatList(Tensor(mixed->mixed)), published.at("mixedList"));
  EXPECT_EQ(mixed->rowSums, floatsOf(published.at("rowSums")));
  EXPECT_TRUE(mixed->lowerTriangular);
  EXPECT_TRUE(mixed->future.empty());
}

TEST(Mix, FindsTheWeightsThatReadAhead) {
  const Matrix values = *zeros(3, 2);
  const Result<Mix> mixed = mix(*makeMatrix(3, 3, {1, 0, -0.5f, 0, 1, kNaN, 1, 1, 1}), values);
  ASSERT_TRUE(mixed);
  EXPECT_FALSE(mixed->lowerTriangular);
  ASSERT_EQ(mixed->future.size(), 2u);
  EXPECT_EQ(mixed->future[0].row, 0u);
  EXPECT_EQ(mixed->future[0].column, 2u);
  EXPECT_EQ(mixed->future[1].row, 1u);
  EXPECT_EQ(mixed->future[1].column, 2u);
  // Two queries over three keys: the last query lies at the last key.
  EXPECT_TRUE(mix(*makeMatrix(2, 3, {1, 1, 0, 1, 1, 1}), values)->lowerTriangular);
  EXPECT_FALSE(mix(*makeMatrix(2, 3, {1, 1, 1, 1, 1, 1}), values)->lowerTriangular);
  expectError(mix(*zeros(2, 2), values), ErrorCode::badShape,
              "weights are 2 x 2 but values are 3 x 2: the weights need one column for each row of "
              "values");
}

TEST(Mix, TakesImaginedScores) {
  const Matrix scores = matrixOf(golden("published.json").at("imaginedScores").at("scores"));
  const Result<Mix> mixed = mix(scores, *zeros(7, 1));
  ASSERT_TRUE(mixed);
  EXPECT_FALSE(mixed->lowerTriangular);
  EXPECT_FALSE(sameBits(scores.data, transpose(scores).data));
  EXPECT_EQ(mixed->rowSums[0], 2.15f);
  for (const float total : sumRows(*softmax(scores))) EXPECT_NEAR(total, 1, 1e-6);
}

TEST(Attend, EqualsPyTorch) {
  const json cases = golden("torch/sdpa.json").at("cases");
  ASSERT_EQ(cases.size(), 9u);
  for (const json& goldenCase : cases) {
    const std::string name = goldenCase.at("name");
    AttendOptions options;
    const json& hidden = goldenCase.at("mask_true_is_hidden");
    if (!hidden.is_null()) options.mask = maskOf(hidden, true);
    const Matrix q = matrixOf(goldenCase.at("q"));
    const Matrix k = matrixOf(goldenCase.at("k"));
    const Matrix v = matrixOf(goldenCase.at("v"));
    // Rows that may read nothing are NaN in PyTorch 1.13, 0 here and in PyTorch from 2.5 on.
    const auto withZeros = [](json rows) {
      for (json& row : rows) {
        for (json& cell : row) cell = cell == "nan" ? json(0) : cell;
      }
      return rows;
    };
    const Result<Attention> attention = attend(q, k, v, options);
    ASSERT_TRUE(attention) << name;
    ASSERT_EQ(attention->heads.size(), 1u);
    const Head& head = attention->heads[0];
    expectNear(head.masked.data, goldenCase.at("scores64"), {6e-8, 1e-14}, name);
    expectNear(head.weights.data, withZeros(goldenCase.at("weights64")), kRounded, name);
    const std::vector<float>& output = attention->output.data;
    expectNear(output, withZeros(goldenCase.at("out64")), {6e-8, 1e-14}, name);
    expectNear(output, withZeros(goldenCase.at("out32")), kFloat32, name);
    if (name.rfind("causal", 0) == 0) {
      options.mask.reset();
      options.causal = true;
      EXPECT_TRUE(sameBits(attend(q, k, v, options)->output.data, attention->output.data)) << name;
    }
  }
}

TEST(Attend, EqualsPyTorchsMultiheadAttention) {
  const json cases = golden("torch/mha.json").at("cases");
  ASSERT_EQ(cases.size(), 5u);
  for (const json& goldenCase : cases) {
    const std::string name = goldenCase.at("name");
    const json& parameters = goldenCase.at("params");
    const uint32_t width = goldenCase.at("d_model");
    // PyTorch keeps weights as out x in, and the three of equal width on top of each other.
    const auto part = [&](size_t index) {
      Projection projection;
      if (parameters.contains("in_proj_weight")) {
        const Matrix all = matrixOf(parameters.at("in_proj_weight"));
        const auto first = all.data.begin() + index * width * width;
        projection.weight = transpose(*makeMatrix(width, width, {first, first + width * width}));
      } else {
        const std::string key = std::string(1, "qkv"[index]) + "_proj_weight";
        projection.weight = transpose(matrixOf(parameters.at(key)));
      }
      if (parameters.contains("in_proj_bias")) {
        const std::vector<float> all = floatsOf(parameters.at("in_proj_bias"));
        projection.bias.assign(all.begin() + index * width, all.begin() + (index + 1) * width);
      }
      return projection;
    };
    Projection output{transpose(matrixOf(parameters.at("out_proj.weight"))), {}};
    if (parameters.contains("out_proj.bias"))
      output.bias = floatsOf(parameters.at("out_proj.bias"));
    const Projections projections{part(0), part(1), part(2), output};

    AttendOptions options;
    options.heads = goldenCase.at("heads");
    options.causal = goldenCase.at("causal");
    const Matrix x = matrixOf(goldenCase.at("x_query"));
    const Matrix context = matrixOf(goldenCase.at("x_key"));
    Result<SelfAttention> result = crossAttend(x, context, projections, options);
    if (goldenCase.at("x_key") == goldenCase.at("x_query")) {
      result = selfAttend(x, projections, options);
    } else if (goldenCase.at("x_value") != goldenCase.at("x_key")) {
      // Keys and values of different origin: step by step.
      const auto projected = [](const Matrix& from, const Projection& by) {
        return *add(*matmul(from, by.weight), *makeMatrix(1, by.weight.columns, by.bias));
      };
      SelfAttention steps;
      steps.attention =
          *attend(projected(x, projections.query), projected(context, projections.key),
                  projected(matrixOf(goldenCase.at("x_value")), projections.value), options);
      steps.output = projected(steps.attention.output, *projections.output);
      result = steps;
    }
    ASSERT_TRUE(result) << name << ": " << result.error().message;
    expectNear(result->output.data, goldenCase.at("out64"), {4e-7, 2e-7}, name);
    expectNear(result->output.data, goldenCase.at("out32"), kFloat32, name);
    ASSERT_EQ(result->attention.heads.size(), options.heads);
    for (size_t h = 0; h < options.heads; ++h) {
      const std::vector<float>& weights = result->attention.heads[h].weights.data;
      expectNear(weights, goldenCase.at("weights64").at(h), {4e-7, 2e-7}, name);
      expectNear(weights, goldenCase.at("weights32").at(h), kFloat32, name);
    }
  }
}

TEST(Attend, IsRightWhereOthersWereWrong) {
  int seen = 0;
  for (const json& bugCase : bugCases("attention")) {
    const json& input = bugCase.at("input");
    const json& expect = bugCase.at("expect");
    const std::string id = bugCase.at("id");
    if (input.at("op") == "ui") continue;
    ++seen;
    AttendOptions options;
    options.causal = input.value("causal", false);
    if (input.contains("mask_true_means_attend")) {
      options.mask = maskOf(input.at("mask_true_means_attend"), false);
    }
    const Matrix q = matrixOf(input.at("Q"));
    const Attention first = *attend(q, matrixOf(input.at("K")), matrixOf(input.at("V")), options);
    if (input.at("op") == "attention_pair") {
      const Attention second =
          *attend(q, matrixOf(input.at("K2")), matrixOf(input.at("V2")), options);
      for (const size_t row : expect.at("rows_equal_exactly").get<std::vector<size_t>>()) {
        for (size_t c = 0; c < first.output.columns; ++c) {
          EXPECT_EQ(first.output.at(row, c), second.output.at(row, c)) << id;
        }
      }
      continue;
    }
    const Tolerance tolerance{1e-6, 1e-11};
    if (expect.contains("scores_unscaled")) {
      expectNear(first.heads[0].scores.data, expect.at("scores_unscaled"), tolerance, id);
    }
    expectNear(first.heads[0].weights.data, expect.at("weights"), tolerance, id);
    expectNear(first.output.data, expect.at("output"), tolerance, id);
    if (!options.causal) continue;
    for (size_t i = 0; i < 3; ++i) {
      for (size_t j = i + 1; j < 3; ++j) EXPECT_EQ(first.heads[0].weights.at(i, j), 0) << id;
    }
  }
  EXPECT_EQ(seen, 4);
}

TEST(Attend, SplitsHeadsAsOthersDidNot) {
  int seen = 0;
  for (const json& bugCase : bugCases("multi-head")) {
    const json& input = bugCase.at("input");
    const Matrix x = matrixOf(input.at("X"));
    if (input.contains("heads_list")) {
      AttendOptions options;
      options.heads = 3;
      expectError(
          attend(x, x, x, options), ErrorCode::badArgument,
          "3 heads cannot share the 4 columns of the queries equally: take a number of heads "
          "that divides 4");
      options.heads = 0;
      expectError(attend(x, x, x, options), ErrorCode::badArgument,
                  "there must be at least 1 head");
      continue;
    }
    ++seen;
    const auto weight = [&](const char* name) { return Projection{matrixOf(input.at(name)), {}}; };
    AttendOptions options;
    options.heads = input.at("heads");
    options.causal = input.at("causal");
    const Result<SelfAttention> result =
        selfAttend(x, {weight("Wq"), weight("Wk"), weight("Wv"), weight("Wo")}, options);
    ASSERT_TRUE(result);
    const Tolerance tolerance{1e-6, 1e-7};
    const std::string id = bugCase.at("id");
    for (size_t h = 0; h < options.heads; ++h) {
      expectNear(result->attention.heads[h].weights.data,
                 bugCase.at("expect").at("head_weights").at(h), tolerance, id);
    }
    expectNear(result->attention.output.data, bugCase.at("expect").at("concat"), tolerance, id);
    expectNear(result->output.data, bugCase.at("expect").at("output"), tolerance, id);
  }
  EXPECT_EQ(seen, 2);
}

TEST(Attend, ShowsItsWorking) {
  std::mt19937 random(4);
  AttendOptions options;
  options.heads = 2;
  options.causal = true;
  options.scale = 0.75;
  const Matrix q = randomMatrix(random, 5, 6), k = randomMatrix(random, 7, 6),
               v = randomMatrix(random, 7, 4);
  const Attention attention = *attend(q, k, v, options);
  ASSERT_EQ(attention.heads.size(), 2u);
  for (size_t h = 0; h < 2; ++h) {
    const Head& head = attention.heads[h];
    for (size_t i = 0; i < 5; ++i) {
      double total = 0;
      for (size_t j = 0; j < 7; ++j) {
        EXPECT_EQ(head.scores.at(i, j),
                  static_cast<float>(dot(&q.data[i * 6 + h * 3], &k.data[j * 6 + h * 3], 3)));
        EXPECT_FLOAT_EQ(head.scaled.at(i, j), head.scores.at(i, j) * 0.75f);
        const bool may = j <= i + 2;  // aligned to the last key
        EXPECT_EQ(head.masked.at(i, j), may ? head.scaled.at(i, j) : -kInfinity);
        EXPECT_EQ(head.weights.at(i, j) > 0, may);
        total += head.weights.at(i, j);
      }
      EXPECT_EQ(head.rowSums[i], static_cast<float>(total));
      EXPECT_NEAR(total, 1, 1e-6);
    }
  }
  options.working = false;
  EXPECT_TRUE(attend(q, k, v, options)->heads.empty());
}

TEST(Attend, SaysWhatDoesNotFit) {
  const Matrix q = *zeros(3, 4);
  expectError(attend(q, *zeros(5, 3), q), ErrorCode::badShape,
              "queries are 3 x 4 but keys are 5 x 3: both need the same number of columns");
  expectError(attend(q, *zeros(5, 4), q), ErrorCode::badShape,
              "keys are 5 x 4 but values are 3 x 4: both need the same number of rows");
  AttendOptions options;
  options.mask = *makeMask(3, 2, std::vector<uint8_t>(6));
  expectError(
      attend(q, q, q, options), ErrorCode::badShape,
      "the mask is 3 x 2 but there are 3 query rows and 3 key rows: it needs one row for each "
      "query and one column for each key");
  expectError(makeMask(2, 2, {1}), ErrorCode::badShape,
              "a 2 x 2 mask needs 4 bytes, but there are 1");
  options = {};
  options.heads = 2;
  expectError(
      attend(q, q, *zeros(3, 3), options), ErrorCode::badArgument,
      "2 heads cannot share the 3 columns of the values equally: take a number of heads that "
      "divides 3");
  options = {};
  options.scale = kNaN;
  expectError(attend(q, q, q, options), ErrorCode::badArgument,
              "the scale must be a finite number");
  options = {};
  const Matrix many = *zeros(20000, 1);
  expectError(
      attend(many, many, many, options), ErrorCode::outOfMemory,
      "the working of 1 head over 20000 query rows and 20000 key rows is too large to keep: ask "
      "for the output alone (working: false)");
  const Projection good{*zeros(4, 2), {}}, tall{*zeros(5, 2), {}}, biased{*zeros(4, 2), {1}};
  expectError(
      selfAttend(q, {tall, good, good, {}}), ErrorCode::badShape,
      "the query projection is 5 x 2 but x is 3 x 4: it needs one row for each column of x");
  expectError(
      crossAttend(q, q, {good, tall, good, {}}), ErrorCode::badShape,
      "the key projection is 5 x 2 but the context is 3 x 4: it needs one row for each column "
      "of the context");
  expectError(
      selfAttend(q, {good, good, biased, {}}), ErrorCode::badShape,
      "the bias of the value projection has 1 number but it is 4 x 2: it needs one for each "
      "column");
}

TEST(SelfAttend, WithoutProjectionsOfItsOwnIsAttend) {
  std::mt19937 random(9);
  const Matrix x = randomMatrix(random, 4, 2);
  const Projection identity{*makeMatrix(2, 2, {1, 0, 0, 1}), {}};
  const SelfAttention result = *selfAttend(x, {identity, identity, identity, {}});
  EXPECT_TRUE(sameBits(result.queries.data, x.data));
  EXPECT_TRUE(sameBits(result.output.data, attend(x, x, x)->output.data));
  EXPECT_TRUE(sameBits(result.output.data, result.attention.output.data));
  EXPECT_TRUE(sameBits(crossAttend(x, x, {identity, identity, identity, {}})->output.data,
                       result.output.data));
}

}  // namespace
}  // namespace tril
