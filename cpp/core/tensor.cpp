#include "tensor.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

namespace tril {
namespace {

std::vector<size_t> rowMajor(const Shape& shape) {
  std::vector<size_t> strides(shape.size());
  size_t stride = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= shape[axis];
  }
  return strides;
}

// The places in storage of a window's numbers, in row-major order.
class Walk {
 public:
  Walk(const Shape& shape, const std::vector<size_t>& strides, size_t offset)
      : shape_(shape), strides_(strides), index_(shape.size()), place_(offset) {}

  size_t next() {
    const size_t place = place_;
    for (size_t axis = shape_.size(); axis-- > 0;) {
      place_ += strides_[axis];
      if (++index_[axis] < shape_[axis]) break;
      place_ -= strides_[axis] * shape_[axis];
      index_[axis] = 0;
    }
    return place;
  }

 private:
  const Shape& shape_;
  const std::vector<size_t>& strides_;
  std::vector<uint32_t> index_;
  size_t place_;
};

template <class To, class From>
To converted(From x) {
  if constexpr (std::is_same_v<To, uint8_t>) {
    return x != 0 ? 1 : 0;
  } else if constexpr (std::is_same_v<To, int64_t> && std::is_floating_point_v<From>) {
    // What does not fit, NaN too, becomes the lowest integer, as on x86.
    const bool fits = x >= From{-0x1p63f} && x < From{0x1p63f};
    return fits ? static_cast<int64_t>(x) : std::numeric_limits<int64_t>::min();
  } else {
    return static_cast<To>(x);
  }
}

// The strides that show a window's numbers in another shape of the same size, or nothing when they
// do not lie in the memory that way.
std::optional<std::vector<size_t>> stridesFor(const Shape& shape, const Shape& oldShape,
                                              const std::vector<size_t>& oldStrides) {
  struct Run {
    size_t length;
    size_t stride;
  };
  std::vector<Run> runs;  // the old axes, those that follow on from each other taken together
  for (size_t axis = 0; axis < oldShape.size(); ++axis) {
    if (oldShape[axis] == 0) return rowMajor(shape);
    if (oldShape[axis] == 1) continue;
    if (!runs.empty() && runs.back().stride == oldShape[axis] * oldStrides[axis]) {
      runs.back() = {runs.back().length * oldShape[axis], oldStrides[axis]};
    } else {
      runs.push_back({oldShape[axis], oldStrides[axis]});
    }
  }
  std::vector<size_t> strides(shape.size(), 1);
  size_t taken = 1;  // of the last run
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 1) continue;
    const Run run = runs.back();
    if (run.length % (taken * shape[axis]) != 0) return std::nullopt;
    strides[axis] = run.stride * taken;
    taken *= shape[axis];
    if (taken < run.length) continue;
    runs.pop_back();
    taken = 1;
  }
  return strides;
}

Storage single(ElementType type) {
  if (type == ElementType::boolean) return std::vector<uint8_t>();
  if (type == ElementType::int64) return std::vector<int64_t>();
  if (type == ElementType::float64) return std::vector<double>();
  return std::vector<float>();
}

}  // namespace

std::string shapeText(const Shape& shape) {
  if (shape.empty()) return "a single number";
  std::string text;
  for (const uint32_t length : shape) {
    text += (text.empty() ? "" : " x ") + std::to_string(length);
  }
  return text;
}

Result<size_t> elementsOf(const Shape& shape) {
  if (shape.size() > kMaxRank) {
    return Error{ErrorCode::badShape, "a tensor of rank " + std::to_string(shape.size()) +
                                          " is refused: at most " + std::to_string(kMaxRank) +
                                          " axes are allowed"};
  }
  // A 0 anywhere empties it, however long the others are.
  if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) return size_t{0};
  uint64_t count = 1;
  for (const uint32_t length : shape) {
    count *= length;
    if (count <= kMaxElements) continue;
    return Error{ErrorCode::outOfMemory, "a tensor of " + shapeText(shape) +
                                             " is too large: at most " +
                                             std::to_string(kMaxElements) + " numbers fit"};
  }
  return static_cast<size_t>(count);
}

Tensor::Tensor() : Tensor(0.0f) {}
Tensor::Tensor(float value) : storage_(std::make_shared<Storage>(std::vector<float>{value})) {}
Tensor::Tensor(int64_t value) : storage_(std::make_shared<Storage>(std::vector<int64_t>{value})) {}
Tensor::Tensor(bool value)
    : storage_(std::make_shared<Storage>(std::vector<uint8_t>{static_cast<uint8_t>(value)})) {}
Tensor::Tensor(Matrix matrix)
    : shape_{matrix.rows, matrix.columns},
      strides_(rowMajor(shape_)),
      storage_(std::make_shared<Storage>(std::move(matrix.data))) {}

Result<Tensor> Tensor::of(Shape shape, Storage data) {
  const Result<size_t> count = elementsOf(shape);
  if (!count) return count.error();
  const size_t given = std::visit([](const auto& numbers) { return numbers.size(); }, data);
  if (given != *count) {
    return Error{ErrorCode::badShape, "a tensor of " + shapeText(shape) + " needs " +
                                          std::to_string(*count) + " numbers, but there are " +
                                          std::to_string(given)};
  }
  if (auto* bools = std::get_if<std::vector<uint8_t>>(&data)) {
    for (uint8_t& x : *bools) x = converted<uint8_t>(x);
  }
  Tensor result;
  result.strides_ = rowMajor(shape);
  result.shape_ = std::move(shape);
  result.storage_ = std::make_shared<Storage>(std::move(data));
  return result;
}

Result<Tensor> Tensor::full(Shape shape, const Tensor& value) {
  const Result<Tensor> repeated = value.expand(shape);
  if (!repeated) return repeated.error();
  return repeated->copy();
}

size_t Tensor::size() const {
  size_t count = 1;
  for (const uint32_t length : shape_) count *= length;
  return count;
}

bool Tensor::isContiguous() const {
  size_t stride = 1;
  for (size_t axis = rank(); axis-- > 0;) {
    if (shape_[axis] != 1 && strides_[axis] != stride) return size() == 0;
    stride *= shape_[axis];
  }
  return true;
}

Tensor Tensor::to(ElementType type) const {
  Storage data = single(type);
  std::visit(
      [&](const auto& from, auto& to) {
        using To = typename std::decay_t<decltype(to)>::value_type;
        to.resize(size());
        Walk walk(shape_, strides_, offset_);
        for (To& x : to) x = converted<To>(from[walk.next()]);
      },
      *storage_, data);
  Tensor result;
  result.shape_ = shape_;
  result.strides_ = rowMajor(shape_);
  result.storage_ = std::make_shared<Storage>(std::move(data));
  return result;
}

Storage Tensor::data() const { return std::move(*copy().storage_); }

Result<double> Tensor::item() const {
  if (size() != 1) {
    return Error{ErrorCode::badShape,
                 "a tensor of " + shapeText(shape_) + " is not one number: select one first"};
  }
  return std::visit([&](const auto& numbers) { return static_cast<double>(numbers[offset_]); },
                    *storage_);
}

Result<Matrix> Tensor::matrix() const {
  if (rank() != 1 && rank() != 2) {
    return Error{ErrorCode::badShape, "a tensor of " + shapeText(shape_) +
                                          " is no matrix: it needs 2 axes, or 1 for a single row"};
  }
  return makeMatrix(rank() == 2 ? shape_[0] : 1, shape_.back(),
                    std::get<std::vector<float>>(to(ElementType::float32).data()));
}

Result<Tensor> Tensor::select(int32_t axis, int64_t index) const {
  const Result<size_t> along = axisOf(axis, rank());
  if (!along) return along.error();
  const int64_t length = shape_[*along];
  if (index < -length || index >= length) {
    return Error{ErrorCode::badArgument, "index " + std::to_string(index) +
                                             " is out of range: the axis has length " +
                                             std::to_string(length)};
  }
  Tensor result = *this;
  result.offset_ += static_cast<size_t>(index < 0 ? index + length : index) * strides_[*along];
  result.shape_.erase(result.shape_.begin() + *along);
  result.strides_.erase(result.strides_.begin() + *along);
  return result;
}

Result<Tensor> Tensor::slice(int32_t axis, int64_t start, int64_t stop, int64_t step) const {
  const Result<size_t> along = axisOf(axis, rank());
  if (!along) return along.error();
  if (step < 1) return Error{ErrorCode::badArgument, "the step of a slice must be at least 1"};
  const int64_t length = shape_[*along];
  const auto clipped = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + length : bound, 0, length);
  };
  const int64_t first = clipped(start);
  const int64_t span = std::max<int64_t>(clipped(stop) - first, 0);
  Tensor result = *this;
  result.offset_ += static_cast<size_t>(first) * strides_[*along];
  result.shape_[*along] = static_cast<uint32_t>(span / step + (span % step != 0 ? 1 : 0));
  // A longer step than the axis shows one number at most, and must not overflow.
  result.strides_[*along] *= static_cast<size_t>(std::min<int64_t>(step, length + 1));
  return result;
}

Result<Tensor> Tensor::transpose(int32_t axis0, int32_t axis1) const {
  const Result<size_t> first = axisOf(axis0, rank());
  if (!first) return first.error();
  const Result<size_t> second = axisOf(axis1, rank());
  if (!second) return second.error();
  Tensor result = *this;
  std::swap(result.shape_[*first], result.shape_[*second]);
  std::swap(result.strides_[*first], result.strides_[*second]);
  return result;
}

Result<Tensor> Tensor::permute(std::span<const int32_t> axes) const {
  Tensor result = *this;
  std::vector<bool> seen(rank());
  for (size_t i = 0; i < axes.size(); ++i) {
    const Result<size_t> axis = axisOf(axes[i], rank());
    if (!axis) return axis.error();
    if (i >= rank() || seen[*axis]) break;
    seen[*axis] = true;
    result.shape_[i] = shape_[*axis];
    result.strides_[i] = strides_[*axis];
  }
  if (axes.size() != rank() || std::find(seen.begin(), seen.end(), false) != seen.end()) {
    return Error{ErrorCode::badArgument,
                 "a permutation must name each of the " + std::to_string(rank()) + " axes once"};
  }
  return result;
}

Result<Tensor> Tensor::unsqueeze(int32_t axis) const {
  const Result<size_t> at = axisOf(axis, rank() + 1);
  if (!at) return at.error();
  Tensor result = *this;
  result.shape_.insert(result.shape_.begin() + *at, 1);
  result.strides_.insert(result.strides_.begin() + *at, 1);
  const Result<size_t> count = elementsOf(result.shape_);
  if (!count) return count.error();
  return result;
}

Result<Tensor> Tensor::squeeze(int32_t axis) const {
  const Result<size_t> at = axisOf(axis, rank());
  if (!at) return at.error();
  if (shape_[*at] != 1) return *this;
  return select(axis, 0);
}

Result<Tensor> Tensor::expand(const Shape& shape) const {
  const Result<size_t> count = elementsOf(shape);
  if (!count) return count.error();
  const auto refuse = [&] {
    return Error{ErrorCode::badShape,
                 shapeText(shape_) + " cannot be expanded to " + shapeText(shape) +
                     ": only axes of length 1 repeat, and new axes come first"};
  };
  if (shape.size() < rank()) return refuse();
  Tensor result = *this;
  result.shape_ = shape;
  result.strides_.assign(shape.size(), 0);
  const size_t added = shape.size() - rank();
  for (size_t axis = 0; axis < rank(); ++axis) {
    if (shape_[axis] == shape[added + axis]) {
      result.strides_[added + axis] = strides_[axis];
    } else if (shape_[axis] != 1) {
      return refuse();
    }
  }
  return result;
}

Result<Tensor> Tensor::reshape(std::span<const int64_t> shape) const {
  const auto refuse = [&] {
    std::string asked;
    for (const int64_t length : shape) {
      asked += (asked.empty() ? "" : " x ") + std::to_string(length);
    }
    return Error{ErrorCode::badShape, shapeText(shape_) + " cannot take the shape " +
                                          (asked.empty() ? "of a single number" : asked) +
                                          ": it holds " + std::to_string(size()) + " numbers"};
  };
  uint64_t known = 1;  // the product of the given lengths
  std::optional<size_t> open;
  Shape lengths(shape.size());
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == -1 && !open) {
      open = axis;
      continue;
    }
    if (shape[axis] < 0 || static_cast<uint64_t>(shape[axis]) > kMaxElements) return refuse();
    lengths[axis] = static_cast<uint32_t>(shape[axis]);
    known = std::min(known * lengths[axis], kMaxElements + 1);  // never overflows: 2^28 times 2^28
  }
  if (open) {
    if (known == 0 || size() % known != 0) return refuse();
    lengths[*open] = static_cast<uint32_t>(size() / known);
  }
  const Result<size_t> count = elementsOf(lengths);
  if (!count) return count.error();
  if (*count != size()) return refuse();

  std::optional<std::vector<size_t>> strides = stridesFor(lengths, shape_, strides_);
  Tensor result = strides ? *this : copy();
  result.strides_ = strides ? std::move(*strides) : rowMajor(lengths);
  result.shape_ = std::move(lengths);
  return result;
}

Result<Tensor> Tensor::assign(const Tensor& source) const {
  for (size_t axis = 0; axis < rank(); ++axis) {
    if (strides_[axis] != 0 || shape_[axis] < 2) continue;
    return Error{ErrorCode::badArgument,
                 "an expanded tensor shows the same number more than once: copy it before writing"};
  }
  const Result<Tensor> expanded = source.expand(shape_);
  if (!expanded) return expanded.error();
  const Tensor values = expanded->to(type());  // a copy: the source may be a view of this storage
  std::visit(
      [&](auto& numbers) {
        using T = typename std::decay_t<decltype(numbers)>::value_type;
        Walk walk(shape_, strides_, offset_);
        for (const T x : std::get<std::vector<T>>(*values.storage_)) numbers[walk.next()] = x;
      },
      *storage_);
  return *this;
}

}  // namespace tril
