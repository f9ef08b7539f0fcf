// Messages, put together from texts and whole numbers in one call.
//
// Every place that can fail has a message, and a chain of std::string's + compiles to a hundred
// bytes and more for each of its links.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace tril {

class SentencePart {
 public:
  SentencePart(const char* text) : SentencePart(std::string_view(text)) {}
  SentencePart(const std::string& text) : SentencePart(std::string_view(text)) {}
  SentencePart(std::string_view text)
      : text_(text.data()), value_(static_cast<int64_t>(text.size())) {}
  SentencePart(std::integral auto number) : value_(static_cast<int64_t>(number)) {}

  void appendTo(std::string& sentence) const {
    if (text_ != nullptr) {
      sentence.append(text_, static_cast<size_t>(value_));
    } else {
      sentence += std::to_string(value_);
    }
  }

 private:
  const char* text_ = nullptr;  // nullptr: a number
  int64_t value_;               // the number, or the text's length
};

// Example: sentence({"a ", 2, " x ", 3, " matrix"}) is "a 2 x 3 matrix".
std::string sentence(std::initializer_list<SentencePart> parts);

}  // namespace tril
