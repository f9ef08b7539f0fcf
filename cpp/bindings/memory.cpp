// The memory that both sides share: web/core/bridge.ts reads and fills it.

#include <emscripten/bind.h>

#include "bridge.h"

namespace tril {
namespace {

emscripten::val memory() {
  const size_t size = __builtin_wasm_memory_size(0) * 65536;
  return emscripten::val(emscripten::typed_memory_view(size, static_cast<const uint8_t*>(nullptr)));
}

EMSCRIPTEN_BINDINGS(memory) {
  emscripten::function("memory", &memory);
  emscripten::function("arena", &bridge::arena);
  emscripten::function("boxes", &bridge::boxes);
  emscripten::function("recover", &bridge::recover);
}

}  // namespace
}  // namespace tril
