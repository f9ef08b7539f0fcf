#include "attention.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "attend_blocks.h"
#include "elementary.h"
#include "kernels.h"
#include "sentence.h"

namespace tril {
namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

std::string plural(uint64_t count, const std::string& noun) {
  return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

// The exact loops: every number is double from here on.

double score(const HeadTask& task, size_t query, size_t key) {
  return dot(task.queries.data + query * task.queries.rowStride,
             task.keys.data + key * task.keys.rowStride, task.queries.columns);
}

void addValue(const HeadTask& task, size_t key, double weight, std::vector<double>& sums) {
  const float* value = task.values.data + key * task.values.rowStride;
  for (size_t c = 0; c < sums.size(); ++c) sums[c] += weight * value[c];
}

Result<Head> emptyHead(uint32_t queries, uint32_t keys) {
  Result<Matrix> blank = zeros(queries, keys);
  if (!blank) return blank.error();
  return Head{*blank, *blank, *blank, std::move(*blank), {}};
}

// With the working: a row's scores are laid out, and those that count go through softmax together.
void attendShowing(const HeadTask& task, Head& head) {
  std::vector<double> line;  // the scores that the query may use ...
  std::vector<size_t> keys;  // ... and whose they are
  line.reserve(task.keys.rows);
  keys.reserve(task.keys.rows);
  std::vector<double> sums(task.values.columns);
  for (size_t i = 0; i < task.queries.rows; ++i) {
    const size_t end = task.end(i);
    line.clear();
    keys.clear();
    for (size_t j = 0; j < task.keys.rows; ++j) {
      const double product = score(task, i, j);
      const double scaled = product * task.scale;
      head.scores.at(i, j) = static_cast<float>(product);
      head.scaled.at(i, j) = static_cast<float>(scaled);
      head.masked.at(i, j) = kMinusInfinity;
      if (j >= end || !task.allows(i, j)) continue;
      head.masked.at(i, j) = head.scaled.at(i, j);
      line.push_back(scaled);
      keys.push_back(j);
    }
    softmaxLine(line);
    std::fill(sums.begin(), sums.end(), 0.0);
    for (size_t n = 0; n < keys.size(); ++n) {
      head.weights.at(i, keys[n]) = static_cast<float>(line[n]);
      addValue(task, keys[n], line[n], sums);
    }
    float* out = task.output + i * task.outputStride;
    for (const double sum : sums) *out++ = static_cast<float>(sum);
  }
  head.rowSums = sumRows(head.weights);
}

// Without: online softmax. The sums so far stand relative to the largest score so far, and shrink
// when a larger one comes, so no row of scores is ever kept.
void attendStreaming(const HeadTask& task) {
  std::vector<double> sums(task.values.columns);
  for (size_t i = 0; i < task.queries.rows; ++i) {
    double largest = kMinusInfinity;
    double total = 0;
    std::fill(sums.begin(), sums.end(), 0.0);
    const size_t end = task.end(i);
    for (size_t j = 0; j < end; ++j) {
      if (!task.allows(i, j)) continue;
      const double scaled = score(task, i, j) * task.scale;
      if (scaled > largest) {
        const double shrink = elementary::exp(largest - scaled);
        total *= shrink;
        for (double& sum : sums) sum *= shrink;
        largest = scaled;
      }
      const double weight = scaled == kMinusInfinity ? 0 : elementary::exp(scaled - largest);
      total += weight;
      addValue(task, j, weight, sums);
    }
    float* out = task.output + i * task.outputStride;
    for (const double sum : sums) *out++ = static_cast<float>(total == 0 ? sum : sum / total);
  }
}

// With the working, for large inputs; the output is `attendBlocks`'s, as it is without.
void showBlocks(const HeadTask& task, Head& head) {
  multiply(task.queries, transposed(task.keys), head.scores.data.data());
  head.scaled = scale(head.scores, task.scale);
  head.masked = head.scaled;
  for (size_t i = 0; i < task.queries.rows; ++i) {
    const size_t end = task.end(i);
    for (size_t j = 0; j < task.keys.rows; ++j) {
      if (j >= end || !task.allows(i, j)) head.masked.at(i, j) = kMinusInfinity;
    }
  }
  head.weights = head.masked;
  softmaxLines(head.weights.data, task.keys.rows, 1);
  head.rowSums = sumRows(head.weights);
  for (size_t i = 0; i < task.queries.rows; ++i) {
    // A NaN made its whole row NaN.
    if (!std::isnan(head.rowSums[i])) continue;
    for (size_t j = 0; j < task.keys.rows; ++j) {
      if (!task.reads(i, j)) head.weights.at(i, j) = 0;
    }
  }
}

std::optional<Error> misfit(const Matrix& queries, const Matrix& keys, const Matrix& values,
                            const AttendOptions& options) {
  const auto refuse = [](ErrorCode code, std::string message) {
    return std::optional<Error>(Error{code, std::move(message)});
  };
  if (queries.columns != keys.columns) {
    return refuse(ErrorCode::badShape,
                  sentence({"queries are ", shapeText(queries), " but keys are ", shapeText(keys),
                            ": both need the same number of columns"}));
  }
  if (keys.rows != values.rows) {
    return refuse(ErrorCode::badShape,
                  sentence({"keys are ", shapeText(keys), " but values are ", shapeText(values),
                            ": both need the same number of rows"}));
  }
  if (options.heads == 0) return refuse(ErrorCode::badArgument, "there must be at least 1 head");
  for (const auto& [columns, name] :
       {std::pair{queries.columns, "queries"}, std::pair{values.columns, "values"}}) {
    if (columns % options.heads == 0) continue;
    return refuse(
        ErrorCode::badArgument,
        sentence({plural(options.heads, "head"), " cannot share the ", plural(columns, "column"),
                  " of the ", name, " equally: take a number of heads that divides ", columns}));
  }
  if (options.scale && !std::isfinite(*options.scale)) {
    return refuse(ErrorCode::badArgument, "the scale must be a finite number");
  }
  const auto& mask = options.mask;
  if (mask && (mask->rows != queries.rows || mask->columns != keys.rows)) {
    return refuse(
        ErrorCode::badShape,
        sentence({"the mask is ", mask->rows, " x ", mask->columns, " but there are ",
                  plural(queries.rows, "query row"), " and ", plural(keys.rows, "key row"),
                  ": it needs one row for each query and one column for each key"}));
  }
  const double needed = 4.0 * options.heads * queries.rows * keys.rows;
  if (options.working && needed > static_cast<double>(kMaxElements)) {
    return refuse(
        ErrorCode::outOfMemory,
        sentence({"the working of ", plural(options.heads, "head"), " over ",
                  plural(queries.rows, "query row"), " and ", plural(keys.rows, "key row"),
                  " is too large to keep: ask for the output alone (working: false)"}));
  }
  return std::nullopt;
}

Result<Matrix> project(const Matrix& x, const Projection& projection, const std::string& name,
                       const std::string& source) {
  const Matrix& weight = projection.weight;
  if (x.columns != weight.rows) {
    return Error{ErrorCode::badShape, sentence({"the ", name, " projection is ", shapeText(weight),
                                                " but ", source, " is ", shapeText(x),
                                                ": it needs one row for each column of ", source})};
  }
  if (!projection.bias.empty() && projection.bias.size() != weight.columns) {
    return Error{ErrorCode::badShape,
                 sentence({"the bias of the ", name, " projection has ",
                           plural(projection.bias.size(), "number"), " but it is ",
                           shapeText(weight), ": it needs one for each column"})};
  }
  Result<Matrix> result = zeros(x.rows, weight.columns);
  if (result) multiply(view(x), view(weight), result->data.data(), projection.bias);
  return result;
}

Result<SelfAttention> attendProjected(const Matrix& x, const Matrix& context,
                                      const std::string& contextName,
                                      const Projections& projections,
                                      const AttendOptions& options) {
  Result<Matrix> queries = project(x, projections.query, "query", "x");
  if (!queries) return queries.error();
  Result<Matrix> keys = project(context, projections.key, "key", contextName);
  if (!keys) return keys.error();
  Result<Matrix> values = project(context, projections.value, "value", contextName);
  if (!values) return values.error();
  Result<Attention> attention = attend(*queries, *keys, *values, options);
  if (!attention) return attention.error();
  Result<Matrix> output = attention->output;
  if (projections.output) {
    output = project(attention->output, *projections.output, "output", "the joined heads' matrix");
    if (!output) return output.error();
  }
  return SelfAttention{std::move(*queries), std::move(*keys), std::move(*values),
                       std::move(*attention), std::move(*output)};
}

}  // namespace

Result<Mix> mix(const Matrix& weights, const Matrix& values) {
  if (weights.columns != values.rows) {
    return Error{
        ErrorCode::badShape,
        sentence({"weights are ", shapeText(weights), " but values are ", shapeText(values),
                  ": the weights need one column for each row of values"})};
  }
  Result<Matrix> mixed = matmul(weights, values);
  if (!mixed) return mixed.error();
  std::vector<Cell> future;
  for (uint32_t i = 0; i < weights.rows; ++i) {
    const size_t end = causalEnd(i, weights.rows, weights.columns);
    for (uint32_t j = static_cast<uint32_t>(end); j < weights.columns; ++j) {
      if (weights.at(i, j) != 0) future.push_back({i, j});
    }
  }
  const bool lowerTriangular = future.empty();
  return Mix{std::move(*mixed), sumRows(weights), lowerTriangular, std::move(future)};
}

Result<Mask> makeMask(uint32_t rows, uint32_t columns, std::vector<uint8_t> data) {
  const uint64_t needed = uint64_t{rows} * columns;
  if (data.size() != needed) {
    return Error{ErrorCode::badShape,
                 sentence({"a ", rows, " x ", columns, " mask needs ", plural(needed, "byte"),
                           ", but there are ", data.size()})};
  }
  return Mask{rows, columns, std::move(data)};
}

Result<Attention> attend(const Matrix& queries, const Matrix& keys, const Matrix& values,
                         const AttendOptions& options) {
  if (std::optional<Error> error = misfit(queries, keys, values, options)) return *error;
  Result<Matrix> output = zeros(queries.rows, values.columns);
  if (!output) return output.error();

  Attention attention{std::move(*output), {}};
  const uint32_t keyWidth = queries.columns / options.heads;
  const uint32_t valueWidth = values.columns / options.heads;
  const double scale = options.scale.value_or(1 / std::sqrt(std::max(1u, keyWidth)));
  const bool large = isLarge(queries.rows, keys.rows, std::max(queries.columns, values.columns));
  for (uint32_t h = 0; h < options.heads; ++h) {
    const HeadTask task{columnsOf(view(queries), h * keyWidth, keyWidth),
                        columnsOf(view(keys), h * keyWidth, keyWidth),
                        columnsOf(view(values), h * valueWidth, valueWidth), scale, options,
                        // (No pointer may move off an empty vector.)
                        queries.rows == 0 ? nullptr : attention.output.data.data() + h * valueWidth,
                        values.columns};
    if (options.working) {
      Result<Head> head = emptyHead(queries.rows, keys.rows);
      if (!head) return head.error();
      large ? showBlocks(task, *head) : attendShowing(task, *head);
      attention.heads.push_back(std::move(*head));
    }
    if (large) {
      attendBlocks(task);
    } else if (!options.working) {
      attendStreaming(task);
    }
  }
  return attention;
}

Result<SelfAttention> selfAttend(const Matrix& x, const Projections& projections,
                                 const AttendOptions& options) {
  return attendProjected(x, x, "x", projections, options);
}

Result<CrossAttention> crossAttend(const Matrix& x, const Matrix& context,
                                   const Projections& projections, const AttendOptions& options) {
  return attendProjected(x, context, "the context", projections, options);
}

}  // namespace tril
