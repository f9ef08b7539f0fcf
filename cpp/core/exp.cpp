// e^x by itself: softmax asks for it once for every score, and a lesson's attention for little
// else.

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <numbers>

#include "elementary.h"

namespace tril::elementary {
namespace {

// log 2 in two parts. The first has so few bits that its product with an exponent is exact.
constexpr double kLog2 = 0x1.62e42feep-1, kLog2Rest = 0x1.a39ef35793c76p-33;

// 1 / n!, from 1 / 2! on.
constexpr auto kInverseFactorials = [] {
  std::array<double, 12> inverse{};
  double factorial = 1;
  for (int n = 0; n < 12; ++n) inverse[n] = 1 / (factorial *= n + 2);
  return inverse;
}();

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 710) return std::numeric_limits<double>::infinity();
  if (x < -746) return 0;
  const double exponent = std::nearbyint(x * std::numbers::log2e);
  const double above = x - exponent * kLog2, rest = exponent * kLog2Rest;
  const double r = above - rest;
  const double lost = (above - r) - rest;
  // Two sums that need not wait for each other.
  const double square = r * r;
  double even = 0, odd = 0;
  for (int n = 10; n >= 0; n -= 2) {
    even = even * square + kInverseFactorials[n];
    odd = odd * square + kInverseFactorials[n + 1];
  }
  const double grown = 1 + (r + (square * (even + odd * r) + lost));
  const auto power = static_cast<int32_t>(exponent);
  if (power < -1022 || power > 1023) return std::ldexp(grown, power);
  const uint64_t bits = static_cast<uint64_t>(power + 1023) << 52;
  double factor;
  std::memcpy(&factor, &bits, sizeof factor);  // 2^power
  return grown * factor;
}

}  // namespace tril::elementary
