// From text to ids: the loops that a large text runs through.
// (cpp/CMakeLists.txt has this file compiled for speed.)
#include <algorithm>
#include <string>
#include <utility>

#include "bpe.h"
#include "piece_cache.h"
#include "sentence.h"
#include "text.h"

namespace tril {

template <class OnPiece, class OnSpecial>
std::optional<Error> Bpe::walk(std::string_view text, const SpecialPolicy& policy, OnPiece onPiece,
                               OnSpecial onSpecial) const {
  using Kind = SpecialPolicy::Kind;
  if (text.size() >= UINT32_MAX) {
    return Error{ErrorCode::badArgument, "The text has 4 GB or more: encode it in parts."};
  }
  for (const std::string& name : policy.names) {
    if (policy.kind != Kind::listed || specials_.withText(name) != nullptr) continue;
    return Error{ErrorCode::unknownToken,
                 sentence({quoted(name), " is not a special token of this tokenizer."})};
  }
  const auto allowed = [&](const std::string& name) {
    if (policy.kind != Kind::listed) return policy.kind == Kind::all;
    return std::find(policy.names.begin(), policy.names.end(), name) != policy.names.end();
  };

  size_t start = 0;
  while (start < text.size()) {
    const auto found = specials_.find(text, start, policy.kind == Kind::text);
    if (found.special != nullptr && !found.special->always && !allowed(found.special->text)) {
      return Error{
          ErrorCode::specialToken,
          sentence({"The text has the special token ", quoted(found.special->text), " at byte ",
                    found.start,
                    ". Say that special tokens are allowed, or that they are ordinary text."})};
    }
    // Pieces look ahead, and must not see past the special token.
    const std::string_view ordinary = text.substr(0, found.start);
    while (start < ordinary.size()) {
      const size_t end = pieceEnd(ordinary, start, pattern_);
      onPiece(start, end);
      start = end;
    }
    if (found.special != nullptr) onSpecial(found.start, found.end, found.special->id);
    start = found.end;
  }
  return std::nullopt;
}

std::optional<Id> Bpe::wholeToken(std::string_view piece) const {
  if (piece.size() > longestWhole_) return std::nullopt;
  const Id id = wholes_.find(piece, [&](Id other) { return vocabulary_.bytesOf(other); });
  if (id == ByteTable::kNone) return std::nullopt;
  return id;
}

Result<std::vector<Id>> Bpe::encode(std::string_view text, const SpecialPolicy& policy) const {
  std::vector<Id> ids;
  ids.reserve(text.size() / 4 + 1);
  PieceCache cache(text);
  const auto error = walk(
      text, policy,
      [&](size_t start, size_t end) {
        cache.append(start, end, ids, [&](std::string_view piece) {
          if (const auto whole = wholeToken(piece)) {
            ids.push_back(*whole);
          } else {
            rules_.apply(piece, ids);
          }
        });
      },
      [&](size_t, size_t, Id id) { ids.push_back(id); });
  if (error) return *error;
  return ids;
}

Result<size_t> Bpe::count(std::string_view text, const SpecialPolicy& policy) const {
  auto ids = encode(text, policy);
  if (!ids) return ids.error();
  return ids->size();
}

Result<std::vector<Token>> Bpe::tokens(std::string_view text, const SpecialPolicy& policy) const {
  auto ids = encode(text, policy);
  if (!ids) return ids.error();
  std::vector<Token> tokens;
  tokens.reserve(ids->size());
  uint32_t start = 0;
  for (const Id id : *ids) {
    const uint32_t end = start + static_cast<uint32_t>(vocabulary_.lengthOf(id));
    tokens.push_back({id, start, end});
    start = end;
  }
  return tokens;
}

Result<std::vector<PieceSteps>> Bpe::encodeSteps(std::string_view text,
                                                 const SpecialPolicy& policy) const {
  std::vector<PieceSteps> pieces;
  const auto add = [&](size_t start, size_t end) -> PieceSteps& {
    pieces.push_back({static_cast<uint32_t>(start), static_cast<uint32_t>(end), false, {}, {}});
    return pieces.back();
  };
  const auto error = walk(
      text, policy,
      [&](size_t start, size_t end) {
        const std::string_view bytes = text.substr(start, end - start);
        PieceSteps& piece = add(start, end);
        piece.merges = rules_.trace(bytes, piece.ids);
        const auto whole = wholeToken(bytes);
        if (whole && piece.ids != std::vector<Id>{*whole}) {
          piece.merges.clear();
          piece.ids = {*whole};
        }
      },
      [&](size_t start, size_t end, Id id) {
        PieceSteps& piece = add(start, end);
        piece.special = true;
        piece.ids = {id};
      });
  if (error) return *error;
  return pieces;
}

}  // namespace tril
