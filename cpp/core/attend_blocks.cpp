#include "attend_blocks.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "kernels.h"
#include "lanes.h"

namespace tril {
namespace {

constexpr float kInfinity = std::numeric_limits<float>::infinity();

constexpr size_t kBlock = 64;  // of queries, and of keys: what both read stays in the first cache

size_t roundUp(size_t count, size_t unit) { return (count + unit - 1) / unit * unit; }

class Blocks {
 public:
  explicit Blocks(const HeadTask& task)
      : task_(task),
        keys_(task.keys.rows),
        width_(task.queries.columns),
        valueWidth_(roundUp(task.values.columns, 8)),
        keyPanels_(roundUp(keys_, 4) * width_),
        valuePanels_(keys_ * valueWidth_),
        queryPanels_(kBlock * width_),
        sums_(kBlock * valueWidth_),
        scores_(kBlock * kGroup),
        groups_(kBlock / kGroup) {
    packPanels(task.keys.data, task.keys.rowStride, 1, keys_, width_, 4, keyPanels_.data());
    packPanels(task.values.data, 1, task.values.rowStride, task.values.columns, keys_, 8,
               valuePanels_.data());
    for (size_t key = 0; key < keys_; key += kBlock) spoilt_.push_back(isSpoilt(key));
  }

  // The output rows of a block of queries.
  void attend(size_t first) {
    const size_t count = std::min(task_.queries.rows - first, kBlock);
    packPanels(task_.queries.data + first * task_.queries.rowStride, task_.queries.rowStride, 1,
               count, width_, kGroup, queryPanels_.data());
    // Scores are carried as exponents of 2.
    const Lanes factor = splat(static_cast<float>(task_.scale * std::numbers::log2e));
    float* const queries = queryPanels_.data();
    for (size_t i = 0; i < roundUp(count, kGroup) * width_; i += 4) {
      store(queries + i, load(queries + i) * factor);
    }
    std::fill(sums_.begin(), sums_.end(), 0.0f);
    for (Group& group : groups_) {
      std::fill_n(group.largest, kGroup, -kInfinity);
      std::fill_n(group.total, kGroup, 0.0f);
    }
    const size_t lastEnd = task_.end(first + count - 1);
    for (size_t key = 0; key < lastEnd; key += kBlock) {
      for (size_t g = 0; g < count; g += kGroup) {
        attend(first + g, std::min(count - g, kGroup), g, key);
      }
    }
    for (size_t i = 0; i < count; ++i) {
      const float total = groups_[i / kGroup].total[i % kGroup];
      const float share = total == 0 ? 1 : 1 / total;
      const float* sums = sums_.data() + i * valueWidth_;
      float* out = task_.output + (first + i) * task_.outputStride;
      size_t c = 0;
      for (; c + 4 <= task_.values.columns; c += 4) {
        store(out + c, load(sums + c) * splat(share));
      }
      for (; c < task_.values.columns; ++c) out[c] = sums[c] * share;
    }
  }

 private:
  // A group of queries, in place g of its block, reads a block of keys.
  void attend(size_t query, size_t queries, size_t g, size_t key) {
    const size_t end = std::min(task_.end(query + queries - 1), key + kBlock);
    if (end <= key) return;  // above the diagonal
    const size_t keys = end - key;
    Group& group = groups_[g / kGroup];
    for (size_t j = 0; j < keys; j += 4) {
      multiplyTile(keyPanels_.data() + (key + j) * width_, 4, queryPanels_.data() + g * width_,
                   width_, scores_.data() + j * kGroup, kGroup, false);
    }
    const bool hides = hide(query, queries, key, keys);
    weigh(group, scores_.data(), keys);
    float* const sums = sums_.data() + g * valueWidth_;
    for (size_t i = 0; i < kGroup; ++i) {
      if (group.shrink[i] == 1) continue;
      for (size_t c = 0; c < valueWidth_; c += 4) {
        float* const at = sums + i * valueWidth_ + c;
        store(at, load(at) * splat(group.shrink[i]));
      }
    }
    if (hides && spoilt_[key / kBlock]) {
      addReadable(query, queries, key, keys, sums);
      return;
    }
    for (size_t c = 0; c < valueWidth_; c += 8) {
      for (size_t i = 0; i < kGroup; i += 4) {
        multiplyTile(scores_.data() + i, kGroup, valuePanels_.data() + c * keys_ + key * 8, keys,
                     sums + i * valueWidth_ + c, valueWidth_, true);
      }
    }
  }

  // Sets the scores that do not count to -infinity, and says whether there were any.
  bool hide(size_t query, size_t queries, size_t key, size_t keys) {
    const auto& mask = task_.options.mask;
    bool any = false;
    for (size_t i = 0; i < queries; ++i) {
      const size_t end = std::max(task_.end(query + i), key) - key;
      for (size_t j = mask ? 0 : end; j < keys; ++j) {
        if (j < end && task_.allows(query + i, key + j)) continue;
        scores_[j * kGroup + i] = -kInfinity;
        any = true;
      }
    }
    return any;
  }

  // Whether a block of keys has a value that even a weight of 0 would not silence.
  bool isSpoilt(size_t key) const {
    const size_t end = std::min(key + kBlock, keys_) * 8;
    Lanes zeros = {};  // NaN, where something is not finite
    for (size_t c = 0; c < valueWidth_; c += 8) {
      const float* const panel = valuePanels_.data() + c * keys_;
      for (size_t i = key * 8; i < end; i += 4) zeros += load(panel + i) * splat(0);
    }
    return std::isnan(zeros[0] + zeros[1] + zeros[2] + zeros[3]);
  }

  // The same sums in the same order, without the values that the mask hides: even 0 times one of
  // these would be NaN.
  void addReadable(size_t query, size_t queries, size_t key, size_t keys, float* sums) const {
    for (size_t i = 0; i < queries; ++i) {
      for (size_t c = 0; c < task_.values.columns; ++c) {
        float sum = 0;
        for (size_t j = 0; j < keys; ++j) {
          if (task_.reads(query + i, key + j)) {
            sum += scores_[j * kGroup + i] * task_.values.at(key + j, c);
          }
        }
        sums[i * valueWidth_ + c] += sum;
      }
    }
  }

  const HeadTask& task_;
  const size_t keys_;
  const size_t width_;
  const size_t valueWidth_;         // whole panels
  std::vector<float> keyPanels_;    // of 4 keys
  std::vector<float> valuePanels_;  // of 8 columns
  std::vector<bool> spoilt_;        // for each block of keys
  std::vector<float> queryPanels_;  // of 8 queries, times the scale
  std::vector<float> sums_;         // weights times values, a row for each query of a block
  std::vector<float> scores_;       // of a group and a block of keys, then its weights: key by key
  std::vector<Group> groups_;       // of a block of queries
};

}  // namespace

void attendBlocks(const HeadTask& task) {
  Blocks blocks(task);
  for (size_t query = 0; query < task.queries.rows; query += kBlock) blocks.attend(query);
}

}  // namespace tril
