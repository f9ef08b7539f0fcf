#include "positions.h"

#include <cmath>
#include <cstdlib>

#include "elementary.h"

namespace tril {

Result<Matrix> positions(uint32_t length, uint32_t width, const PositionOptions& options) {
  if (!std::isfinite(options.base) || options.base <= 0) {
    return Error{ErrorCode::badArgument, "the base of positions must be a finite number above 0"};
  }
  Result<Matrix> result = zeros(length, width);
  if (!result) return result;
  for (uint32_t column = 0; column < width; ++column) {
    // A sine and its cosine share the even column's exponent.
    const double exponent = static_cast<double>(column - column % 2) / width;
    const double divisor = elementary::power(options.base, exponent);
    if ((length - 1.0) / divisor > elementary::kMaxAngle) {
      return Error{
          ErrorCode::badArgument,
          "the base of positions is so small that their angles pass 2^29, where sines mean "
          "nothing"};
    }
    for (uint32_t position = 0; position < length; ++position) {
      const double angle = position / divisor;
      const double wave = column % 2 == 0 ? elementary::sin(angle) : elementary::cos(angle);
      result->at(position, column) =
          static_cast<float>(options.decimals ? roundTo(wave, *options.decimals) : wave);
    }
  }
  return result;
}

double roundTo(double x, int32_t decimals) {
  if (decimals == 0) return std::nearbyint(x);
  double factor = 1;
  for (int32_t i = 0; i < 400 && i < std::abs(int64_t{decimals}); ++i) factor *= 10;
  return decimals > 0 ? std::nearbyint(x * factor) / factor : std::nearbyint(x / factor) * factor;
}

}  // namespace tril
