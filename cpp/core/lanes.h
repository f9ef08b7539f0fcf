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
inline Lanes larger(Lanes a, Lanes b) {
#ifdef __wasm_simd128__
  // Otherwise, where `b` is a constant, Clang takes the instruction that also orders 0 and -0: nine
  // of the machine's for one.
  return __builtin_wasm_pmax_f32x4(a, b);
#else
  return a < b ? b : a;
#endif
}

// 2^x for x <= 0, with a relative error of at most 2.1e-7; exactly 0 below 2^-115.5 (about e^-80),
// because numbers too small for float32's normal range slow the arithmetic on them several times.
// NaN stays NaN.
inline Lanes exp2(Lanes x) {
  constexpr int kSmallest = -116;  // where all bits of the exponent are 0, and so is the number
  x = larger(x, splat(kSmallest));
  // So large a number has no bits left for a fraction: adding it rounds x to a whole number, which
  // then stands in the lowest bits, counted from the smallest.
  const Lanes shift = splat(12582912.0f - kSmallest);  // 1.5 * 2^23
  const Lanes shifted = x + shift;
  const Lanes f = x - (shifted - shift);  // from -1/2 to 1/2
  const Lanes power = reinterpret_cast<Lanes>(reinterpret_cast<LaneBits>(shifted) << 23);
  // The polynomial with the smallest relative error for 2^f, times what the power is short of.
  constexpr float kRest = 1 << (127 + kSmallest);
  Lanes y = splat(kRest * 0.00136330665f);
  y = y * f + splat(kRest * 0.0096849026f);
  y = y * f + splat(kRest * 0.05549756f);
  y = y * f + splat(kRest * 0.24021919f);
  y = y * f + splat(kRest * 0.69314742f);
  y = y * f + splat(kRest * 1.0000001f);
  return y * power;
}

}  // namespace tril
