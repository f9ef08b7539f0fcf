// The classes of characters that the pre-tokenizers tell apart, after Unicode 16.
#pragma once

#include <array>
#include <cstdint>

namespace tril {

// Every code point is in exactly one class. The order is that of unicode_tables.mjs.
enum class CharClass : uint8_t {
  other,     // punctuation, symbols, controls, unassigned: whatever is in no class below
  upper,     // capital and title case letters (Lu, Lt)
  lower,     // small letters (Ll)
  caseless,  // modifier and other letters (Lm, Lo): a Chinese or Arabic letter, ª
  mark,      // accents and vowel signs that join the character before (M)
  number,    // digits, and numbers of any other kind (N): ½, Ⅷ
  space,     // White_Space but for the newlines; a zero width space or a byte order mark is "other"
  newline,   // CR and LF
};

// The class of a code point. Example: classOf(U'é') is CharClass::lower.
CharClass classOf(char32_t point);

// The same for ASCII, for loops that should not pay for a call. The long table is checked against
// it.
inline constexpr std::array<CharClass, 128> kAsciiClasses = [] {
  std::array<CharClass, 128> classes{};
  for (char c = 'A'; c <= 'Z'; ++c) classes[c] = CharClass::upper;
  for (char c = 'a'; c <= 'z'; ++c) classes[c] = CharClass::lower;
  for (char c = '0'; c <= '9'; ++c) classes[c] = CharClass::number;
  for (char c : {' ', '\t', '\v', '\f'}) classes[c] = CharClass::space;
  for (char c : {'\r', '\n'}) classes[c] = CharClass::newline;
  return classes;
}();

}  // namespace tril
