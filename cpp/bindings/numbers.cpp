// Matrices and attention: what of it JavaScript can call, and the conversions on the way; nothing
// is decided here. web/core/raw.ts has the same table as types.

#include <emscripten/bind.h>

#include "attention.h"
#include "bridge.h"
#include "matrix.h"

namespace tril {
namespace {

using bridge::Address;
using bridge::box;
using bridge::boxed;
using bridge::boxMatrix;
using bridge::fail;
using bridge::matrixAt;
using bridge::run;
using bridge::Status;
using emscripten::function;

Status multiply(Address a, uint32_t rowsA, uint32_t columnsA, Address b, uint32_t rowsB,
                uint32_t columnsB) {
  return run(
      [=] { return boxed(matmul(matrixAt(a, rowsA, columnsA), matrixAt(b, rowsB, columnsB))); });
}

Status transposeOf(Address a, uint32_t rows, uint32_t columns) {
  return run([=] { boxMatrix(transpose(matrixAt(a, rows, columns))); });
}

Status softmaxOf(Address a, uint32_t rows, uint32_t columns, int32_t axis) {
  return run([=] { return boxed(softmax(matrixAt(a, rows, columns), axis)); });
}

Status mixOf(Address weights, uint32_t rowsW, uint32_t columnsW, Address values, uint32_t rowsV,
             uint32_t columnsV) {
  return run([=]() -> Status {
    Result<Mix> result = mix(matrixAt(weights, rowsW, columnsW), matrixAt(values, rowsV, columnsV));
    if (!result) return fail(result.error());
    boxMatrix(std::move(result->mixed));
    box(std::move(result->rowSums));
    std::vector<uint32_t> future;
    for (const Cell& cell : result->future) future.insert(future.end(), {cell.row, cell.column});
    box(std::move(future));
    return 0;
  });
}

EMSCRIPTEN_BINDINGS(numbers) {
  function("matmul", &multiply);
  function("transpose", &transposeOf);
  function("softmax", &softmaxOf);
  function("mix", &mixOf);
}

}  // namespace
}  // namespace tril
