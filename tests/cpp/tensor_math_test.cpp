#include "tensor_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "golden.h"
#include "print.h"

namespace tril {
namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

Tensor floats(Shape shape, std::vector<float> numbers) {
  return *Tensor::of(std::move(shape), std::move(numbers));
}
Tensor integers(Shape shape, std::vector<int64_t> numbers) {
  return *Tensor::of(std::move(shape), std::move(numbers));
}
Tensor bools(Shape shape, std::vector<uint8_t> numbers) {
  return *Tensor::of(std::move(shape), std::move(numbers));
}

Tensor randomTensor(std::mt19937& random, Shape shape) {
  std::normal_distribution<float> normal(0, 2);
  std::vector<float> numbers(*elementsOf(shape));
  for (float& x : numbers) x = normal(random);
  return floats(std::move(shape), std::move(numbers));
}

std::string listOf(const Result<Tensor>& tensor) {
  return tensor ? formatList(*tensor) : tensor.error().message;
}

TEST(TensorMath, Broadcasts) {
  EXPECT_EQ(*broadcastShape({2, 1}, {3}), (Shape{2, 3}));
  EXPECT_EQ(*broadcastShape({}, {3}), (Shape{3}));
  EXPECT_EQ(*broadcastShape({1, 0}, {4, 1}), (Shape{4, 0}));
  expectError(
      broadcastShape({2, 3}, {2}), ErrorCode::badShape,
      "2 x 3 and 2 do not fit together: counted from the last axis, lengths must be equal or 1");
  EXPECT_EQ(listOf(binary(Binary::add, floats({2, 1}, {1, 2}), floats({2}, {10, 20}))),
            "[[11.0, 21.0], [12.0, 22.0]]");
  EXPECT_EQ(listOf(binary(Binary::multiply, floats({2}, {1, 2}), Tensor(int64_t{3}))),
            "[3.0, 6.0]");
}

TEST(TensorMath, MixesTypesAsPyTorchDoes) {
  const Tensor yes = bools({2}, {1, 1}), ints = integers({2}, {7, -2});
  EXPECT_EQ(listOf(binary(Binary::add, yes, ints)), "[8, -1]");
  EXPECT_EQ(listOf(binary(Binary::add, yes, yes)), "[True, True]");
  EXPECT_EQ(listOf(binary(Binary::multiply, yes, bools({2}, {0, 1}))), "[False, True]");
  EXPECT_EQ(listOf(binary(Binary::divide, ints, Tensor(int64_t{2}))), "[3.5, -1.0]");
  EXPECT_EQ(listOf(binary(Binary::power, ints, Tensor(2.0f))), "[49.0, 4.0]");
  EXPECT_EQ(listOf(binary(Binary::subtract, ints, ints)), "[0, 0]");
  EXPECT_EQ(listOf(binary(Binary::maximum, ints, Tensor(int64_t{0}))), "[7, 0]");
  EXPECT_EQ(listOf(binary(Binary::minimum, floats({3}, {1, kNaN, 3}), floats({3}, {kNaN, 1, 2}))),
            "[nan, nan, 2.0]");
  EXPECT_EQ(listOf(binary(Binary::less, ints, Tensor(0.5f))), "[False, True]");
  EXPECT_EQ(listOf(binary(Binary::equal, floats({1}, {kNaN}), floats({1}, {kNaN}))), "[False]");
  EXPECT_EQ(listOf(binary(Binary::notEqual, ints, ints)), "[False, False]");
  EXPECT_EQ(listOf(binary(Binary::greaterEqual, ints, Tensor(int64_t{7}))), "[True, False]");
  // The largest integer wraps around.
  EXPECT_EQ(listOf(binary(Binary::add, integers({1}, {INT64_MAX}), Tensor(int64_t{1}))),
            "[-9223372036854775808]");
  expectError(binary(Binary::subtract, yes, yes), ErrorCode::badArgument,
              "bools cannot be subtracted: make them integers first");
}

TEST(TensorMath, WorksNumberByNumber) {
  EXPECT_EQ(listOf(unary(Unary::negate, integers({2}, {1, -2}))), "[-1, 2]");
  EXPECT_EQ(listOf(unary(Unary::absolute, integers({2}, {1, -2}))), "[1, 2]");
  EXPECT_EQ(listOf(unary(Unary::absolute, floats({2}, {-0.5f, 2}))), "[0.5, 2.0]");
  EXPECT_EQ(listOf(unary(Unary::sqrt, integers({2}, {4, 9}))), "[2.0, 3.0]");
  EXPECT_EQ(*unary(Unary::exp, Tensor(1.0f))->item(), static_cast<float>(std::exp(1.0)));
  EXPECT_EQ(*unary(Unary::log, Tensor(2.0f))->item(), static_cast<float>(std::log(2.0)));
  EXPECT_EQ(*unary(Unary::sin, Tensor(2.0f))->item(), static_cast<float>(std::sin(2.0)));
  EXPECT_EQ(*unary(Unary::cos, Tensor(2.0f))->item(), static_cast<float>(std::cos(2.0)));
  EXPECT_EQ(listOf(unary(Unary::logicalNot, floats({3}, {0, 2, kNaN}))), "[True, False, False]");
  EXPECT_EQ(listOf(activate(floats({2}, {-1, 2}), Activation::relu)), "[0.0, 2.0]");
  expectError(unary(Unary::negate, Tensor(true)), ErrorCode::badArgument,
              "bools have no sign: make them integers first");
}

TEST(TensorMath, ChoosesWhere) {
  const Tensor x = floats({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(listOf(where(bools({2}, {1, 0}), x, Tensor(-1.0f))), "[[1.0, -1.0], [3.0, -1.0]]");
  EXPECT_EQ(listOf(where(bools({2, 1}, {1, 0}), Tensor(int64_t{1}), Tensor(int64_t{0}))),
            "[[1], [0]]");
  // What is not chosen leaves no trace.
  EXPECT_EQ(listOf(where(bools({1}, {0}), floats({1}, {kNaN}), Tensor(0.0f))), "[0.0]");
  EXPECT_FALSE(where(bools({3}, {1, 0, 1}), x, x));
}

TEST(TensorMath, ReducesAlongAnAxis) {
  const Tensor x = floats({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(listOf(reduce(Reduction::sum, x, 0)), "[4.0, 6.0]");
  EXPECT_EQ(listOf(reduce(Reduction::sum, x, -1)), "[3.0, 7.0]");
  EXPECT_EQ(listOf(reduce(Reduction::sum, x, 1, true)), "[[3.0], [7.0]]");
  EXPECT_EQ(listOf(reduce(Reduction::mean, x, 1)), "[1.5, 3.5]");
  EXPECT_EQ(listOf(reduce(Reduction::maximum, x, 0)), "[3.0, 4.0]");
  EXPECT_EQ(listOf(reduce(Reduction::argmin, x, 1)), "[0, 0]");
  EXPECT_EQ(listOf(reduce(Reduction::sum, bools({3}, {1, 1, 0}), 0)), "2");
  EXPECT_EQ(listOf(reduce(Reduction::maximum, bools({3}, {0, 1, 0}), 0)), "True");
  EXPECT_EQ(listOf(reduce(Reduction::argmax, integers({4}, {3, 9, 9, 1}), 0)), "1");
  EXPECT_EQ(listOf(reduce(Reduction::minimum, floats({3}, {1, kNaN, -1}), 0)), "nan");
  EXPECT_EQ(listOf(reduce(Reduction::argmax, floats({4}, {1, kNaN, 5, kNaN}), 0)), "1");
  EXPECT_EQ(listOf(reduce(Reduction::sum, floats({2, 0}, {}), 1)), "[0.0, 0.0]");
  EXPECT_EQ(listOf(reduce(Reduction::mean, floats({0}, {}), 0)), "nan");
  EXPECT_EQ(listOf(reduce(Reduction::sum, floats({3}, {1e8f, 1, -1e8f}), 0)), "1.0");
  expectError(reduce(Reduction::mean, integers({1}, {1}), 0), ErrorCode::badArgument,
              "the mean needs float32 numbers: convert them first");
  expectError(reduce(Reduction::maximum, floats({0}, {}), 0), ErrorCode::badArgument,
              "an empty axis has no largest or smallest number");
}

TEST(TensorMath, ReducesMiddleAxes) {
  std::mt19937 random(1);
  const Tensor x = randomTensor(random, {2, 3, 4});
  for (int32_t axis = 0; axis < 3; ++axis) {
    // Bring the axis to the end, where a matrix has its rows.
    const Tensor rows = *x.transpose(axis, 2);
    const std::vector<int64_t> flat{-1, static_cast<int64_t>(rows.shape()[2])};
    const Matrix matrix = *rows.reshape(flat)->matrix();
    Shape shape = rows.shape();
    shape[2] = 1;
    const Tensor sums = *Tensor::of(shape, sumRows(matrix))->transpose(axis, 2);
    EXPECT_EQ(listOf(reduce(Reduction::sum, x, axis, true)), listOf(sums));
    const Tensor soft = *Tensor::of(rows.shape(), softmax(matrix)->data)->transpose(axis, 2);
    EXPECT_EQ(listOf(softmax(x, axis)), listOf(soft));
    EXPECT_EQ(listOf(softmax(x, axis - 3)), listOf(soft));
    const Tensor logs = *Tensor::of(rows.shape(), logSoftmax(matrix)->data)->transpose(axis, 2);
    EXPECT_EQ(listOf(logSoftmax(x, axis)), listOf(logs));
  }
  EXPECT_FALSE(softmax(Tensor(1.0f), 0));
}

TEST(TensorMath, MultipliesBatches) {
  std::mt19937 random(2);
  const Tensor a = randomTensor(random, {5, 1, 2, 3}), b = randomTensor(random, {4, 3, 6});
  const Tensor product = *matmul(a, b);
  ASSERT_EQ(product.shape(), (Shape{5, 4, 2, 6}));
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j < 4; ++j) {
      const Matrix left = *a.select(0, i)->select(0, 0)->matrix();
      const Matrix right = *b.select(0, j)->matrix();
      EXPECT_EQ(product.select(0, i)->select(0, j)->matrix()->data, matmul(left, right)->data);
    }
  }
  // A transposed window multiplies as it looks.
  EXPECT_EQ(listOf(matmul(*b.transpose(1, 2), *b.select(0, 0))),
            listOf(matmul(b.transpose(1, 2)->copy(), b.select(0, 0)->copy())));
}

TEST(TensorMath, MultipliesVectors) {
  const Tensor v = floats({2}, {1, 2}), m = floats({2, 3}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(listOf(matmul(v, v)), "5.0");
  EXPECT_EQ(listOf(matmul(v, m)), "[9.0, 12.0, 15.0]");
  EXPECT_EQ(listOf(matmul(*m.transpose(0, 1), v)), "[9.0, 12.0, 15.0]");
  EXPECT_EQ(listOf(matmul(integers({2}, {3, 4}), integers({2, 1}, {10, 1}))), "[34]");
  EXPECT_EQ(listOf(matmul(integers({2}, {3, 4}), v)), "11.0");
  EXPECT_EQ(listOf(matmul(floats({2, 0}, {}), floats({0, 2}, {}))), "[[0.0, 0.0], [0.0, 0.0]]");
  expectError(
      matmul(m, m), ErrorCode::badShape,
      "the left tensor is 2 x 3 but the right one is 2 x 3: the left's last axis must be as long "
      "as the right's last but one");
  expectError(
      matmul(m, v), ErrorCode::badShape,
      "the left tensor is 2 x 3 but the right one is 2: the left's last axis must be as long as "
      "the right's only one");
  expectError(matmul(Tensor(1.0f), v), ErrorCode::badShape,
              "a matrix product needs tensors with axes: multiply by a single number instead");
  EXPECT_FALSE(matmul(floats({2, 1, 1}, {1, 2}), floats({3, 1, 1}, {1, 2, 3})));
}

TEST(TensorMath, CutsLowerTriangles) {
  const Tensor x = floats({2, 3}, {1, 2, 3, 4, kNaN, 6});
  EXPECT_EQ(listOf(lowerTriangle(x)), "[[1.0, 0.0, 0.0], [4.0, nan, 0.0]]");
  EXPECT_EQ(listOf(lowerTriangle(x, -1)), "[[0.0, 0.0, 0.0], [4.0, 0.0, 0.0]]");
  EXPECT_EQ(listOf(lowerTriangle(bools({2, 2}, {1, 1, 1, 1}))), "[[True, False], [True, True]]");
  EXPECT_EQ(listOf(lowerTriangle(integers({2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}))),
            "[[[1, 0], [3, 4]], [[5, 0], [7, 8]]]");
  EXPECT_EQ(listOf(lowerTriangle(floats({0, 0}, {}))), "[]");
  expectError(lowerTriangle(floats({2}, {1, 2})), ErrorCode::badShape,
              "a triangle needs at least 2 axes, but this is 2");
}

}  // namespace
}  // namespace tril
