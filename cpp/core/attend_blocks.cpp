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
constexpr size_t kGroup = 8;   // queries whose scores lie side by side, one in each lane

size_t roundUp(size_t count, size_t unit) { return (count + unit - 1) / unit * unit; }

// Online softmax: everything so far stands relative to the largest score so far, and shrinks when a
// larger one comes.
struct Group {
  float largest[kGroup];
  float total[kGroup];  // of the weights so far
  float shrink[kGroup];
  float scores[kBlock * kGroup];  // of one block of keys, then its weights: key by key
};

// Scores become weights, and what stood before shrinks by `shrink`.
void weigh(Group& group, size_t keys) {
  // Both halves of the group in one loop, so that one's arithmetic fills the other's waiting.
  constexpr size_t kHalves = kGroup / 4;
  Lanes before[kHalves], base[kHalves], total[kHalves];
  for (size_t h = 0; h < kHalves; ++h) before[h] = base[h] = load(group.largest + h * 4);
  for (size_t j = 0; j < keys; ++j) {
    for (size_t h = 0; h < kHalves; ++h) {
      base[h] = larger(base[h], load(group.scores + j * kGroup + h * 4));
    }
  }
  for (size_t h = 0; h < kHalves; ++h) {
    store(group.largest + h * 4, base[h]);
    // Where there was nothing but -infinity yet, any number will do to stay at weight 0.
    base[h] = base[h] == splat(-kInfinity) ? splat(0) : base[h];
    const Lanes shrink = exp2(before[h] - base[h]);
    store(group.shrink + h * 4, shrink);
    total[h] = load(group.total + h * 4) * shrink;
  }
  for (size_t j = 0; j < keys; ++j) {
    for (size_t h = 0; h < kHalves; ++h) {
      float* const score = group.scores + j * kGroup + h * 4;
      const Lanes weight = exp2(load(score) - base[h]);
      store(score, weight);
      total[h] += weight;
    }
  }
  for (size_t h = 0; h < kHalves; ++h) store(group.total + h * 4, total[h]);
}

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
      const float* sums = sums_.data() + i * valueWidth_;
      float* out = task_.output + (first + i) * task_.outputStride;
      for (size_t c = 0; c < task_.values.columns; ++c) {
        out[c] = total == 0 ? sums[c] : sums[c] / total;
      }
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
      multiplyTile<4>(keyPanels_.data() + (key + j) * width_, queryPanels_.data() + g * width_,
                      width_, group.scores + j * kGroup, kGroup, false);
    }
    const bool hides = hide(query, queries, key, keys, group);
    weigh(group, keys);
    float* const sums = sums_.data() + g * valueWidth_;
    for (size_t i = 0; i < kGroup; ++i) {
      if (group.shrink[i] == 1) continue;
      for (size_t c = 0; c < valueWidth_; c += 4) {
        float* const at = sums + i * valueWidth_ + c;
        store(at, load(at) * splat(group.shrink[i]));
      }
    }
    if (hides && spoilt_[key / kBlock]) {
      addReadable(query, queries, key, keys, group, sums);
      return;
    }
    for (size_t c = 0; c < valueWidth_; c += 8) {
      for (size_t i = 0; i < kGroup; i += 4) {
        multiplyTile<kGroup>(group.scores + i, valuePanels_.data() + c * keys_ + key * 8, keys,
                             sums + i * valueWidth_ + c, valueWidth_, true);
      }
    }
  }

  // Sets the scores that do not count to -infinity, and says whether there were any.
  bool hide(size_t query, size_t queries, size_t key, size_t keys, Group& group) const {
    bool any = false;
    for (size_t i = 0; i < queries; ++i) {
      for (size_t j = firstHidden(query + i, key, keys); j < keys; ++j) {
        if (task_.reads(query + i, key + j)) continue;
        group.scores[j * kGroup + i] = -kInfinity;
        any = true;
      }
    }
    return any;
  }

  // Where to begin to look for hidden keys.
  size_t firstHidden(size_t query, size_t key, size_t keys) const {
    if (task_.options.mask) return 0;
    return std::min(std::max(task_.end(query), key) - key, keys);
  }

  // Whether a block of keys has a value that even a weight of 0 would not silence.
  bool isSpoilt(size_t key) const {
    for (size_t j = key; j < std::min(key + kBlock, keys_); ++j) {
      for (size_t c = 0; c < task_.values.columns; ++c) {
        if (!std::isfinite(task_.values.at(j, c))) return true;
      }
    }
    return false;
  }

  // The same sums in the same order, without the values that the mask hides: even 0 times one of
  // these would be NaN.
  void addReadable(size_t query, size_t queries, size_t key, size_t keys, const Group& group,
                   float* sums) const {
    for (size_t i = 0; i < queries; ++i) {
      for (size_t c = 0; c < task_.values.columns; ++c) {
        float& sum = sums[i * valueWidth_ + c];
        for (size_t j = 0; j < keys; ++j) {
          if (task_.reads(query + i, key + j)) {
            sum += group.scores[j * kGroup + i] * task_.values.at(key + j, c);
          }
        }
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
  std::vector<Group> groups_;
};

}  // namespace

void attendBlocks(const HeadTask& task) {
  Blocks blocks(task);
  for (size_t query = 0; query < task.queries.rows; query += kBlock) blocks.attend(query);
}

}  // namespace tril
