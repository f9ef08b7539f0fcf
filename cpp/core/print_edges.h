// Which of an array's numbers a printout shows: PyTorch and numpy alike cut arrays of more than
// 1000 numbers down to the first and last three along every axis.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tensor.h"

namespace tril {

class PrintEdges {
 public:
  PrintEdges(const Shape& shape, size_t count) : shape_(shape), summarize_(count > 1000) {}

  // Whether the dots stand before index `i` of this axis ...
  bool dotsAt(size_t axis, uint32_t i) const {
    return summarize_ && shape_[axis] > 2 * kItems && i == kItems;
  }
  // ... and where it goes on behind them.
  uint32_t afterDots(size_t axis) const { return shape_[axis] - kItems; }

  // How far apart two neighbours along this axis lie in row-major memory.
  size_t stride(size_t axis) const {
    size_t step = 1;
    for (size_t i = axis + 1; i < shape_.size(); ++i) step *= shape_[i];
    return step;
  }

  // The numbers that are shown; all have one format, which they choose.
  template <class T>
  std::vector<T> shown(const std::vector<T>& numbers) const {
    if (!summarize_) return numbers;
    std::vector<T> result;
    collect(numbers, 0, 0, result);
    return result;
  }

 private:
  static constexpr uint32_t kItems = 3;

  template <class T>
  void collect(const std::vector<T>& numbers, size_t axis, size_t first,
               std::vector<T>& result) const {
    if (axis == shape_.size()) return result.push_back(numbers[first]);
    for (uint32_t i = 0; i < shape_[axis]; ++i) {
      if (dotsAt(axis, i)) i = afterDots(axis);
      collect(numbers, axis + 1, first + i * stride(axis), result);
    }
  }

  const Shape& shape_;
  bool summarize_;
};

}  // namespace tril
