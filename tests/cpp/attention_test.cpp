#include "attention.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
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

Matrix randomMatrix(std::mt19937& random, uint32_t rows, uint32_t columns, float size = 1) {
  std::normal_distribution<float> normal(0, size);
  Matrix matrix{rows, columns, std::vector<float>(size_t{rows} * columns)};
  for (float& x : matrix.data) x = normal(random);
  return matrix;
}

Mask randomMask(std::mt19937& random, uint32_t rows, uint32_t columns) {
  Mask mask{rows, columns, std::vector<uint8_t>(size_t{rows} * columns)};
  for (uint8_t& may : mask.data) may = random() % 3 != 0;
  return mask;
}

Mask maskOf(const json& rows, bool hidden) {
  Mask mask{static_cast<uint32_t>(rows.size()), static_cast<uint32_t>(rows[0].size()), {}};
  for (const json& row : rows) {
    for (const json& cell : row) mask.data.push_back(cell.get<bool>() != hidden);
  }
  return mask;
}

bool mayAttend(const AttendOptions& options, size_t i, size_t j, size_t queries, size_t keys) {
  if (options.causal && j + queries > i + keys) return false;
  return !options.mask || options.mask->at(i, j);
}

// Attention by plain loops in double, one query at a time.
Matrix plainAttention(const Matrix& q, const Matrix& k, const Matrix& v,
                      const AttendOptions& options) {
  Matrix output = *zeros(q.rows, v.columns);
  const size_t dk = q.columns / options.heads;
  const size_t dv = v.columns / options.heads;
  for (size_t h = 0; h < options.heads; ++h) {
    for (size_t i = 0; i < q.rows; ++i) {
      std::vector<double> weights(k.rows);
      double largest = -INFINITY;
      for (size_t j = 0; j < k.rows; ++j) {
        for (size_t c = 0; c < dk; ++c) {
          weights[j] += double{q.at(i, h * dk + c)} * k.at(j, h * dk + c);
        }
        weights[j] *= options.scale.value_or(1 / std::sqrt(static_cast<double>(dk)));
        if (!mayAttend(options, i, j, q.rows, k.rows)) weights[j] = -INFINITY;
        largest = std::max(largest, weights[j]);
      }
      if (largest == -INFINITY) continue;
      double total = 0;
      for (double& weight : weights) total += weight = std::exp(weight - largest);
      for (size_t c = 0; c < dv; ++c) {
        double sum = 0;
        for (size_t j = 0; j < k.rows; ++j) sum += weights[j] / total * v.at(j, h * dv + c);
        output.at(i, h * dv + c) = static_cast<float>(sum);
      }
    }
  }
  return output;
}

void expectClose(const Matrix& actual, const Matrix& expected, const std::string& what) {
  ASSERT_EQ(actual.rows, expected.rows) << what;
  ASSERT_EQ(actual.columns, expected.columns) << what;
  for (size_t i = 0; i < actual.data.size(); ++i) {
    // Two ways to round the same double once each: a last bit at most.
    EXPECT_NEAR(actual.data[i], expected.data[i],
                1.2e-7 * std::max(std::abs(expected.data[i]), 1e-6f))
        << what << ", number " << i;
  }
}

// With the working and without.
std::vector<Matrix> outputsOf(const Matrix& q, const Matrix& k, const Matrix& v,
                              AttendOptions options) {
  std::vector<Matrix> outputs;
  for (const bool working : {true, false}) {
    options.working = working;
    outputs.push_back(attend(q, k, v, options)->output);
  }
  return outputs;
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
    for (const Matrix& output : outputsOf(q, k, v, options)) {
      expectNear(output.data, withZeros(goldenCase.at("out64")), {6e-8, 1e-14}, name);
      expectNear(output.data, withZeros(goldenCase.at("out32")), {2e-6, 3e-6}, name);
    }
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

TEST(Attend, EqualsPlainLoops) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    AttendOptions options;
    options.heads = 1 + random() % 4;
    options.causal = random() % 2 == 0;
    const uint32_t queries = 1 + random() % 8, keys = 1 + random() % 8;
    const uint32_t dk = options.heads * (1 + random() % 5), dv = options.heads * (1 + random() % 5);
    if (random() % 2 == 0) options.mask = randomMask(random, queries, keys);
    if (random() % 3 == 0) options.scale = std::normal_distribution<double>(0, 1)(random);
    const float size = random() % 4 == 0 ? 30 : 1;
    const Matrix q = randomMatrix(random, queries, dk, size);
    const Matrix k = randomMatrix(random, keys, dk, size);
    const Matrix v = randomMatrix(random, keys, dv);
    const Matrix expected = plainAttention(q, k, v, options);
    for (const Matrix& output : outputsOf(q, k, v, options)) {
      expectClose(output, expected, "round " + std::to_string(round));
    }
  }
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

TEST(Attend, GivesNothingToAQueryThatMayReadNothing) {
  std::mt19937 random(5);
  AttendOptions options;
  options.causal = true;
  const Matrix q = randomMatrix(random, 4, 3), k = randomMatrix(random, 2, 3),
               v = randomMatrix(random, 2, 3);
  for (const Matrix& output : outputsOf(q, k, v, options)) {
    for (size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(output.at(0, c), 0);
      EXPECT_EQ(output.at(1, c), 0);
      EXPECT_EQ(output.at(2, c), v.at(0, c));
    }
  }
  EXPECT_EQ(attend(q, k, v, options)->heads[0].rowSums, (std::vector<float>{0, 0, 1, 1}));
  // No keys at all, and no queries.
  EXPECT_EQ(attend(q, *zeros(0, 3), *zeros(0, 2))->output.data, std::vector<float>(8));
  EXPECT_EQ(attend(*zeros(0, 3), k, v, options)->output.data, std::vector<float>());
  EXPECT_EQ(attend(*zeros(2, 0), *zeros(2, 0), *zeros(2, 0))->heads[0].weights.data,
            std::vector<float>(4, 0.5f));
}

TEST(Attend, DoesNotCareForTheOrderOfKeys) {
  std::mt19937 random(6);
  for (int round = 0; round < 50; ++round) {
    const uint32_t keys = 1 + random() % 9;
    const Matrix q = randomMatrix(random, 3, 4), k = randomMatrix(random, keys, 4),
                 v = randomMatrix(random, keys, 2);
    AttendOptions options;
    options.mask = randomMask(random, 3, keys);
    std::vector<uint32_t> order(keys);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    Matrix k2 = k, v2 = v;
    AttendOptions options2 = options;
    for (size_t j = 0; j < keys; ++j) {
      for (size_t c = 0; c < 4; ++c) k2.at(j, c) = k.at(order[j], c);
      for (size_t c = 0; c < 2; ++c) v2.at(j, c) = v.at(order[j], c);
      for (size_t i = 0; i < 3; ++i)
        options2.mask->data[i * keys + j] = options.mask->at(i, order[j]);
    }
    for (const Matrix& output : outputsOf(q, k2, v2, options2)) {
      expectClose(output, attend(q, k, v, options)->output, "round " + std::to_string(round));
    }
  }
}

TEST(Attend, LetsNothingThroughAMask) {
  std::mt19937 random(7);
  for (int round = 0; round < 100; ++round) {
    const uint32_t tokens = 2 + random() % 6;
    const Matrix x = randomMatrix(random, tokens, 4);
    const size_t spoilt = random() % tokens;
    Matrix other = x;
    for (size_t i = spoilt; i < tokens; ++i) {
      for (size_t c = 0; c < 4; ++c)
        other.at(i, c) = std::vector<float>{kNaN, kInfinity, -kInfinity, 1e30f}[random() % 4];
    }
    AttendOptions options;
    options.heads = 1 + random() % 2;
    options.causal = true;
    const std::vector<Matrix> before = outputsOf(x, x, x, options);
    const std::vector<Matrix> after = outputsOf(other, other, other, options);
    for (size_t way = 0; way < 2; ++way) {
      for (size_t i = 0; i < spoilt; ++i) {
        for (size_t c = 0; c < 4; ++c) EXPECT_EQ(before[way].at(i, c), after[way].at(i, c));
      }
    }
    // Rows that read it show it: nothing hides a NaN either.
    const Matrix broken = *makeMatrix(1, 2, {kNaN, 1});
    for (const Matrix& output : outputsOf(broken, broken, broken, {}))
      EXPECT_TRUE(std::isnan(output.data[0]));
  }
  // A masked weight is 0 even next to one that is NaN.
  AttendOptions options;
  options.mask = *makeMask(1, 2, {1, 0});
  const Head head =
      attend(*makeMatrix(1, 1, {kNaN}), *makeMatrix(2, 1, {1, kNaN}), *zeros(2, 1), options)
          ->heads[0];
  EXPECT_TRUE(std::isnan(head.weights.data[0]));
  EXPECT_EQ(head.weights.data[1], 0);
}

TEST(Attend, TreatsInfiniteScoresAlikeWithAndWithoutWorking) {
  const std::vector<float> values{0, 1, -2, kInfinity, -kInfinity, kNaN};
  std::mt19937 random(8);
  for (int round = 0; round < 500; ++round) {
    const uint32_t keys = 1 + random() % 4;
    Matrix k = *zeros(keys, 1), v = *zeros(keys, 1);
    for (float& x : k.data) x = values[random() % values.size()];
    for (float& x : v.data) x = values[random() % values.size()];
    const std::vector<Matrix> outputs = outputsOf(*makeMatrix(1, 1, {1}), k, v, {});
    const float a = outputs[0].data[0], b = outputs[1].data[0];
    EXPECT_TRUE((std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) < 1e-6f)
        << format(k) << format(v) << a << " " << b;
  }
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
