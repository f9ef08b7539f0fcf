// A minbpe file is read or refused; what is read encodes anything, and is saved.

#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tril;
  const std::string_view file = fuzz::Input(data, size).rest();
  const auto bpe = loadMinbpe(file);
  if (!fuzz::loadedOrSaysWhy(bpe)) return 0;
  fuzz::mustRoundTrip(*bpe, file);
  fuzz::mustSave(*bpe, file);
  return 0;
}
