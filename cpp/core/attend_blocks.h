// The attention of one head over large inputs: what attention.h promises, computed block by block
// with the kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "attention.h"
#include "matrix.h"

namespace tril {

// The first column that row `row` of a rows x columns product may not read when it is causal.
inline size_t causalEnd(size_t row, uint32_t rows, uint32_t columns) {
  const int64_t end = static_cast<int64_t>(row) + 1 + columns - rows;
  return static_cast<size_t>(std::clamp<int64_t>(end, 0, columns));
}

// One head's share of the work.
struct HeadTask {
  MatrixView queries;
  MatrixView keys;
  MatrixView values;
  double scale;
  const AttendOptions& options;
  float* output;  // its share of the first output row
  size_t outputStride;

  // Where the keys end that this query may read, and whether it may read one before that end.
  size_t end(size_t query) const {
    return options.causal ? causalEnd(query, queries.rows, keys.rows) : keys.rows;
  }
  bool allows(size_t query, size_t key) const {
    return !options.mask || options.mask->at(query, key);
  }
  bool reads(size_t query, size_t key) const { return key < end(query) && allows(query, key); }
};

// Writes the head's output, in memory of order Tq + Tk besides.
void attendBlocks(const HeadTask& task);

}  // namespace tril
