// What both sides share, and the types that they pass to each other: web/core/bridge.ts is the
// other.

#include <emscripten/bind.h>

#include <type_traits>
#include <typeinfo>

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

// All that calls give and take is numbers. Embind's own table of types has strings, wide strings,
// views and JavaScript's values as well, and brings the code behind each of them: a fifteenth of
// the package. It is not linked; this is what stands in its place.
extern "C" {

[[gnu::constructor]] void __embind_register_native_and_builtin_types() {
  using emscripten::internal::TypeID;
  using Number = tril::bridge::Status;
  static_assert(std::is_same_v<Number, tril::bridge::Address>);
  emscripten::internal::_embind_register_integer(TypeID<Number>::get(), "number", sizeof(Number), 0,
                                                 UINT32_MAX);
}

// For messages about other types.
const char* __getTypeName(const std::type_info*) { return nullptr; }

}  // extern "C"
