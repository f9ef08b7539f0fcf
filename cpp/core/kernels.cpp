#include "kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "lanes.h"

namespace tril {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr size_t kTileRows = 4;
constexpr size_t kTileColumns = 8;
// Parts of a product that the caches keep: a panel of columns in the first, all panels of rows in
// the second.
constexpr size_t kPartDepth = 256;
constexpr size_t kPartRows = 128;
constexpr size_t kPartColumns = 1024;

size_t roundUp(size_t count, size_t unit) { return (count + unit - 1) / unit * unit; }

// One group of 4 lines (`lines` of them real) of a panel.
void packGroup(const float* from, size_t lineStride, size_t depthStride, size_t lines, size_t depth,
               size_t step, float* to) {
  size_t k = 0;
  if (lines == 4 && lineStride == 1) {
    for (; k < depth; ++k) store(to + k * step, load(from + k * depthStride));
  } else if (lines == 4 && depthStride == 1) {
    for (; k + 4 <= depth; k += 4) {
      const Lanes a = load(from + k), b = load(from + lineStride + k);
      const Lanes c = load(from + 2 * lineStride + k), d = load(from + 3 * lineStride + k);
      const Lanes ab = __builtin_shufflevector(a, b, 0, 4, 1, 5);
      const Lanes cd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
      const Lanes ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7);
      const Lanes cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
      store(to + k * step, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
      store(to + (k + 1) * step, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
      store(to + (k + 2) * step, __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5));
      store(to + (k + 3) * step, __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7));
    }
  }
  for (; k < depth; ++k) {
    for (size_t line = 0; line < 4; ++line) {
      to[k * step + line] = line < lines ? from[line * lineStride + k * depthStride] : 0;
    }
  }
}

// The sum of up to 64 numbers, along a tree of roundings that is only eight deep.
float sumOf(const float* numbers, size_t count) {
  float part[64] = {};
  std::copy_n(numbers, count, part);
  for (size_t width = 32; width >= 4; width /= 2) {
    for (size_t i = 0; i < width; i += 4) store(part + i, load(part + i) + load(part + width + i));
  }
  return part[0] + part[1] + (part[2] + part[3]);
}

}  // namespace

void packPanels(const float* from, size_t lineStride, size_t depthStride, size_t lines,
                size_t depth, size_t panelLines, float* to) {
  for (size_t first = 0; first < lines; first += panelLines, to += depth * panelLines) {
    for (size_t group = 0; group < panelLines; group += 4) {
      const size_t line = std::min(first + group, lines);
      packGroup(from + line * lineStride, lineStride, depthStride,
                std::min<size_t>(lines - line, 4), depth, panelLines, to + group);
    }
  }
}

template <size_t rowsStep>
void multiplyTile(const float* rows, const float* columns, size_t depth, float* out,
                  size_t outStride, bool add) {
  Lanes sums[kTileRows][2] = {};
  if (add) {
    for (size_t i = 0; i < kTileRows; ++i) {
      sums[i][0] = load(out + i * outStride);
      sums[i][1] = load(out + i * outStride + 4);
    }
  }
  const auto step = [&](size_t k) __attribute__((always_inline)) {
    const Lanes left = load(columns + k * kTileColumns);
    const Lanes right = load(columns + k * kTileColumns + 4);
    for (size_t i = 0; i < kTileRows; ++i) {
      const Lanes row = splat(rows[k * rowsStep + i]);
      sums[i][0] += row * left;
      sums[i][1] += row * right;
    }
  };
  // Four at a time: in WebAssembly a round of a loop costs as much as a product.
  for (; depth >= 4; depth -= 4, rows += 4 * rowsStep, columns += 4 * kTileColumns) {
    step(0);
    step(1);
    step(2);
    step(3);
  }
  for (; depth > 0; --depth, rows += rowsStep, columns += kTileColumns) step(0);
  for (size_t i = 0; i < kTileRows; ++i) {
    store(out + i * outStride, sums[i][0]);
    store(out + i * outStride + 4, sums[i][1]);
  }
}

template void multiplyTile<4>(const float*, const float*, size_t, float*, size_t, bool);
template void multiplyTile<8>(const float*, const float*, size_t, float*, size_t, bool);

void multiplyLarge(const MatrixView& a, const MatrixView& b, float* out,
                   std::span<const float> bias) {
  const size_t rows = a.rows, columns = b.columns, depth = a.columns;
  for (size_t i = 0; i < rows; ++i) {
    if (bias.empty()) {
      std::fill_n(out + i * columns, columns, 0.0f);
    } else {
      std::copy(bias.begin(), bias.end(), out + i * columns);
    }
  }
  const size_t partDepth = std::min(depth, kPartDepth);
  std::vector<float> rowPanels(partDepth * roundUp(std::min(rows, kPartRows), kTileRows));
  std::vector<float> columnPanels(partDepth *
                                  roundUp(std::min(columns, kPartColumns), kTileColumns));
  for (size_t j0 = 0; j0 < columns; j0 += kPartColumns) {
    const size_t jEnd = std::min(columns, j0 + kPartColumns);
    for (size_t k0 = 0; k0 < depth; k0 += kPartDepth) {
      const size_t kCount = std::min(depth - k0, kPartDepth);
      packPanels(b.data + k0 * b.rowStride + j0 * b.columnStride, b.columnStride, b.rowStride,
                 jEnd - j0, kCount, kTileColumns, columnPanels.data());
      for (size_t i0 = 0; i0 < rows; i0 += kPartRows) {
        const size_t iEnd = std::min(rows, i0 + kPartRows);
        packPanels(a.data + i0 * a.rowStride + k0 * a.columnStride, a.rowStride, a.columnStride,
                   iEnd - i0, kCount, kTileRows, rowPanels.data());
        for (size_t j = j0; j < jEnd; j += kTileColumns) {
          for (size_t i = i0; i < iEnd; i += kTileRows) {
            const float* rowPanel = rowPanels.data() + (i - i0) * kCount;
            const float* columnPanel = columnPanels.data() + (j - j0) * kCount;
            float* corner = out + i * columns + j;
            if (i + kTileRows <= iEnd && j + kTileColumns <= jEnd) {
              multiplyTile<kTileRows>(rowPanel, columnPanel, kCount, corner, columns, true);
              continue;
            }
            float tile[kTileRows * kTileColumns];
            multiplyTile<kTileRows>(rowPanel, columnPanel, kCount, tile, kTileColumns, false);
            for (size_t r = 0; r < iEnd - i && r < kTileRows; ++r) {
              for (size_t c = 0; c < jEnd - j && c < kTileColumns; ++c) {
                corner[r * columns + c] += tile[r * kTileColumns + c];
              }
            }
          }
        }
      }
    }
  }
}

void softmaxLarge(std::span<float> line) {
  float* const numbers = line.data();
  const size_t count = line.size();
  const size_t whole = count / 4 * 4;
  Lanes largest4 = splat(-kInfinity);
  for (size_t i = 0; i < whole; i += 4) largest4 = larger(largest4, load(numbers + i));
  float largest = -kInfinity;
  for (size_t i = 0; i < 4; ++i) largest = std::max(largest, largest4[i]);
  for (size_t i = whole; i < count; ++i) largest = std::max(largest, numbers[i]);
  if (largest == -kInfinity) {
    const bool spoilt =
        std::any_of(line.begin(), line.end(), [](float x) { return std::isnan(x); });
    std::fill(line.begin(), line.end(), spoilt ? std::numeric_limits<float>::quiet_NaN() : 0.0f);
    return;
  }
  const Lanes log2e = splat(std::numbers::log2e_v<float>);
  double sum = 0;
  for (size_t first = 0; first < count; first += 64) {
    const size_t end = std::min(count, first + 64);
    size_t i = first;
    for (; i + 4 <= end; i += 4) {
      store(numbers + i, exp2((load(numbers + i) - splat(largest)) * log2e));
    }
    for (; i < end; ++i) numbers[i] = exp2((splat(numbers[i]) - splat(largest)) * log2e)[0];
    sum += sumOf(numbers + first, end - first);
  }
  const float share = static_cast<float>(1 / sum);
  for (size_t i = 0; i < whole; i += 4) store(numbers + i, load(numbers + i) * splat(share));
  for (size_t i = whole; i < count; ++i) numbers[i] *= share;
}

}  // namespace tril
