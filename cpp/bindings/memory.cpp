// What both sides share: web/core/bridge.ts is the other.

#include <emscripten/bind.h>

#include "bridge.h"

namespace tril {
namespace {

EMSCRIPTEN_BINDINGS(memory) {
  emscripten::function("arena", &bridge::arena);
  emscripten::function("boxes", &bridge::boxes);
  emscripten::function("recover", &bridge::recover);
}

}  // namespace
}  // namespace tril
