// Matrices and attention: what of it JavaScript can call, and the conversions on the way; nothing
// is decided here. Every call reads its arguments in the order in which web/core gives them.

#include <emscripten/bind.h>

#include "attention.h"
#include "bridge.h"
#include "matrix.h"

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

Status multiplyCall(Arguments& in) {
  const Matrix a = in.matrix(), b = in.matrix();
  return boxed(matmul(a, b));
}

Status transposeCall(Arguments& in) {
  boxMatrix(transpose(in.matrix()));
  return kDone;
}

Status softmaxCall(Arguments& in) {
  const Matrix matrix = in.matrix();
  return boxed(softmax(matrix, in.integer()));
}

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

EMSCRIPTEN_BINDINGS(numbers) {
  function("matmul", &call<multiplyCall>);
  function("transpose", &call<transposeCall>);
  function("softmax", &call<softmaxCall>);
  function("mix", &call<mixCall>);
}

}  // namespace
}  // namespace tril
