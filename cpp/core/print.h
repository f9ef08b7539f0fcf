// Printing as print() shows it in PyTorch and numpy, byte for byte.
#pragma once

#include <span>
#include <string>

#include "matrix.h"
#include "tensor.h"

namespace tril {

// What PyTorch writes around the numbers.
struct PrintOptions {
  std::string dtype;          // "torch.float64", shown as given; empty for float32, int64 and bool
  std::string gradFunction;   // "MmBackward0", shown as grad_fn=<MmBackward0>
  bool requiresGrad = false;  // shown when there is no gradFunction
  bool parameter = false;     // shown in front, as "Parameter containing:"
};

// print(tensor), with PyTorch's own settings: 4 digits, lines of 80, and of more than 1000 numbers
// only the edges. Example: the rows [1, 0.5] and [0.25, 10] print as
//   tensor([[ 1.0000,  0.5000],
//           [ 0.2500, 10.0000]])
std::string format(const Tensor& tensor, const PrintOptions& options = {});
std::string format(const Matrix& matrix, const PrintOptions& options = {});
// The same for float32 numbers, row-major.
std::string format(const Shape& shape, std::span<const float> numbers);

// print(tensor.shape).
// Example: "torch.Size([2, 3])".
std::string formatSize(const Shape& shape);

// print(tensor.tolist()), or print(tensor.item()) for rank 0.
// Example: [0.1, 0.5] prints as "[0.10000000149011612, 0.5]".
std::string formatList(const Tensor& tensor);

// print(array) in numpy: 8 digits, lines of 75. The first takes a float64 array, numpy's usual
// kind, as its shape and as many numbers, row-major.
// Example: [[0.12, 0.94, 0.9]] prints as "[[0.12 0.94 0.9 ]]".
std::string formatNumpy(const Shape& shape, std::span<const double> numbers);
// `asCode`: what stands between "array(" and ")" in repr(array).
std::string formatNumpy(const Tensor& tensor, bool asCode = false);

}  // namespace tril
