// What the kernels cost, counted in instructions under callgrind: web/tools/counts.mjs runs this
// and compares. Counts repeat from run to run, as times do not. Before each part the count starts
// at 0, after it callgrind writes it down under the part's name, "matmul 64 262144": the number is
// how many units of work the part has.
//
// The yardstick is a plain loop, compiled without vectors, so that a part's cost is so many steps
// of that loop.

#include <valgrind/callgrind.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "attention.h"
#include "kernels.h"
#include "matrix.h"

namespace tril {
namespace {

Matrix normals(uint32_t rows, uint32_t columns) {
  std::mt19937 random(rows + columns);
  std::vector<float> numbers(size_t{rows} * columns);
  // Sums of uniforms: the library's own normal distribution differs between libraries.
  for (float& x : numbers) {
    for (int i = 0; i < 4; ++i) x += static_cast<float>(random()) * 0x1p-32f - 0.5f;
  }
  return {rows, columns, std::move(numbers)};
}

template <class Work>
void count(const std::string& name, uint64_t units, Work work) {
  const std::string label = name + " " + std::to_string(units);
  CALLGRIND_ZERO_STATS;
  work();
  CALLGRIND_DUMP_STATS_AT(label.c_str());
}

void plainProduct(const Matrix& a, const Matrix& b, std::vector<float>& out) {
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j < b.columns; ++j) {
      float sum = 0;
      for (size_t k = 0; k < a.columns; ++k) {
        sum += a.data[i * a.columns + k] * b.data[k * b.columns + j];
      }
      out[i * b.columns + j] = sum;
    }
  }
}

void countProduct(uint32_t rows, uint32_t depth, uint32_t columns) {
  const Matrix a = normals(rows, depth), b = normals(depth, columns);
  std::vector<float> out(size_t{rows} * columns);
  const std::string shape =
      std::to_string(rows) + "x" + std::to_string(depth) + "x" + std::to_string(columns);
  count("matmul " + shape, uint64_t{rows} * depth * columns,
        [&] { multiplyLarge(view(a), view(b), out.data(), {}); });
}

void countSoftmax(uint32_t rows, uint32_t columns) {
  Matrix x = normals(rows, columns);
  count("softmax " + std::to_string(rows) + "x" + std::to_string(columns), x.data.size(),
        [&] { softmaxLines(x.data, columns, 1); });
}

void countAttention(uint32_t length, uint32_t width, uint32_t heads) {
  const Matrix x = normals(length, width);
  AttendOptions options;
  options.causal = true;
  options.heads = heads;
  options.working = false;
  const std::string shape =
      std::to_string(length) + "x" + std::to_string(width) + " by " + std::to_string(heads);
  count("attention " + shape, uint64_t{length} * length * width,
        [&] { static_cast<void>(attend(x, x, x, options)); });
}

void countAll() {
  const Matrix a = normals(64, 64), b = normals(64, 64);
  std::vector<float> out(a.data.size());
  count("plain", 64 * 64 * 64, [&] { plainProduct(a, b, out); });
  countProduct(64, 64, 64);
  countProduct(256, 256, 256);
  countProduct(61, 35, 53);
  countSoftmax(64, 1024);
  countSoftmax(513, 67);
  countAttention(64, 64, 1);
  countAttention(256, 64, 1);
  countAttention(256, 64, 8);
  countAttention(201, 60, 3);
}

}  // namespace
}  // namespace tril

int main() {
  std::puts(TRIL_COMPILER);
  tril::countAll();
}
