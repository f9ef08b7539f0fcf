#include "digits.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace tril {
namespace {

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
    const std::string scientific = printed("%.*e", digits - 1, value);
    if (reads(scientific)) return scientific;
    // Above a power of two the next number is twice as far as below it: there a digit string can be
    // good although it is not the nearest of its length.
    const std::string up = oneUp(scientific);
    if (reads(up)) return up;
  }
  return printed("%.*e", mostDigits - 1, value);
}

// As Python writes a float: with an exponent below 1e-4 and from 1e16 on, else with a point.
std::string pythonic(double value, const std::string& scientific) {
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e16)) return scientific;
  const size_t mark = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + mark + 1);
  const std::string sign = scientific[0] == '-' ? "-" : "";
  std::string digits;
  for (const char c : scientific.substr(0, mark)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  if (exponent < 0) digits = std::string(static_cast<size_t>(-exponent), '0') + digits;
  const size_t whole = exponent < 0 ? 1 : static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) digits.append(whole + 1 - digits.size(), '0');
  return sign + digits.substr(0, whole) + "." + digits.substr(whole);
}

}  // namespace

std::string printed(const char* conversion, int precision, double value) {
  char buffer[400];  // %f of the largest double takes 309 digits
  const int length = std::snprintf(buffer, sizeof buffer, conversion, precision, value);
  return {buffer, static_cast<size_t>(length)};
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
