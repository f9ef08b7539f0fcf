// Station 4, tensor: the one array type, of any rank: float32, int64 (ids), bool (masks), or
// float64 (numpy's usual kind).
//
// A Tensor is a window on row-major storage it may share: `select`, `slice`, `transpose`,
// `permute`, `expand` and most `reshape`s make views, so `assign` to one of them changes them all,
// as in PyTorch. Everything else returns a tensor of its own. Copying a Tensor copies the window,
// not the numbers. Matrix (matrix.h) is the two-dimensional face; both work with the same loops.
//
// Axes count from 0, or from the end with -1. Types mix as in PyTorch: bool < int64 <
// float32 < float64.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "matrix.h"
#include "result.h"

namespace tril {

enum class ElementType { boolean, int64, float32, float64 };  // in the order of promotion

using Shape = std::vector<uint32_t>;
// bool is kept as one byte, 0 or 1. The alternatives stand in the order of ElementType.
using Storage = std::variant<std::vector<uint8_t>, std::vector<int64_t>, std::vector<float>,
                             std::vector<double>>;

constexpr size_t kMaxRank = 32;

// "2 x 3", or "a single number" for rank 0: for messages.
std::string shapeText(const Shape& shape);
// How many numbers the shape holds.
// Errors: badShape above kMaxRank, outOfMemory above kMaxElements.
Result<size_t> elementsOf(const Shape& shape);

class Tensor {
 public:
  Tensor();                        // the single number 0, float32
  explicit Tensor(Matrix matrix);  // takes over its numbers
  explicit Tensor(float value);    // rank 0, as are the next two
  explicit Tensor(int64_t value);
  explicit Tensor(bool value);

  // These numbers in this shape, row-major.
  // Errors: badShape when the counts differ or the rank is above kMaxRank, outOfMemory above
  // kMaxElements.
  // Example: of({2, 2}, Storage(std::vector<float>{1, 2, 3, 4})).
  static Result<Tensor> of(Shape shape, Storage data);
  static Result<Tensor> full(Shape shape, const Tensor& value);  // `value`, of rank 0, everywhere

  ElementType type() const { return static_cast<ElementType>(storage_->index()); }
  const Shape& shape() const { return shape_; }
  size_t rank() const { return shape_.size(); }
  size_t size() const;        // how many numbers; 1 for rank 0
  bool isContiguous() const;  // lies row-major in its storage, without gaps
  bool sharesWith(const Tensor& other) const { return storage_ == other.storage_; }

  // The numbers, row-major: copied out, whatever the window.
  Storage data() const;
  // The one number, as a double.
  // Errors: badShape when there are more or none.
  Result<double> item() const;
  // Rank 2, or rank 1 as one row, as float32.
  // Errors: badShape.
  Result<Matrix> matrix() const;

  // Views, which share the numbers.
  // Errors: badArgument for an axis or index out of range.
  Result<Tensor> select(int32_t axis, int64_t index) const;  // t[i]: the axis disappears
  // t[start:stop:step] along an axis, bounds clipped and negative ones counted from the end as in
  // Python.
  Result<Tensor> slice(int32_t axis, int64_t start, int64_t stop, int64_t step = 1) const;
  Result<Tensor> transpose(int32_t axis0, int32_t axis1) const;
  Result<Tensor> permute(std::span<const int32_t> axes) const;
  Result<Tensor> unsqueeze(int32_t axis) const;  // a new axis of length 1
  Result<Tensor> squeeze(int32_t axis) const;    // drops an axis of length 1, keeps any other
  // Axes of length 1 repeat to the given length, new axes come in front.
  // Errors: badShape.
  Result<Tensor> expand(const Shape& shape) const;
  // The same numbers in another shape; one length may be -1, to be worked out. A view where the
  // window allows it, else a copy.
  // Errors: badShape.
  Result<Tensor> reshape(std::span<const int64_t> shape) const;

  // A tensor of its own, row-major, of another type (to bool: other than 0; to int64: cut towards
  // 0) or the same.
  Tensor to(ElementType type) const;
  Tensor copy() const { return to(type()); }

  // Writes `source`, broadcast to this shape and converted to this type, into the shared storage.
  // Returns this tensor.
  // Errors: badShape; badArgument when repeated (expanded) numbers are this one's.
  Result<Tensor> assign(const Tensor& source) const;

 private:
  Shape shape_;
  std::vector<size_t> strides_;
  size_t offset_ = 0;
  std::shared_ptr<Storage> storage_;
};

}  // namespace tril
