#include "elementary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The C library's results are right to about half a unit in the last place, so ours, when they are
// less than one off, are the same double or a neighbour of it.
void expectNear(double actual, double expected, double x, double units = 1) {
  const double unit = std::nextafter(std::abs(expected), kInfinity) - std::abs(expected);
  EXPECT_LE(std::abs(actual - expected), units * unit) << x;
}

class Draw {
 public:
  double operator()(double low, double high) {
    return std::uniform_real_distribution(low, high)(bits_);
  }

 private:
  std::mt19937_64 bits_{1};
};

TEST(Elementary, AgreesWithTheCLibrary) {
  Draw draw;
  for (int i = 0; i < 20000; ++i) {
    for (const double x : {draw(-1, 1), draw(-40, 0), draw(-745, 709)}) {
      expectNear(elementary::exp(x), std::exp(x), x);
    }
    for (const double x : {draw(0, 1), draw(0.9, 1.1), draw(1, 1e9)}) {
      expectNear(elementary::log(x), std::log(x), x);
    }
    for (const double x : {draw(-7, 7), draw(0, 1e5), draw(-0x1p29, 0x1p29)}) {
      expectNear(elementary::sin(x), std::sin(x), x);
      expectNear(elementary::cos(x), std::cos(x), x);
    }
    for (const double base : {10000.0, 7.3, 0.01}) {
      const double exponent = draw(0, 1);
      expectNear(elementary::power(base, exponent), std::pow(base, exponent), exponent);
    }
    for (const double x : {draw(-1e-6, 1e-6), draw(-1, 1), draw(-25, 25)}) {
      expectNear(elementary::tanh(x), std::tanh(x), x, 4);
    }
    const double x = draw(-7, 7);
    EXPECT_NEAR(elementary::erf(x), std::erf(x), 5e-16) << x;
  }
}

TEST(Elementary, IsExactWhereTheResultIs) {
  EXPECT_EQ(elementary::exp(0), 1);
  EXPECT_EQ(elementary::log(1), 0);
  EXPECT_EQ(elementary::sin(0), 0);
  EXPECT_EQ(elementary::cos(0), 1);
  EXPECT_EQ(elementary::tanh(0), 0);
  EXPECT_EQ(elementary::erf(0), 0);
  EXPECT_EQ(elementary::power(10000, 0.5), 100);
  EXPECT_EQ(elementary::power(0.25, 0.5), 0.5);
}

TEST(Elementary, KnowsTheEnds) {
  EXPECT_EQ(elementary::exp(710), kInfinity);
  EXPECT_EQ(elementary::exp(kInfinity), kInfinity);
  EXPECT_EQ(elementary::exp(-746), 0);
  EXPECT_EQ(elementary::exp(-kInfinity), 0);
  EXPECT_TRUE(std::isnan(elementary::exp(kNaN)));
  for (const double end : {30.0, 1e300, kInfinity}) {
    EXPECT_EQ(elementary::tanh(end), 1);
    EXPECT_EQ(elementary::tanh(-end), -1);
    EXPECT_EQ(elementary::erf(end), 1);
    EXPECT_EQ(elementary::erf(-end), -1);
  }
  EXPECT_TRUE(std::isnan(elementary::tanh(kNaN)));
  EXPECT_TRUE(std::isnan(elementary::erf(kNaN)));
}

}  // namespace
}  // namespace tril
