// A .tiktoken file is read or refused; what is read encodes anything, and is saved. The lines of
// the single bytes, which every file needs, come from here, and the fuzzer adds its own before or
// after.

#include <array>

#include "fuzz.h"

namespace {

std::string byteLines() {
  constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string lines;
  for (uint32_t byte = 0; byte < 256; ++byte) {
    lines += {kDigits[byte >> 2], kDigits[(byte & 3) << 4], '=', '=', ' '};
    lines += std::to_string(byte) + "\n";
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tril;
  static const std::string bytes = byteLines();
  fuzz::Input in(data, size);
  const Pattern pattern = fuzz::kPatterns[in.number(4)];
  const size_t where = in.number(3);
  std::string file(in.rest());
  if (where == 1) file = bytes + file;
  if (where == 2) file += "\n" + bytes;
  const auto bpe = loadTiktoken(file, pattern, {{"<|x|>", 3000}});
  if (!fuzz::loadedOrSaysWhy(bpe)) return 0;
  fuzz::mustRoundTrip(*bpe, in.rest());
  fuzz::mustSave(*bpe, in.rest());
  return 0;
}
