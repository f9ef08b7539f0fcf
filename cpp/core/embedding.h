// Station 6, embedding: an id becomes a row of a table.
#pragma once

#include <cstdint>
#include <span>

#include "matrix.h"
#include "result.h"

namespace tril {

// Row `ids[i]` of `table` (n x d) becomes row i of the result (ids x d); an id may repeat.
// Errors: unknownId, naming the first id outside 0 to n - 1 and its place.
// Example: ids [1, 0, 1] in the table [[1, 2], [3, 4]] give [[3, 4], [1, 2], [3, 4]].
Result<Matrix> embed(std::span<const int64_t> ids, const Matrix& table);

}  // namespace tril
