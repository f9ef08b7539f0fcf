#include "positions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "bug_cases.h"
#include "golden.h"
#include "print.h"

namespace tril {
namespace {

using nlohmann::json;

TEST(Positions, EqualNumpy) {
  const json cases = golden("torch/positional.json").at("cases");
  ASSERT_EQ(cases.size(), 10u);
  for (const json& goldenCase : cases) {
    PositionOptions options;
    if (!goldenCase.at("rounding").is_null()) options.decimals = goldenCase.at("rounding");
    const Result<Matrix> table =
        positions(goldenCase.at("max_length"), goldenCase.at("d_model"), options);
    ASSERT_TRUE(table);
    // The float32 next to numpy's float64, that is: rounded numbers print the same digits.
    EXPECT_EQ(table->data, floatsOf(goldenCase.at("pe"))) << goldenCase.at("d_model");
  }
}

TEST(Positions, AreRightWhereOthersWereWrong) {
  const std::vector<json> cases = bugCases("positional");
  ASSERT_EQ(cases.size(), 3u);
  for (const json& bugCase : cases) {
    const std::vector<uint32_t> places = bugCase.at("input").at("positions");
    const Matrix table = *positions(places.back() + 1, bugCase.at("input").at("d_model"));
    for (size_t i = 0; i < places.size(); ++i) {
      const std::span<const float> row = table.row(places[i]);
      expectNear({row.begin(), row.end()}, bugCase.at("expect").at("rows").at(i), {1e-6, 1e-11},
                 bugCase.at("id"));
    }
  }
}

TEST(Positions, AreThePublishedOnes) {
  const json published = golden("published.json").at("positions");
  PositionOptions options;
  options.decimals = published.at("decimals").get<int32_t>();
  const Matrix table = *positions(published.at("length"), published.at("width"), options);
  EXPECT_EQ(table.data, floatsOf(published.at("positions")));
  const Matrix words = matrixOf(published.at("words"));
  const Matrix sum = *add(words, table);
  expectNear(sum.data, published.at("sum"), {1e-7, 5e-8}, "sum");
  EXPECT_EQ(formatNumpy(Tensor(words)), published.at("wordsPrinted"));
  EXPECT_EQ(formatNumpy(Tensor(table)), published.at("positionsPrinted"));
  // numpy adds in float64; a sum in float32 would show as 0.97999996.
  std::vector<double> sums = numbersOf(published.at("words"));
  const std::vector<double> added = numbersOf(published.at("positions"));
  for (size_t i = 0; i < sums.size(); ++i) sums[i] += added[i];
  EXPECT_EQ(formatNumpy({5, 3}, sums), published.at("sumPrinted"));
}

TEST(Positions, HoldInALargeTable) {
  const json published = golden("published.json").at("largePositions");
  const uint32_t length = published.at("length"), width = published.at("width");
  PositionOptions options;
  options.decimals = published.at("decimals").get<int32_t>();
  const Matrix rounded = *positions(length, width, options);
  const Matrix table = *positions(length, width);
  for (size_t i = 0; i < length; ++i) {
    for (size_t j = 0; j < width; j += 2) {
      const double sine = table.at(i, j), cosine = table.at(i, j + 1);
      EXPECT_NEAR(sine * sine + cosine * cosine, 1, 1e-6);
      const double angle = i / std::pow(10000.0, static_cast<double>(j) / width);
      EXPECT_EQ(table.at(i, j), static_cast<float>(std::sin(angle)));
      EXPECT_EQ(table.at(i, j + 1), static_cast<float>(std::cos(angle)));
      EXPECT_NEAR(rounded.at(i, j), sine, 0.502e-4);
      EXPECT_EQ(rounded.at(i, j), static_cast<float>(std::round(rounded.at(i, j) * 1e4) / 1e4));
    }
  }
  // Position 0 is 0, 1, 0, 1, ...; the last pair has hardly turned by position 99.
  EXPECT_EQ(table.at(0, 398), 0);
  EXPECT_EQ(table.at(0, 399), 1);
  EXPECT_EQ(rounded.at(99, 398), 0.0104f);
  EXPECT_EQ(rounded.at(99, 399), 0.9999f);
}

TEST(Positions, TakeAnyBaseAndWidth) {
  PositionOptions options;
  options.base = 100;
  const Matrix table = *positions(4, 4, options);
  EXPECT_EQ(table.at(3, 2), static_cast<float>(std::sin(0.3)));
  EXPECT_EQ(positions(3, 1)->data, (std::vector<float>{0, static_cast<float>(std::sin(1.0)),
                                                       static_cast<float>(std::sin(2.0))}));
  EXPECT_EQ(positions(0, 4)->rows, 0u);
  EXPECT_EQ(positions(4, 0)->columns, 0u);
  for (const double base : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    options.base = base;
    expectError(positions(1, 1, options), ErrorCode::badArgument,
                "the base of positions must be a finite number above 0");
  }
  options.base = 1e-300;
  expectError(positions(2, 3, options), ErrorCode::badArgument,
              "the base of positions is so small that their angles pass 2^29, where sines mean "
              "nothing");
}

TEST(RoundTo, EqualsNumpy) {
  const json cases = golden("torch/rounding.json").at("cases");
  for (const json& goldenCase : cases) {
    const double rounded = roundTo(goldenCase.at("x"), goldenCase.at("decimals"));
    EXPECT_EQ(rounded, goldenCase.at("numpy").get<double>()) << goldenCase.dump();
    EXPECT_EQ(std::signbit(rounded), std::signbit(goldenCase.at("numpy").get<double>()));
  }
  EXPECT_EQ(roundTo(1250, -2), 1200);
  EXPECT_TRUE(std::isnan(roundTo(std::nan(""), 2)));
}

}  // namespace
}  // namespace tril
