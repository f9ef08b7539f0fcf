// Station 5, random: the numbers PyTorch's CPU generator draws from the same seed.
//
// One stream; every call takes from it in row-major order. Uniforms, integers, permutations and
// what is made of them equal PyTorch's bit for bit. Normals in blocks of 16 (see `normal`) differ
// from PyTorch's portable build in one number of 70, by 1 to 3 units in the last place (of 600,000
// compared), and from builds with AVX2 by about 1e-7: PyTorch itself gives different last digits on
// different processors.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "matrix.h"
#include "result.h"

namespace tril {

// The parameters of nn.Linear: y = x weight^T + bias, weight out x in.
struct Linear {
  Matrix weight;
  std::vector<float> bias;
};

class Random {
 public:
  // As torch.manual_seed(seed). PyTorch uses the low 32 bits only: 5 and 2^32 + 5 draw the same
  // numbers, and a negative seed is its two's complement.
  // Example: Random(123).uniform(1, 1) is [[0.2961]].
  explicit Random(uint64_t seed);
  void seed(uint64_t seed);

  uint32_t next32();
  uint64_t next64();  // two draws, the first on top

  // torch.rand(rows, columns): uniform on [0, 1), or on [low, high).
  // Errors: outOfMemory; badArgument when the bounds are not finite floats in order.
  Result<Matrix> uniform(uint32_t rows, uint32_t columns, double low = 0, double high = 1);
  // torch.randn(rows, columns): normal. 16 numbers and more are made in blocks (Box and Muller) of
  // float uniforms; fewer come one by one in double, in pairs, and an odd one leaves its partner
  // for the next such call.
  // Errors: outOfMemory; badArgument when mean or deviation is not finite, or the deviation
  // negative.
  Result<Matrix> normal(uint32_t rows, uint32_t columns, double mean = 0, double deviation = 1);
  // torch.randint(low, high, (count,)): integers of [low, high).
  // Errors: badArgument when the range is empty.
  // Example: seed 123, 0 to 10: 2, 9, 2, 0, 0, ...
  Result<std::vector<int64_t>> integers(int64_t low, int64_t high, uint32_t count);
  // torch.randperm(n): the numbers 0 to n - 1, shuffled.
  // Example: seed 123, 10: 2, 0, 8, 1, 3, ...
  Result<std::vector<int64_t>> permutation(uint32_t n);

  // The same draws for any shape and for float64 tensors. Bounds are not checked here.
  void fillUniform(std::span<float> numbers, double low = 0, double high = 1);
  void fillUniform(std::span<double> numbers, double low = 0, double high = 1);
  void fillNormal(std::span<float> numbers, double mean = 0, double deviation = 1);
  void fillNormal(std::span<double> numbers, double mean = 0, double deviation = 1);

  // How layers start. nn.Linear(in, out) draws its weight, then its bias.
  Result<Linear> linear(uint32_t in, uint32_t out, bool bias = true);
  // nn.Embedding(count, width).
  Result<Matrix> embedding(uint32_t count, uint32_t width);
  // nn.init.xavier_uniform_ of a rows x columns weight.
  Result<Matrix> xavierUniform(uint32_t rows, uint32_t columns, double gain = 1);

  // Draws of 0 and 1, and of indices by weight, as in PyTorch builds without Intel's MKL. Builds
  // with it (the usual wheels for x86) draw other numbers here, so no lesson should promise these.
  // bernoulli: 1 with this probability. Dropout keeps where bernoulli(1 - p) is 1.
  Result<std::vector<uint8_t>> bernoulli(double probability, uint32_t count);
  // multinomial: `count` indices, each as likely as its weight says; without replacement all
  // differ.
  // Errors: badArgument for negative or non-finite weights, or more indices than weights other than
  // 0.
  Result<std::vector<int64_t>> multinomial(std::span<const float> weights, uint32_t count,
                                           bool replacement = false);

 private:
  double uniformDouble();
  double normalDouble();
  void refill();

  std::array<uint32_t, 624> state_;
  uint32_t next_;
  std::optional<double> spareNormal_;
};

}  // namespace tril
