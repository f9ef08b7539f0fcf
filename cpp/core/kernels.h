// The inner loops for large inputs, in float32, four numbers at a time.
//
// Their sums run in an order of their own and are rounded on the way, so the last digits differ
// from those of the exact loops in matrix.cpp and attention.cpp, by a few parts in ten million.
// That is why only what is large goes through here: what a lesson prints is always exact. NaN and
// infinities mean the same on both sides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "matrix.h"

namespace tril {

// What takes more products than this (or holds more numbers, for softmax) is large: from about
// 32 x 32 times 32 x 32 on.
constexpr uint64_t kMostExact = uint64_t{1} << 15;

inline bool isLarge(uint64_t rows, uint64_t columns, uint64_t depth = 1) {
  return rows * columns * depth > kMostExact;
}

// Kernels read their operands from panels: some lines (4 rows of a left factor, 8 columns of a
// right one) side by side, so that the numbers at one depth lie next to each other. Lays `lines`
// lines of `depth` numbers into as many panels as they need, zeros beyond the last line.
void packPanels(const float* from, size_t lineStride, size_t depthStride, size_t lines,
                size_t depth, size_t panelLines, float* to);

// The product of 4 rows and 8 columns, into (or, with `add`, onto) a tile of `out`, whose rows are
// `outStride` apart. The numbers of `rows` at one depth lie together, those of the next one
// `rowsStep` further on; `columns` is a panel of 8.
void multiplyTile(const float* rows, size_t rowsStep, const float* columns, size_t depth,
                  float* out, size_t outStride, bool add);

// As `multiply` of matrix.h.
void multiplyLarge(const MatrixView& a, const MatrixView& b, float* out,
                   std::span<const float> bias);

// As `softmaxLine` of matrix.h: whatever is below e^-80 of the largest becomes 0, and the sum is 1
// to within 1e-6, however long the line.
void softmaxLarge(std::span<float> line);

// Online softmax of 8 queries side by side, one in each lane: everything so far stands relative to
// the largest score so far, and shrinks when a larger one comes.
constexpr size_t kGroup = 8;
struct Group {
  float largest[kGroup];
  float total[kGroup];   // of the weights so far
  float shrink[kGroup];  // what the sums of before are to be multiplied with
};

// The scores of a group, exponents of 2, become weights, key by key.
void weigh(Group& group, float* scores, size_t keys);

}  // namespace tril
