#include "matrix.h"

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

namespace tril {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

TEST(Matrix, IsBuiltFromAsManyNumbersAsItHolds) {
  const Result<Matrix> matrix = makeMatrix(2, 2, {1, 2, 3, 4});
  ASSERT_TRUE(matrix);
  EXPECT_EQ(matrix->at(1, 0), 3);
  expectError(makeMatrix(2, 3, {1}), ErrorCode::badShape,
              "a 2 x 3 matrix needs 6 numbers, but there are 1");
  // 65536 x 65536 is 0 in 32 bits.
  expectError(makeMatrix(65536, 65536, {}), ErrorCode::badShape,
              "a 65536 x 65536 matrix needs 4294967296 numbers, but there are 0");
  expectError(zeros(65536, 65536), ErrorCode::outOfMemory,
              "a 65536 x 65536 matrix is too large: at most 268435456 numbers fit");
}

TEST(Matrix, MultipliesAsPlainLoopsDo) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    const uint32_t n = random() % 9, k = random() % 9, m = random() % 9;
    const Matrix a = randomMatrix(random, n, k);
    const Matrix b = randomMatrix(random, k, m);
    const Result<Matrix> product = matmul(a, b);
    ASSERT_TRUE(product);
    ASSERT_EQ(product->rows, n);
    ASSERT_EQ(product->columns, m);
    for (size_t i = 0; i < n; ++i) {
      for (size_t j = 0; j < m; ++j) {
        double sum = 0;
        for (size_t l = 0; l < k; ++l) sum += double{a.at(i, l)} * b.at(l, j);
        EXPECT_EQ(product->at(i, j), static_cast<float>(sum));
      }
    }
  }
}

TEST(Matrix, RoundsAProductOnce) {
  // In float32 the two large numbers would swallow the 1.
  const Result<Matrix> product =
      matmul(*makeMatrix(1, 3, {1e8f, 1, -1e8f}), *makeMatrix(3, 1, {1, 1, 1}));
  ASSERT_TRUE(product);
  EXPECT_EQ(product->data, std::vector<float>{1});
}

TEST(Matrix, KeepsIeeeInProducts) {
  const Result<Matrix> product =
      matmul(*makeMatrix(2, 2, {0, 1, 1, 0}), *makeMatrix(2, 1, {kNaN, 2}));
  ASSERT_TRUE(product);
  EXPECT_TRUE(std::isnan(product->data[0]));  // 0 times NaN, as in PyTorch
  EXPECT_TRUE(std::isnan(product->data[1]));
}

TEST(Matrix, SaysWhichShapesDoNotFit) {
  const Matrix a = *zeros(2, 3);
  const Matrix b = *zeros(2, 4);
  expectError(matmul(a, b), ErrorCode::badShape,
              "the left matrix is 2 x 3 but the right one is 2 x 4: the left needs as many columns "
              "as the right has rows");
  expectError(add(a, b), ErrorCode::badShape,
              "cannot add 2 x 4 to 2 x 3: it needs the same shape, or one row of the same width");
  expectError(scores(a, b), ErrorCode::badShape,
              "the rows of a 2 x 3 matrix cannot be compared with those of a 2 x 4 one: both need "
              "the same number of columns");
  expectError(sum(a, 2), ErrorCode::badArgument,
              "there is no axis 2: with rank 2 it is from -2 to 1");
  expectError(softmax(a, -3), ErrorCode::badArgument,
              "there is no axis -3: with rank 2 it is from -2 to 1");
  expectError(layerNorm(a, std::vector<float>{1, 2}), ErrorCode::badShape,
              "the gain has 2 numbers but the rows have 3: both need the same width");
  for (const double epsilon : {-1e-5, double{NAN}, double{INFINITY}}) {
    expectError(layerNorm(a, {}, {}, epsilon), ErrorCode::badArgument,
                "the epsilon must be a finite number, 0 or more");
  }
}

TEST(Matrix, AddsScalesSumsAndTransposes) {
  const Matrix a = *makeMatrix(2, 2, {1, 2, 3, 4});
  EXPECT_EQ(add(a, a)->data, (std::vector<float>{2, 4, 6, 8}));
  EXPECT_EQ(add(a, *makeMatrix(1, 2, {10, 20}))->data, (std::vector<float>{11, 22, 13, 24}));
  EXPECT_EQ(scale(a, 0.5).data, (std::vector<float>{0.5, 1, 1.5, 2}));
  EXPECT_EQ(sumRows(a), (std::vector<float>{3, 7}));
  EXPECT_EQ(*sum(a, 1), (std::vector<float>{3, 7}));
  EXPECT_EQ(*sum(a, -1), (std::vector<float>{3, 7}));
  EXPECT_EQ(*sum(a, 0), (std::vector<float>{4, 6}));
  EXPECT_EQ(*sum(a, -2), (std::vector<float>{4, 6}));
  const Matrix turned = transpose(*makeMatrix(2, 3, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(turned.rows, 3u);
  EXPECT_EQ(turned.data, (std::vector<float>{1, 4, 2, 5, 3, 6}));
}

TEST(Matrix, TakesEmptyOnes) {
  for (const auto& [rows, columns] : {std::pair{0u, 0u}, {0u, 5u}, {5u, 0u}}) {
    const Matrix empty = *zeros(rows, columns);
    EXPECT_EQ(softmax(empty, 0)->data.size(), 0u);
    EXPECT_EQ(softmax(empty, 1)->data.size(), 0u);
    EXPECT_EQ(layerNorm(empty)->data.size(), 0u);
    EXPECT_EQ(transpose(empty).rows, columns);
    EXPECT_EQ(sum(empty, 0)->size(), columns);
    EXPECT_EQ(sumRows(empty), std::vector<float>(rows));
    EXPECT_EQ(scores(empty, empty)->data, std::vector<float>(rows * rows));
    EXPECT_EQ(matmul(empty, transpose(empty))->data, std::vector<float>(rows * rows));
  }
}

// One unit in the last place of float32, at most.
constexpr double kLastDigit = 1.2e-7;

TEST(Softmax, EqualsPyTorch) {
  const nlohmann::json cases = golden("torch/softmax.json").at("cases");
  ASSERT_EQ(cases.size(), 18u);
  for (const nlohmann::json& goldenCase : cases) {
    const Matrix x = matrixOf(goldenCase.at("x"));
    const bool isVector = !goldenCase.at("x")[0].is_array();
    const int32_t axis = isVector ? 1 : goldenCase.at("dim").get<int32_t>();
    const std::string what = goldenCase.at("x").dump();
    const Result<Matrix> result = softmax(x, axis);
    ASSERT_TRUE(result);
    if (std::all_of(x.data.begin(), x.data.end(), [](float v) { return v == -kInfinity; })) {
      EXPECT_EQ(result->data, std::vector<float>(x.data.size())) << "a policy of ours: not NaN";
      EXPECT_EQ(logSoftmax(x, axis)->data, x.data);
      continue;
    }
    expectNear(result->data, goldenCase.at("out64"), kRounded, what);
    expectNear(result->data, goldenCase.at("out32"), kFloat32, what);
    if (!goldenCase.contains("log64")) continue;
    expectNear(logSoftmax(x, axis)->data, goldenCase.at("log64"), kFloat32, what);
    expectNear(logSoftmax(x, axis)->data, goldenCase.at("log32"), {kLastDigit, 0}, what);
  }
}

TEST(Softmax, StandsWhereOthersFell) {
  const std::vector<nlohmann::json> cases = bugCases("softmax");
  ASSERT_EQ(cases.size(), 6u);
  for (const nlohmann::json& bugCase : cases) {
    const nlohmann::json& expect = bugCase.at("expect");
    const nlohmann::json& y =
        expect.contains("y") ? expect.at("y") : expect.at("any_of")[0].at("y");
    const Result<Matrix> result = softmax(matrixOf(bugCase.at("input").at("x")));
    ASSERT_TRUE(result);
    expectNear(result->data, y, {1e-6, 1e-11}, bugCase.at("id"));
  }
}

TEST(Softmax, KeepsNaNInItsLine) {
  const Matrix x = *makeMatrix(3, 2, {1, 2, kNaN, 5, 0, 0});
  const Matrix rows = *softmax(x, 1);
  EXPECT_EQ(rows.at(2, 0), 0.5f);
  EXPECT_FALSE(std::isnan(rows.at(0, 0)));
  EXPECT_TRUE(std::isnan(rows.at(1, 0)) && std::isnan(rows.at(1, 1)));
  const Matrix columns = *softmax(x, 0);
  EXPECT_TRUE(std::isnan(columns.at(0, 0)));
  EXPECT_FALSE(std::isnan(columns.at(0, 1)));
  // Also when there is nothing else in it to be the largest.
  const Matrix mixed = *softmax(*makeMatrix(1, 2, {-kInfinity, kNaN}));
  EXPECT_TRUE(std::isnan(mixed.data[0]) && std::isnan(mixed.data[1]));
  EXPECT_TRUE(std::isnan(logSoftmax(*makeMatrix(1, 2, {-kInfinity, kNaN}))->data[0]));
}

TEST(Softmax, MakesNoDifferenceOfAShift) {
  std::mt19937 random(2);
  for (int round = 0; round < 50; ++round) {
    Matrix x = randomMatrix(random, 4, 1 + random() % 20);
    for (float& v : x.data) v = std::round(v * 64) / 64;  // so that the shift is exact
    Matrix shifted = x;
    for (float& v : shifted.data) v += 1024;
    EXPECT_TRUE(sameBits(softmax(x)->data, softmax(shifted)->data));
    for (const float total : sumRows(*softmax(x))) EXPECT_NEAR(total, 1, 1e-6);
  }
}

TEST(Scores, EqualPyTorch) {
  const nlohmann::json cases = golden("torch/similarity.json").at("cases");
  ASSERT_EQ(cases.size(), 9u);
  for (const nlohmann::json& goldenCase : cases) {
    const Matrix a = matrixOf(goldenCase.at("a"));
    const Matrix b = matrixOf(goldenCase.at("b"));
    const std::string what = goldenCase.dump().substr(0, 80);
    const std::vector<float> dots = scores(a, b, Similarity::dot)->data;
    const std::vector<float> cosines = scores(a, b, Similarity::cosine)->data;
    // In the core no length overflows, so at 1e20 the cosine is float64's; the dot product is too
    // large.
    const bool overflows = goldenCase.at("dot").at("out32") == "inf";
    if (!overflows) {
      expectNear(dots, goldenCase.at("dot").at("out64"), kRounded, what);
      expectNear(cosines, goldenCase.at("cosine").at("out32"), kFloat32, what);
    }
    expectNear(dots, goldenCase.at("dot").at("out32"), kFloat32, what);
    expectNear(cosines, goldenCase.at("cosine").at("out64"), kRounded, what);
  }
}

TEST(LayerNorm, EqualsPyTorch) {
  const nlohmann::json cases = golden("torch/layernorm.json").at("cases");
  ASSERT_EQ(cases.size(), 7u);
  for (const nlohmann::json& goldenCase : cases) {
    const Result<Matrix> result =
        layerNorm(matrixOf(goldenCase.at("x")), floatsOf(goldenCase.at("gamma")),
                  floatsOf(goldenCase.at("beta")), goldenCase.at("eps"));
    ASSERT_TRUE(result);
    const std::string what = goldenCase.at("x").dump().substr(0, 80);
    expectNear(result->data, goldenCase.at("out64"), {6e-8, 1e-15}, what);
    expectNear(result->data, goldenCase.at("out32"), kFloat32, what);
  }
}

TEST(Activations, EqualPyTorch) {
  const nlohmann::json goldenCase = golden("torch/activations.json").at("cases").at(0);
  const Matrix x = matrixOf(goldenCase.at("x"));
  for (const auto& [name, activation] : {std::pair{"relu", Activation::relu},
                                         {"gelu", Activation::gelu},
                                         {"gelu_tanh", Activation::geluTanh},
                                         {"silu", Activation::silu},
                                         {"sigmoid", Activation::sigmoid},
                                         {"tanh", Activation::tanh}}) {
    const Matrix result = activate(x, activation);
    expectNear(result.data, goldenCase.at(name).at("out64"), kRounded, name);
    expectNear(result.data, goldenCase.at(name).at("out32"), kFloat32, name);
  }
}

}  // namespace
}  // namespace tril
