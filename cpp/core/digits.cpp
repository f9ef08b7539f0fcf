#include "digits.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

namespace tril {
namespace {

// A size that is not negative: all its digits, and how many of them stand before the point. That
// may be more than there are, or fewer than none.
struct Decimal {
  std::string digits;  // without zeros in front; "" for 0
  int point = 0;
};

// Every double is a whole number times a power of two, so a finite number of digits writes it out.
Decimal exactDecimal(double value) {
  constexpr uint32_t kBase = 1'000'000'000;
  int exponent;
  const auto whole = static_cast<uint64_t>(std::ldexp(std::frexp(std::abs(value), &exponent), 53));
  exponent -= 53;
  // Halving is multiplying by five, and moving the point.
  const uint32_t factor = exponent < 0 ? 5 : 2;
  std::vector<uint32_t> limbs{static_cast<uint32_t>(whole % kBase),
                              static_cast<uint32_t>(whole / kBase)};  // lowest first
  for (int left = whole == 0 ? 0 : std::abs(exponent); left > 0;) {
    uint32_t power = 1;
    for (; left > 0 && power < kBase / 5; --left) power *= factor;
    uint64_t carry = 0;
    for (uint32_t& limb : limbs) {
      carry += uint64_t{limb} * power;
      limb = static_cast<uint32_t>(carry % kBase);
      carry /= kBase;
    }
    if (carry > 0) limbs.push_back(static_cast<uint32_t>(carry));
  }
  Decimal decimal;
  for (size_t i = limbs.size(); i-- > 0;) {
    for (uint32_t unit = kBase / 10; unit > 0; unit /= 10) {
      const char digit = static_cast<char>('0' + limbs[i] / unit % 10);
      if (digit != '0' || !decimal.digits.empty()) decimal.digits += digit;
    }
  }
  if (whole != 0) decimal.point = static_cast<int>(decimal.digits.size()) + std::min(exponent, 0);
  return decimal;
}

// Keeps the first `count` digits, correctly rounded, ties to even, and adds zeros where there are
// fewer.
void keepDigits(Decimal& decimal, int count) {
  std::string& digits = decimal.digits;
  if (count < 0) {
    digits.clear();
    return;
  }
  const auto kept = static_cast<size_t>(count);
  if (digits.size() <= kept) {
    digits.append(kept - digits.size(), '0');
    return;
  }
  const bool odd = kept > 0 && (digits[kept - 1] - '0') % 2 == 1;
  const bool tie =
      digits[kept] == '5' && digits.find_first_not_of('0', kept + 1) == std::string::npos;
  const bool up = tie ? odd : digits[kept] >= '5';
  digits.resize(kept);
  if (!up) return;
  size_t i = kept;
  while (i > 0 && digits[i - 1] == '9') digits[--i] = '0';
  if (i > 0) {
    ++digits[i - 1];
  } else {
    digits.insert(0, 1, '1');
    ++decimal.point;
  }
}

std::string signOf(double value) { return std::signbit(value) ? "-" : ""; }

// "1.25e+01" with one more in the last digit: "1.26e+01".
std::string oneUp(std::string scientific) {
  for (size_t i = scientific.find('e'); i-- > 0 && scientific[i] != '-';) {
    if (scientific[i] == '.') continue;
    if (scientific[i] != '9') {
      ++scientific[i];
      break;
    }
    scientific[i] = '0';
  }
  return scientific;
}

// The shortest digits that `reads` takes for the value itself, in scientific notation.
template <class Reads>
std::string shortest(double value, int mostDigits, Reads reads) {
  for (int digits = 1; digits < mostDigits; ++digits) {
    const std::string scientific = scientificDigits(value, digits - 1);
    if (reads(scientific)) return scientific;
    // Above a power of two the next number is twice as far as below it: there a digit string can be
    // good although it is not the nearest of its length.
    const std::string up = oneUp(scientific);
    if (reads(up)) return up;
  }
  return scientificDigits(value, mostDigits - 1);
}

// As Python writes a float: with an exponent below 1e-4 and from 1e16 on, else with a point.
std::string pythonic(double value, const std::string& scientific) {
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e16)) return scientific;
  const size_t mark = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + mark + 1);
  std::string digits;
  for (const char c : scientific.substr(0, mark)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  if (exponent < 0) digits = std::string(static_cast<size_t>(-exponent), '0') + digits;
  const size_t whole = exponent < 0 ? 1 : static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) digits.append(whole + 1 - digits.size(), '0');
  return signOf(value) + digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

std::string fixedDigits(double value, int precision) {
  Decimal decimal = exactDecimal(value);
  keepDigits(decimal, decimal.point + precision);
  std::string digits = std::move(decimal.digits);
  const auto least = static_cast<size_t>(precision) + 1;
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  if (precision > 0) digits.insert(digits.size() - static_cast<size_t>(precision), 1, '.');
  return signOf(value) + digits;
}

std::string scientificDigits(double value, int precision) {
  Decimal decimal = exactDecimal(value);
  if (value == 0) decimal.point = 1;
  keepDigits(decimal, precision + 1);
  std::string digits = std::move(decimal.digits);
  digits.resize(static_cast<size_t>(precision) + 1);  // one more after 9.99 has become 10.00
  if (precision > 0) digits.insert(1, 1, '.');
  const int exponent = decimal.point - 1;
  digits += exponent < 0 ? "e-" : "e+";
  if (std::abs(exponent) < 10) digits += '0';
  return signOf(value) + digits + std::to_string(std::abs(exponent));
}

std::string notFinite(double value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

std::string shortestDigits(double value) {
  return shortest(value, 17, [&](const std::string& digits) {
    return std::strtod(digits.c_str(), nullptr) == value;
  });
}

std::string shortestDigits(float value) {
  return shortest(value, 9, [&](const std::string& digits) {
    return std::strtof(digits.c_str(), nullptr) == value;
  });
}

std::string formatDouble(double value) {
  return std::isfinite(value) ? pythonic(value, shortestDigits(value)) : notFinite(value);
}

std::string formatFloat(float value) {
  return std::isfinite(value) ? pythonic(value, shortestDigits(value)) : notFinite(value);
}

}  // namespace tril
