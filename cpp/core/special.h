// Special tokens: texts with an id of their own, such as <|endoftext|>, that no merging makes.
//
// They steer a model, so a text from outside must not hold them by accident: unless the caller
// says otherwise, finding one is an error.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "result.h"

namespace tril {

struct Special {
  std::string text;  // taken literally; not empty
  uint32_t id;
  bool always =
      false;  // found in any text, whatever the policy: a word that a vocabulary was given
};

// What encoding does with a special token that it finds in the text.
struct SpecialPolicy {
  enum class Kind {
    error,   // any of them is an error that names it and its place
    text,    // it is ordinary text
    all,     // it becomes its id
    listed,  // those in `names` become their id, any other is an error
  };
  Kind kind = Kind::error;
  std::vector<std::string> names = {};
};

// Finds special tokens in a text: leftmost first, and at one place the longest.
class SpecialFinder {
 public:
  struct Found {
    size_t start, end;       // both the text's end when there is none
    const Special* special;  // nullptr when there is none
  };

  SpecialFinder() = default;
  explicit SpecialFinder(std::vector<Special> specials);

  const std::vector<Special>& specials() const { return specials_; }  // in the order given
  const Special* withText(std::string_view text) const;               // nullptr when there is none

  // The first special token at `from` or after it; with `onlyAlways`, of those that are always
  // found.
  Found find(std::string_view text, size_t from, bool onlyAlways) const;

 private:
  std::vector<Special> specials_;
  std::array<std::vector<uint32_t>, 256> byFirstByte_;  // indices, longest text first
  std::array<bool, 256> begins_{};                      // whether there are any
  bool hasAlways_ = false;
};

}  // namespace tril
