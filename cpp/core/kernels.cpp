#include "kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "lanes.h"

namespace tril {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr size_t kTileRows = 4;
constexpr size_t kTileColumns = 8;
// Parts of a product that the caches keep: a panel of columns in the first, all panels of rows in
// the second.
constexpr size_t kPartDepth = 512;
constexpr size_t kPartRows = 32;
constexpr size_t kPartColumns = 256;

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

// Not inlined: what else a caller keeps would push some of the 14 registers out to memory.
[[gnu::noinline]] void multiplyTile(const float* rows, size_t rowsStep, const float* columns,
                                    size_t depth, float* out, size_t outStride, bool add) {
  Lanes sums[kTileRows][2] = {};
  // One depth a round. The engines unroll a loop as short as this by themselves; unrolled by the
  // compiler it would need more registers than there are.
  for (; depth > 0; --depth, rows += rowsStep, columns += kTileColumns) {
    const Lanes left = load(columns);
    const Lanes right = load(columns + 4);
    for (size_t i = 0; i < kTileRows; ++i) {
      const Lanes row = splat(rows[i]);
      sums[i][0] += row * left;
      sums[i][1] += row * right;
    }
  }
  if (add) {
    for (size_t i = 0; i < kTileRows; ++i) {
      sums[i][0] += load(out + i * outStride);
      sums[i][1] += load(out + i * outStride + 4);
    }
  }
  for (size_t i = 0; i < kTileRows; ++i) {
    store(out + i * outStride, sums[i][0]);
    store(out + i * outStride + 4, sums[i][1]);
  }
}

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
  const std::unique_ptr<float[]> rowPanels(
      new float[partDepth * roundUp(std::min(rows, kPartRows), kTileRows)]);
  const std::unique_ptr<float[]> columnPanels(
      new float[partDepth * roundUp(std::min(columns, kPartColumns), kTileColumns)]);
  for (size_t j0 = 0; j0 < columns; j0 += kPartColumns) {
    const size_t jEnd = std::min(columns, j0 + kPartColumns);
    for (size_t k0 = 0; k0 < depth; k0 += kPartDepth) {
      const size_t kCount = std::min(depth - k0, kPartDepth);
      packPanels(b.data + k0 * b.rowStride + j0 * b.columnStride, b.columnStride, b.rowStride,
                 jEnd - j0, kCount, kTileColumns, columnPanels.get());
      for (size_t i0 = 0; i0 < rows; i0 += kPartRows) {
        const size_t iEnd = std::min(rows, i0 + kPartRows);
        packPanels(a.data + i0 * a.rowStride + k0 * a.columnStride, a.rowStride, a.columnStride,
                   iEnd - i0, kCount, kTileRows, rowPanels.get());
        for (size_t j = j0; j < jEnd; j += kTileColumns) {
          for (size_t i = i0; i < iEnd; i += kTileRows) {
            const float* rowPanel = rowPanels.get() + (i - i0) * kCount;
            const float* columnPanel = columnPanels.get() + (j - j0) * kCount;
            float* corner = out + i * columns + j;
            if (i + kTileRows <= iEnd && j + kTileColumns <= jEnd) {
              multiplyTile(rowPanel, kTileRows, columnPanel, kCount, corner, columns, true);
              continue;
            }
            float tile[kTileRows * kTileColumns];
            multiplyTile(rowPanel, kTileRows, columnPanel, kCount, tile, kTileColumns, false);
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
  const auto raised = [&](Lanes x) { return exp2((x - splat(largest)) * log2e); };
  double sum = 0;
  size_t i = 0;
  while (i < whole) {
    // Two sums of four lanes over so few numbers that no rounding counts.
    const size_t end = std::min(whole, i + 64);
    Lanes sums[2] = {};
    for (; i + 8 <= end; i += 8) {
      for (size_t half = 0; half < 2; ++half) {
        const Lanes y = raised(load(numbers + i + 4 * half));
        store(numbers + i + 4 * half, y);
        sums[half] += y;
      }
    }
    for (; i < end; i += 4) {
      const Lanes y = raised(load(numbers + i));
      store(numbers + i, y);
      sums[0] += y;
    }
    for (size_t lane = 0; lane < 4; ++lane) sum += double{sums[0][lane]} + sums[1][lane];
  }
  for (; i < count; ++i) sum += numbers[i] = raised(splat(numbers[i]))[0];
  const float share = static_cast<float>(1 / sum);
  for (i = 0; i < whole; i += 4) store(numbers + i, load(numbers + i) * splat(share));
  for (; i < count; ++i) numbers[i] *= share;
}

void weigh(Group& group, float* scores, size_t keys) {
  // Both halves of the group in one loop, so that one's arithmetic fills the other's waiting.
  constexpr size_t kHalves = kGroup / 4;
  Lanes before[kHalves], base[kHalves], total[kHalves];
  for (size_t h = 0; h < kHalves; ++h) before[h] = base[h] = load(group.largest + h * 4);
  for (size_t j = 0; j < keys; ++j) {
    for (size_t h = 0; h < kHalves; ++h) {
      base[h] = larger(base[h], load(scores + j * kGroup + h * 4));
    }
  }
  for (size_t h = 0; h < kHalves; ++h) {
    store(group.largest + h * 4, base[h]);
    // Where there was nothing but -infinity yet, any number will do to stay at weight 0.
    base[h] = base[h] == splat(-kInfinity) ? splat(0) : base[h];
    const Lanes shrink = exp2(before[h] - base[h]);
    store(group.shrink + h * 4, shrink);
    total[h] = load(group.total + h * 4) * shrink;
  }
  for (size_t j = 0; j < keys; ++j) {
    for (size_t h = 0; h < kHalves; ++h) {
      float* const score = scores + j * kGroup + h * 4;
      const Lanes weight = exp2(load(score) - base[h]);
      store(score, weight);
      total[h] += weight;
    }
  }
  for (size_t h = 0; h < kHalves; ++h) store(group.total + h * 4, total[h]);
}

}  // namespace tril
