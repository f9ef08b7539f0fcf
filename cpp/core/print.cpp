#include "print.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>
#include <vector>

#include "digits.h"
#include "print_edges.h"

namespace tril {
namespace {

// PyTorch's default print options.
constexpr int kPrecision = 4;
constexpr size_t kLineWidth = 80;

std::string rightAligned(const std::string& text, size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

// How the numbers of one tensor are written: one manner and one width for all, chosen from those
// shown.
class Manner {
 public:
  explicit Manner(const std::vector<double>& shown) {
    // Only these choose; zeros, NaN and infinities follow.
    std::vector<double> values;
    for (const double x : shown) {
      if (std::isfinite(x) && x != 0) values.push_back(x);
    }
    if (values.empty()) return;
    double least = std::abs(values[0]);
    double most = least;
    for (const double x : values) {
      whole_ = whole_ && x == std::ceil(x);
      least = std::min(least, std::abs(x));
      most = std::max(most, std::abs(x));
    }
    scientific_ = most / least > 1000 || most > 1e8 || (!whole_ && least < 1e-4);
    for (const double x : values) width_ = std::max(width_, digits(x).size());
  }
  explicit Manner(const std::vector<int64_t>& shown) { widen(shown); }
  explicit Manner(const std::vector<uint8_t>& shown) { widen(shown); }

  size_t width() const { return width_; }

  template <class T>
  std::string text(T value) const {
    return rightAligned(digits(value), width_);
  }

 private:
  template <class T>
  void widen(const std::vector<T>& shown) {
    for (const T value : shown) width_ = std::max(width_, digits(value).size());
  }

  std::string digits(double value) const {
    if (!std::isfinite(value)) return notFinite(value);
    if (scientific_) return scientificDigits(value, kPrecision);
    if (whole_) return fixedDigits(value, 0) + ".";
    return fixedDigits(value, kPrecision);
  }
  std::string digits(int64_t value) const { return std::to_string(value); }
  std::string digits(uint8_t value) const { return value != 0 ? "True" : "False"; }

  bool whole_ = true;
  bool scientific_ = false;
  size_t width_ = 1;
};

// One tensor's numbers, row-major, with the places at which its parts start.
template <class T>
class Printer {
 public:
  Printer(const Shape& shape, const std::vector<T>& numbers)
      : shape_(shape),
        numbers_(numbers),
        edges_(shape, numbers.size()),
        manner_(edges_.shown(numbers)) {}

  // The part from `first` on that lies inside the axes before `axis`.
  std::string text(size_t axis, size_t first, size_t indent) const {
    if (axis == shape_.size()) return manner_.text(numbers_[first]);
    const bool vector = axis + 1 == shape_.size();
    const size_t step = edges_.stride(axis);
    std::vector<std::string> parts;
    for (uint32_t i = 0; i < shape_[axis]; ++i) {
      if (edges_.dotsAt(axis, i)) {
        parts.push_back(vector ? " ..." : "...");
        i = edges_.afterDots(axis);
      }
      parts.push_back(text(axis + 1, first + i * step, indent + 1));
    }
    return std::string("[") +
           (vector ? joinedInLines(parts, indent) : joinedInBlocks(parts, axis, indent)) + "]";
  }

 private:
  std::string joinedInLines(const std::vector<std::string>& parts, size_t indent) const {
    const size_t room = indent < kLineWidth ? kLineWidth - indent : 0;
    const size_t perLine = std::max<size_t>(1, room / (manner_.width() + 2));
    std::string result;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) result += i % perLine == 0 ? ",\n" + std::string(indent + 1, ' ') : ", ";
      result += parts[i];
    }
    return result;
  }

  std::string joinedInBlocks(const std::vector<std::string>& parts, size_t axis,
                             size_t indent) const {
    std::string separator = ",";
    separator.append(shape_.size() - axis - 1, '\n').append(indent + 1, ' ');
    std::string result;
    for (const std::string& part : parts) {
      if (&part != &parts.front()) result += separator;
      result += part;
    }
    return result;
  }

  const Shape& shape_;
  const std::vector<T>& numbers_;
  PrintEdges edges_;
  Manner manner_;
};

std::string joined(const Shape& shape) {
  std::string text;
  for (const uint32_t length : shape) {
    text += (text.empty() ? "" : ", ") + std::to_string(length);
  }
  return text;
}

std::string typeName(ElementType type) {
  if (type == ElementType::boolean) return "torch.bool";
  if (type == ElementType::float64) return "torch.float64";
  return type == ElementType::int64 ? "torch.int64" : "torch.float32";
}

// What shows the shape of a tensor without numbers, where the brackets do not.
std::vector<std::string> sizeSuffix(const Shape& shape) {
  if (shape.size() == 1) return {};
  return {"size=(" + joined(shape) + ")"};
}

std::vector<std::string> suffixesOf(const Tensor& tensor, const PrintOptions& options) {
  const bool empty = tensor.size() == 0;
  std::vector<std::string> suffixes;
  if (empty) suffixes = sizeSuffix(tensor.shape());
  // PyTorch's usual types show in the numbers, unless there are none.
  if (!options.dtype.empty()) {
    suffixes.push_back("dtype=" + options.dtype);
  } else if (tensor.type() == ElementType::float64 ||
             (empty && tensor.type() != ElementType::float32)) {
    suffixes.push_back("dtype=" + typeName(tensor.type()));
  }
  if (!options.gradFunction.empty()) {
    suffixes.push_back("grad_fn=<" + options.gradFunction + ">");
  } else if (options.requiresGrad) {
    suffixes.push_back("requires_grad=True");
  }
  return suffixes;
}

constexpr std::string_view kPrefix = "tensor(";

std::string framed(const std::string& numbers, const std::vector<std::string>& suffixes) {
  std::string text = std::string(kPrefix) + numbers;
  // PyTorch counts two characters more than the last line has.
  const size_t newline = text.rfind('\n');
  size_t line = (newline == std::string::npos ? text.size() : text.size() - newline - 1) + 2;
  for (const std::string& suffix : suffixes) {
    if (line + suffix.size() + 2 > kLineWidth) {
      text += ",\n" + std::string(kPrefix.size(), ' ') + suffix;
      line = kPrefix.size() + suffix.size();
    } else {
      text += ", " + suffix;
      line += suffix.size() + 2;
    }
  }
  return text + ")";
}

std::string listText(const Shape& shape, const Storage& data, size_t axis, size_t& next) {
  if (axis == shape.size()) {
    const size_t place = next++;
    if (const auto* floats = std::get_if<std::vector<float>>(&data)) {
      return formatDouble((*floats)[place]);
    }
    if (const auto* doubles = std::get_if<std::vector<double>>(&data)) {
      return formatDouble((*doubles)[place]);
    }
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&data)) {
      return std::to_string((*integers)[place]);
    }
    return std::get<std::vector<uint8_t>>(data)[place] != 0 ? "True" : "False";
  }
  std::string text = "[";
  for (uint32_t i = 0; i < shape[axis]; ++i) {
    if (i > 0) text += ", ";
    text += listText(shape, data, axis + 1, next);
  }
  return text + "]";
}

}  // namespace

std::string format(const Tensor& tensor, const PrintOptions& options) {
  std::string numbers = "[]";
  if (tensor.size() > 0) {
    // One way of printing serves both kinds of floats.
    const bool isFloat = tensor.type() == ElementType::float32;
    numbers = std::visit(
        [&](const auto& numbers) -> std::string {
          if constexpr (std::is_same_v<decltype(numbers), const std::vector<float>&>) {
            return "";
          } else {
            return Printer(tensor.shape(), numbers).text(0, 0, kPrefix.size());
          }
        },
        isFloat ? tensor.to(ElementType::float64).data() : tensor.data());
  }
  return (options.parameter ? "Parameter containing:\n" : "") +
         framed(numbers, suffixesOf(tensor, options));
}

std::string format(const Shape& shape, std::span<const float> numbers) {
  if (numbers.empty()) return framed("[]", sizeSuffix(shape));
  const std::vector<double> doubles(numbers.begin(), numbers.end());
  return framed(Printer(shape, doubles).text(0, 0, kPrefix.size()), {});
}

std::string format(const Matrix& matrix, const PrintOptions& options) {
  return format(Tensor(matrix), options);
}

std::string formatSize(const Shape& shape) { return "torch.Size([" + joined(shape) + "])"; }

std::string formatList(const Tensor& tensor) {
  size_t next = 0;
  return listText(tensor.shape(), tensor.data(), 0, next);
}

}  // namespace tril
