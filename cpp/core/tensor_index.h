// Tensors put together and picked apart by what other tensors say: ids, masks, an order.
#pragma once

#include <cstdint>
#include <span>

#include "result.h"
#include "tensor.h"

namespace tril {

// One after another along an axis, in their common type.
// Errors: badShape when another axis differs; badArgument for an axis, or no tensors at all.
// Example: [[1, 2]] and [[3, 4]] along axis 0 are [[1, 2], [3, 4]].
Result<Tensor> join(std::span<const Tensor> tensors, int32_t axis);

// The parts of `x` along an axis that the ids name, in the place of that axis: with ids of a x b,
// axis 0 of n x d gives a x b x d. Negative ids count from the end.
// Errors: badArgument for an axis, or ids that are no integers or out of range.
// Example: [2, 0] from [10, 20, 30] takes [30, 10].
Result<Tensor> take(const Tensor& x, int32_t axis, const Tensor& ids);

// A copy of `x` in which `values`, broadcast to the shape of what `take` would give, are written
// where it would read along axis 0. Of two for the same place the later one stays.
// Errors: as take, and badShape.
// Example: [5, 6] put at [2, 0] of [1, 2, 3] gives [6, 2, 5].
Result<Tensor> put(const Tensor& x, const Tensor& ids, const Tensor& values);

// Where a tensor is not 0: count x rank, row-major.
// Example: of [[0, 1], [1, 0]] it is [[0, 1], [1, 0]].
Tensor places(const Tensor& x);

// The ids that put each line along an axis in order; equal numbers keep theirs, and NaN is largest.
// Errors: badArgument for an axis.
// Example: of [3, 1, 2] they are [1, 2, 0].
Result<Tensor> order(const Tensor& x, int32_t axis, bool descending = false);

// x[i][j][ids[i][j][k]] at each place i, j, k, for the last axis, and alike for others.
// Errors: badShape when the ids do not fit into `x` along the other axes; as take.
// Example: [[1], [0]] from [[1, 2], [3, 4]] gathers [[2], [3]].
Result<Tensor> gather(const Tensor& x, int32_t axis, const Tensor& ids);

}  // namespace tril
