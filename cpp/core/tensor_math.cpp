#include "tensor_math.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tril {
namespace {

template <class T>
std::vector<T> valuesOf(const Tensor& tensor) {
  constexpr ElementType type = std::is_same_v<T, double>    ? ElementType::float64
                               : std::is_same_v<T, float>   ? ElementType::float32
                               : std::is_same_v<T, int64_t> ? ElementType::int64
                                                            : ElementType::boolean;
  return std::get<std::vector<T>>(tensor.to(type).data());
}

// Calls `work` with a value of the C++ type that keeps elements of `type`.
template <class Work>
auto withType(ElementType type, Work work) {
  if (type == ElementType::float64) return work(double{});
  if (type == ElementType::float32) return work(float{});
  if (type == ElementType::int64) return work(int64_t{});
  return work(uint8_t{});
}

bool isComparison(Binary operation) { return operation >= Binary::equal; }

template <class T>
bool compare(Binary operation, T a, T b) {
  switch (operation) {
    case Binary::equal:
      return a == b;
    case Binary::notEqual:
      return a != b;
    case Binary::less:
      return a < b;
    case Binary::lessEqual:
      return a <= b;
    case Binary::greater:
      return a > b;
    default:
      return a >= b;
  }
}

// A result of floats is one of floats: of the type that was given, float32 or float64.
ElementType asFloat(ElementType type) { return std::max(type, ElementType::float32); }

double floorRemainder(double a, double b) {
  const double rest = std::fmod(a, b);
  return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

// Float32 arithmetic goes by way of double: for + - * / that is the same float.
template <class Float>
  requires std::is_floating_point_v<Float>
Float arithmetic(Binary operation, Float x, Float y) {
  const double a = x;
  const double b = y;
  switch (operation) {
    case Binary::add:
      return static_cast<Float>(a + b);
    case Binary::subtract:
      return static_cast<Float>(a - b);
    case Binary::multiply:
      return static_cast<Float>(a * b);
    case Binary::divide:
      return static_cast<Float>(a / b);
    case Binary::power:
      return static_cast<Float>(std::pow(a, b));
    case Binary::floorDivide:
      return static_cast<Float>(b == 0 ? a / b : std::round((a - floorRemainder(a, b)) / b));
    case Binary::remainder:
      return static_cast<Float>(floorRemainder(a, b));
    case Binary::maximum:
      return std::isnan(x) || x > y ? x : y;
    default:
      return std::isnan(x) || x < y ? x : y;
  }
}

uint64_t integerPower(uint64_t base, uint64_t exponent) {
  uint64_t result = 1;
  for (; exponent > 0; exponent >>= 1, base *= base) {
    if (exponent & 1) result *= base;
  }
  return result;
}

// Integers wrap around, as in PyTorch; unsigned, because signed overflow is no arithmetic in C++.
// No divisor is 0 and no exponent negative: `binary` has seen to that.
int64_t arithmetic(Binary operation, int64_t x, int64_t y) {
  const uint64_t a = static_cast<uint64_t>(x);
  const uint64_t b = static_cast<uint64_t>(y);
  switch (operation) {
    case Binary::add:
      return static_cast<int64_t>(a + b);
    case Binary::subtract:
      return static_cast<int64_t>(a - b);
    case Binary::multiply:
      return static_cast<int64_t>(a * b);
    case Binary::power:
      return static_cast<int64_t>(integerPower(a, b));
    case Binary::floorDivide:
      if (y == -1) return static_cast<int64_t>(0 - a);
      return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
    case Binary::remainder:
      if (y == -1) return 0;
      return x % y + (x % y != 0 && (x < 0) != (y < 0) ? y : 0);
    case Binary::maximum:
      return std::max(x, y);
    default:
      return std::min(x, y);
  }
}

// Bools: + is "or", * is "and".
uint8_t arithmetic(Binary operation, uint8_t a, uint8_t b) {
  return operation == Binary::add || operation == Binary::maximum ? a | b : a & b;
}

double compute(Unary operation, double x) {
  switch (operation) {
    case Unary::exp:
      return std::exp(x);
    case Unary::log:
      return std::log(x);
    case Unary::sqrt:
      return std::sqrt(x);
    case Unary::sin:
      return std::sin(x);
    case Unary::cos:
      return std::cos(x);
    case Unary::floor:
      return std::floor(x);
    case Unary::ceil:
      return std::ceil(x);
    case Unary::round:
      return std::nearbyint(x);
    case Unary::negate:
      return -x;
    default:
      return std::abs(x);
  }
}

// How an axis cuts row-major memory: blocks of length x stride numbers.
struct Lines {
  size_t length;
  size_t stride;
};

Lines linesOf(const Shape& shape, size_t axis) {
  Lines lines{shape[axis], 1};
  for (size_t i = axis + 1; i < shape.size(); ++i) lines.stride *= shape[i];
  return lines;
}

// Calls work(first) with the place of the first number of every line, in the order of the result.
template <class Work>
void eachFirst(const Shape& shape, size_t axis, const Lines& lines, Work work) {
  size_t blocks = 1;
  for (size_t i = 0; i < axis; ++i) blocks *= shape[i];
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t i = 0; i < lines.stride; ++i) work(block * lines.length * lines.stride + i);
  }
}

template <class T>
std::vector<T> sums(const std::vector<T>& numbers, const Shape& shape, size_t axis, bool mean) {
  const Lines lines = linesOf(shape, axis);
  std::vector<T> result;
  eachFirst(shape, axis, lines, [&](size_t first) {
    std::conditional_t<std::is_floating_point_v<T>, double, uint64_t> sum = 0;
    for (size_t k = 0; k < lines.length; ++k) sum += numbers[first + k * lines.stride];
    result.push_back(static_cast<T>(mean ? sum / lines.length : sum));
  });
  return result;
}

// The place along its line of every line's extreme: the first one, or the first NaN.
template <class T>
std::vector<int64_t> extremes(const std::vector<T>& numbers, const Shape& shape, size_t axis,
                              bool largest) {
  const Lines lines = linesOf(shape, axis);
  std::vector<int64_t> result;
  eachFirst(shape, axis, lines, [&](size_t first) {
    size_t best = 0;
    for (size_t k = 1; k < lines.length; ++k) {
      const T x = numbers[first + k * lines.stride];
      const T y = numbers[first + best * lines.stride];
      const bool beats = x != x || (largest ? x > y : x < y);
      if (y == y && beats) best = k;
    }
    result.push_back(static_cast<int64_t>(best));
  });
  return result;
}

Result<Tensor> byLine(const Tensor& x, int32_t axis,
                      void (*work)(std::span<float>, size_t length, size_t stride),
                      void (*exactly)(std::span<double> line)) {
  const Result<size_t> along = axisOf(axis, x.rank());
  if (!along) return along.error();
  const Lines lines = linesOf(x.shape(), *along);
  if (x.type() != ElementType::float64) {
    std::vector<float> numbers = valuesOf<float>(x);
    work(numbers, lines.length, lines.stride);
    return Tensor::of(x.shape(), std::move(numbers));
  }
  std::vector<double> numbers = valuesOf<double>(x);
  std::vector<double> line(lines.length);
  eachFirst(x.shape(), *along, lines, [&](size_t first) {
    for (size_t k = 0; k < line.size(); ++k) line[k] = numbers[first + k * lines.stride];
    exactly(line);
    for (size_t k = 0; k < line.size(); ++k) numbers[first + k * lines.stride] = line[k];
  });
  return Tensor::of(x.shape(), std::move(numbers));
}

// Every number of a tensor, made a float if it is none, through a function.
template <class Work>
Tensor eachFloat(const Tensor& x, Work work) {
  if (x.type() == ElementType::float64) {
    std::vector<double> numbers = valuesOf<double>(x);
    for (double& value : numbers) value = work(value);
    return *Tensor::of(x.shape(), std::move(numbers));
  }
  std::vector<float> numbers = valuesOf<float>(x);
  for (float& value : numbers) value = static_cast<float>(work(value));
  return *Tensor::of(x.shape(), std::move(numbers));
}

void multiplyInto(const float* a, const float* b, uint32_t n, uint32_t k, uint32_t m, float* out) {
  multiply({a, n, k, k}, {b, k, m, m}, out);
}

template <class T>
void multiplyInto(const T* a, const T* b, uint32_t n, uint32_t k, uint32_t m, T* out) {
  using Sum = std::conditional_t<std::is_same_v<T, double>, double, uint64_t>;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < m; ++j) {
      Sum sum = 0;
      for (size_t l = 0; l < k; ++l) {
        sum += static_cast<Sum>(a[i * k + l]) * static_cast<Sum>(b[l * m + j]);
      }
      *out++ = static_cast<T>(sum);
    }
  }
}

template <class T>
Result<Tensor> product(const Tensor& a, const Tensor& b, Shape shape) {
  const Result<size_t> count = elementsOf(shape);
  if (!count) return count.error();
  const std::vector<T> left = valuesOf<T>(a);
  const std::vector<T> right = valuesOf<T>(b);
  const uint32_t n = a.shape()[a.rank() - 2];
  const uint32_t k = a.shape()[a.rank() - 1];
  const uint32_t m = b.shape()[b.rank() - 1];
  std::vector<T> out(*count);
  const size_t step = size_t{n} * m;
  for (size_t batch = 0; step > 0 && batch * step < out.size(); ++batch) {
    multiplyInto(left.data() + batch * n * k, right.data() + batch * k * m, n, k, m,
                 out.data() + batch * step);
  }
  return Tensor::of(std::move(shape), std::move(out));
}

}  // namespace

Result<Shape> broadcastShape(const Shape& a, const Shape& b) {
  Shape shape(std::max(a.size(), b.size()));
  for (size_t fromEnd = 1; fromEnd <= shape.size(); ++fromEnd) {
    const uint32_t x = fromEnd <= a.size() ? a[a.size() - fromEnd] : 1;
    const uint32_t y = fromEnd <= b.size() ? b[b.size() - fromEnd] : 1;
    if (x != y && x != 1 && y != 1) {
      return Error{
          ErrorCode::badShape,
          shapeText(a) + " and " + shapeText(b) +
              " do not fit together: counted from the last axis, lengths must be equal or 1"};
    }
    shape[shape.size() - fromEnd] = x == 1 ? y : x;
  }
  return shape;
}

Result<Tensor> binary(Binary operation, const Tensor& a, const Tensor& b) {
  const Result<Shape> shape = broadcastShape(a.shape(), b.shape());
  if (!shape) return shape.error();
  const Result<Tensor> left = a.expand(*shape);
  if (!left) return left.error();
  const Result<Tensor> right = b.expand(*shape);
  if (!right) return right.error();
  ElementType type = std::max(a.type(), b.type());
  if (operation == Binary::divide) type = asFloat(type);
  if (operation >= Binary::floorDivide && operation <= Binary::power) {
    type = std::max(type, ElementType::int64);
  }
  if (operation == Binary::subtract && type == ElementType::boolean) {
    return Error{ErrorCode::badArgument, "bools cannot be subtracted: make them integers first"};
  }
  return withType(type, [&](auto kind) {
    using T = decltype(kind);
    std::vector<T> x = valuesOf<T>(*left);
    const std::vector<T> y = valuesOf<T>(*right);
    if (isComparison(operation)) {
      std::vector<uint8_t> result(x.size());
      for (size_t i = 0; i < x.size(); ++i) result[i] = compare(operation, x[i], y[i]);
      return Tensor::of(*shape, std::move(result));
    }
    if constexpr (std::is_same_v<T, int64_t>) {
      for (const int64_t value : y) {
        if (value == 0 && (operation == Binary::floorDivide || operation == Binary::remainder)) {
          return Result<Tensor>(
              Error{ErrorCode::badArgument, "integers cannot be divided by 0: floats can"});
        }
        if (value < 0 && operation == Binary::power) {
          return Result<Tensor>(Error{ErrorCode::badArgument,
                                      "integers have no negative powers: make them floats first"});
        }
      }
    }
    for (size_t i = 0; i < x.size(); ++i) x[i] = arithmetic(operation, x[i], y[i]);
    return Tensor::of(*shape, std::move(x));
  });
}

Result<Tensor> unary(Unary operation, const Tensor& x) {
  if (operation == Unary::logicalNot) {
    std::vector<uint8_t> bools = valuesOf<uint8_t>(x);
    for (uint8_t& value : bools) value ^= 1;
    return Tensor::of(x.shape(), std::move(bools));
  }
  const bool keepsType = operation == Unary::negate || operation == Unary::absolute;
  if (keepsType && x.type() == ElementType::boolean) {
    return Error{ErrorCode::badArgument, "bools have no sign: make them integers first"};
  }
  if (keepsType && x.type() == ElementType::int64) {
    std::vector<int64_t> integers = valuesOf<int64_t>(x);
    for (int64_t& value : integers) {
      if (operation == Unary::absolute && value >= 0) continue;
      value = static_cast<int64_t>(0 - static_cast<uint64_t>(value));
    }
    return Tensor::of(x.shape(), std::move(integers));
  }
  return eachFloat(x, [operation](double value) { return compute(operation, value); });
}

Tensor activate(const Tensor& x, Activation activation) {
  return eachFloat(x, [activation](double value) { return activate(value, activation); });
}

Result<Tensor> where(const Tensor& condition, const Tensor& a, const Tensor& b) {
  Result<Shape> shape = broadcastShape(a.shape(), b.shape());
  if (shape) shape = broadcastShape(condition.shape(), *shape);
  if (!shape) return shape.error();
  const Result<Tensor> choice = condition.expand(*shape);
  if (!choice) return choice.error();
  const std::vector<uint8_t> choices = valuesOf<uint8_t>(*choice);
  return withType(std::max(a.type(), b.type()), [&](auto kind) {
    using T = decltype(kind);
    std::vector<T> x = valuesOf<T>(*a.expand(*shape));
    const std::vector<T> y = valuesOf<T>(*b.expand(*shape));
    for (size_t i = 0; i < x.size(); ++i) x[i] = choices[i] != 0 ? x[i] : y[i];
    return Tensor::of(*shape, std::move(x));
  });
}

Result<Tensor> reduce(Reduction reduction, const Tensor& x, int32_t axis, bool keepAxis) {
  const Result<size_t> along = axisOf(axis, x.rank());
  if (!along) return along.error();
  const bool adds = reduction == Reduction::sum || reduction == Reduction::mean;
  if (reduction == Reduction::mean && x.type() < ElementType::float32) {
    return Error{ErrorCode::badArgument, "the mean needs float32 numbers: convert them first"};
  }
  if (!adds && x.shape()[*along] == 0) {
    return Error{ErrorCode::badArgument, "an empty axis has no largest or smallest number"};
  }
  Shape shape = x.shape();
  shape[*along] = 1;
  if (!keepAxis) shape.erase(shape.begin() + *along);
  // Bools add up as integers.
  const ElementType type = adds && x.type() == ElementType::boolean ? ElementType::int64 : x.type();
  return withType(type, [&](auto kind) {
    using T = decltype(kind);
    const std::vector<T> numbers = valuesOf<T>(x);
    if (adds)
      return Tensor::of(shape, sums(numbers, x.shape(), *along, reduction == Reduction::mean));
    const bool largest = reduction == Reduction::maximum || reduction == Reduction::argmax;
    std::vector<int64_t> places = extremes(numbers, x.shape(), *along, largest);
    if (reduction == Reduction::argmax || reduction == Reduction::argmin) {
      return Tensor::of(shape, std::move(places));
    }
    std::vector<T> result;
    const Lines lines = linesOf(x.shape(), *along);
    eachFirst(x.shape(), *along, lines, [&](size_t first) {
      result.push_back(numbers[first + places[result.size()] * lines.stride]);
    });
    return Tensor::of(shape, std::move(result));
  });
}

Result<Tensor> softmax(const Tensor& x, int32_t axis) {
  return byLine(x, axis, softmaxLines, softmaxLine);
}

Result<Tensor> logSoftmax(const Tensor& x, int32_t axis) {
  return byLine(x, axis, logSoftmaxLines, logSoftmaxLine);
}

Result<Tensor> matmul(const Tensor& a, const Tensor& b) {
  if (a.rank() == 0 || b.rank() == 0) {
    return Error{ErrorCode::badShape,
                 "a matrix product needs tensors with axes: multiply by a single number instead"};
  }
  const Result<Tensor> left = a.rank() == 1 ? a.unsqueeze(0) : a;
  const Result<Tensor> right = b.rank() == 1 ? b.unsqueeze(1) : b;
  Shape leftBatch(left->shape().begin(), left->shape().end() - 2);
  Shape rightBatch(right->shape().begin(), right->shape().end() - 2);
  const uint32_t rows = left->shape()[leftBatch.size()];
  const uint32_t common = left->shape().back();
  const uint32_t columns = right->shape().back();
  if (common != right->shape()[rightBatch.size()]) {
    return Error{ErrorCode::badShape, "the left tensor is " + shapeText(a.shape()) +
                                          " but the right one is " + shapeText(b.shape()) +
                                          ": the left's last axis must be as long as the right's " +
                                          (b.rank() == 1 ? "only one" : "last but one")};
  }
  const Result<Shape> batch = broadcastShape(leftBatch, rightBatch);
  if (!batch) return batch.error();
  const auto spread = [&](const Tensor& tensor, uint32_t n, uint32_t m) {
    Shape shape = *batch;
    shape.insert(shape.end(), {n, m});
    return tensor.expand(shape);
  };
  const Result<Tensor> lefts = spread(*left, rows, common);
  if (!lefts) return lefts.error();
  const Result<Tensor> rights = spread(*right, common, columns);
  if (!rights) return rights.error();
  Shape shape = *batch;
  shape.insert(shape.end(), {rows, columns});
  const ElementType type = std::max({a.type(), b.type(), ElementType::int64});
  Result<Tensor> result = withType(type, [&](auto kind) -> Result<Tensor> {
    return product<decltype(kind)>(*lefts, *rights, std::move(shape));
  });
  if (result && b.rank() == 1) result = result->squeeze(-1);
  if (result && a.rank() == 1) result = result->squeeze(b.rank() == 1 ? -1 : -2);
  return result;
}

namespace {

Result<Tensor> triangle(const Tensor& x, int64_t diagonal, bool lower) {
  if (x.rank() < 2) {
    return Error{ErrorCode::badShape,
                 "a triangle needs at least 2 axes, but this is " + shapeText(x.shape())};
  }
  const size_t columns = x.shape().back();
  const size_t rows = x.shape()[x.rank() - 2];
  return withType(x.type(), [&](auto kind) {
    using T = decltype(kind);
    std::vector<T> numbers = valuesOf<T>(x);
    for (size_t i = 0; i < numbers.size(); ++i) {
      const int64_t row = static_cast<int64_t>(i / columns % rows);
      const int64_t column = static_cast<int64_t>(i % columns);
      if (lower ? column - row > diagonal : column - row < diagonal) numbers[i] = 0;
    }
    return Tensor::of(x.shape(), std::move(numbers));
  });
}

}  // namespace

Result<Tensor> lowerTriangle(const Tensor& x, int64_t diagonal) {
  return triangle(x, diagonal, true);
}

Result<Tensor> upperTriangle(const Tensor& x, int64_t diagonal) {
  return triangle(x, diagonal, false);
}

}  // namespace tril
