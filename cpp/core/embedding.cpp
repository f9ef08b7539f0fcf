#include "embedding.h"

#include <algorithm>
#include <string>

#include "sentence.h"

namespace tril {

Result<Matrix> embed(std::span<const int64_t> ids, const Matrix& table) {
  for (size_t i = 0; i < ids.size(); ++i) {
    if (ids[i] >= 0 && ids[i] < table.rows) continue;
    return Error{
        ErrorCode::unknownId,
        sentence({"id ", ids[i], " at position ", i, " has no row in the table: it is ",
                  shapeText(table),
                  (table.rows == 0 ? ", with no ids"
                                   : ", with ids from 0 to " + std::to_string(table.rows - 1))})};
  }
  if (ids.size() > kMaxElements) {
    return Error{ErrorCode::outOfMemory, sentence({ids.size(), " ids are too many at once"})};
  }
  Result<Matrix> result = zeros(static_cast<uint32_t>(ids.size()), table.columns);
  if (!result) return result;
  auto out = result->data.begin();
  for (const int64_t id : ids) {
    const std::span<const float> row = table.row(static_cast<size_t>(id));
    out = std::copy(row.begin(), row.end(), out);
  }
  return result;
}

}  // namespace tril
