#include "tensor.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "golden.h"
#include "print.h"

namespace tril {
namespace {

Tensor counting(Shape shape) {
  std::vector<float> numbers(*elementsOf(shape));
  std::iota(numbers.begin(), numbers.end(), 0.0f);
  return *Tensor::of(std::move(shape), std::move(numbers));
}

std::string listOf(const Result<Tensor>& tensor) {
  return tensor ? formatList(*tensor) : tensor.error().message;
}

Result<Tensor> reshaped(const Tensor& tensor, std::vector<int64_t> shape) {
  return tensor.reshape(shape);
}
Result<Tensor> permuted(const Tensor& tensor, std::vector<int32_t> axes) {
  return tensor.permute(axes);
}

bool share(const Tensor& a, const Tensor& b) {
  // Writing to one shows in the other, if they show the same first number.
  const Tensor kept = a.copy();
  (void)*a.assign(Tensor(-99.0f));
  const bool seen = listOf(b).find("-99") != std::string::npos;
  (void)*a.assign(kept);
  return seen;
}

TEST(Tensor, HoldsNumbersOfOneTypeInAShape) {
  const Tensor floats = counting({2, 3});
  EXPECT_EQ(floats.type(), ElementType::float32);
  EXPECT_EQ(floats.rank(), 2u);
  EXPECT_EQ(floats.size(), 6u);
  EXPECT_TRUE(floats.isContiguous());
  EXPECT_EQ(*Tensor().item(), 0);
  EXPECT_EQ(*Tensor(int64_t{7}).item(), 7);
  EXPECT_EQ(Tensor(true).type(), ElementType::boolean);
  EXPECT_EQ(listOf(Tensor::of({2}, std::vector<uint8_t>{7, 0})), "[True, False]");
  EXPECT_EQ(listOf(Tensor::full({2, 2}, Tensor(int64_t{3}))), "[[3, 3], [3, 3]]");
  EXPECT_EQ(counting({2, 0, 3}).size(), 0u);
}

TEST(Tensor, RefusesWhatDoesNotFit) {
  expectError(Tensor::of({2, 3}, std::vector<float>{1}), ErrorCode::badShape,
              "a tensor of 2 x 3 needs 6 numbers, but there are 1");
  expectError(Tensor::of({65536, 65536}, std::vector<float>()), ErrorCode::outOfMemory,
              "a tensor of 65536 x 65536 is too large: at most 268435456 numbers fit");
  expectError(Tensor::full(Shape(33, 1), Tensor(1.0f)), ErrorCode::badShape,
              "a tensor of rank 33 is refused: at most 32 axes are allowed");
  EXPECT_EQ(Tensor::of({0, 4294967295u, 4294967295u}, std::vector<float>())->size(), 0u);
  expectError(counting({2}).item(), ErrorCode::badShape,
              "a tensor of 2 is not one number: select one first");
  expectError(counting({1, 1, 1}).matrix(), ErrorCode::badShape,
              "a tensor of 1 x 1 x 1 is no matrix: it needs 2 axes, or 1 for a single row");
}

TEST(Tensor, IsAMatrixWhereItHasTwoAxes) {
  const Matrix matrix = *makeMatrix(2, 2, {1, 2, 3, 4});
  EXPECT_EQ(Tensor(matrix).matrix()->data, matrix.data);
  EXPECT_EQ(Tensor(matrix).transpose(0, 1)->matrix()->data, transpose(matrix).data);
  EXPECT_EQ(counting({3}).matrix()->rows, 1u);
  EXPECT_EQ(Tensor::of({1, 2}, std::vector<int64_t>{5, 6})->matrix()->data,
            (std::vector<float>{5, 6}));
}

TEST(Tensor, ShowsPartsOfItself) {
  const Tensor t = counting({2, 3});
  EXPECT_EQ(listOf(t.select(0, 1)), "[3.0, 4.0, 5.0]");
  EXPECT_EQ(listOf(t.select(1, -1)), "[2.0, 5.0]");
  EXPECT_EQ(listOf(t.slice(1, 0, 2)), "[[0.0, 1.0], [3.0, 4.0]]");
  EXPECT_EQ(listOf(t.slice(1, 0, 3, 2)), "[[0.0, 2.0], [3.0, 5.0]]");
  EXPECT_EQ(listOf(t.slice(-1, -2, 100)), "[[1.0, 2.0], [4.0, 5.0]]");
  EXPECT_EQ(listOf(t.slice(0, 2, 1)), "[]");
  EXPECT_EQ(listOf(t.slice(0, 0, 2, std::numeric_limits<int64_t>::max())), "[[0.0, 1.0, 2.0]]");
  EXPECT_EQ(listOf(t.transpose(0, 1)), "[[0.0, 3.0], [1.0, 4.0], [2.0, 5.0]]");
  EXPECT_EQ(listOf(permuted(counting({1, 2, 3}), {2, 0, 1})),
            "[[[0.0, 3.0]], [[1.0, 4.0]], [[2.0, 5.0]]]");
  EXPECT_EQ(listOf(counting({2}).unsqueeze(-1)), "[[0.0], [1.0]]");
  EXPECT_EQ(listOf(counting({2, 1}).squeeze(1)), "[0.0, 1.0]");
  EXPECT_EQ(listOf(counting({2, 1}).squeeze(0)), "[[0.0], [1.0]]");
  EXPECT_EQ(listOf(counting({2, 1}).expand({2, 2, 3})),
            "[[[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]], [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0]]]");
}

TEST(Tensor, SaysWhichPartItDoesNotHave) {
  const Tensor t = counting({2, 3});
  expectError(t.select(0, 2), ErrorCode::badArgument,
              "index 2 is out of range: the axis has length 2");
  expectError(t.select(2, 0), ErrorCode::badArgument,
              "there is no axis 2: with rank 2 it is from -2 to 1");
  expectError(Tensor().select(0, 0), ErrorCode::badArgument,
              "there is no axis 0: a single number has no axes");
  expectError(t.slice(0, 0, 1, 0), ErrorCode::badArgument,
              "the step of a slice must be at least 1");
  for (const std::vector<int32_t>& axes : {std::vector<int32_t>{0}, {0, 0}, {0, 1, 0}}) {
    expectError(permuted(t, axes), ErrorCode::badArgument,
                "a permutation must name each of the 2 axes once");
  }
  expectError(
      t.expand({2, 6}), ErrorCode::badShape,
      "2 x 3 cannot be expanded to 2 x 6: only axes of length 1 repeat, and new axes come first");
  expectError(Tensor(1.0f).expand({1u << 20, 1u << 20}), ErrorCode::outOfMemory,
              "a tensor of 1048576 x 1048576 is too large: at most 268435456 numbers fit");
  for (const std::vector<int64_t>& shape :
       {std::vector<int64_t>{4}, {-1, 4}, {-1, -1}, {-2, -3}, {-1, 0}}) {
    const Result<Tensor> result = t.reshape(shape);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::badShape);
  }
  expectError(reshaped(t, {}), ErrorCode::badShape,
              "2 x 3 cannot take the shape of a single number: it holds 6 numbers");
  expectError(reshaped(t, {int64_t{1} << 40, int64_t{1} << 40}), ErrorCode::badShape,
              "2 x 3 cannot take the shape 1099511627776 x 1099511627776: it holds 6 numbers");
}

TEST(Tensor, ReshapesInPlaceWhereItCan) {
  const Tensor t = counting({2, 3, 4});
  EXPECT_EQ(reshaped(t, {4, -1})->shape(), (Shape{4, 6}));
  EXPECT_TRUE(share(*reshaped(t, {24}), t));
  const Tensor turned = *t.transpose(0, 1);  // 3 x 2 x 4, not row-major
  EXPECT_FALSE(turned.isContiguous());
  EXPECT_TRUE(share(*reshaped(turned, {3, 2, 2, 2}), t));  // the last axis splits where it lies
  EXPECT_FALSE(share(*reshaped(turned, {6, 4}), t));       // the first two do not join
  EXPECT_EQ(listOf(reshaped(turned, {24})).substr(0, 40),
            "[0.0, 1.0, 2.0, 3.0, 12.0, 13.0, 14.0, 1");
  EXPECT_EQ(reshaped(counting({0, 3}), {0, 5})->shape(), (Shape{0, 5}));
  EXPECT_EQ(listOf(reshaped(Tensor(3.0f), {1, 1})), "[[3.0]]");
  EXPECT_TRUE(share(*reshaped(*counting({2, 1}).expand({2, 3}), {3, 2}), t) == false);
}

TEST(Tensor, ReshapesAsIfThroughACopy) {
  std::mt19937 random(1);
  const std::vector<std::vector<int64_t>> shapes{{24},      {2, 12},    {12, 2}, {4, 6},
                                                 {2, 2, 6}, {1, 24, 1}, {3, 8},  {2, 3, 2, 2}};
  for (int round = 0; round < 200; ++round) {
    std::vector<int32_t> axes{0, 1, 2, 3};
    std::shuffle(axes.begin(), axes.end(), random);
    const Tensor view = *permuted(counting({2, 3, 4, 1}), axes);
    const std::vector<int64_t>& shape = shapes[random() % shapes.size()];
    EXPECT_EQ(listOf(view.reshape(shape)), listOf(view.copy().reshape(shape)));
  }
}

TEST(Tensor, WritesThroughItsViews) {
  const Tensor t = counting({2, 3});
  const Tensor alias = t;
  const Tensor copy = t.copy();
  ASSERT_TRUE(t.select(0, 0)->assign(Tensor(int64_t{7})));
  ASSERT_TRUE(t.transpose(0, 1)->select(0, 2)->assign(counting({2})));
  EXPECT_EQ(listOf(alias), "[[7.0, 7.0, 0.0], [3.0, 4.0, 1.0]]");
  EXPECT_EQ(listOf(copy), "[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]");
  // From itself: the source is read before anything is written.
  const Tensor square = counting({2, 2});
  ASSERT_TRUE(square.assign(*square.transpose(0, 1)));
  EXPECT_EQ(listOf(square), "[[0.0, 2.0], [1.0, 3.0]]");
  expectError(
      t.assign(counting({2})), ErrorCode::badShape,
      "2 cannot be expanded to 2 x 3: only axes of length 1 repeat, and new axes come first");
  expectError(counting({1}).expand({3})->assign(Tensor(1.0f)), ErrorCode::badArgument,
              "an expanded tensor shows the same number more than once: copy it before writing");
}

TEST(Tensor, ChangesTypesAsPyTorchDoes) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Tensor t = *Tensor::of({5}, std::vector<float>{-1.9f, 0, 2.9f, nan, 1e30f});
  EXPECT_EQ(listOf(t.to(ElementType::int64)),
            "[-1, 0, 2, -9223372036854775808, -9223372036854775808]");
  EXPECT_EQ(listOf(t.to(ElementType::boolean)), "[True, False, True, True, True]");
  EXPECT_EQ(listOf(Tensor(true).to(ElementType::float32)), "1.0");
}

}  // namespace
}  // namespace tril
