// Station 1, text: UTF-8 bytes and the code points they spell.
//
// Text travels through the core as UTF-8 bytes in a std::string_view, NUL and all. Bytes that are
// not valid UTF-8 do no harm: each broken sequence reads as U+FFFD, cut where Python and browsers
// cut it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tril {

struct CodePoint {
  char32_t value;   // U+FFFD for a broken sequence
  uint32_t length;  // how many bytes it takes, 1 to 4
};

// The code point that starts at `offset`, which must lie inside `text`.
// Example: codePointAt("a€", 1) is { U+20AC, 3 }.
CodePoint codePointAt(std::string_view text, size_t offset);

// How many UTF-16 units (what JavaScript counts) the text takes. Example: utf16Length("a😀") is 3.
size_t utf16Length(std::string_view text);

// Turns byte offsets into UTF-16 offsets, for offsets asked in ascending order, in one walk over
// the text. An offset inside a character counts as the place before it. Example: for "a😀b", the
// offsets 1, 3 and 5 are at 1, 1 and 3.
class Utf16Offsets {
 public:
  explicit Utf16Offsets(std::string_view text) : text_(text) {}
  uint32_t at(size_t offset);

 private:
  std::string_view text_;
  size_t offset_ = 0;
  uint32_t units_ = 0;
};

// The bytes as a message may show them: printable text as it is, anything else as \xNN, cut at
// `limit` bytes. Example: quoted("a\n") is "\"a\\x0a\"".
std::string quoted(std::string_view bytes, size_t limit = 40);

}  // namespace tril
