// The kernels against plain loops in double, at every shape that their tiles and parts can have.
#include "kernels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "golden.h"
#include "lanes.h"

namespace tril {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

void expectProduct(const MatrixView& a, const MatrixView& b, const std::vector<float>& bias) {
  std::vector<float> out(size_t{a.rows} * b.columns, 7);
  multiplyLarge(a, b, out.data(), bias);
  const std::string shape = std::to_string(a.rows) + " x " + std::to_string(a.columns) + " x " +
                            std::to_string(b.columns);
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j < b.columns; ++j) {
      double sum = bias.empty() ? 0 : bias[j];
      double size = std::abs(sum);
      for (size_t k = 0; k < a.columns; ++k) {
        const double product = double{a.at(i, k)} * b.at(k, j);
        sum += product;
        size += std::abs(product);
      }
      ASSERT_NEAR(out[i * b.columns + j], sum, 1e-6 * size) << shape << ", " << i << ", " << j;
    }
  }
}

TEST(Kernels, MultiplyEveryShape) {
  std::mt19937 random(1);
  for (const uint32_t rows : {1, 2, 3, 4, 5, 7, 8, 129}) {
    for (const uint32_t depth : {0, 1, 3, 4, 6, 255, 256, 257, 515}) {
      for (const uint32_t columns : {1, 2, 4, 5, 7, 8, 9, 17}) {
        const Matrix a = randomMatrix(random, rows, depth);
        const Matrix b = randomMatrix(random, depth, columns);
        expectProduct(view(a), view(b), randomMatrix(random, 1, columns).data);
        const Matrix turnedA = transpose(a), turnedB = transpose(b);
        expectProduct(transposed(view(turnedA)), transposed(view(turnedB)), {});
      }
    }
  }
  expectProduct(view(randomMatrix(random, 6, 9)), view(randomMatrix(random, 9, 1034)), {});
}

TEST(Kernels, MultiplyAWindow) {
  std::mt19937 random(2);
  const Matrix a = randomMatrix(random, 11, 20), b = randomMatrix(random, 7, 30);
  expectProduct(columnsOf(view(a), 3, 7), columnsOf(view(b), 5, 13), {});
  expectProduct(columnsOf(view(a), 3, 13), transposed(columnsOf(view(b), 17, 13)), {});
}

TEST(Kernels, KeepIeeeInProducts) {
  std::mt19937 random(3);
  Matrix a = randomMatrix(random, 13, 21), b = randomMatrix(random, 21, 19);
  a.at(5, 2) = 0;
  b.at(2, 11) = kNaN;
  a.at(7, 20) = kInfinity;
  std::vector<float> out(13 * 19);
  multiplyLarge(view(a), view(b), out.data(), {});
  for (size_t i = 0; i < 13; ++i) {
    for (size_t j = 0; j < 19; ++j) {
      const float x = out[i * 19 + j];
      EXPECT_EQ(std::isnan(x), j == 11) << i << ", " << j;
      EXPECT_EQ(std::isinf(x), i == 7 && j != 11) << i << ", " << j;
    }
  }
}

TEST(Kernels, SmallProductsAreExactAndLargeOnesNear) {
  std::mt19937 random(4);
  EXPECT_FALSE(isLarge(32, 32, 32));
  EXPECT_TRUE(isLarge(33, 32, 32));
  for (const uint32_t rows : {32, 33}) {
    const Matrix a = randomMatrix(random, rows, 32), b = randomMatrix(random, 32, 32);
    const Matrix product = *matmul(a, b);
    size_t different = 0;
    for (size_t i = 0; i < rows; ++i) {
      for (size_t j = 0; j < 32; ++j) {
        double sum = 0;
        for (size_t k = 0; k < 32; ++k) sum += double{a.at(i, k)} * b.at(k, j);
        EXPECT_NEAR(product.at(i, j), sum, 1e-5);
        different += product.at(i, j) != static_cast<float>(sum);
      }
    }
    EXPECT_EQ(different > 0, rows == 33);
  }
}

TEST(Kernels, RaiseTwoToAnyPower) {
  for (float x = 0; x > -115; x -= 0.0137f) {
    const Lanes y = exp2(Lanes{x, -115.501f, -kInfinity, kNaN});
    EXPECT_NEAR(y[0] / std::exp2(double{x}), 1, 2e-7) << x;
    EXPECT_EQ(y[1], 0);
    EXPECT_EQ(y[2], 0);
    EXPECT_TRUE(std::isnan(y[3]));
  }
}

TEST(Kernels, SoftmaxOfAnyLength) {
  std::mt19937 random(5);
  for (const uint32_t length : {1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 67, 128, 131, 1000, 40003}) {
    for (const float size : {0.0f, 1.0f, 30.0f}) {
      const std::vector<float> x = randomMatrix(random, 1, length, size).data;
      std::vector<float> y = x;
      softmaxLarge(y);
      double largest = -INFINITY, total = 0, sum = 0;
      for (const float number : x) largest = std::max(largest, double{number});
      for (const float number : x) total += std::exp(number - largest);
      for (size_t i = 0; i < length; ++i) {
        sum += y[i];
        if (x[i] - largest < -81) {
          EXPECT_EQ(y[i], 0);
        } else if (x[i] - largest > -79) {
          // The exponent is itself rounded, so its size counts.
          const double exact = std::exp(x[i] - largest) / total;
          EXPECT_NEAR(y[i] / exact, 1, 5e-7 + 2e-7 * (largest - x[i])) << length << ", " << i;
        }
      }
      EXPECT_NEAR(sum, 1, 1e-6) << length << ", size " << size;
    }
  }
}

TEST(Kernels, SoftmaxOfWhatIsNotFinite) {
  for (const size_t length : {1u, 4u, 6u, 70u}) {
    for (const size_t place : {size_t{0}, length - 1}) {
      std::vector<float> line(length, -kInfinity);
      softmaxLarge(line);
      EXPECT_EQ(line, std::vector<float>(length));
      line.assign(length, -kInfinity);
      line[place] = 3;
      softmaxLarge(line);
      for (size_t i = 0; i < length; ++i) EXPECT_EQ(line[i], i == place ? 1 : 0);
      for (const float odd : {kNaN, kInfinity}) {
        for (const float rest : {-kInfinity, 1.0f}) {
          line.assign(length, rest);
          line[place] = odd;
          softmaxLarge(line);
          for (const float x : line) EXPECT_TRUE(std::isnan(x)) << odd << " among " << rest;
        }
      }
    }
  }
}

TEST(Kernels, SoftmaxOfALargeMatrixGoesLineByLine) {
  std::mt19937 random(6);
  Matrix x = randomMatrix(random, 190, 201);
  x.at(3, 5) = kNaN;
  for (size_t j = 0; j < x.columns; ++j) x.at(7, j) = -kInfinity;
  ASSERT_TRUE(isLarge(x.rows, x.columns));
  const Matrix rows = *softmax(x, 1);
  EXPECT_TRUE(sameBits(transpose(*softmax(transpose(x), 0)).data, rows.data));
  const std::vector<float> sums = sumRows(rows);
  for (size_t i = 0; i < x.rows; ++i) {
    if (i == 3) {
      EXPECT_TRUE(std::isnan(sums[i]));
    } else {
      EXPECT_NEAR(sums[i], i == 7 ? 0 : 1, 1e-6);
    }
  }
}

}  // namespace
}  // namespace tril
