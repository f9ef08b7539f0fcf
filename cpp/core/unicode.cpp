#include "unicode.h"

namespace tril {
namespace {

#include "unicode_tables.inc"

constexpr CharClass lookUp(char32_t point) {
  if (point >= kTableEnd) {
    return point >= kTailBegin && point < kTailEnd ? CharClass{kTailClass} : CharClass::other;
  }
  const uint64_t word = kBlocks[kBlockOf[point / 128]][point % 128 / 16];
  return static_cast<CharClass>(word >> point % 16 * 4 & 0xF);
}

constexpr bool asciiAgrees() {
  for (char32_t point = 0; point < kAsciiClasses.size(); ++point) {
    if (lookUp(point) != kAsciiClasses[point]) return false;
  }
  return true;
}
static_assert(asciiAgrees());

}  // namespace

CharClass classOf(char32_t point) { return lookUp(point); }

}  // namespace tril
