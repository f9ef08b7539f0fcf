#include "text.h"

namespace tril {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool isContinuation(unsigned char byte) { return (byte & 0xC0) == 0x80; }

}  // namespace

CodePoint codePointAt(std::string_view text, size_t offset) {
  const auto byteAt = [&](size_t i) -> unsigned char { return text[offset + i]; };
  const unsigned char lead = byteAt(0);
  if (lead < 0x80) return {lead, 1};
  if (lead < 0xC2 || lead > 0xF4) return {kReplacement, 1};

  // The second byte's range shuts out overlong forms, surrogates and values past U+10FFFF.
  const uint32_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  const unsigned char low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  const unsigned char high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  const size_t available = text.size() - offset;
  if (available < 2 || byteAt(1) < low || byteAt(1) > high) return {kReplacement, 1};

  char32_t value = (lead & (0x7F >> length)) << 6 | (byteAt(1) & 0x3F);
  for (uint32_t i = 2; i < length; ++i) {
    if (i >= available || !isContinuation(byteAt(i))) return {kReplacement, i};
    value = value << 6 | (byteAt(i) & 0x3F);
  }
  return {value, length};
}

size_t utf16Length(std::string_view text) { return Utf16Offsets(text).at(text.size()); }

uint32_t Utf16Offsets::at(size_t offset) {
  while (offset_ < offset) {
    const CodePoint point = codePointAt(text_, offset_);
    if (offset_ + point.length > offset) break;
    offset_ += point.length;
    units_ += point.value >= 0x10000 ? 2 : 1;
  }
  return units_;
}

std::string quoted(std::string_view bytes, size_t limit) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string result = "\"";
  size_t i = 0;
  while (i < bytes.size() && i < limit) {
    const CodePoint point = codePointAt(bytes, i);
    const bool broken =
        point.value == kReplacement && bytes.substr(i, point.length) != "\xEF\xBF\xBD";
    const bool printable =
        point.value >= 0x20 && point.value != 0x7F && point.value != '"' && !broken;
    for (const char byte : bytes.substr(i, point.length)) {
      if (printable) {
        result += byte;
      } else {
        result += "\\x";
        result += kHex[static_cast<unsigned char>(byte) >> 4];
        result += kHex[byte & 0xF];
      }
    }
    i += point.length;
  }
  return result + (i < bytes.size() ? "\"…" : "\"");
}

}  // namespace tril
