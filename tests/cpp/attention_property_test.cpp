// What must hold for attention over any numbers, against plain loops and against itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "attention.h"
#include "golden.h"
#include "kernels.h"
#include "print.h"

namespace tril {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Mask randomMask(std::mt19937& random, uint32_t rows, uint32_t columns) {
  Mask mask{rows, columns, std::vector<uint8_t>(size_t{rows} * columns)};
  for (uint8_t& may : mask.data) may = random() % 3 != 0;
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
    const Mask mask = randomMask(random, 3, keys);
    std::vector<uint32_t> order(keys);
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    Matrix shuffledK = k, shuffledV = v;
    Mask shuffledMask = mask;
    for (size_t j = 0; j < keys; ++j) {
      for (size_t c = 0; c < 4; ++c) shuffledK.at(j, c) = k.at(order[j], c);
      for (size_t c = 0; c < 2; ++c) shuffledV.at(j, c) = v.at(order[j], c);
      for (size_t i = 0; i < 3; ++i) shuffledMask.data[i * keys + j] = mask.at(i, order[j]);
    }
    AttendOptions options;
    options.mask = shuffledMask;
    const std::vector<Matrix> outputs = outputsOf(q, shuffledK, shuffledV, options);
    options.mask = mask;
    const Matrix expected = attend(q, k, v, options)->output;
    for (const Matrix& output : outputs) {
      expectClose(output, expected, "round " + std::to_string(round));
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

// Large inputs go through the kernels: the same promises, around the sides of their blocks.

struct Shape {
  uint32_t heads, queries, keys, width, valueWidth;
};
const Shape kLarge[] = {{1, 64, 64, 64, 64},  {1, 65, 63, 17, 9},   {3, 70, 150, 6, 5},
                        {2, 7, 200, 31, 33},  {1, 200, 7, 40, 1},   {1, 129, 129, 3, 8},
                        {4, 100, 101, 2, 16}, {1, 1, 1000, 40, 40}, {1, 1000, 1, 40, 3}};

struct Inputs {
  Matrix q, k, v;
};

Inputs randomInputs(std::mt19937& random, const Shape& shape, float size = 1) {
  return {randomMatrix(random, shape.queries, shape.heads * shape.width, size),
          randomMatrix(random, shape.keys, shape.heads * shape.width, size),
          randomMatrix(random, shape.keys, shape.heads * shape.valueWidth)};
}

TEST(AttendLarge, EqualsPlainLoops) {
  std::mt19937 random(11);
  for (const Shape& shape : kLarge) {
    for (int round = 0; round < 8; ++round) {
      AttendOptions options;
      options.heads = shape.heads;
      options.causal = round % 2 == 0;
      if (round & 2) options.mask = randomMask(random, shape.queries, shape.keys);
      if (round & 4) options.scale = std::normal_distribution<double>(0, 0.3)(random);
      const auto& [q, k, v] = randomInputs(random, shape, round == 3 ? 6 : 1);
      const Matrix expected = plainAttention(q, k, v, options);
      for (const Matrix& output : outputsOf(q, k, v, options)) {
        for (size_t i = 0; i < output.data.size(); ++i) {
          // The scores are rounded to float32, and large ones lose more.
          ASSERT_NEAR(output.data[i], expected.data[i], round == 3 ? 1e-4 : 4e-6)
              << shape.queries << " x " << shape.keys << ", round " << round << ", number " << i;
        }
      }
    }
  }
}

TEST(AttendLarge, ShowsItsWorking) {
  std::mt19937 random(12);
  for (const Shape& shape : kLarge) {
    AttendOptions options;
    options.heads = shape.heads;
    options.causal = true;
    options.mask = randomMask(random, shape.queries, shape.keys);
    const auto& [q, k, v] = randomInputs(random, shape);
    const Attention attention = *attend(q, k, v, options);
    ASSERT_EQ(attention.heads.size(), shape.heads);
    const double scale = 1 / std::sqrt(static_cast<double>(shape.width));
    for (size_t h = 0; h < shape.heads; ++h) {
      const Head& head = attention.heads[h];
      for (size_t i = 0; i < shape.queries; ++i) {
        double total = 0, sum = 0;
        const auto score = [&](size_t j) {
          double product = 0;
          for (size_t c = h * shape.width; c < (h + 1) * shape.width; ++c)
            product += double{q.at(i, c)} * k.at(j, c);
          return product;
        };
        const auto may = [&](size_t j) {
          return mayAttend(options, i, j, shape.queries, shape.keys);
        };
        for (size_t j = 0; j < shape.keys; ++j) total += may(j) ? std::exp(score(j) * scale) : 0;
        for (size_t j = 0; j < shape.keys; ++j) {
          ASSERT_NEAR(head.scores.at(i, j), score(j), 2e-5);
          ASSERT_EQ(head.scaled.at(i, j), static_cast<float>(head.scores.at(i, j) * scale));
          ASSERT_EQ(head.masked.at(i, j), may(j) ? head.scaled.at(i, j) : -kInfinity);
          ASSERT_NEAR(head.weights.at(i, j), may(j) ? std::exp(score(j) * scale) / total : 0, 3e-6);
          sum += head.weights.at(i, j);
        }
        ASSERT_EQ(head.rowSums[i], static_cast<float>(sum));
        ASSERT_NEAR(sum, total == 0 ? 0 : 1, 1e-6);
      }
    }
  }
}

TEST(AttendLarge, LetsNothingThroughAMask) {
  std::mt19937 random(13);
  for (const Shape& shape : kLarge) {
    for (const bool causal : {true, false}) {
      const Inputs good = randomInputs(random, shape);
      // Every key from `spoilt` on, in turn, holds what must not be read by most.
      const size_t spoilt = random() % shape.keys;
      Inputs bad = good;
      for (Matrix* matrix : {&bad.k, &bad.v}) {
        for (size_t i = spoilt * matrix->columns; i < matrix->data.size(); ++i) {
          matrix->data[i] = std::vector<float>{kNaN, kInfinity, -kInfinity, 1e30f}[random() % 4];
        }
      }
      AttendOptions options;
      options.heads = shape.heads;
      options.causal = causal;
      options.mask = randomMask(random, shape.queries, shape.keys);
      // One query in two is kept from all of them.
      for (size_t i = 0; i < shape.queries; i += 2) {
        for (size_t j = spoilt; j < shape.keys; ++j) options.mask->data[i * shape.keys + j] = 0;
      }
      const std::vector<Matrix> before = outputsOf(good.q, good.k, good.v, options);
      const std::vector<Matrix> after = outputsOf(bad.q, bad.k, bad.v, options);
      const Attention shown = *attend(bad.q, bad.k, bad.v, options);
      for (size_t i = 0; i < shape.queries; ++i) {
        bool readsSpoilt = false;
        for (size_t j = spoilt; j < shape.keys; ++j)
          readsSpoilt |= mayAttend(options, i, j, shape.queries, shape.keys);
        for (size_t c = 0; c < good.v.columns; ++c) {
          for (size_t way = 0; way < 2; ++way) {
            if (!readsSpoilt) {
              ASSERT_EQ(before[way].at(i, c), after[way].at(i, c));
            } else if (shape.width > 6 && shape.valueWidth > 6) {
              ASSERT_FALSE(std::isfinite(after[way].at(i, c)));
            }
          }
        }
        for (size_t j = 0; j < shape.keys; ++j) {
          if (mayAttend(options, i, j, shape.queries, shape.keys)) continue;
          for (const Head& head : shown.heads) ASSERT_EQ(head.weights.at(i, j), 0);
        }
      }
    }
  }
}

TEST(AttendLarge, GivesNothingToAQueryThatMayReadNothing) {
  std::mt19937 random(14);
  AttendOptions options;
  options.causal = true;
  const Matrix q = randomMatrix(random, 150, 30), k = randomMatrix(random, 20, 30),
               v = randomMatrix(random, 20, 5);
  for (const Matrix& output : outputsOf(q, k, v, options)) {
    for (size_t i = 0; i < 130; ++i) {
      for (size_t c = 0; c < 5; ++c) EXPECT_EQ(output.at(i, c), 0);
    }
    for (size_t c = 0; c < 5; ++c) EXPECT_NEAR(output.at(130, c), v.at(0, c), 1e-6);
  }
  const std::vector<float> sums = attend(q, k, v, options)->heads[0].rowSums;
  for (size_t i = 0; i < 150; ++i) EXPECT_NEAR(sums[i], i < 130 ? 0 : 1, 1e-6);
  // No width at all: every weight is the same.
  const Matrix mean = attend(*zeros(300, 0), *zeros(4, 0), randomMatrix(random, 4, 30))->output;
  for (size_t c = 0; c < 30; ++c) EXPECT_EQ(mean.at(0, c), mean.at(299, c));
  EXPECT_EQ(attend(*zeros(300, 200), *zeros(0, 200), *zeros(0, 2))->output.data,
            std::vector<float>(600));
}

// And alike whether the kernels compute them or the exact loops do.
TEST(Attend, TreatsInfiniteScoresAlikeWithAndWithoutWorking) {
  const std::vector<float> values{0, 1, -2, kInfinity, -kInfinity, kNaN};
  std::mt19937 random(8);
  for (int round = 0; round < 500; ++round) {
    const uint32_t keys = 1 + random() % 4;
    Matrix k = *zeros(keys, 1), v = *zeros(keys, 1);
    for (float& x : k.data) x = values[random() % values.size()];
    for (float& x : v.data) x = values[random() % values.size()];
    std::vector<Matrix> outputs = outputsOf(*makeMatrix(1, 1, {1}), k, v, {});
    Matrix ones = *zeros(kMostExact, 1);
    std::fill(ones.data.begin(), ones.data.end(), 1.0f);
    ones.rows = static_cast<uint32_t>(kMostExact / keys + 1);
    ones.data.resize(ones.rows);
    if (round % 10 == 0) outputs.push_back(outputsOf(ones, k, v, {})[1]);
    const float a = outputs[0].data[0];
    for (const Matrix& output : outputs) {
      const float b = output.data[0];
      EXPECT_TRUE((std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) < 1e-6f)
          << format(k) << format(v) << a << " " << b;
    }
  }
}

}  // namespace
}  // namespace tril
