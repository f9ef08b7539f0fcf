#include "random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "golden.h"
#include "matrix.h"

namespace tril {
namespace {

using nlohmann::json;

// The numbers behind a list of bit patterns in hexadecimal.
template <class T, class Bits>
std::vector<T> fromBits(const json& bits) {
  std::vector<T> numbers;
  for (const json& pattern : bits) {
    numbers.push_back(
        std::bit_cast<T>(static_cast<Bits>(std::stoull(pattern.get<std::string>(), nullptr, 16))));
  }
  return numbers;
}

std::vector<float> floats(const json& bits) { return fromBits<float, uint32_t>(bits); }
std::vector<double> doubles(const json& bits) { return fromBits<double, uint64_t>(bits); }

// How many numbers of the type lie between two, zero included once.
int64_t steps(float a, float b) {
  const auto order = [](float x) {
    const int32_t bits = std::bit_cast<int32_t>(x);
    return int64_t{bits < 0 ? INT32_MIN - bits : bits};
  };
  return std::abs(order(a) - order(b));
}
int64_t steps(double a, double b) {
  const auto order = [](double x) {
    const int64_t bits = std::bit_cast<int64_t>(x);
    return bits < 0 ? INT64_MIN - bits : bits;
  };
  return std::abs(order(a) - order(b));
}

template <class T>
void expectSteps(const std::vector<T>& actual, const std::vector<T>& expected, int64_t most,
                 const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i) {
    EXPECT_LE(steps(actual[i], expected[i]), most) << what << ", number " << i << ": " << actual[i];
  }
}

std::vector<float> uniforms(Random& random, size_t count) {
  std::vector<float> numbers(count);
  random.fillUniform(numbers);
  return numbers;
}

std::vector<float> normals(Random& random, size_t count, double deviation = 1) {
  std::vector<float> numbers(count);
  random.fillNormal(numbers, 0, deviation);
  return numbers;
}

template <class T>
std::vector<int> asInts(const std::vector<T>& numbers) {
  return {numbers.begin(), numbers.end()};
}

// The tolerance for normals made in blocks; fewer than 16 come by way of double.
int64_t normalSteps(size_t count) { return count < 16 ? 1 : 2; }

// One check for every name in rng.json; "rand(5)" and its like are read below.
const std::map<std::string, std::function<void(Random&, const json&, const std::string&)>> kChecks =
    {
        {"mt19937 first 8 u32",
         [](Random& random, const json& expected, const std::string& what) {
           for (const json& word : expected)
             EXPECT_EQ(random.next32(), word.get<uint32_t>()) << what;
         }},
        {"randperm(10)",
         [](Random& random, const json& expected, const std::string& what) {
           EXPECT_EQ(*random.permutation(10), expected.get<std::vector<int64_t>>()) << what;
         }},
        {"randint(0,10,(12,))",
         [](Random& random, const json& expected, const std::string& what) {
           EXPECT_EQ(*random.integers(0, 10, 12), expected.get<std::vector<int64_t>>()) << what;
         }},
        {"randint(-2**40,2**41,(4,))",
         [](Random& random, const json& expected, const std::string& what) {
           EXPECT_EQ(*random.integers(-(int64_t{1} << 40), int64_t{1} << 41, 4),
                     expected.get<std::vector<int64_t>>())
               << what;
         }},
        {"Linear(3,2)",
         [](Random& random, const json& expected, const std::string& what) {
           const Linear linear = *random.linear(3, 2);
           EXPECT_TRUE(sameBits(linear.weight.data, floats(expected.at("weight_bits")))) << what;
           EXPECT_TRUE(sameBits(linear.bias, floats(expected.at("bias_bits")))) << what;
         }},
        {"Linear(7,5)",
         [](Random& random, const json& expected, const std::string& what) {
           const Linear linear = *random.linear(7, 5);
           EXPECT_TRUE(sameBits(linear.weight.data, floats(expected.at("weight_bits")))) << what;
           EXPECT_TRUE(sameBits(linear.bias, floats(expected.at("bias_bits")))) << what;
         }},
        {"xavier_uniform_(4,6)",
         [](Random& random, const json& expected, const std::string& what) {
           EXPECT_TRUE(sameBits(random.xavierUniform(4, 6)->data, floats(expected.at("bits"))))
               << what;
         }},
        {"normal_(4,6; mean 0, std 0.02)",
         [](Random& random, const json& expected, const std::string& what) {
           expectSteps(random.normal(4, 6, 0, 0.02)->data, floats(expected.at("bits")), 2, what);
         }},
        {"normal_(2,3; mean 0, std 0.02)",
         [](Random& random, const json& expected, const std::string& what) {
           expectSteps(random.normal(2, 3, 0, 0.02)->data, floats(expected.at("bits")), 1, what);
         }},
        {"Embedding(50000,3) rows 0-5 and 49999",
         [](Random& random, const json& expected, const std::string& what) {
           const Matrix table = *random.embedding(50000, 3);
           std::vector<float> rows(table.data.begin(), table.data.begin() + 18);
           rows.insert(rows.end(), table.data.end() - 3, table.data.end());
           expectSteps(rows, floats(expected.at("bits")), 2, what);
         }},
        {"Embedding(4,3) (12 numbers: scalar path)",
         [](Random& random, const json& expected, const std::string& what) {
           expectSteps(random.embedding(4, 3)->data, floats(expected.at("bits")), 1, what);
         }},
        {"Embedding(10,3)",
         [](Random& random, const json& expected, const std::string& what) {
           expectSteps(random.embedding(10, 3)->data, floats(expected.at("bits")), 2, what);
         }},
        {"randn(5), rand(1), randn(2) in one stream",
         [](Random& random, const json& expected, const std::string& what) {
           std::vector<float> all = normals(random, 5);
           for (const float x : uniforms(random, 1)) all.push_back(x);
           for (const float x : normals(random, 2)) all.push_back(x);
           expectSteps(all, floats(expected.at("bits")), 1, what);
         }},
        {"randn(1), randn(16), randn(1) in one stream",
         [](Random& random, const json& expected, const std::string& what) {
           std::vector<float> all = normals(random, 1);
           for (const float x : normals(random, 16)) all.push_back(x);
           for (const float x : normals(random, 1)) all.push_back(x);
           expectSteps(all, floats(expected.at("bits")), 2, what);
         }},
        {"bernoulli_(0.5) x20 (no-MKL build)",
         [](Random& random, const json& expected, const std::string& what) {
           EXPECT_EQ(asInts(*random.bernoulli(0.5, 20)), expected.get<std::vector<int>>()) << what;
         }},
        {"dropout(ones(20),0.5) (no-MKL build)",
         [](Random& random, const json& expected, const std::string& what) {
           std::vector<int> kept = asInts(*random.bernoulli(1 - 0.5, 20));
           for (int& x : kept) x *= 2;  // 1 / (1 - 0.5)
           EXPECT_EQ(kept, expected.get<std::vector<int>>()) << what;
         }},
        {"multinomial([.1,.2,.3,.4],1) (no-MKL build)",
         [](Random& random, const json& expected, const std::string& what) {
           const std::vector<float> weights{0.1f, 0.2f, 0.3f, 0.4f};
           EXPECT_EQ(asInts(*random.multinomial(weights, 1)), expected.get<std::vector<int>>())
               << what;
         }},
        {"multinomial([.1,.2,.3,.4],10,True) (no-MKL build)",
         [](Random& random, const json& expected, const std::string& what) {
           const std::vector<float> weights{0.1f, 0.2f, 0.3f, 0.4f};
           EXPECT_EQ(asInts(*random.multinomial(weights, 10, true)),
                     expected.get<std::vector<int>>())
               << what;
         }},
};

// "rand(17)", "randn(5,float64)".
bool checkDraws(const std::string& name, Random& random, const json& expected,
                const std::string& what) {
  const bool normal = name.rfind("randn(", 0) == 0;
  if (!normal && name.rfind("rand(", 0) != 0) return false;
  if (name.find("stream") != std::string::npos) return false;
  const size_t count = std::stoul(name.substr(normal ? 6 : 5));
  if (name.find("float64") == std::string::npos) {
    const std::vector<float> numbers = normal ? normals(random, count) : uniforms(random, count);
    expectSteps(numbers, floats(expected.at("bits")), normal ? normalSteps(count) : 0, what);
    return true;
  }
  std::vector<double> numbers(count);
  if (normal) {
    random.fillNormal(numbers);
  } else {
    random.fillUniform(numbers);
  }
  expectSteps(numbers, doubles(expected.at("bits")), normal ? 1 : 0, what);
  return true;
}

TEST(Random, DrawsWhatPyTorchDraws) {
  int checked = 0;
  const json seeds = golden("torch/rng.json").at("seeds");
  ASSERT_EQ(seeds.size(), 5u);
  for (const auto& [seed, vectors] : seeds.items()) {
    for (const auto& [name, expected] : vectors.items()) {
      Random random(std::stoull(seed));
      const std::string what = "seed " + seed + ", " + name;
      ++checked;
      if (checkDraws(name, random, expected, what)) continue;
      ASSERT_TRUE(kChecks.contains(name)) << name;
      kChecks.at(name)(random, expected, what);
    }
  }
  EXPECT_EQ(checked, 195);
}

TEST(Random, StartsLayersAsPyTorchDoes) {
  // nn.MultiheadAttention: the output layer first, then the projections, all in one if of equal
  // width.
  const json config = golden("torch/dev.json").at("mha");
  const json cases = golden("torch/mha.json").at("cases");
  for (const json& goldenCase : cases) {
    const auto named = [&](const json& entry) { return entry.at("name") == goldenCase.at("name"); };
    const auto entry = std::find_if(config.begin(), config.end(), named);
    ASSERT_NE(entry, config.end());
    const json& parameters = goldenCase.at("params");
    const uint32_t width = goldenCase.at("d_model");
    Random random(entry->at("seed").get<uint64_t>());
    const Linear output = *random.linear(width, width, entry->at("bias"));
    EXPECT_TRUE(sameBits(output.weight.data, matrixOf(parameters.at("out_proj.weight")).data));
    for (const char* name : {"q_proj_weight", "k_proj_weight", "v_proj_weight", "in_proj_weight"}) {
      if (!parameters.contains(name)) continue;
      const Matrix expected = matrixOf(parameters.at(name));
      EXPECT_TRUE(
          sameBits(random.xavierUniform(expected.rows, expected.columns)->data, expected.data))
          << goldenCase.at("name") << " " << name;
    }
  }
}

TEST(Random, UsesTheLow32BitsOfASeed) {
  EXPECT_EQ(Random(5).next32(), Random((uint64_t{1} << 32) + 5).next32());
  EXPECT_EQ(Random(static_cast<uint64_t>(-1)).next32(), Random(0xFFFFFFFF).next32());
  Random random(1);
  normals(random, 1);
  random.seed(1);  // drops the partner of that one normal, too
  EXPECT_EQ(normals(random, 2), [] {
    Random fresh(1);
    return normals(fresh, 2);
  }());
}

TEST(Random, DrawsWithinBounds) {
  Random random(7);
  const Matrix uniform = *random.uniform(20, 20, -3, 2);
  for (const float x : uniform.data) EXPECT_TRUE(x >= -3 && x < 2) << x;
  const std::vector<int64_t> any = *random.integers(INT64_MIN, INT64_MAX, 20);
  EXPECT_TRUE(std::any_of(any.begin(), any.end(), [](int64_t n) { return n < INT32_MIN; }));
  EXPECT_EQ(*random.integers(-2, -1, 3), (std::vector<int64_t>{-2, -2, -2}));
  std::vector<int64_t> all = *random.permutation(100);
  std::sort(all.begin(), all.end());
  for (int64_t i = 0; i < 100; ++i) EXPECT_EQ(all[i], i);
  EXPECT_TRUE(random.permutation(0)->empty());
  EXPECT_EQ(random.linear(0, 3)->bias, std::vector<float>(3));
  const std::vector<int64_t> drawn = *random.multinomial(std::vector<float>{0, 1, 0, 2}, 2);
  EXPECT_EQ(drawn[0] + drawn[1], 4);
}

TEST(Random, RefusesWhatItCannotDraw) {
  Random random(0);
  expectError(random.integers(3, 3, 1), ErrorCode::badArgument,
              "there is no integer from 3 up to, but not including, 3");
  expectError(random.uniform(1, 1, 2, 1), ErrorCode::badArgument,
              "the bounds of a uniform draw must be finite, and the lower one first");
  expectError(random.normal(1, 1, 0, -1), ErrorCode::badArgument,
              "a normal draw needs a finite mean and a finite deviation that is not negative");
  expectError(random.permutation(0xFFFFFFFF), ErrorCode::outOfMemory,
              "4294967295 numbers are too many: at most 134217728 fit");
  expectError(random.bernoulli(1.5, 1), ErrorCode::badArgument,
              "a probability lies between 0 and 1");
  expectError(random.multinomial(std::vector<float>{1, -1}, 1), ErrorCode::badArgument,
              "weights to draw by must be finite and not negative, and so must be their sum");
  expectError(random.multinomial(std::vector<float>{1, 0}, 2), ErrorCode::badArgument,
              "cannot draw 2 from 1 weights other than 0 without replacement");
  EXPECT_EQ(random.next32(), Random(0).next32()) << "a refusal draws nothing";
}

}  // namespace
}  // namespace tril
