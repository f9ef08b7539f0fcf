#include "tensor_index.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "golden.h"
#include "print.h"
#include "tensor_math.h"

namespace tril {
namespace {

Tensor floats(Shape shape, std::vector<float> numbers) {
  return *Tensor::of(std::move(shape), std::move(numbers));
}
Tensor integers(Shape shape, std::vector<int64_t> numbers) {
  return *Tensor::of(std::move(shape), std::move(numbers));
}
std::string listOf(const Result<Tensor>& tensor) {
  return tensor ? formatList(*tensor) : tensor.error().message;
}

TEST(TensorIndex, JoinsAlongAnyAxisInTheCommonType) {
  const Tensor a = integers({1, 2}, {1, 2}), b = floats({1, 2}, {3, 4});
  EXPECT_EQ(listOf(join(std::vector{a, b}, 0)), "[[1.0, 2.0], [3.0, 4.0]]");
  EXPECT_EQ(listOf(join(std::vector{a, b}, -1)), "[[1.0, 2.0, 3.0, 4.0]]");
  EXPECT_EQ(listOf(join(std::vector{a, *a.slice(1, 0, 1)}, 1)), "[[1, 2, 1]]");
  expectError(join(std::vector{a, *a.slice(1, 0, 1)}, 0), ErrorCode::badShape,
              "1 x 2 and 1 x 1 cannot be joined along axis 0: the others differ");
  EXPECT_FALSE(join({}, 0));
}

TEST(TensorIndex, TakesAndPuts) {
  const Tensor x = integers({3, 2}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(listOf(take(x, 0, integers({2}, {2, -3}))), "[[5, 6], [1, 2]]");
  EXPECT_EQ(listOf(take(x, 1, integers({1, 1}, {1}))), "[[[2]], [[4]], [[6]]]");
  EXPECT_EQ(listOf(take(*x.transpose(0, 1), 0, integers({}, {1}))), "[2, 4, 6]");
  EXPECT_EQ(listOf(take(x, 0, integers({0}, {}))), "[]");
  expectError(take(x, 0, integers({1}, {3})), ErrorCode::badArgument,
              "index 3 is out of bounds for an axis of length 3");
  expectError(take(x, 0, floats({1}, {1})), ErrorCode::badArgument,
              "ids are integers, but these are not");
  EXPECT_EQ(listOf(put(x, integers({2}, {0, 0}), integers({2, 1}, {7, 8}))),
            "[[8, 8], [3, 4], [5, 6]]");
  EXPECT_EQ(formatList(x), "[[1, 2], [3, 4], [5, 6]]");
  EXPECT_FALSE(put(x, integers({1}, {0}), integers({3}, {1, 2, 3})));
}

TEST(TensorIndex, FindsOrdersAndGathers) {
  EXPECT_EQ(formatList(places(floats({2, 2}, {0, 1, 2, 0}))), "[[0, 1], [1, 0]]");
  EXPECT_EQ(formatList(places(Tensor(2.0f))), "[[]]");
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(listOf(order(floats({4}, {2, nan, 1, 2}), 0)), "[2, 0, 3, 1]");
  EXPECT_EQ(listOf(order(floats({3}, {2, 1, 2}), 0, true)), "[0, 2, 1]");
  EXPECT_EQ(listOf(order(integers({2, 2}, {3, 1, 2, 4}), 0)), "[[1, 0], [0, 1]]");
  const Tensor x = integers({2, 2}, {1, 2, 3, 4});
  EXPECT_EQ(listOf(gather(x, 1, integers({2, 1}, {1, 0}))), "[[2], [3]]");
  EXPECT_EQ(listOf(gather(x, 0, integers({1, 2}, {1, 0}))), "[[3, 2]]");
  EXPECT_FALSE(gather(x, 1, integers({3, 1}, {0, 0, 0})));
  EXPECT_FALSE(gather(x, 1, integers({1, 1}, {2})));
}

TEST(TensorIndex, Float64KeepsWhatFloat32Rounds) {
  const Tensor tenth = *Tensor::of({2}, std::vector<double>{0.1, -0.25});
  const Tensor single = tenth.to(ElementType::float32);
  EXPECT_EQ(formatList(tenth), "[0.1, -0.25]");
  EXPECT_EQ(format(tenth), "tensor([ 0.1000, -0.2500], dtype=torch.float64)");
  EXPECT_EQ(binary(Binary::add, tenth, single)->type(), ElementType::float64);
  EXPECT_EQ(listOf(binary(Binary::divide, tenth, Tensor(int64_t{4}))), "[0.025, -0.0625]");
  EXPECT_EQ(listOf(reduce(Reduction::sum, tenth, 0)), "-0.15");
  EXPECT_EQ(listOf(matmul(tenth, tenth)), "0.07250000000000001");
  EXPECT_EQ(listOf(softmax(*Tensor::of({2}, std::vector<double>{0, 0}), 0)), "[0.5, 0.5]");
  EXPECT_EQ(tenth.to(ElementType::int64).type(), ElementType::int64);
}

TEST(TensorIndex, DividesRoundedDownAsPythonDoes) {
  const Tensor x = integers({4}, {7, -7, 7, -7}), y = integers({4}, {2, 2, -2, -2});
  EXPECT_EQ(listOf(binary(Binary::floorDivide, x, y)), "[3, -4, -4, 3]");
  EXPECT_EQ(listOf(binary(Binary::remainder, x, y)), "[1, 1, -1, -1]");
  EXPECT_EQ(listOf(binary(Binary::floorDivide, x, Tensor(-2.0f))), "[-4.0, 3.0, -4.0, 3.0]");
  EXPECT_EQ(listOf(binary(Binary::remainder, x, Tensor(2.0f))), "[1.0, 1.0, 1.0, 1.0]");
  EXPECT_EQ(listOf(binary(Binary::floorDivide, integers({1}, {INT64_MIN}), Tensor(int64_t{-1}))),
            "[-9223372036854775808]");
  EXPECT_EQ(listOf(binary(Binary::power, integers({3}, {2, -3, 5}), Tensor(int64_t{3}))),
            "[8, -27, 125]");
  EXPECT_FALSE(binary(Binary::remainder, x, Tensor(int64_t{0})));
  EXPECT_FALSE(binary(Binary::power, x, Tensor(int64_t{-1})));
  EXPECT_EQ(listOf(upperTriangle(integers({2, 2}, {1, 2, 3, 4}), 1)), "[[0, 2], [0, 0]]");
}

}  // namespace
}  // namespace tril
