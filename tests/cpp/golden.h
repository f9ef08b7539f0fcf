// Reading the JSON of tests/golden and comparing with it, and what the number stations' tests share
// besides.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "matrix.h"
#include "result.h"

namespace tril {

// The file of this name, such as "torch/softmax.json".
inline nlohmann::json golden(const std::string& name) {
  std::ifstream file(TRIL_GOLDEN_DIR "/" + name);
  if (!file) throw std::runtime_error("cannot read " TRIL_GOLDEN_DIR "/" + name);
  return nlohmann::json::parse(file);
}

// A number, or what JSON cannot hold as a string: "nan", "inf", "-inf", "-Infinity".
inline double numberOf(const nlohmann::json& json) {
  if (json.is_number()) return json.get<double>();
  const std::string text = json.get<std::string>();
  if (text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf") return std::numeric_limits<double>::infinity();
  if (text == "-inf" || text == "-Infinity") return -std::numeric_limits<double>::infinity();
  throw std::runtime_error("no number: " + text);
}

// All numbers of nested lists, in order.
inline void flatten(const nlohmann::json& json, std::vector<double>& numbers) {
  if (!json.is_array()) {
    numbers.push_back(numberOf(json));
    return;
  }
  for (const nlohmann::json& part : json) flatten(part, numbers);
}

inline std::vector<double> numbersOf(const nlohmann::json& json) {
  std::vector<double> numbers;
  flatten(json, numbers);
  return numbers;
}

// The innermost lists as rows; a single list is one row.
inline Matrix matrixOf(const nlohmann::json& json) {
  const nlohmann::json* row = &json;
  while (!row->empty() && (*row)[0].is_array()) row = &(*row)[0];
  const std::vector<double> numbers = numbersOf(json);
  const size_t columns = row->size();
  const size_t rows = columns == 0 ? 0 : numbers.size() / columns;
  return *makeMatrix(static_cast<uint32_t>(rows), static_cast<uint32_t>(columns),
                     std::vector<float>(numbers.begin(), numbers.end()));
}

inline std::vector<float> floatsOf(const nlohmann::json& json) {
  const std::vector<double> numbers = numbersOf(json);
  return {numbers.begin(), numbers.end()};
}

struct Tolerance {
  double relative;
  double absolute;
};

// For what PyTorch computed in float64 from the same float32 inputs: the core rounds once, to the
// nearest float32 (half a unit in the last place is 2^-24), which is absolute among the denormals.
constexpr Tolerance kRounded{6.0e-8, 1e-44};
// For what PyTorch computed in float32, with roundings of its own on the way.
constexpr Tolerance kFloat32{2e-6, 1e-6};

inline bool isNear(double actual, double expected, Tolerance tolerance) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (std::isinf(expected)) return actual == expected;
  return std::abs(actual - expected) <=
         std::max(tolerance.relative * std::abs(expected), tolerance.absolute);
}

inline void expectNear(const std::vector<float>& actual, const nlohmann::json& expected,
                       Tolerance tolerance, const std::string& what) {
  const std::vector<double> numbers = numbersOf(expected);
  ASSERT_EQ(actual.size(), numbers.size()) << what;
  for (size_t i = 0; i < numbers.size(); ++i) {
    EXPECT_TRUE(isNear(actual[i], numbers[i], tolerance))
        << what << ", number " << i << ": " << actual[i] << ", not " << numbers[i];
  }
}

// Whether two lists hold the same bits: 0 and -0 differ, NaN equals itself.
template <class T>
bool sameBits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

// Normal numbers, the same in every run.
inline Matrix randomMatrix(std::mt19937& random, uint32_t rows, uint32_t columns, float size = 1) {
  std::normal_distribution<float> normal(0, size);
  Matrix matrix{rows, columns, std::vector<float>(size_t{rows} * columns)};
  for (float& x : matrix.data) x = normal(random);
  return matrix;
}

template <class T>
void expectError(const Result<T>& result, ErrorCode code, const std::string& message) {
  ASSERT_FALSE(result) << "expected: " << message;
  EXPECT_EQ(result.error().code, code);
  EXPECT_EQ(result.error().message, message);
}

}  // namespace tril
