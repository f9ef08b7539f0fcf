#include "print.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <variant>
#include <vector>

namespace tril {
namespace {

// PyTorch's default print options.
constexpr int kPrecision = 4;
constexpr size_t kThreshold = 1000;
constexpr uint32_t kEdgeItems = 3;
constexpr size_t kLineWidth = 80;

// printf's digits of one double: "%.*e" or "%.*f".
std::string printed(const char* conversion, int precision, double value) {
  char buffer[400];  // %f of the largest double takes 309 digits
  const int length = std::snprintf(buffer, sizeof buffer, conversion, precision, value);
  return {buffer, static_cast<size_t>(length)};
}

// nan and inf as Python writes them, whatever the C library does.
std::string notFinite(double value) {
  if (std::isnan(value)) return "nan";
  return value < 0 ? "-inf" : "inf";
}

std::string rightAligned(const std::string& text, size_t width) {
  return std::string(text.size() < width ? width - text.size() : 0, ' ') + text;
}

// How the numbers of one tensor are written: one manner and one width for all, chosen from those
// shown.
class Manner {
 public:
  explicit Manner(const std::vector<float>& shown) {
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
    if (scientific_) return printed("%.*e", kPrecision, value);
    if (whole_) return printed("%.*f", 0, value) + ".";
    return printed("%.*f", kPrecision, value);
  }
  std::string digits(float value) const { return digits(double{value}); }
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
        summarize_(numbers.size() > kThreshold),
        manner_(shown()) {}

  // The part from `first` on that lies inside the axes before `axis`.
  std::string text(size_t axis, size_t first, size_t indent) const {
    if (axis == shape_.size()) return manner_.text(numbers_[first]);
    const bool vector = axis + 1 == shape_.size();
    const size_t step = stride(axis);
    std::vector<std::string> parts;
    for (uint32_t i = 0; i < shape_[axis]; ++i) {
      if (hides(axis, i)) {
        parts.push_back(vector ? " ..." : "...");
        i = shape_[axis] - kEdgeItems;
      }
      parts.push_back(text(axis + 1, first + i * step, indent + 1));
    }
    return "[" + (vector ? joinedInLines(parts, indent) : joinedInBlocks(parts, axis, indent)) +
           "]";
  }

 private:
  bool hides(size_t axis, uint32_t i) const {
    return summarize_ && shape_[axis] > 2 * kEdgeItems && i == kEdgeItems;
  }

  size_t stride(size_t axis) const {
    size_t step = 1;
    for (size_t i = axis + 1; i < shape_.size(); ++i) step *= shape_[i];
    return step;
  }

  std::vector<T> shown() const {
    if (!summarize_) return numbers_;
    std::vector<T> result;
    collect(0, 0, result);
    return result;
  }

  void collect(size_t axis, size_t first, std::vector<T>& result) const {
    if (axis == shape_.size()) return result.push_back(numbers_[first]);
    for (uint32_t i = 0; i < shape_[axis]; ++i) {
      if (hides(axis, i)) i = shape_[axis] - kEdgeItems;
      collect(axis + 1, first + i * stride(axis), result);
    }
  }

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
    const size_t newlines = shape_.size() - axis - 1;
    std::string result;
    for (const std::string& part : parts) {
      if (&part != &parts.front()) {
        result += "," + std::string(newlines, '\n') + std::string(indent + 1, ' ');
      }
      result += part;
    }
    return result;
  }

  const Shape& shape_;
  const std::vector<T>& numbers_;
  bool summarize_;
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
  return type == ElementType::int64 ? "torch.int64" : "torch.float32";
}

std::vector<std::string> suffixesOf(const Tensor& tensor, const PrintOptions& options) {
  std::vector<std::string> suffixes;
  const bool empty = tensor.size() == 0;
  if (empty && tensor.rank() != 1) suffixes.push_back("size=(" + joined(tensor.shape()) + ")");
  if (!options.dtype.empty()) {
    suffixes.push_back("dtype=" + options.dtype);
  } else if (empty && tensor.type() != ElementType::float32) {
    suffixes.push_back("dtype=" +
                       typeName(tensor.type()));  // for want of numbers that would show it
  }
  if (!options.gradFunction.empty()) {
    suffixes.push_back("grad_fn=<" + options.gradFunction + ">");
  } else if (options.requiresGrad) {
    suffixes.push_back("requires_grad=True");
  }
  return suffixes;
}

// "1.25e+01" with one more in the last digit: "1.26e+01".
std::string oneUp(std::string scientific) {
  for (size_t i = scientific.find('e'); i-- > 0 && scientific[i] != '-';) {
    if (scientific[i] == '.') continue;
    if (scientific[i] != '9') {
      ++scientific[i];
      break;
    }
    scientific[i] = '0';
  }
  return scientific;
}

// The shortest digits that `reads` takes for the value itself, in scientific notation.
template <class Reads>
std::string shortest(double value, int mostDigits, Reads reads) {
  for (int digits = 1; digits < mostDigits; ++digits) {
    const std::string scientific = printed("%.*e", digits - 1, value);
    if (reads(scientific)) return scientific;
    // Above a power of two the next number is twice as far as below it: there a digit string can be
    // good although it is not the nearest of its length.
    const std::string up = oneUp(scientific);
    if (reads(up)) return up;
  }
  return printed("%.*e", mostDigits - 1, value);
}

// As Python writes a float: with an exponent below 1e-4 and from 1e16 on, and never without a point
// else.
std::string pythonic(double value, const std::string& scientific) {
  const double size = std::abs(value);
  if (size != 0 && (size < 1e-4 || size >= 1e16)) return scientific;
  const size_t mark = scientific.find('e');
  const int exponent = std::atoi(scientific.c_str() + mark + 1);
  std::string sign;
  std::string digits;
  for (const char c : scientific.substr(0, mark)) {
    if (c == '-') sign = "-";
    if (c >= '0' && c <= '9') digits += c;
  }
  if (exponent < 0) digits.insert(0, static_cast<size_t>(-exponent), '0');
  const size_t whole = exponent < 0 ? 1 : static_cast<size_t>(exponent) + 1;
  if (digits.size() <= whole) digits.append(whole + 1 - digits.size(), '0');
  return sign + digits.insert(whole, ".");
}

std::string listText(const Shape& shape, const Storage& data, size_t axis, size_t& next) {
  if (axis == shape.size()) {
    const size_t place = next++;
    if (const auto* floats = std::get_if<std::vector<float>>(&data)) {
      return formatDouble((*floats)[place]);
    }
    if (const auto* integers = std::get_if<std::vector<int64_t>>(&data)) {
      return std::to_string((*integers)[place]);
    }
    return std::get<std::vector<uint8_t>>(data)[place] != 0 ? "True" : "False";
  }
  std::string text = "[";
  for (uint32_t i = 0; i < shape[axis]; ++i) {
    text += (i == 0 ? "" : ", ") + listText(shape, data, axis + 1, next);
  }
  return text + "]";
}

}  // namespace

std::string format(const Tensor& tensor, const PrintOptions& options) {
  const std::string prefix = "tensor(";
  std::string text = prefix;
  if (tensor.size() == 0) {
    text += "[]";
  } else {
    text += std::visit(
        [&](const auto& numbers) {
          return Printer(tensor.shape(), numbers).text(0, 0, prefix.size());
        },
        tensor.data());
  }
  // PyTorch counts two characters more than the last line has.
  const size_t newline = text.rfind('\n');
  size_t line = (newline == std::string::npos ? text.size() : text.size() - newline - 1) + 2;
  for (const std::string& suffix : suffixesOf(tensor, options)) {
    if (line + suffix.size() + 2 > kLineWidth) {
      text += ",\n" + std::string(prefix.size(), ' ') + suffix;
      line = prefix.size() + suffix.size();
    } else {
      text += ", " + suffix;
      line += suffix.size() + 2;
    }
  }
  return (options.parameter ? "Parameter containing:\n" : "") + text + ")";
}

std::string format(const Matrix& matrix, const PrintOptions& options) {
  return format(Tensor(matrix), options);
}

std::string formatSize(const Shape& shape) { return "torch.Size([" + joined(shape) + "])"; }

std::string formatList(const Tensor& tensor) {
  size_t next = 0;
  return listText(tensor.shape(), tensor.data(), 0, next);
}

std::string formatDouble(double value) {
  if (!std::isfinite(value)) return notFinite(value);
  return pythonic(value, shortest(value, 17, [&](const std::string& digits) {
                    return std::strtod(digits.c_str(), nullptr) == value;
                  }));
}

std::string formatFloat(float value) {
  if (!std::isfinite(value)) return notFinite(value);
  return pythonic(value, shortest(value, 9, [&](const std::string& digits) {
                    return std::strtof(digits.c_str(), nullptr) == value;
                  }));
}

}  // namespace tril
