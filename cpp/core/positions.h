// Station 7, positions: a vector for every place in the text, to be added to the token's own.
#pragma once

#include <cstdint>
#include <optional>

#include "matrix.h"
#include "result.h"

namespace tril {

struct PositionOptions {
  double base = 10000;              // the wavelengths run from 2 pi to almost 2 pi base
  std::optional<int32_t> decimals;  // round each number to so many, as np.round does
};

// Sinusoidal positions, length x width: columns 2i and 2i + 1 hold the sine and cosine of position
// / base^(2i / width). An odd width ends with a sine; the exponent uses the width as it is.
// Computed in double, then rounded to float32.
// Errors: badArgument when the base is not a finite number above 0; outOfMemory.
// Example: positions(2, 2) is [[0, 1], [0.8415, 0.5403]].
Result<Matrix> positions(uint32_t length, uint32_t width, const PositionOptions& options = {});

// np.round: rint(x * 10^d) / 10^d in floating point, so ties go to the even digit after that
// product. Negative decimals round before the point.
// Example: roundTo(2.675, 2) is 2.68, roundTo(2.5, 0) is 2.
double roundTo(double x, int32_t decimals);

}  // namespace tril
