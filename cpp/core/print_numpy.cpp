#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "digits.h"
#include "print.h"
#include "print_edges.h"

namespace tril {
namespace {

// numpy's default print options.
constexpr int kPrecision = 8;
constexpr size_t kLineWidth = 75;

// "-12.50" in its parts: "-12" and "50"; of "1.5e-07" also the exponent, "-07".
struct Parts {
  std::string whole;
  std::string fraction;
  std::string exponent;
};

Parts partsOf(const std::string& text) {
  const size_t mark = std::min(text.find('e'), text.size());
  const size_t point = std::min(text.find('.'), mark);
  Parts parts;
  parts.whole = text.substr(0, point);
  if (point < mark) parts.fraction = text.substr(point + 1, mark - point - 1);
  if (mark < text.size()) parts.exponent = text.substr(mark + 1);
  return parts;
}

void cutZeros(std::string& fraction) { fraction.erase(fraction.find_last_not_of('0') + 1); }

// How the floats of one array are written: with a width on both sides of the point that fits all.
template <class T>
class FloatManner {
 public:
  explicit FloatManner(const std::vector<T>& shown) {
    std::vector<double> sizes;  // of the finite numbers other than 0, which choose the manner
    bool allFinite = true;
    bool minusInfinity = false;
    for (const T x : shown) {
      allFinite = allFinite && std::isfinite(x);
      minusInfinity = minusInfinity || x == -INFINITY;
      if (std::isfinite(x) && x != 0) sizes.push_back(std::abs(static_cast<double>(x)));
    }
    if (!sizes.empty()) {
      const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
      scientific_ = *most >= 1e8 || *least < 1e-4 || *most / *least > 1000;
    }
    for (const T x : shown) {
      if (!std::isfinite(x)) continue;
      const Parts parts = partsFor(x);
      left_ = std::max(left_, parts.whole.size());
      fraction_ = std::max(fraction_, parts.fraction.size());
      exponent_ = std::max(exponent_, parts.exponent.size());
    }
    right_ = fraction_ + (scientific_ ? exponent_ + 1 : 0);
    if (allFinite) return;
    const size_t needed = minusInfinity ? 4 : 3;
    left_ = std::max(left_, needed - std::min(needed, right_ + 1));
  }

  std::string text(T value) const {
    if (!std::isfinite(value)) {
      const std::string name = notFinite(value);
      const size_t width = left_ + right_ + 1;
      return std::string(width - std::min(width, name.size()), ' ') + name;
    }
    Parts parts = partsFor(value);
    if (scientific_ && parts.fraction.size() < fraction_) {
      // Not zeros: where others need more digits than this one, it shows its own next ones.
      parts = partsOf(scientificDigits(value, static_cast<int>(fraction_)));
    }
    std::string result = std::string(left_ - parts.whole.size(), ' ') + parts.whole + ".";
    if (!scientific_) {
      return result + parts.fraction + std::string(fraction_ - parts.fraction.size(), ' ');
    }
    parts.exponent.insert(1, exponent_ - parts.exponent.size(), '0');
    return result + parts.fraction + "e" + parts.exponent;
  }

 private:
  // The shortest digits, or as many of them as the precision allows, without zeros at their end.
  Parts partsFor(T value) const {
    const std::string shortest = shortestDigits(value);
    Parts parts = partsOf(shortest);
    if (scientific_) {
      if (parts.fraction.size() > kPrecision) parts = partsOf(scientificDigits(value, kPrecision));
    } else {
      const int exponent = std::stoi(parts.exponent);
      const int decimals = static_cast<int>(parts.fraction.size()) - exponent;
      parts = partsOf(fixedDigits(value, std::clamp(decimals, 0, kPrecision)));
    }
    cutZeros(parts.fraction);
    return parts;
  }

  bool scientific_ = false;
  size_t left_ = 0;
  size_t right_ = 0;
  size_t fraction_ = 0;
  size_t exponent_ = 0;
};

class IntegerManner {
 public:
  explicit IntegerManner(const std::vector<int64_t>& shown) {
    for (const int64_t x : shown) width_ = std::max(width_, std::to_string(x).size());
  }
  std::string text(int64_t value) const {
    const std::string digits = std::to_string(value);
    return std::string(width_ - digits.size(), ' ') + digits;
  }

 private:
  size_t width_ = 0;
};

class BoolManner {
 public:
  explicit BoolManner(const std::vector<uint8_t>&) {}
  std::string text(uint8_t value) const { return value != 0 ? " True" : "False"; }
};

template <class T>
using MannerFor =
    std::conditional_t<std::is_floating_point_v<T>, FloatManner<T>,
                       std::conditional_t<std::is_same_v<T, int64_t>, IntegerManner, BoolManner>>;

template <class T>
class ArrayPrinter {
 public:
  ArrayPrinter(const Shape& shape, const std::vector<T>& numbers, bool asCode)
      : shape_(shape),
        numbers_(numbers),
        edges_(shape, numbers.size()),
        manner_(edges_.shown(numbers)),
        comma_(asCode ? "," : ""),
        prefix_(asCode ? std::string("array(").size() : 0),
        // The bracket that ends the code wants room, too.
        width_(asCode ? kLineWidth - 1 : kLineWidth) {}

  // The part from `first` on that lies inside the axes before `axis`. Its lines after the first
  // begin with a blank for each open bracket, and every line leaves room for the brackets that
  // follow it.
  std::string text(size_t axis, size_t first) const {
    if (axis == shape_.size()) return manner_.text(numbers_[first]);
    const std::string indent(prefix_ + axis + 1, ' ');
    const bool vector = axis + 1 == shape_.size();
    const std::string newlines = vector ? "" : std::string(shape_.size() - axis - 1, '\n');
    std::string done;
    std::string line;  // what stands in the current line, without its indent
    const auto add = [&](const std::string& word) {
      if (!vector) {
        done += (done.empty() ? "" : comma_ + newlines + indent) + word;
        return;
      }
      if (!line.empty()) line += comma_ + " ";
      if (!line.empty() && indent.size() + line.size() + word.size() > width_ - axis - 1) {
        line.erase(line.find_last_not_of(' ') + 1);
        done += line + "\n" + indent;
        line.clear();
      }
      line += word;
    };
    for (uint32_t i = 0; i < shape_[axis]; ++i) {
      if (edges_.dotsAt(axis, i)) {
        add("...");
        i = edges_.afterDots(axis);
      }
      add(text(axis + 1, first + i * edges_.stride(axis)));
    }
    return "[" + done + line + "]";
  }

 private:
  const Shape& shape_;
  const std::vector<T>& numbers_;
  PrintEdges edges_;
  MannerFor<T> manner_;
  std::string comma_;
  size_t prefix_;
  size_t width_;
};

std::string single(double value) { return formatDouble(value); }
std::string single(float value) { return formatFloat(value); }
std::string single(int64_t value) { return std::to_string(value); }
std::string single(uint8_t value) { return value != 0 ? "True" : "False"; }

template <class T>
std::string arrayText(const Shape& shape, const std::vector<T>& numbers, bool asCode = false) {
  if (numbers.empty()) return "[]";
  if (shape.empty()) return single(numbers[0]);
  return ArrayPrinter<T>(shape, numbers, asCode).text(0, 0);
}

}  // namespace

std::string formatNumpy(const Shape& shape, std::span<const double> numbers) {
  return arrayText(shape, std::vector<double>(numbers.begin(), numbers.end()));
}

std::string formatNumpy(const Tensor& tensor, bool asCode) {
  return std::visit([&](const auto& numbers) { return arrayText(tensor.shape(), numbers, asCode); },
                    tensor.data());
}

}  // namespace tril
