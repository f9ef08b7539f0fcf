#include "formats_packed.h"

#include <utility>

namespace tril {

Result<Bpe> loadPacked(std::string_view tokens, Pattern pattern, std::vector<Special> specials) {
  constexpr char kEnd = '\xFF';
  std::vector<ListedToken> ranked;
  ranked.reserve(tokens.size() / 7);  // known tokens take a little more
  for (size_t start = 0; start < tokens.size();) {
    const size_t end = tokens.find(kEnd, start);
    if (end == std::string_view::npos) {
      return Error{ErrorCode::badFile,
                   "The vocabulary ends in the middle of a token; it may be truncated."};
    }
    const size_t length = end > start ? end - start : 1;
    ranked.push_back({tokens.substr(start, length), static_cast<Id>(ranked.size())});
    start = end + 1;
  }
  return Bpe::fromRanks(ranked, pattern, std::move(specials));
}

}  // namespace tril
