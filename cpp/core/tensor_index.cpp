#include "tensor_index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "matrix.h"

namespace tril {
namespace {

// The ids as places along an axis of that length.
Result<std::vector<int64_t>> placesAlong(const Tensor& ids, int64_t length) {
  if (ids.type() != ElementType::int64) {
    return Error{ErrorCode::badArgument, "ids are integers, but these are not"};
  }
  std::vector<int64_t> places = std::get<std::vector<int64_t>>(ids.data());
  for (int64_t& id : places) {
    if (id < -length || id >= length) {
      return Error{ErrorCode::badArgument, "index " + std::to_string(id) +
                                               " is out of bounds for an axis of length " +
                                               std::to_string(length)};
    }
    if (id < 0) id += length;
  }
  return places;
}

size_t product(Shape::const_iterator from, Shape::const_iterator to) {
  return std::accumulate(from, to, size_t{1}, std::multiplies<>());
}

// How an axis cuts row-major memory: `before` blocks of `length` parts of `after` numbers.
struct Cut {
  size_t before;
  size_t length;
  size_t after;
};

Cut cutAt(const Shape& shape, size_t axis) {
  return {product(shape.begin(), shape.begin() + axis), shape[axis],
          product(shape.begin() + axis + 1, shape.end())};
}

}  // namespace

Result<Tensor> join(std::span<const Tensor> tensors, int32_t axis) {
  if (tensors.empty()) return Error{ErrorCode::badArgument, "there are no tensors to join"};
  const Result<size_t> along = axisOf(axis, tensors[0].rank());
  if (!along) return along.error();
  Shape shape = tensors[0].shape();
  shape[*along] = 0;
  ElementType type = ElementType::boolean;
  uint64_t length = 0;
  for (const Tensor& tensor : tensors) {
    Shape other = tensor.shape();
    if (other.size() == shape.size()) {
      length += other[*along];
      other[*along] = 0;
    }
    if (other != shape) {
      return Error{ErrorCode::badShape, shapeText(tensors[0].shape()) + " and " +
                                            shapeText(tensor.shape()) +
                                            " cannot be joined along axis " +
                                            std::to_string(*along) + ": the others differ"};
    }
    type = std::max(type, tensor.type());
  }
  if (length > kMaxElements) length = kMaxElements + 1;  // which the next line refuses
  shape[*along] = static_cast<uint32_t>(length);
  const Result<Tensor> whole = Tensor::full(shape, Tensor(false).to(type));
  if (!whole) return whole.error();
  int64_t at = 0;
  for (const Tensor& tensor : tensors) {
    const int64_t next = at + tensor.shape()[*along];
    const Result<Tensor> part = whole->slice(static_cast<int32_t>(*along), at, next);
    if (!part) return part.error();
    const Result<Tensor> written = part->assign(tensor);
    if (!written) return written.error();
    at = next;
  }
  return *whole;
}

Result<Tensor> take(const Tensor& x, int32_t axis, const Tensor& ids) {
  const Result<size_t> along = axisOf(axis, x.rank());
  if (!along) return along.error();
  const auto places = placesAlong(ids, x.shape()[*along]);
  if (!places) return places.error();
  Shape shape = x.shape();
  shape.erase(shape.begin() + *along);
  shape.insert(shape.begin() + *along, ids.shape().begin(), ids.shape().end());
  const Result<size_t> count = elementsOf(shape);
  if (!count) return count.error();
  const Cut cut = cutAt(x.shape(), *along);
  return std::visit(
      [&](const auto& numbers) {
        std::decay_t<decltype(numbers)> taken;
        taken.reserve(*count);
        for (size_t block = 0; block < cut.before; ++block) {
          for (const int64_t place : *places) {
            const auto part = numbers.begin() + (block * cut.length + place) * cut.after;
            taken.insert(taken.end(), part, part + cut.after);
          }
        }
        return Tensor::of(shape, std::move(taken));
      },
      x.data());
}

Result<Tensor> put(const Tensor& x, const Tensor& ids, const Tensor& values) {
  if (x.rank() == 0) return Error{ErrorCode::badShape, "a single number has no places"};
  const auto places = placesAlong(ids, x.shape()[0]);
  if (!places) return places.error();
  Shape shape = ids.shape();
  shape.insert(shape.end(), x.shape().begin() + 1, x.shape().end());
  const Result<Tensor> all = values.expand(shape);
  if (!all) return all.error();
  const size_t size = product(x.shape().begin() + 1, x.shape().end());
  Storage written = x.data();
  std::visit(
      [&](auto& numbers) {
        using Numbers = std::decay_t<decltype(numbers)>;
        const Storage source = all->to(x.type()).data();
        auto from = std::get<Numbers>(source).begin();
        for (const int64_t place : *places) {
          std::copy(from, from + size, numbers.begin() + place * size);
          from += size;
        }
      },
      written);
  return Tensor::of(x.shape(), std::move(written));
}

Tensor places(const Tensor& x) {
  const Storage data = x.to(ElementType::boolean).data();
  const auto& chosen = std::get<std::vector<uint8_t>>(data);
  std::vector<int64_t> result;
  uint32_t count = 0;
  for (size_t i = 0; i < chosen.size(); ++i) {
    if (chosen[i] == 0) continue;
    ++count;
    size_t rest = i;
    result.resize(result.size() + x.rank());
    for (size_t axis = x.rank(); axis-- > 0; rest /= x.shape()[axis]) {
      result[result.size() - x.rank() + axis] = static_cast<int64_t>(rest % x.shape()[axis]);
    }
  }
  return *Tensor::of({count, static_cast<uint32_t>(x.rank())}, std::move(result));
}

Result<Tensor> order(const Tensor& x, int32_t axis, bool descending) {
  const Result<size_t> along = axisOf(axis, x.rank());
  if (!along) return along.error();
  const Cut cut = cutAt(x.shape(), *along);
  const Storage data = x.to(ElementType::float64).data();
  const auto& numbers = std::get<std::vector<double>>(data);
  std::vector<int64_t> result(numbers.size());
  std::vector<int64_t> line(cut.length);
  for (size_t i = 0; cut.length > 0 && i < cut.before * cut.after; ++i) {
    const size_t first = i / cut.after * cut.length * cut.after + i % cut.after;
    const auto at = [&](int64_t k) { return numbers[first + k * cut.after]; };
    std::iota(line.begin(), line.end(), 0);
    std::stable_sort(line.begin(), line.end(), [&](int64_t a, int64_t b) {
      if (descending) std::swap(a, b);
      return at(a) < at(b) || (std::isnan(at(b)) && !std::isnan(at(a)));
    });
    for (size_t k = 0; k < line.size(); ++k) result[first + k * cut.after] = line[k];
  }
  return Tensor::of(x.shape(), std::move(result));
}

Result<Tensor> gather(const Tensor& x, int32_t axis, const Tensor& ids) {
  const Result<size_t> along = axisOf(axis, x.rank());
  if (!along) return along.error();
  bool fits = ids.rank() == x.rank();
  for (size_t i = 0; fits && i < x.rank(); ++i) {
    fits = i == *along || ids.shape()[i] <= x.shape()[i];
  }
  if (!fits) {
    return Error{ErrorCode::badShape, "ids of " + shapeText(ids.shape()) + " do not fit into " +
                                          shapeText(x.shape()) + ", except along the axis"};
  }
  const auto places = placesAlong(ids, x.shape()[*along]);
  if (!places) return places.error();
  return std::visit(
      [&](const auto& numbers) {
        std::decay_t<decltype(numbers)> result(places->size());
        std::vector<size_t> index(x.rank());
        for (size_t i = 0; i < result.size(); ++i) {
          size_t rest = i;
          for (size_t k = x.rank(); k-- > 0; rest /= ids.shape()[k])
            index[k] = rest % ids.shape()[k];
          index[*along] = static_cast<size_t>((*places)[i]);
          size_t at = 0;
          for (size_t k = 0; k < x.rank(); ++k) at = at * x.shape()[k] + index[k];
          result[i] = numbers[at];
        }
        return Tensor::of(ids.shape(), std::move(result));
      },
      x.data());
}

}  // namespace tril
