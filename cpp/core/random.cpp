#include "random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>

#include "elementary.h"
#include "sentence.h"

namespace tril {
namespace {

constexpr size_t kStateSize = 624;
constexpr size_t kStateShift = 397;
constexpr size_t kBlock = 16;

constexpr double kTwoPi = 2 * std::numbers::pi;

// The low bits of a draw as a fraction of [0, 1): 24 bits fill a float, 53 a double.
float unitFloat(uint32_t bits) { return static_cast<float>(bits & 0xFFFFFF) * 0x1p-24f; }
double unitDouble(uint64_t bits) {
  return static_cast<double>(bits & ((uint64_t{1} << 53) - 1)) * 0x1p-53;
}

// log, cos and sin of a float come from the double functions, rounded: natively and in WebAssembly
// the digits have to agree.
float logOf(float x) { return static_cast<float>(elementary::log(x)); }
double logOf(double x) { return elementary::log(x); }
float cosOf(float x) { return static_cast<float>(elementary::cos(x)); }
double cosOf(double x) { return elementary::cos(x); }
float sinOf(float x) { return static_cast<float>(elementary::sin(x)); }
double sinOf(double x) { return elementary::sin(x); }

// Box and Muller's way from 16 uniforms to 16 normals, in the numbers' own precision: the first
// eight give the radii, the last eight the angles.
template <class T>
void toNormals(T* numbers, T mean, T deviation) {
  for (size_t j = 0; j < kBlock / 2; ++j) {
    const T radius = std::sqrt(T{-2} * logOf(T{1} - numbers[j]));
    const T angle = static_cast<T>(kTwoPi * numbers[j + kBlock / 2]);
    numbers[j] = radius * cosOf(angle) * deviation + mean;
    numbers[j + kBlock / 2] = radius * sinOf(angle) * deviation + mean;
  }
}

template <class T>
void fillNormalBlocks(Random& random, std::span<T> numbers, T mean, T deviation) {
  random.fillUniform(numbers);
  for (size_t i = 0; i + kBlock <= numbers.size(); i += kBlock) {
    toNormals(numbers.data() + i, mean, deviation);
  }
  if (numbers.size() % kBlock == 0) return;
  // A remainder is not finished by itself: the last 16 numbers, some of them done, are drawn
  // afresh.
  const std::span<T> last = numbers.last(kBlock);
  random.fillUniform(last);
  toNormals(last.data(), mean, deviation);
}

Error tooMany(const std::string& what, uint64_t count, uint64_t most) {
  return {ErrorCode::outOfMemory,
          sentence({count, " ", what, " are too many: at most ", most, " fit"})};
}

// Lists of 8-byte integers may take as much memory as a matrix, so hold half as many.
constexpr uint64_t kMaxIntegers = kMaxElements / 2;

}  // namespace

Random::Random(uint64_t seed) { this->seed(seed); }

void Random::seed(uint64_t seed) {
  state_[0] = static_cast<uint32_t>(seed);
  for (uint32_t j = 1; j < kStateSize; ++j) {
    state_[j] = 1812433253u * (state_[j - 1] ^ (state_[j - 1] >> 30)) + j;
  }
  next_ = kStateSize;
  spareNormal_.reset();
}

// The Mersenne twister MT19937: 624 new words from the 624 last ones.
void Random::refill() {
  for (size_t i = 0; i < kStateSize; ++i) {
    const uint32_t joined =
        (state_[i] & 0x80000000u) | (state_[(i + 1) % kStateSize] & 0x7FFFFFFFu);
    state_[i] = state_[(i + kStateShift) % kStateSize] ^ (joined >> 1) ^
                ((joined & 1) != 0 ? 0x9908B0DFu : 0u);
  }
  next_ = 0;
}

uint32_t Random::next32() {
  if (next_ == kStateSize) refill();
  uint32_t word = state_[next_++];
  word ^= word >> 11;
  word ^= (word << 7) & 0x9D2C5680u;
  word ^= (word << 15) & 0xEFC60000u;
  return word ^ (word >> 18);
}

uint64_t Random::next64() {
  const uint64_t high = next32();
  return high << 32 | next32();
}

double Random::uniformDouble() { return unitDouble(next64()); }

double Random::normalDouble() {
  if (spareNormal_) return *std::exchange(spareNormal_, std::nullopt);
  // The other way round than in a block: the first uniform is the angle.
  const double angle = kTwoPi * uniformDouble();
  const double radius = std::sqrt(-2 * elementary::log(1 - uniformDouble()));
  spareNormal_ = radius * elementary::sin(angle);
  return radius * elementary::cos(angle);
}

void Random::fillUniform(std::span<float> numbers, double low, double high) {
  const float from = static_cast<float>(low);
  const float range = static_cast<float>(high) - from;
  for (float& number : numbers) number = unitFloat(next32()) * range + from;
}

void Random::fillUniform(std::span<double> numbers, double low, double high) {
  for (double& number : numbers) number = uniformDouble() * (high - low) + low;
}

void Random::fillNormal(std::span<float> numbers, double mean, double deviation) {
  if (numbers.size() >= kBlock) {
    fillNormalBlocks(*this, numbers, static_cast<float>(mean), static_cast<float>(deviation));
    return;
  }
  for (float& number : numbers) {
    number = static_cast<float>(normalDouble() * deviation + mean);
  }
}

void Random::fillNormal(std::span<double> numbers, double mean, double deviation) {
  if (numbers.size() >= kBlock) {
    fillNormalBlocks(*this, numbers, mean, deviation);
    return;
  }
  for (double& number : numbers) number = normalDouble() * deviation + mean;
}

Result<Matrix> Random::uniform(uint32_t rows, uint32_t columns, double low, double high) {
  const float from = static_cast<float>(low);
  const float to = static_cast<float>(high);
  if (!(from <= to) || !std::isfinite(to - from)) {
    return Error{ErrorCode::badArgument,
                 "the bounds of a uniform draw must be finite, and the lower one first"};
  }
  Result<Matrix> result = zeros(rows, columns);
  if (result) fillUniform(result->data, low, high);
  return result;
}

Result<Matrix> Random::normal(uint32_t rows, uint32_t columns, double mean, double deviation) {
  if (!std::isfinite(mean) || !std::isfinite(deviation) || deviation < 0) {
    return Error{ErrorCode::badArgument,
                 "a normal draw needs a finite mean and a finite deviation that is not negative"};
  }
  Result<Matrix> result = zeros(rows, columns);
  if (result) fillNormal(result->data, mean, deviation);
  return result;
}

Result<std::vector<int64_t>> Random::integers(int64_t low, int64_t high, uint32_t count) {
  if (low >= high) {
    return Error{ErrorCode::badArgument,
                 sentence({"there is no integer from ", low, " up to, but not including, ", high})};
  }
  if (count > kMaxIntegers) return tooMany("integers", count, kMaxIntegers);
  // Unsigned, so that the widest range does not overflow.
  const uint64_t range = static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  std::vector<int64_t> result(count);
  for (int64_t& number : result) {
    const uint64_t draw = range >> 32 != 0 ? next64() : next32();
    number = static_cast<int64_t>(draw % range + static_cast<uint64_t>(low));
  }
  return result;
}

Result<std::vector<int64_t>> Random::permutation(uint32_t n) {
  // (PyTorch takes 64-bit draws from 2^32 / 20 numbers on, which is beyond this limit.)
  if (n > kMaxIntegers) return tooMany("numbers", n, kMaxIntegers);
  std::vector<int64_t> result(n);
  std::iota(result.begin(), result.end(), 0);
  for (uint32_t i = 0; i + 1 < n; ++i) std::swap(result[i], result[i + next32() % (n - i)]);
  return result;
}

Result<Linear> Random::linear(uint32_t in, uint32_t out, bool bias) {
  // 1 / sqrt(in) both, but PyTorch gets the first by the way of kaiming_uniform_(a = sqrt 5), and
  // the order of operations shows in the last bit.
  const double slope = std::sqrt(5.0);
  const double gain = std::sqrt(2.0 / (1 + slope * slope));
  const double weightBound = in == 0 ? 0 : std::sqrt(3.0) * (gain / std::sqrt(1.0 * in));
  const double biasBound = in == 0 ? 0 : 1 / std::sqrt(1.0 * in);
  Result<Matrix> weight = uniform(out, in, -weightBound, weightBound);
  if (!weight) return weight.error();
  Linear result{std::move(*weight), std::vector<float>(bias ? out : 0)};
  fillUniform(result.bias, -biasBound, biasBound);
  return result;
}

Result<Matrix> Random::embedding(uint32_t count, uint32_t width) { return normal(count, width); }

Result<Matrix> Random::xavierUniform(uint32_t rows, uint32_t columns, double gain) {
  const double fans = 1.0 * columns + rows;
  const double bound = fans == 0 ? 0 : std::sqrt(3.0) * (gain * std::sqrt(2.0 / fans));
  return uniform(rows, columns, -bound, bound);
}

Result<std::vector<uint8_t>> Random::bernoulli(double probability, uint32_t count) {
  if (!(probability >= 0 && probability <= 1)) {
    return Error{ErrorCode::badArgument, "a probability lies between 0 and 1"};
  }
  if (count > kMaxElements) return tooMany("draws", count, kMaxElements);
  std::vector<uint8_t> result(count);
  for (uint8_t& draw : result) draw = uniformDouble() < probability ? 1 : 0;
  return result;
}

Result<std::vector<int64_t>> Random::multinomial(std::span<const float> weights, uint32_t count,
                                                 bool replacement) {
  size_t possible = 0;
  float total = 0;
  for (const float weight : weights) {
    if (!(weight >= 0) || !std::isfinite(total += weight)) {
      return Error{ErrorCode::badArgument,
                   "weights to draw by must be finite and not negative, and so must be their sum"};
    }
    possible += weight > 0 ? 1 : 0;
  }
  if (possible == 0 || (!replacement && count > possible)) {
    return Error{ErrorCode::badArgument,
                 sentence({"cannot draw ", count, " from ", possible, " weights other than 0",
                           (possible == 0 ? "" : " without replacement")})};
  }
  if (count > kMaxIntegers) return tooMany("draws", count, kMaxIntegers);

  std::vector<float> numbers(weights.begin(), weights.end());
  std::vector<int64_t> result(count);
  if (replacement && count > 1) {
    float sum = 0;
    for (float& number : numbers) number = sum += number;
    for (float& number : numbers) number /= sum;
    for (int64_t& index : result) {
      const auto place = std::lower_bound(numbers.begin(), numbers.end(), uniformDouble());
      index = std::min<int64_t>(place - numbers.begin(), numbers.size() - 1);
    }
    return result;
  }
  // A race of exponential clocks: each index's time, turned over, and the first ones home win.
  for (float& number : numbers) number /= static_cast<float>(-elementary::log(1 - uniformDouble()));
  std::vector<int64_t> order(numbers.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int64_t a, int64_t b) { return numbers[a] > numbers[b]; });
  std::copy_n(order.begin(), count, result.begin());
  return result;
}

}  // namespace tril
