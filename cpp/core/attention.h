// Station 8, attention: every token mixes the vectors of the tokens it may read.
//
// Rows are tokens, and a projection is x W. Masks say `true` for "may attend". A masked position is
// skipped, never multiplied by 0, so it leaks nothing, even when it holds NaN; a query that may
// read nothing has weights and output 0. The causal mask of a non-square product is aligned to the
// last key: of Tq queries over Tk keys, query i reads the keys up to i + Tk - Tq.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "matrix.h"
#include "result.h"

namespace tril {

struct Cell {
  uint32_t row;
  uint32_t column;
};

struct Mix {
  Matrix mixed;                // weights times values
  std::vector<float> rowSums;  // of the weights: 1 in every row of a proper mix
  bool lowerTriangular;        // no weight reads a later token
  std::vector<Cell> future;    // the weights, other than 0, that do
};

// Mixes tokens by hand-set weights: row i of `weights` (n x m) says how much of each of the m rows
// of `values` (m x d) goes into row i of the result (n x d). The weights need not sum to 1. "Later"
// is meant as in the causal mask: column j lies ahead of row i when j > i + m - n.
// Errors: badShape when weights.columns is not values.rows.
// Example: weights [[1, 0], [0.5, 0.5]] over values [[2, 0], [4, 8]] mix to [[2, 0], [3, 4]], with
// row sums [1, 1], lower triangular.
Result<Mix> mix(const Matrix& weights, const Matrix& values);

// One byte per query (row) and key (column), row after row: not 0 where it may attend.
struct Mask {
  uint32_t rows = 0;
  uint32_t columns = 0;
  std::vector<uint8_t> data;

  bool at(size_t row, size_t column) const { return data[row * columns + column] != 0; }
};

// Errors: badShape when `data` does not hold rows x columns bytes.
Result<Mask> makeMask(uint32_t rows, uint32_t columns, std::vector<uint8_t> data);

struct AttendOptions {
  bool causal = false;          // no query reads a key later than itself
  std::optional<Mask> mask;     // queries x keys; with `causal`, both must allow
  std::optional<double> scale;  // of the scores, finite; 1 / sqrt(columns of one head) when absent
  uint32_t heads = 1;           // divides the columns of queries and of values
  bool working = true;          // false: only the output, and memory of order Tq + Tk, not Tq x Tk
};

// What one head did, queries x keys in every matrix.
struct Head {
  Matrix scores;               // queries times keys
  Matrix scaled;               // scores times the scale
  Matrix masked;               // scaled, with -infinity where the query may not attend
  Matrix weights;              // softmax of each row of `masked`: exactly 0 where masked
  std::vector<float> rowSums;  // of the weights: 1, or 0 in a row that may read nothing
};

struct Attention {
  Matrix output;            // queries x value columns; head h fills the h-th share of the columns
  std::vector<Head> heads;  // empty when the working was not asked for
};

// Scaled dot-product attention of queries (Tq x d), keys (Tk x d) and values (Tk x dv). With h
// heads, head number i reads the i-th of h equal shares of the columns. Output and weights are
// carried in double from the inputs on and rounded once, so they do not inherit the rounding of the
// shown scores.
// Errors: badShape when the matrices or the mask do not fit together; badArgument when the heads do
// not divide the columns or the scale is not finite; outOfMemory.
// Example: one query [1, 0] over the keys [1, 0] and [0, 1], scale 1, has scores [1, 0] and weights
// [0.7311, 0.2689]; over the values [10] and [20] its output is [12.689].
Result<Attention> attend(const Matrix& queries, const Matrix& keys, const Matrix& values,
                         const AttendOptions& options = {});

// x W + b for rows x: the weight is in x out, nn.Linear's transposed; an empty bias adds nothing.
struct Projection {
  Matrix weight;
  std::vector<float> bias;
};

struct Projections {
  Projection query;
  Projection key;
  Projection value;
  std::optional<Projection> output;  // applied to the joined heads
};

struct SelfAttention {
  Matrix queries;
  Matrix keys;
  Matrix values;
  Attention attention;  // attention.output: the heads joined, before the output projection
  Matrix output;        // after it; the same as attention.output when there is none
};
using CrossAttention = SelfAttention;

// Attention of the rows of `x` (T x d) among themselves: queries, keys and values are projections
// of `x`.
// Errors: as attend, and badShape when a projection does not fit.
// Example: with identity projections it is attend(x, x, x).
Result<SelfAttention> selfAttend(const Matrix& x, const Projections& projections,
                                 const AttendOptions& options = {});

// The same with queries from `x` (Tq x d) and keys and values from `context` (Tk x c).
Result<CrossAttention> crossAttend(const Matrix& x, const Matrix& context,
                                   const Projections& projections,
                                   const AttendOptions& options = {});

}  // namespace tril
