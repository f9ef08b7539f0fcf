// Pieces that came earlier in the same text, and their ids: most texts repeat themselves.
//
// It keeps no bytes and no ids, only places in the text and in the ids made of it so far. A new
// piece takes the place of another with the same hash, so the size is fixed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

#include "byte_table.h"
#include "vocabulary.h"

namespace tril {

class PieceCache {
 public:
  explicit PieceCache(std::string_view text) : text_(text) {
    if (text.size() >= kWorthwhileText) pieces_.resize(size_t{1} << kBits);
  }

  // Appends the ids of text[start, end) to `ids`: those of an equal piece before, or what
  // encode(piece) appends. `ids` must be the same vector each time.
  template <class Encode>
  void append(size_t start, size_t end, std::vector<uint32_t>& ids, Encode encode) {
    const std::string_view piece = text_.substr(start, end - start);
    if (pieces_.empty() || piece.size() > kLongestPiece) return encode(piece);
    Known& known = pieces_[ByteTable::hash(piece) >> (64 - kBits)];
    if (known.length == piece.size() &&
        std::memcmp(text_.data() + known.start, piece.data(), piece.size()) == 0) {
      ids.resize(ids.size() + known.count);
      std::memmove(&ids[ids.size() - known.count], &ids[known.ids], known.count * sizeof(ids[0]));
      return;
    }
    known = {static_cast<uint32_t>(start), static_cast<uint32_t>(piece.size()),
             static_cast<uint32_t>(ids.size()), 0};
    encode(piece);
    known.count = static_cast<uint32_t>(ids.size()) - known.ids;
  }

 private:
  struct Known {
    uint32_t start = 0, length = 0;  // in the text
    uint32_t ids = 0, count = 0;     // in the ids
  };

  static constexpr int kBits = 13;
  static constexpr size_t kWorthwhileText = 4096;
  static constexpr size_t kLongestPiece = 128;

  std::string_view text_;
  std::vector<Known> pieces_;  // by hash; length 0: none yet
};

}  // namespace tril
