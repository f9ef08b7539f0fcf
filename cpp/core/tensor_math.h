// Arithmetic on tensors of any rank and type: what matrix.h does for two axes and float32, and the
// rest that a lesson's torch needs. Every function returns a tensor of its own; none changes its
// arguments.
#pragma once

#include <cstdint>

#include "matrix.h"
#include "result.h"
#include "tensor.h"

namespace tril {

// The shape that both broadcast to: aligned at the last axis, lengths of 1 repeat.
// Errors: badShape.
// Example: 2 x 1 and 3 give 2 x 3.
Result<Shape> broadcastShape(const Shape& a, const Shape& b);

enum class Binary {
  // In the operands' common type.
  add,
  subtract,
  multiply,
  maximum,
  minimum,
  floorDivide,  // rounded down
  remainder,    // what that leaves: it has the divisor's sign
  power,
  // Always of floats.
  divide,
  // Always bool.
  equal,
  notEqual,
  less,
  lessEqual,
  greater,
  greaterEqual,
};
// Number by number, broadcast.
// Errors: badShape; badArgument for the difference of two bools, and for integers where 0 divides
// or the power is negative. Example: binary(Binary::add, [[1], [2]], [10, 20]) is [[11, 21], [12,
// 22]].
Result<Tensor> binary(Binary operation, const Tensor& a, const Tensor& b);

enum class Unary { negate, absolute, exp, log, sqrt, sin, cos, floor, ceil, round, logicalNot };
// Number by number, of floats except negate and absolute, which keep the type, and logicalNot
// (bool). round takes the even one of two that are as near.
// Errors: badArgument for the sign of a bool.
// Example: unary(Unary::negate, [1, -2]) is [-1, 2].
Result<Tensor> unary(Unary operation, const Tensor& x);
Tensor activate(const Tensor& x, Activation activation);

// `a` where the condition is not 0, else `b`; all three broadcast.
// Errors: badShape.
Result<Tensor> where(const Tensor& condition, const Tensor& a, const Tensor& b);

enum class Reduction { sum, mean, maximum, minimum, argmax, argmin };
// One number for each line along an axis; `keepAxis` leaves it with length 1. Sums are carried in
// double; bools sum to int64; argmax and argmin are the first such index. A NaN in a line is its
// maximum, minimum, and their place.
// Errors: badArgument for an axis, the mean of integers or bools, or the extreme of an empty line.
// Example: the sum of [[1, 2], [3, 4]] along axis 1 is [3, 7].
Result<Tensor> reduce(Reduction reduction, const Tensor& x, int32_t axis, bool keepAxis = false);

// As for matrices (matrix.h), along any axis of any rank.
// Errors: badArgument for an axis.
Result<Tensor> softmax(const Tensor& x, int32_t axis);
Result<Tensor> logSoftmax(const Tensor& x, int32_t axis);

// The product, as torch.matmul: matrices along the last two axes, batches broadcast along the
// others; a rank-1 operand is a row on the left, a column on the right, and its axis is dropped
// from the result. The result has the operands' common type, but int64 for bools.
// Errors: badShape.
// Example: (5 x 2 x 3) times (3 x 4) is 5 x 2 x 4.
Result<Tensor> matmul(const Tensor& a, const Tensor& b);

// The lower triangle of the last two axes, 0 above diagonal number `diagonal` (0: the main one,
// positive: further up).
// Errors: badShape below rank 2.
// Example: of [[1, 2], [3, 4]] it is [[1, 0], [3, 4]].
Result<Tensor> lowerTriangle(const Tensor& x, int64_t diagonal = 0);
// The rest of it: 0 below the diagonal.
Result<Tensor> upperTriangle(const Tensor& x, int64_t diagonal = 0);

}  // namespace tril
