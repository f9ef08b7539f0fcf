// Matrices and attention: what of it JavaScript can call, and the conversions on the way; nothing
// is decided here. Every call reads its arguments in the order in which web/core gives them.

#include <emscripten/bind.h>

#include "attention.h"
#include "bridge.h"
#include "embedding.h"
#include "matrix.h"
#include "positions.h"
#include "print.h"

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

// --- Matrices

Status multiplyCall(Arguments& in) {
  const Matrix a = in.matrix(), b = in.matrix();
  return boxed(matmul(a, b));
}

Status transposeCall(Arguments& in) {
  boxMatrix(transpose(in.matrix()));
  return kDone;
}

Status softmaxCall(Arguments& in) {
  Matrix matrix = in.matrix();
  return boxed(softmax(std::move(matrix), in.integer()));
}

Status addCall(Arguments& in) {
  const Matrix a = in.matrix(), b = in.matrix();
  return boxed(add(a, b));
}

Status scaleCall(Arguments& in) {
  const Matrix matrix = in.matrix();
  boxMatrix(scale(matrix, in.number()));
  return kDone;
}

Status sumCall(Arguments& in) {
  const Matrix matrix = in.matrix();
  return boxed(sum(matrix, in.integer()));
}

Status entropyCall(Arguments& in) {
  box(entropy(in.matrix()));
  return kDone;
}

Status layerNormCall(Arguments& in) {
  const Matrix x = in.matrix(), gain = in.matrix(), shift = in.matrix();
  return boxed(layerNorm(x, gain.data, shift.data, in.number()));
}

Status activateCall(Arguments& in) {
  const Matrix x = in.matrix();
  boxMatrix(activate(x, static_cast<Activation>(in.word())));
  return kDone;
}

Status formatCall(Arguments& in) {
  const Matrix matrix = in.matrix();
  const bool isList = in.flag();
  box(format(isList ? Shape{matrix.columns} : Shape{matrix.rows, matrix.columns}, matrix.data));
  return kDone;
}

// --- Embedding, positions, scores

Status embedCall(Arguments& in) {
  const auto ids = in.integers();
  const Matrix table = in.matrix();
  return boxed(embed(std::vector<int64_t>(ids.begin(), ids.end()), table));
}

Status positionsCall(Arguments& in) {
  const uint32_t length = in.word(), width = in.word();
  PositionOptions options;
  options.base = in.number();
  if (const auto decimals = in.optionalNumber()) options.decimals = static_cast<int32_t>(*decimals);
  return boxed(positions(length, width, options));
}

Status scoresCall(Arguments& in) {
  const Matrix x = in.matrix(), y = in.matrix();
  return boxed(scores(x, y, static_cast<Similarity>(in.word())));
}

// --- Attention

Status mixCall(Arguments& in) {
  const Matrix weights = in.matrix(), values = in.matrix();
  Result<Mix> result = mix(weights, values);
  if (!result) return fail(result.error());
  boxMatrix(std::move(result->mixed));
  box(std::move(result->rowSums));
  std::vector<uint32_t> future;
  for (const Cell& cell : result->future) future.insert(future.end(), {cell.row, cell.column});
  box(std::move(future));
  return kDone;
}

AttendOptions attendOptions(Arguments& in) {
  AttendOptions options;
  options.causal = in.flag();
  options.scale = in.optionalNumber();
  options.heads = in.word();
  options.working = in.flag();
  if (in.flag()) {
    const bridge::Table<uint8_t> mask = in.table<uint8_t>();
    options.mask = Mask{mask.rows, mask.columns, {mask.numbers.begin(), mask.numbers.end()}};
  }
  return options;
}

// Numbers one after another, as they go into one box: JavaScript knows all shapes, and one copy out
// is what a small call can afford. What was taken is freed.
class Block {
 public:
  void take(std::vector<float> numbers) { parts_.push_back(std::move(numbers)); }
  void take(Attention attention) {
    take(std::move(attention.output.data));
    for (Head& head : attention.heads) {
      take(std::move(head.scores.data));
      take(std::move(head.scaled.data));
      take(std::move(head.masked.data));
      take(std::move(head.weights.data));
      take(std::move(head.rowSums));
    }
  }
  void box() {
    if (parts_.size() == 1) return bridge::box(std::move(parts_[0]));
    size_t size = 0;
    for (const auto& part : parts_) size += part.size();
    std::vector<float> all;
    all.reserve(size);
    for (auto& part : parts_) {
      all.insert(all.end(), part.begin(), part.end());
      std::vector<float>().swap(part);
    }
    bridge::box(std::move(all));
  }

 private:
  std::vector<std::vector<float>> parts_;
};

Status attendCall(Arguments& in) {
  const Matrix queries = in.matrix(), keys = in.matrix(), values = in.matrix();
  Result<Attention> result = attend(queries, keys, values, attendOptions(in));
  if (!result) return fail(result.error());
  Block block;
  block.take(std::move(*result));
  block.box();
  return kDone;
}

Projection projection(Arguments& in) {
  Matrix weight = in.matrix();
  return {std::move(weight), in.floats()};
}

Projections projections(Arguments& in) {
  Projections result{projection(in), projection(in), projection(in), {}};
  if (in.flag()) result.output = projection(in);
  return result;
}

Status boxAttended(Result<SelfAttention> result) {
  if (!result) return fail(result.error());
  Block block;
  block.take(std::move(result->queries.data));
  block.take(std::move(result->keys.data));
  block.take(std::move(result->values.data));
  block.take(std::move(result->output.data));
  block.take(std::move(result->attention));
  block.box();
  return kDone;
}

Status selfAttendCall(Arguments& in) {
  const Matrix x = in.matrix();
  const Projections by = projections(in);
  return boxAttended(selfAttend(x, by, attendOptions(in)));
}

Status crossAttendCall(Arguments& in) {
  const Matrix x = in.matrix(), context = in.matrix();
  const Projections by = projections(in);
  return boxAttended(crossAttend(x, context, by, attendOptions(in)));
}

EMSCRIPTEN_BINDINGS(numbers) {
  function("matmul", &call<multiplyCall>);
  function("transpose", &call<transposeCall>);
  function("softmax", &call<softmaxCall>);
  function("add", &call<addCall>);
  function("scale", &call<scaleCall>);
  function("sum", &call<sumCall>);
  function("entropy", &call<entropyCall>);
  function("layerNorm", &call<layerNormCall>);
  function("activate", &call<activateCall>);
  function("format", &call<formatCall>);
  function("embed", &call<embedCall>);
  function("positions", &call<positionsCall>);
  function("scores", &call<scoresCall>);
  function("mix", &call<mixCall>);
  function("attend", &call<attendCall>);
  function("selfAttend", &call<selfAttendCall>);
  function("crossAttend", &call<crossAttendCall>);
}

}  // namespace
}  // namespace tril
