#include "matrix.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "elementary.h"
#include "kernels.h"
#include "sentence.h"

namespace tril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

double largestOf(std::span<const double> line) {
  double largest = -kInfinity;  // not 0: every number may be below it
  for (const double x : line) largest = x > largest ? x : largest;
  return largest;
}

bool hasNaN(std::span<const double> line) {
  return std::any_of(line.begin(), line.end(), [](double x) { return std::isnan(x); });
}

// The matrix, after its lines along an axis went through `work`.
Result<Matrix> byLine(Matrix matrix, int32_t axis,
                      void (*work)(std::span<float>, size_t length, size_t stride)) {
  const Result<size_t> along = axisOf(axis, 2);
  if (!along) return along.error();
  if (*along == 1) {
    work(matrix.data, matrix.columns, 1);
  } else {
    work(matrix.data, matrix.rows, matrix.columns);
  }
  return matrix;
}

// Runs `work` over every line, as doubles.
void eachLine(std::span<float> numbers, size_t length, size_t stride,
              void (*work)(std::span<double>)) {
  std::vector<double> line(length);
  for (size_t block = 0; block < numbers.size(); block += length * stride) {
    for (size_t first = block; first < block + stride; ++first) {
      for (size_t k = 0; k < length; ++k) line[k] = numbers[first + k * stride];
      work(line);
      for (size_t k = 0; k < length; ++k) {
        numbers[first + k * stride] = static_cast<float>(line[k]);
      }
    }
  }
}

using RowView = Eigen::Map<const Eigen::RowVectorXf, Eigen::Unaligned, Eigen::InnerStride<>>;

RowView rowOf(const MatrixView& matrix, size_t row) {
  return RowView(matrix.data + row * matrix.rowStride, matrix.columns,
                 Eigen::InnerStride<>(matrix.columnStride));
}

double lengthOf(std::span<const float> row) {
  return std::sqrt(dot(row.data(), row.data(), row.size()));
}

}  // namespace

MatrixView view(const Matrix& matrix) {
  return {matrix.data.data(), matrix.rows, matrix.columns, matrix.columns};
}

MatrixView transposed(const MatrixView& matrix) {
  return {matrix.data, matrix.columns, matrix.rows, matrix.columnStride, matrix.rowStride};
}

MatrixView columnsOf(const MatrixView& matrix, uint32_t first, uint32_t count) {
  MatrixView result = matrix;
  if (count > 0 && matrix.rows > 0) result.data += first * matrix.columnStride;
  result.columns = count;
  return result;
}

double dot(const float* a, const float* b, size_t count) {
  using Line = Eigen::Map<const Eigen::VectorXf>;
  return Line(a, count).cast<double>().dot(Line(b, count).cast<double>());
}

void multiply(const MatrixView& a, const MatrixView& b, float* out, std::span<const float> bias) {
  if (isLarge(a.rows, b.columns, a.columns)) return multiplyLarge(a, b, out, bias);
  // Row by row of `b` rather than dot by dot: neighbours in memory are read together, and every sum
  // still runs in the order of k.
  Eigen::RowVectorXd sums(b.columns);
  for (size_t i = 0; i < a.rows; ++i) {
    if (bias.empty()) {
      sums.setZero();
    } else {
      sums = Eigen::Map<const Eigen::RowVectorXf>(bias.data(), b.columns).cast<double>();
    }
    for (size_t k = 0; k < a.columns; ++k) {
      sums += static_cast<double>(a.at(i, k)) * rowOf(b, k).cast<double>();
    }
    Eigen::Map<Eigen::RowVectorXf>(out + i * b.columns, b.columns) = sums.cast<float>();
  }
}

void softmaxLine(std::span<double> line) {
  const double largest = largestOf(line);
  if (largest == -kInfinity) {
    std::fill(line.begin(), line.end(), hasNaN(line) ? kNaN : 0.0);
    return;
  }
  double sum = 0;
  for (double& x : line) sum += x = elementary::exp(x - largest);
  for (double& x : line) x /= sum;
}

void logSoftmaxLine(std::span<double> line) {
  const double largest = largestOf(line);
  if (largest == -kInfinity) {
    if (hasNaN(line)) std::fill(line.begin(), line.end(), kNaN);
    return;
  }
  double sum = 0;
  for (const double x : line) sum += elementary::exp(x - largest);
  const double shift = elementary::log(sum);
  for (double& x : line) x = x - largest - shift;
}

void softmaxLines(std::span<float> numbers, size_t length, size_t stride) {
  if (!isLarge(numbers.size(), 1)) return eachLine(numbers, length, stride, softmaxLine);
  std::vector<float> line(length);
  for (size_t block = 0; block < numbers.size(); block += length * stride) {
    for (size_t first = block; first < block + stride; ++first) {
      if (stride == 1) {
        softmaxLarge(numbers.subspan(first, length));
        continue;
      }
      for (size_t k = 0; k < length; ++k) line[k] = numbers[first + k * stride];
      softmaxLarge(line);
      for (size_t k = 0; k < length; ++k) numbers[first + k * stride] = line[k];
    }
  }
}

void logSoftmaxLines(std::span<float> numbers, size_t length, size_t stride) {
  // PyTorch's own steps: it rounds each to float32, and sums neighbours in eight lanes.
  std::vector<float> shares(stride == 1 ? 8 : 1);
  for (size_t block = 0; block < numbers.size(); block += length * stride) {
    for (size_t first = block; first < block + stride; ++first) {
      float* const line = numbers.data() + first;
      float largest = -std::numeric_limits<float>::infinity();
      bool spoilt = false;
      for (size_t k = 0; k < length; ++k) {
        largest = std::max(largest, line[k * stride]);
        spoilt = spoilt || std::isnan(line[k * stride]);
      }
      if (largest == -kInfinity && !spoilt) continue;
      std::fill(shares.begin(), shares.end(), 0.0f);
      for (size_t k = 0; k < length; ++k) {
        const float below = line[k * stride] - largest;
        shares[k % shares.size()] += static_cast<float>(elementary::exp(double{below}));
      }
      float sum = 0;
      for (const float share : shares) sum += share;
      const float shift = static_cast<float>(elementary::log(double{sum}));
      for (size_t k = 0; k < length; ++k) line[k * stride] = line[k * stride] - largest - shift;
    }
  }
}

double activate(double x, Activation activation) {
  switch (activation) {
    case Activation::relu:
      return x < 0 ? 0 : x;
    case Activation::gelu:
      // Not erfc, which would be exact far below 0: PyTorch's digits come from this form.
      return 0.5 * x * (1 + elementary::erf(x / std::numbers::sqrt2));
    case Activation::geluTanh: {
      const double inner =
          std::numbers::sqrt2 * std::numbers::inv_sqrtpi * (x + 0.044715 * x * x * x);
      return 0.5 * x * (1 + elementary::tanh(inner));
    }
    case Activation::silu:
      return x / (1 + elementary::exp(-x));
    case Activation::sigmoid:
      return 1 / (1 + elementary::exp(-x));
    case Activation::tanh:
      return elementary::tanh(x);
  }
  return x;
}

Result<size_t> axisOf(int32_t axis, size_t rank) {
  const int64_t count = static_cast<int64_t>(rank);
  const int64_t fromFront = axis < 0 ? axis + count : axis;
  if (fromFront >= 0 && fromFront < count) return static_cast<size_t>(fromFront);
  const std::string asked = "there is no axis " + std::to_string(axis);
  if (rank == 0)
    return Error{ErrorCode::badArgument, sentence({asked, ": a single number has no axes"})};
  return Error{ErrorCode::badArgument,
               sentence({asked, ": with rank ", rank, " it is from ", -count, " to ", count - 1})};
}

Result<Matrix> makeMatrix(uint32_t rows, uint32_t columns, std::vector<float> data) {
  const uint64_t needed = uint64_t{rows} * columns;
  if (data.size() != needed) {
    return Error{ErrorCode::badShape, sentence({"a ", rows, " x ", columns, " matrix needs ",
                                                needed, " numbers, but there are ", data.size()})};
  }
  return Matrix{rows, columns, std::move(data)};
}

Result<Matrix> zeros(uint32_t rows, uint32_t columns) {
  const uint64_t count = uint64_t{rows} * columns;
  if (count > kMaxElements) {
    return Error{ErrorCode::outOfMemory,
                 sentence({"a ", rows, " x ", columns, " matrix is too large: at most ",
                           kMaxElements, " numbers fit"})};
  }
  return Matrix{rows, columns, std::vector<float>(static_cast<size_t>(count))};
}

std::string shapeText(const Matrix& matrix) {
  return std::to_string(matrix.rows) + " x " + std::to_string(matrix.columns);
}

Result<Matrix> matmul(const Matrix& a, const Matrix& b) {
  if (a.columns != b.rows) {
    return Error{
        ErrorCode::badShape,
        sentence({"the left matrix is ", shapeText(a), " but the right one is ", shapeText(b),
                  ": the left needs as many columns as the right has rows"})};
  }
  Result<Matrix> result = zeros(a.rows, b.columns);
  if (result) multiply(view(a), view(b), result->data.data());
  return result;
}

Matrix transpose(const Matrix& matrix) {
  Matrix result{matrix.columns, matrix.rows, std::vector<float>(matrix.data.size())};
  for (size_t i = 0; i < matrix.rows; ++i) {
    for (size_t j = 0; j < matrix.columns; ++j) result.at(j, i) = matrix.at(i, j);
  }
  return result;
}

Result<Matrix> add(const Matrix& a, const Matrix& b) {
  if (a.columns != b.columns || (b.rows != a.rows && b.rows != 1)) {
    return Error{ErrorCode::badShape,
                 sentence({"cannot add ", shapeText(b), " to ", shapeText(a),
                           ": it needs the same shape, or one row of the same width"})};
  }
  Matrix result = a;
  const size_t step = b.rows == a.rows ? a.columns : 0;
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j < a.columns; ++j) result.at(i, j) += b.data[i * step + j];
  }
  return result;
}

Matrix scale(const Matrix& matrix, double factor) {
  Matrix result = matrix;
  for (float& x : result.data) x = static_cast<float>(x * factor);
  return result;
}

std::vector<float> sumRows(const Matrix& matrix) {
  std::vector<float> sums(matrix.rows);
  for (size_t i = 0; i < matrix.rows; ++i) {
    double sum = 0;
    for (const float x : matrix.row(i)) sum += x;
    sums[i] = static_cast<float>(sum);
  }
  return sums;
}

Result<std::vector<float>> sum(const Matrix& matrix, int32_t axis) {
  const Result<size_t> along = axisOf(axis, 2);
  if (!along) return along.error();
  if (*along == 1) return sumRows(matrix);
  std::vector<double> sums(matrix.columns);
  for (size_t i = 0; i < matrix.rows; ++i) {
    for (size_t j = 0; j < matrix.columns; ++j) sums[j] += matrix.at(i, j);
  }
  return std::vector<float>(sums.begin(), sums.end());
}

std::vector<float> entropy(const Matrix& shares) {
  std::vector<float> entropies(shares.rows);
  for (size_t i = 0; i < shares.rows; ++i) {
    double sum = 0;
    for (const double share : shares.row(i)) {
      if (share != 0) sum -= share < 0 ? kInfinity : share * elementary::log(share);
    }
    entropies[i] = static_cast<float>(sum);
  }
  return entropies;
}

Result<Matrix> softmax(Matrix matrix, int32_t axis) {
  return byLine(std::move(matrix), axis, softmaxLines);
}

Result<Matrix> logSoftmax(Matrix matrix, int32_t axis) {
  return byLine(std::move(matrix), axis, logSoftmaxLines);
}

Result<Matrix> scores(const Matrix& x, const Matrix& y, Similarity similarity) {
  if (x.columns != y.columns) {
    return Error{
        ErrorCode::badShape,
        sentence({"the rows of a ", shapeText(x), " matrix cannot be compared with those of a ",
                  shapeText(y), " one: both need the same number of columns"})};
  }
  Result<Matrix> result = zeros(x.rows, y.rows);
  if (!result) return result;
  std::vector<double> lengths(y.rows);
  if (similarity == Similarity::cosine) {
    for (size_t j = 0; j < y.rows; ++j) lengths[j] = lengthOf(y.row(j));
  }
  for (size_t i = 0; i < x.rows; ++i) {
    const double length = similarity == Similarity::cosine ? lengthOf(x.row(i)) : 0;
    for (size_t j = 0; j < y.rows; ++j) {
      double score = dot(x.row(i).data(), y.row(j).data(), x.columns);
      if (similarity == Similarity::cosine) score /= std::max(1e-8, length * lengths[j]);
      result->at(i, j) = static_cast<float>(score);
    }
  }
  return result;
}

Result<Matrix> layerNorm(const Matrix& x, std::span<const float> gain, std::span<const float> shift,
                         double epsilon) {
  for (const auto& [numbers, name] : {std::pair{gain, "gain"}, std::pair{shift, "shift"}}) {
    if (numbers.empty() || numbers.size() == x.columns) continue;
    return Error{ErrorCode::badShape,
                 sentence({"the ", name, " has ", numbers.size(), " numbers but the rows have ",
                           x.columns, ": both need the same width"})};
  }
  if (!(epsilon >= 0 && std::isfinite(epsilon))) {
    return Error{ErrorCode::badArgument, "the epsilon must be a finite number, 0 or more"};
  }
  Matrix result = x;
  for (size_t i = 0; i < x.rows; ++i) {
    double sum = 0;
    for (const float value : x.row(i)) sum += value;
    const double mean = sum / x.columns;
    double squares = 0;
    for (const float value : x.row(i)) squares += (value - mean) * (value - mean);
    const double deviation = std::sqrt(squares / x.columns + epsilon);
    for (size_t j = 0; j < x.columns; ++j) {
      const double unit = (x.at(i, j) - mean) / deviation;
      result.at(i, j) = static_cast<float>(unit * (gain.empty() ? 1.0f : gain[j]) +
                                           (shift.empty() ? 0.0f : shift[j]));
    }
  }
  return result;
}

Matrix activate(const Matrix& x, Activation activation) {
  Matrix result = x;
  for (float& number : result.data)
    number = static_cast<float>(activate(double{number}, activation));
  return result;
}

}  // namespace tril
