#include "elementary.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>

namespace tril::elementary {
namespace {

// A sum of two doubles that carries twice the digits of one: `tail` is what `head` has lost.
struct Pair {
  double head;
  double tail;
};

Pair exactSum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

Pair exactProduct(double a, double b) {
  // Halves of 26 bits, whose products are exact.
  const auto upper = [](double x) {
    const double far = x * 0x1.000002p27;
    return far - (far - x);
  };
  const double a1 = upper(a), a2 = a - a1, b1 = upper(b), b2 = b - b1;
  const double product = a * b;
  return {product, ((a1 * b1 - product) + a1 * b2 + a2 * b1) + a2 * b2};
}

Pair plus(const Pair& a, const Pair& b) {
  const Pair sum = exactSum(a.head, b.head);
  return exactSum(sum.head, sum.tail + (a.tail + b.tail));
}

// The first has so few bits that its product with an exponent is exact.
constexpr Pair kLog2 = {0x1.62e42feep-1, 0x1.a39ef35793c76p-33};

// 1 / n!
constexpr auto kInverseFactorials = [] {
  std::array<double, 20> inverse{};
  double factorial = 1;
  for (int n = 0; n < 20; ++n) {
    inverse[n] = 1 / factorial;
    factorial *= n + 1;
  }
  return inverse;
}();

// 1 / first! + x / (first + step)! + x^2 / (first + 2 step)! + ... + x^k / last!, of an even number
// of terms: two sums that need not wait for each other.
double series(double x, int first, int last, int step) {
  double even = 0, odd = 0;
  for (int n = last; n > first; n -= 2 * step) {
    odd = odd * (x * x) + kInverseFactorials[n];
    even = even * (x * x) + kInverseFactorials[n - step];
  }
  return even + odd * x;
}

// e^x is (1 + rest) 2^exponent.
struct Exponential {
  Pair rest;
  int32_t exponent;
};

Exponential exponential(const Pair& x) {
  const double exponent = std::nearbyint(x.head * std::numbers::log2e);
  const Pair r = exactSum(x.head - exponent * kLog2.head, x.tail - exponent * kLog2.tail);
  const double rest = r.head * r.head * series(r.head, 2, 13, 1) + r.tail * (1 + r.head);
  return {exactSum(r.head, rest), static_cast<int32_t>(exponent)};
}

double exp(const Pair& x) {
  if (std::isnan(x.head)) return x.head;
  if (x.head > 710) return std::numeric_limits<double>::infinity();
  if (x.head < -746) return 0;
  const auto [rest, exponent] = exponential(x);
  const Pair sum = exactSum(1, rest.head);
  return std::ldexp(sum.head + (sum.tail + rest.tail), exponent);
}

Pair logarithm(double x) {
  int exponent;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < std::numbers::sqrt2 / 2) {
    mantissa *= 2;
    --exponent;
  }
  // log m = 2 (s + s^3 / 3 + s^5 / 5 + ...) with s = (m - 1) / (m + 1)
  const double above = mantissa - 1;
  const Pair below = exactSum(mantissa, 1);
  const double s = above / below.head;
  const Pair product = exactProduct(s, below.head);
  const double tail = (((above - product.head) - product.tail) - s * below.tail) / below.head;
  double rest = 0;
  for (int n = 25; n >= 3; n -= 2) rest = rest * s * s + 1.0 / n;
  const Pair log = {2 * s, 2 * (tail + rest * s * s * s)};
  return plus({exponent * kLog2.head, exponent * kLog2.tail}, log);
}

// An angle between -pi/4 and pi/4, and how many quarter turns it is short of the one asked for.
struct Reduced {
  Pair angle;
  uint32_t quarters;
};

Reduced reduced(double angle) {
  // pi/2 in parts, the products of which with a number of quarters are exact.
  constexpr double kParts[] = {0x1.921fb4p0, 0x1.4442dp-24, 0x1.846988p-48, 0x1.8cc51701b839ap-72};
  const double quarters = std::nearbyint(angle * (2 / std::numbers::pi));
  Pair rest = {angle, 0};
  for (const double part : kParts) rest = plus(rest, {-quarters * part, 0});
  return {rest, static_cast<uint32_t>(static_cast<int32_t>(quarters))};
}

double wave(const Reduced& reduced) {
  const auto& [angle, quarters] = reduced;
  const double x = angle.head;
  const double square = -x * x;
  double result;
  if (quarters % 2 == 0) {
    result = x + (angle.tail * (1 + square / 2) + x * square * series(square, 3, 17, 2));
  } else {
    const Pair start = exactSum(1, square / 2);
    result =
        start.head + (start.tail + (square * square * series(square, 4, 18, 2) - x * angle.tail));
  }
  return quarters % 4 < 2 ? result : -result;
}

}  // namespace

double log(double x) { return logarithm(x).head; }

double power(double base, double exponent) {
  const Pair log = logarithm(base);
  Pair product = exactProduct(exponent, log.head);
  product.tail += exponent * log.tail;
  return exp(product);
}

double sin(double angle) { return wave(reduced(angle)); }

double cos(double angle) {
  Reduced quarterBack = reduced(angle);
  ++quarterBack.quarters;
  return wave(quarterBack);
}

double tanh(double x) {
  if (std::abs(x) > 22 || x == 0 || std::isnan(x))
    return std::abs(x) > 22 ? std::copysign(1, x) : x;
  // (e^2x - 1) / (e^2x + 1), by way of e^2x - 1, which keeps its digits near 0
  const auto [rest, exponent] = exponential({-2 * std::abs(x), 0});
  const double shrunk = std::ldexp(rest.head + rest.tail, exponent) + (std::ldexp(1, exponent) - 1);
  return std::copysign(shrunk / (2 + shrunk), x);
}

double erf(double x) {
  // 1 - e^(-x^2) p(t) with t = 3 / (3 + |x|) - 5 / 8. The polynomial is a Chebyshev fit for |x|
  // < 6.
  constexpr double kFit[] = {
      -0.0029345403051104046, 0.00784205710013179, -0.0024479500074135073, -0.013358896711629369,
      0.012505106267641824,   0.01821310110636782, -0.029893744501918437,  -0.028099432791066976,
      0.0638312470934123,     0.06573564277585345, -0.12868489480635514,   -0.23984495298496292,
      0.1268935770118878,     0.9388601816147653,  1.6897020572655856,     1.9058507451200875,
      1.5564330666531978,     0.9643224791372842,  0.2785600956364385};
  if (!(std::abs(x) < 6)) return std::isnan(x) ? x : std::copysign(1, x);
  const double t = 3 / (3 + std::abs(x)) - 0.625;
  double fit = 0;
  for (const double coefficient : kFit) fit = fit * t + coefficient;
  return std::copysign(1 - exp(-x * x) * fit, x);
}

}  // namespace tril::elementary
