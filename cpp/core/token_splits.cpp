#include "token_splits.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace tril {
namespace {

struct Entry {
  uint64_t key;  // the first eight bytes in reading direction, the very first on top
  Id id;
  uint32_t length;
};

// Sorts by key, byte by byte from the lowest.
void sortByKey(std::vector<Entry>& entries) {
  std::array<std::array<uint32_t, 256>, 8> ends{};
  for (const Entry& entry : entries) {
    for (size_t i = 0; i < 8; ++i) ++ends[i][entry.key >> (8 * i) & 0xFF];
  }
  std::vector<Entry> sorted(entries.size());
  for (size_t i = 0; i < 8; ++i) {
    uint32_t next = 0;
    for (uint32_t& end : ends[i]) next += std::exchange(end, next);
    for (const Entry& entry : entries) sorted[ends[i][entry.key >> (8 * i) & 0xFF]++] = entry;
    entries.swap(sorted);
  }
}

// The two reading directions: forwards for prefixes, backwards for suffixes. begins() may count on
// bytes to be as long as start at least.
struct Forwards {
  static uint64_t keyOf(std::string_view bytes) {
    uint64_t key = 0;
    for (size_t i = 0; i < 8; ++i) {
      key = key << 8 | (i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0u);
    }
    return key;
  }
  static bool less(std::string_view a, std::string_view b) { return a < b; }
  static bool begins(std::string_view bytes, std::string_view start) {
    return std::memcmp(bytes.data(), start.data(), start.size()) == 0;
  }
};

struct Backwards {
  static uint64_t keyOf(std::string_view bytes) {
    uint64_t key = 0;
    for (size_t i = 0; i < 8; ++i) {
      key = key << 8 |
            (i < bytes.size() ? static_cast<unsigned char>(bytes[bytes.size() - 1 - i]) : 0u);
    }
    return key;
  }
  static bool less(std::string_view a, std::string_view b) {
    return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend(),
                                        [](unsigned char x, unsigned char y) { return x < y; });
  }
  static bool begins(std::string_view bytes, std::string_view start) {
    return std::memcmp(bytes.data() + bytes.size() - start.size(), start.data(), start.size()) == 0;
  }
};

// Whether one token begins with another, in a reading direction.
template <class Direction>
bool begins(const Vocabulary& vocabulary, const Entry& whole, const Entry& start) {
  if (whole.length < start.length) return false;
  if (start.length <= 8) {
    return (whole.key ^ start.key) >> (64 - 8 * start.length) == 0;
  }
  return whole.key == start.key &&
         Direction::begins(vocabulary.bytesOf(whole.id), vocabulary.bytesOf(start.id));
}

using Less = bool (*)(std::string_view a, std::string_view b);

// (Not a part of the template below: sorting takes more code than all else there.)
void sortByBytes(const Vocabulary& vocabulary, std::span<Entry> entries, Less less) {
  std::sort(entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) {
    return less(vocabulary.bytesOf(a.id), vocabulary.bytesOf(b.id));
  });
}

// Calls onToken(token, starts) for every token, with the other tokens that it begins with in this
// reading direction, shortest first.
template <class Direction, class OnToken>
void forEachToken(const Vocabulary& vocabulary, std::span<const Id> ids, OnToken onToken) {
  std::vector<Entry> entries;
  entries.reserve(ids.size());
  for (const Id id : ids) {
    const std::string_view bytes = vocabulary.bytesOf(id);
    entries.push_back({Direction::keyOf(bytes), id, static_cast<uint32_t>(bytes.size())});
  }
  sortByKey(entries);
  for (size_t start = 0, end; start < entries.size(); start = end) {
    for (end = start + 1; end < entries.size() && entries[end].key == entries[start].key;) ++end;
    if (end - start == 1) continue;
    sortByBytes(vocabulary, {entries.data() + start, end - start}, Direction::less);
  }

  std::vector<Entry> starts;
  for (const Entry& token : entries) {
    while (!starts.empty() && !begins<Direction>(vocabulary, token, starts.back())) {
      starts.pop_back();
    }
    onToken(token, starts);
    starts.push_back(token);
  }
}

struct Part {
  Id id = kNoId;
  uint32_t length = 0;
};

}  // namespace

std::vector<TokenSplit> tokenSplits(const Vocabulary& vocabulary, std::span<const Id> ids) {
  // The longest suffix of each token that is a token; its own longest suffix is the next, and so
  // on.
  std::vector<Part> suffixes(vocabulary.end());
  forEachToken<Backwards>(vocabulary, ids, [&](const Entry& token, const auto& starts) {
    if (!starts.empty()) suffixes[token.id] = {starts.back().id, starts.back().length};
  });

  std::vector<TokenSplit> splits;
  splits.reserve(ids.size() * 5 / 2);  // what known vocabularies need
  forEachToken<Forwards>(vocabulary, ids, [&](const Entry& token, const auto& prefixes) {
    Part suffix = suffixes[token.id];
    for (const Entry& prefix : prefixes) {  // as prefixes get longer, suffixes get shorter
      const uint32_t rest = token.length - prefix.length;
      while (suffix.length > rest) suffix = suffixes[suffix.id];
      if (suffix.length == 0) break;
      if (suffix.length == rest) splits.push_back({prefix.id, suffix.id, token.id});
    }
  });
  return splits;
}

}  // namespace tril
