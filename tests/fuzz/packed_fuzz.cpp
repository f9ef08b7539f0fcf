// A packed vocabulary is read or refused; what is read encodes anything.

#include "formats_packed.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tril;
  fuzz::Input in(data, size);
  const Pattern pattern = fuzz::kPatterns[in.number(4)];
  std::string file;
  if (in.number(4) > 0) {  // mostly with the single bytes that every vocabulary needs
    for (int byte = 0; byte < 255; ++byte) file += {static_cast<char>(byte), '\xFF'};
    file += '\xFF';
  }
  file += in.rest();
  const auto bpe = loadPacked(file, pattern, {{"<|x|>", 3000}});
  if (!fuzz::loadedOrSaysWhy(bpe)) return 0;
  fuzz::mustRoundTrip(*bpe, in.rest());
  fuzz::mustSave(*bpe, in.rest());
  return 0;
}
