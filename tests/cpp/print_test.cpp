#include "print.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "digits.h"
#include "golden.h"
#include "positions.h"
#include "tensor.h"

namespace tril {
namespace {

using nlohmann::json;

// A golden case's tensor. Types that the core does not keep (float64, int32, ...) print as the
// nearest one that it does, with their name as an argument.
Tensor tensorOf(const json& goldenCase) {
  const Shape shape = goldenCase.at("shape").get<Shape>();
  const std::string dtype = goldenCase.at("dtype");
  if (dtype == "torch.bool") {
    std::vector<uint8_t> bools;
    for (const json& x : goldenCase.at("data")) bools.push_back(x.get<bool>());
    return *Tensor::of(shape, bools);
  }
  const std::vector<double> values = numbersOf(goldenCase.at("data"));
  if (dtype.find("int") != std::string::npos) {
    return *Tensor::of(shape, std::vector<int64_t>(values.begin(), values.end()));
  }
  return *Tensor::of(shape, std::vector<float>(values.begin(), values.end()));
}

PrintOptions optionsOf(const json& goldenCase) {
  PrintOptions options;
  const std::string expected = goldenCase.at("str");
  const std::string dtype = goldenCase.at("dtype");
  if (dtype != "torch.float32" && dtype != "torch.int64" && dtype != "torch.bool") {
    options.dtype = dtype;
  }
  options.requiresGrad = goldenCase.at("requires_grad");
  options.parameter = expected.rfind("Parameter", 0) == 0;
  const size_t name = expected.find("grad_fn=<");
  if (name != std::string::npos) {
    options.gradFunction = expected.substr(name + 9, expected.find('>') - name - 9);
  }
  return options;
}

TEST(Print, PrintsTensorsAsPyTorchDoes) {
  int checked = 0;
  const json cases = golden("torch/printing.json").at("cases");
  for (const json& goldenCase : cases) {
    if (!goldenCase.contains("dtype")) continue;
    ++checked;
    EXPECT_EQ(format(tensorOf(goldenCase), optionsOf(goldenCase)), goldenCase.at("str"))
        << goldenCase.at("expr");
  }
  EXPECT_EQ(checked, 62);
}

std::vector<double> counting(size_t count) {
  std::vector<double> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0.0);
  return numbers;
}

TEST(Print, PrintsWhatLessonsAskFor) {
  const auto floats = [](Shape shape, std::vector<float> numbers) {
    return *Tensor::of(std::move(shape), std::move(numbers));
  };
  const float inf = std::numeric_limits<float>::infinity();
  const std::map<std::string, std::string> printed = {
      {"torch.ones(2,3).shape", formatSize({2, 3})},
      {"torch.tensor(1.0).shape", formatSize({})},
      {"torch.Size([4])", formatSize({4})},
      {"torch.tensor([0.1,0.2,0.3]).tolist()", formatList(floats({3}, {0.1f, 0.2f, 0.3f}))},
      {"torch.tensor([[1.0,0.25],[0.5,3.0]]).tolist()",
       formatList(floats({2, 2}, {1, 0.25f, 0.5f, 3}))},
      {"torch.tensor([1,2]).tolist()", formatList(*Tensor::of({2}, std::vector<int64_t>{1, 2}))},
      {"torch.tensor([True]).tolist()", formatList(*Tensor::of({1}, std::vector<uint8_t>{1}))},
      {"torch.tensor([1e-7,1e16,123456789.0,1e22]).tolist()",
       formatList(floats({4}, {1e-7f, 1e16f, 123456789.0f, 1e22f}))},
      {"torch.tensor([inf,nan]).tolist()", formatList(floats({2}, {inf, std::nanf("")}))},
      {"torch.tensor(0.1).item()", formatList(Tensor(0.1f))},
      {"np.array([[0.12,0.94,0.9],[0.14,0.65,0.22]])",
       formatNumpy({2, 3}, std::vector<double>{0.12, 0.94, 0.9, 0.14, 0.65, 0.22})},
      {"np.array([1.0,2.5,1e-10])", formatNumpy({3}, std::vector<double>{1, 2.5, 1e-10})},
      {"np.arange(5)", formatNumpy(*Tensor::of({5}, std::vector<int64_t>{0, 1, 2, 3, 4}))},
      {"np.array([[0.0,1.0],[-0.5,0.25]])",
       formatNumpy({2, 2}, std::vector<double>{0, 1, -0.5, 0.25})},
      {"np.round(np.array([[0.841470985,0.540302306]]),2)",
       formatNumpy({1, 2}, std::vector<double>{roundTo(0.841470985, 2), roundTo(0.540302306, 2)})},
      {"np.array([True,False])", formatNumpy(*Tensor::of({2}, std::vector<uint8_t>{1, 0}))},
      {"np.arange(2000.0)", formatNumpy({2000}, counting(2000))},
      {"np.float64(0.5)", formatNumpy({}, std::vector<double>{0.5})},
      {"np.array([1e10,1.0])", formatNumpy({2}, std::vector<double>{1e10, 1})},
      {"np.array([0.1,0.2])-np.array([0.3,0.1])",
       formatNumpy({2}, std::vector<double>{0.1 - 0.3, 0.2 - 0.1})},
  };
  // What is left of the file are names of types and layers.
  size_t checked = 0;
  const json cases = golden("torch/printing.json").at("cases");
  for (const json& goldenCase : cases) {
    const auto own = printed.find(goldenCase.at("expr"));
    if (own == printed.end()) continue;
    ++checked;
    EXPECT_EQ(own->second, goldenCase.at("str")) << own->first;
  }
  EXPECT_EQ(checked, printed.size());
}

TEST(Print, WritesFloatsAsPythonDoes) {
  const json cases = golden("torch/float_repr.json").at("cases");
  ASSERT_EQ(cases.size(), 21u);
  for (const json& goldenCase : cases) {
    const std::string bits = goldenCase.at("bits");
    const float value = std::bit_cast<float>(static_cast<uint32_t>(std::stoul(bits, nullptr, 16)));
    EXPECT_EQ(formatDouble(value), goldenCase.at("tolist")) << bits;
    EXPECT_EQ(formatFloat(value), goldenCase.at("numpy_str")) << bits;
    EXPECT_EQ(format(Tensor(value)), goldenCase.at("tensor")) << bits;
  }
}

TEST(Print, WritesTheDigitsThatPrintfWrites) {
  const auto expectSame = [](double value, int precision) {
    char expected[400];
    std::snprintf(expected, sizeof expected, "%.*f", precision, value);
    EXPECT_EQ(fixedDigits(value, precision), expected);
    std::snprintf(expected, sizeof expected, "%.*e", precision, value);
    EXPECT_EQ(scientificDigits(value, precision), expected);
  };
  for (const double value :
       {0.0, -0.0, 0.5, 1.5, 2.5, 0.125, -0.375, 9.995, 9.5, 99.95, 999999.5, 0.05, 0.06, 0.95,
        1e22, 1e23, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308}) {
    for (int precision = 0; precision <= 17; ++precision) expectSame(value, precision);
  }
  std::mt19937_64 bits(1);
  for (int i = 0; i < 20000; ++i) {
    // Any double; then one that a lesson may show, and one that stands just between two digits.
    const auto any = std::bit_cast<double>(bits());
    if (std::isfinite(any)) expectSame(any, i % 18);
    const double number = static_cast<double>(static_cast<int64_t>(bits())) * 0x1p-60;
    expectSame(number, i % 18);
    expectSame(std::round(number * 1024) / 1024, i % 10);
  }
}

TEST(Print, FindsTheShortestDigits) {
  EXPECT_EQ(formatDouble(0x1p-24),
            "5.960464477539063e-08");  // ends in 0625: not the nearest 16 digits
  EXPECT_EQ(formatDouble(9999999999999998.0), "9999999999999998.0");
  EXPECT_EQ(formatDouble(1e16), "1e+16");
  EXPECT_EQ(formatDouble(0.0001), "0.0001");
  EXPECT_EQ(formatDouble(0.00001234), "1.234e-05");
  EXPECT_EQ(formatDouble(-1234.5), "-1234.5");
  EXPECT_EQ(formatDouble(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(formatDouble(5e-324), "5e-324");
  EXPECT_EQ(formatDouble(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(formatDouble(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(formatDouble(-std::nan("")), "nan");
}

// numpy 1.24's own printouts of what the golden file does not hold.
TEST(Print, PrintsArraysAsNumpyDoes) {
  const float inf = std::numeric_limits<float>::infinity();
  const auto floats = [](Shape shape, std::vector<float> numbers) {
    return formatNumpy(*Tensor::of(std::move(shape), std::move(numbers)));
  };
  EXPECT_EQ(floats({2}, {0.1f, 0.2f}), "[0.1 0.2]");
  EXPECT_EQ(floats({3}, {inf, -inf, 1.5f}), "[ inf -inf  1.5]");
  EXPECT_EQ(floats({3}, {std::nanf(""), 1, -2}), "[nan  1. -2.]");
  EXPECT_EQ(floats({2}, {0, -0.0f}), "[ 0. -0.]");
  // Where one number needs 8 digits, the others show 8 of their own: 50644.22 is 50644.21875.
  EXPECT_EQ(floats({2}, {50644.22f, 0.00081650224f}), "[5.0644219e+04 8.1650226e-04]");
  EXPECT_EQ(formatNumpy({2}, std::vector<double>{1e100, 1}), "[1.e+100 1.e+000]");
  EXPECT_EQ(formatNumpy({1, 1, 2}, std::vector<double>{0.123456789, 100}),
            "[[[  0.12345679 100.        ]]]");
  EXPECT_EQ(formatNumpy({0, 3}, {}), "[]");
  // A line that is full loses the blanks at its end.
  const std::vector<double> halves{0.5, 100.25, 0.5, 100.25, 0.5, 100.25,
                                   0.5, 100.25, 0.5, 100.25, 0.5, 100.25};
  EXPECT_EQ(
      formatNumpy({12}, halves),
      "[  0.5  100.25   0.5  100.25   0.5  100.25   0.5  100.25   0.5  100.25\n   0.5  100.25]");
  EXPECT_EQ(formatNumpy({8, 2, 100}, std::vector<double>(1600, 7)).substr(0, 57),
            "[[[7. 7. 7. ... 7. 7. 7.]\n  [7. 7. 7. ... 7. 7. 7.]]\n\n [[");
}

TEST(Print, NamesTheTypeOfWhatIsEmpty) {
  EXPECT_EQ(format(*Tensor::of({0}, std::vector<int64_t>())), "tensor([], dtype=torch.int64)");
  EXPECT_EQ(format(*Tensor::of({0, 3}, std::vector<uint8_t>())),
            "tensor([], size=(0, 3), dtype=torch.bool)");
  PrintOptions options;
  options.requiresGrad = true;
  EXPECT_EQ(format(*Tensor::of({0}, std::vector<float>()), options),
            "tensor([], requires_grad=True)");
}

TEST(Print, SeesAWindowAsItIs) {
  const Tensor tensor(*makeMatrix(2, 3, {1, 2, 3, 4, 5, 6.5f}));
  EXPECT_EQ(format(*tensor.transpose(0, 1)),
            "tensor([[1.0000, 4.0000],\n        [2.0000, 5.0000],\n        [3.0000, 6.5000]])");
  EXPECT_EQ(format(*tensor.select(1, 0)), "tensor([1., 4.])");
  EXPECT_EQ(formatList(*tensor.slice(1, 1, 3)), "[[2.0, 3.0], [5.0, 6.5]]");
}

}  // namespace
}  // namespace tril
