// Four float32 numbers that are computed on together: one register of WebAssembly's SIMD, of SSE or
// of NEON. It is the compilers' own vector type, so the fast kernels are the same code natively and
// in WebAssembly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace tril {

using Lanes = float __attribute__((vector_size(16)));
using LaneBits = int32_t __attribute__((vector_size(16)));  // also what a comparison gives

inline Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store(float* to, Lanes lanes) { std::memcpy(to, &lanes, sizeof lanes); }

inline Lanes splat(float x) { return Lanes{x, x, x, x}; }

// Lane by lane the larger number; a NaN in `b` is passed over.
inline Lanes larger(Lanes a, Lanes b) { return a < b ? b : a; }

// 2^x for x <= 0, with a relative error of at most 2e-7; exactly 0 below 2^-115 (about e^-80),
// because numbers too small for float32's normal range slow the arithmetic on them several times.
// NaN stays NaN.
inline Lanes exp2(Lanes x) {
  // So large a number has no bits left for a fraction: adding it rounds x to a whole number, which
  // then stands in the lowest bits, raised by 127 as in the exponent of a float.
  const Lanes shift = splat(12582912.0f + 127.0f);  // 1.5 * 2^23
  const Lanes shifted = x + shift;
  const Lanes f = x - (shifted - shift);  // from -1/2 to 1/2
  const Lanes power = reinterpret_cast<Lanes>(reinterpret_cast<LaneBits>(shifted) << 23);
  // The polynomial with the smallest relative error for 2^f.
  Lanes y = splat(0.00136330665f);
  y = y * f + splat(0.0096849026f);
  y = y * f + splat(0.05549756f);
  y = y * f + splat(0.24021919f);
  y = y * f + splat(0.69314742f);
  y = y * f + splat(1.0000001f);
  const LaneBits vanishes = x < splat(-115.0f);
  return reinterpret_cast<Lanes>(reinterpret_cast<LaneBits>(y * power) & ~vanishes);
}

}  // namespace tril
