#include "special.h"

#include <algorithm>
#include <utility>

namespace tril {

SpecialFinder::SpecialFinder(std::vector<Special> specials) : specials_(std::move(specials)) {
  for (uint32_t i = 0; i < specials_.size(); ++i) {
    const unsigned char first = specials_[i].text[0];
    byFirstByte_[first].push_back(i);
    begins_[first] = true;
    hasAlways_ |= specials_[i].always;
  }
  for (std::vector<uint32_t>& indices : byFirstByte_) {
    std::sort(indices.begin(), indices.end(), [&](uint32_t a, uint32_t b) {
      return specials_[a].text.size() > specials_[b].text.size();
    });
  }
}

const Special* SpecialFinder::withText(std::string_view text) const {
  for (const Special& special : specials_) {
    if (special.text == text) return &special;
  }
  return nullptr;
}

SpecialFinder::Found SpecialFinder::find(std::string_view text, size_t from,
                                         bool onlyAlways) const {
  const size_t end = specials_.empty() || (onlyAlways && !hasAlways_) ? 0 : text.size();
  const char* bytes = text.data();
  const bool* begins = begins_.data();
  for (size_t start = from; start < end; ++start) {
    if (!begins[static_cast<unsigned char>(bytes[start])]) continue;
    for (const uint32_t index : byFirstByte_[static_cast<unsigned char>(text[start])]) {
      const Special& special = specials_[index];
      if (onlyAlways && !special.always) continue;
      if (text.compare(start, special.text.size(), special.text) == 0) {
        return {start, start + special.text.size(), &special};
      }
    }
  }
  return {text.size(), text.size(), nullptr};
}

}  // namespace tril
