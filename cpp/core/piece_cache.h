// Pieces that came earlier in the same text, and their ids: most texts repeat themselves.
//
// It keeps no bytes, only the keys of the pieces (byte_table.h), their places in the text, and the
// places of their ids in the ids made so far; of a piece with one id that id itself. A new piece
// takes the place of another with the same hash, so it does not grow. It is small enough to stay
// in a processor's own cache, where a vocabulary's tables do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "byte_table.h"

namespace tril {

class PieceCache {
 public:
  explicit PieceCache(std::string_view text) : text_(text) {
    if (text.size() < kWorthwhileText) return;
    while (bits_ < kMostBits && text.size() >> bits_ > kBytesPerSlot) ++bits_;
    pieces_.resize(size_t{1} << bits_);
  }

  // Appends the ids of text[start, end) to `ids`: those of an equal piece before, or what
  // encode(piece) appends. `ids` must be the same vector each time.
  template <class Encode>
  void append(size_t start, size_t end, std::vector<uint32_t>& ids, Encode encode) {
    const std::string_view piece = text_.substr(start, end - start);
    if (pieces_.empty() || piece.size() > kLongestPiece) return encode(piece);
    const uint64_t key = ByteTable::keyOf(piece);
    Known& known = pieces_[ByteTable::hashOf(key) >> (64 - bits_)];
    if (known.key == key && known.length == piece.size() &&
        (piece.size() < 8 || ByteTable::equal(text_.substr(known.start, piece.size()), piece))) {
      if (known.count == 1) {
        ids.push_back(known.ids);
      } else {
        for (uint32_t i = 0; i < known.count; ++i) ids.push_back(ids[known.ids + i]);
      }
      return;
    }
    const size_t before = ids.size();
    encode(piece);
    const size_t count = ids.size() - before;
    known = {key, static_cast<uint32_t>(start), static_cast<uint16_t>(piece.size()),
             static_cast<uint16_t>(count), count == 1 ? ids.back() : static_cast<uint32_t>(before)};
  }

 private:
  struct Known {
    uint64_t key = 0;    // 0: none yet
    uint32_t start = 0;  // in the text
    uint16_t length = 0;
    uint16_t count = 0;  // of its ids
    uint32_t ids = 0;    // where they are; of one, the id
  };

  static constexpr int kMostBits = 14;
  static constexpr size_t kBytesPerSlot = 8;
  static constexpr size_t kWorthwhileText = 4096;
  static constexpr size_t kLongestPiece = 128;

  std::string_view text_;
  int bits_ = 1;
  std::vector<Known> pieces_;  // by hash
};

}  // namespace tril
