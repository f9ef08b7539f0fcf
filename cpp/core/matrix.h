// The two-dimensional face of the array type in tensor.h, and the arithmetic on it.
//
// Numbers are float32, as in PyTorch, but every sum of products is carried in double and rounded to
// float32 once, at its end. So a printed digit never hangs on the order of a sum, and it is the
// same natively and in WebAssembly. Only products, softmax and attention of large matrices, which
// nobody reads digit by digit, are computed in float32 throughout (kernels.h says what is large).
//
// NaN and infinities follow IEEE arithmetic, as in PyTorch: 0 times NaN is NaN. Only masks
// (attention.h) shut a number out altogether.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "result.h"

namespace tril {

// A matrix that owns its numbers, row after row. `data` always holds rows x columns numbers: build
// one from outside data with `makeMatrix`, which checks that.
struct Matrix {
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::vector<float> data;

  float& at(size_t row, size_t column) { return data[row * columns + column]; }
  float at(size_t row, size_t column) const { return data[row * columns + column]; }
  std::span<const float> row(size_t i) const { return {data.data() + i * columns, columns}; }
};

// A window on numbers that somebody else owns: a whole matrix, its transpose, or some of its
// columns (one attention head), with no copy.
struct MatrixView {
  const float* data;
  uint32_t rows;
  uint32_t columns;
  size_t rowStride;
  size_t columnStride = 1;

  float at(size_t row, size_t column) const {
    return data[row * rowStride + column * columnStride];
  }
};

MatrixView view(const Matrix& matrix);
MatrixView transposed(const MatrixView& matrix);
MatrixView columnsOf(const MatrixView& matrix, uint32_t first, uint32_t count);

// More numbers than this in one array (1 GiB of float32) are refused with outOfMemory before
// anything is allocated, because 32-bit WebAssembly could not hold them.
constexpr uint64_t kMaxElements = uint64_t{1} << 28;

enum class Activation {
  relu,      // max(x, 0)
  gelu,      // x (1 + erf(x / sqrt 2)) / 2
  geluTanh,  // its tanh approximation, with the constant 0.044715
  silu,      // x sigmoid(x)
  sigmoid,
  tanh,
};

// The shared inner loops: everything that multiplies or normalises comes through these, and here
// large inputs go over to the kernels.

// The sum of products, carried in double.
double dot(const float* a, const float* b, size_t count);
// The product of two views that fit, plus a bias as wide as `b` (or none) in every row, row-major
// into `out`; unless the product is large, each number is carried in double and rounded once.
void multiply(const MatrixView& a, const MatrixView& b, float* out,
              std::span<const float> bias = {});
// Softmax and its logarithm of one line, in place, as `softmax` and `logSoftmax` below promise
// them.
void softmaxLine(std::span<double> line);
void logSoftmaxLine(std::span<double> line);
// Softmax and its logarithm of every line, in place: a line is `length` numbers, `stride` apart,
// and row-major memory is a row of blocks of length x stride.
void softmaxLines(std::span<float> numbers, size_t length, size_t stride);
void logSoftmaxLines(std::span<float> numbers, size_t length, size_t stride);
// One number through an activation.
double activate(double x, Activation activation);

// `axis` counted from 0, for an array of `rank` axes.
// Errors: badArgument when there is no such axis.
// Example: axisOf(-1, 2) is 1.
Result<size_t> axisOf(int32_t axis, size_t rank);

// The matrix with these numbers, row after row.
// Errors: badShape when there are not rows x columns of them.
// Example: makeMatrix(2, 2, {1, 2, 3, 4}) has the rows [1, 2] and [3, 4].
Result<Matrix> makeMatrix(uint32_t rows, uint32_t columns, std::vector<float> data);

// A matrix of zeros.
// Errors: outOfMemory above kMaxElements.
Result<Matrix> zeros(uint32_t rows, uint32_t columns);

// "3 x 4", for messages.
std::string shapeText(const Matrix& matrix);

// The product a b: (n x k) times (k x m) is n x m.
// Errors: badShape when a's columns are not b's rows.
// Example: [[1, 2]] times [[3], [4]] is [[11]].
Result<Matrix> matmul(const Matrix& a, const Matrix& b);

// Rows become columns: n x m becomes m x n.
Matrix transpose(const Matrix& matrix);

// The sum, number by number. `b` has a's shape, or is one row as wide as `a`, which is then added
// to every row (a bias).
// Errors: badShape.
// Example: [[1, 2], [3, 4]] plus [[10, 20]] is [[11, 22], [13, 24]].
Result<Matrix> add(const Matrix& a, const Matrix& b);

// Every number times `factor`, multiplied in double.
// Example: scale([[1, 2]], 0.5) is [[0.5, 1]].
Matrix scale(const Matrix& matrix, double factor);

// The sum of each row, n numbers for n x m.
// Example: [[1, 2], [3, 4]] gives [3, 7].
std::vector<float> sumRows(const Matrix& matrix);

// The sums along an axis, as torch.sum(dim=axis): axis 0 (or -2) sums down each column, axis 1 (or
// -1) along each row.
// Errors: badArgument for another axis.
// Example: axis 0 of [[1, 2], [3, 4]] is [4, 6].
Result<std::vector<float>> sum(const Matrix& matrix, int32_t axis);

// How evenly the shares of each row are spread: minus the sum of p log p, in nats, as
// torch.special.entr(p).sum(-1). It goes from 0, when one share is 1, to log(columns), when all are
// equal. A share of 0 adds nothing; a negative one makes it -infinity.
// Example: [[0.5, 0.5], [1, 0]] gives [0.6931, 0].
std::vector<float> entropy(const Matrix& shares);

// exp(x) divided by its sum along an axis (1 or -1: along each row; 0 or -2: down each column),
// without overflow. A line of nothing but -infinity becomes zeros, where PyTorch gives NaN: a query
// that may read nothing reads nothing. A NaN or +infinity makes its own line NaN and no other.
// Errors: badArgument for another axis.
// Example: [[0, 0]] becomes [[0.5, 0.5]].
Result<Matrix> softmax(Matrix matrix, int32_t axis = 1);

// The logarithm of softmax, computed without ever forming a 0 first, and in PyTorch's float32 steps
// for the sake of its last digits. A line of nothing but -infinity stays -infinity.
// Errors as softmax.
Result<Matrix> logSoftmax(Matrix matrix, int32_t axis = 1);

enum class Similarity {
  dot,     // the sum of products
  cosine,  // divided by the product of both lengths, or by 1e-8 (PyTorch's floor) where that is
           // less: 0, not NaN, where a length is 0
};

// How alike every row of `x` is to every row of `y`: (n x d) and (m x d) give n x m. Lengths are
// taken in double, so cosine stands where float32 lengths would overflow.
// Errors: badShape when the widths differ.
// Example: the rows [1, 0] and [0, 2] against themselves, by dot, give [[1, 0], [0, 4]].
Result<Matrix> scores(const Matrix& x, const Matrix& y, Similarity similarity = Similarity::dot);

// Every row shifted and scaled to mean 0 and variance 1 (the biased variance; `epsilon` is added to
// it), then times `gain` and plus `shift`, both as wide as `x` or empty for 1 and 0.
// Errors: badShape when gain or shift have another width; badArgument when epsilon is not a finite
// number from 0 on.
// Example: [[1, 3]] becomes about [[-1, 1]].
Result<Matrix> layerNorm(const Matrix& x, std::span<const float> gain = {},
                         std::span<const float> shift = {}, double epsilon = 1e-5);

// The activation of every number.
// Example: activate([[-1, 2]], Activation::relu) is [[0, 2]].
Matrix activate(const Matrix& x, Activation activation);

}  // namespace tril
