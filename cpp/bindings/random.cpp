// Random numbers: what of it JavaScript can call, and the conversions on the way; nothing is
// decided here. Every call reads its arguments in the order in which web/core gives them.

#include "random.h"

#include <emscripten/bind.h>

#include "bridge.h"

namespace tril {
namespace {

using bridge::Arguments;
using bridge::box;
using bridge::boxed;
using bridge::boxMatrix;
using bridge::call;
using bridge::fail;
using bridge::kDone;
using bridge::Status;
using emscripten::function;

Status randomCall(Arguments& in) { return bridge::keep(new Random(in.word())); }

// The generator's draws change it, but never what it has allocated.
Random& randomIn(Arguments& in) { return *static_cast<Random*>(in.object().value); }

Status uniformCall(Arguments& in) {
  Random& random = randomIn(in);
  const uint32_t rows = in.word(), columns = in.word();
  const double low = in.number(), high = in.number();
  return boxed(random.uniform(rows, columns, low, high));
}

Status normalCall(Arguments& in) {
  Random& random = randomIn(in);
  const uint32_t rows = in.word(), columns = in.word();
  const double mean = in.number(), deviation = in.number();
  return boxed(random.normal(rows, columns, mean, deviation));
}

// Each as two words, the lower first.
Status boxIntegers(Result<std::vector<int64_t>> integers) {
  if (!integers) return fail(integers.error());
  std::vector<uint32_t> words;
  words.reserve(2 * integers->size());
  for (const int64_t integer : *integers) {
    words.push_back(static_cast<uint32_t>(integer));
    words.push_back(static_cast<uint32_t>(integer >> 32));
  }
  box(std::move(words));
  return kDone;
}

Status integersCall(Arguments& in) {
  Random& random = randomIn(in);
  const auto low = static_cast<int64_t>(in.number()), high = static_cast<int64_t>(in.number());
  return boxIntegers(random.integers(low, high, in.word()));
}

Status permutationCall(Arguments& in) {
  Random& random = randomIn(in);
  return boxIntegers(random.permutation(in.word()));
}

Status linearCall(Arguments& in) {
  Random& random = randomIn(in);
  const uint32_t from = in.word(), to = in.word();
  Result<Linear> linear = random.linear(from, to, in.flag());
  if (!linear) return fail(linear.error());
  boxMatrix(std::move(linear->weight));
  box(std::move(linear->bias));
  return kDone;
}

Status embeddingCall(Arguments& in) {
  Random& random = randomIn(in);
  const uint32_t count = in.word(), width = in.word();
  return boxed(random.embedding(count, width));
}

Status xavierUniformCall(Arguments& in) {
  Random& random = randomIn(in);
  const uint32_t rows = in.word(), columns = in.word();
  return boxed(random.xavierUniform(rows, columns, in.number()));
}

EMSCRIPTEN_BINDINGS(random) {
  function("random", &call<randomCall>);
  function("uniform", &call<uniformCall>);
  function("normal", &call<normalCall>);
  function("integers", &call<integersCall>);
  function("permutation", &call<permutationCall>);
  function("linear", &call<linearCall>);
  function("embedding", &call<embeddingCall>);
  function("xavierUniform", &call<xavierUniformCall>);
}

}  // namespace
}  // namespace tril
