// The C++ side of the border with JavaScript (web/core/bridge.ts is the other).
//
// Inputs lie in one arena, which JavaScript fills before a call. A call returns a status: 0, or 1
// and the number of an ErrorCode, with the message in box 0. Its results lie in numbered boxes
// until the next call; JavaScript copies them out at once. Nothing is thrown across: an exception
// that unwinds through Embind leaves WebAssembly's stack pointer where it was, and memory is
// corrupted some thousand errors later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "matrix.h"
#include "result.h"
#include "special.h"

namespace tril::bridge {

using Address = uint32_t;  // of a place in the arena
using Status = uint32_t;

// Room for so many bytes of input, or 0 when there is no memory. What was there before is gone.
Address arena(uint32_t bytes);
// The table of boxes: pairs of address and length, counted in elements.
Address boxes();

// Puts numbers into the next box of this call; the bridge owns them until the next call.
void box(std::vector<uint32_t> integers);
void box(std::vector<float> numbers);
void box(std::string bytes);

void boxMatrix(Matrix matrix);  // two boxes: its shape, its numbers

Status fail(const Error& error);
// A result into its box or boxes, or the error's status.
Status boxed(Result<Matrix> result);
Status boxed(Result<std::string> result);

// Runs a call, which boxes its results and returns what `fail` or nothing gave.
template <class Call>
Status run(Call call);
// Runs a call that makes something which JavaScript keeps and deletes; nullptr with the error in
// box 0 and the status in box 1.
template <class T, class Make>
T* made(Make make);

template <class T>
std::span<const T> numbersAt(Address address, size_t count) {
  return {reinterpret_cast<const T*>(address), count};
}
inline std::string_view bytesAt(Address address, uint32_t length) {
  return {reinterpret_cast<const char*>(address), length};
}
// Some texts, laid as one array of their lengths followed by their bytes.
std::vector<std::string> textsAt(Address address, uint32_t count);
// The same with an id in front of each length.
std::vector<Special> specialsAt(Address address, uint32_t count);
Matrix matrixAt(Address address, uint32_t rows, uint32_t columns);

// --- below: how `run` clears the boxes and turns what is thrown into a status

void clearBoxes();

template <class Call>
Status run(Call call) {
  clearBoxes();
  try {
    if constexpr (std::is_void_v<decltype(call())>) {
      call();
      return 0;
    } else {
      return call();
    }
  } catch (const std::bad_alloc&) {
    return fail(
        {ErrorCode::outOfMemory,
         "WebAssembly could not get enough memory for this. Try a smaller input, or dispose of "
         "tokenizers that are no longer used."});
  } catch (const std::length_error&) {
    return fail(
        {ErrorCode::outOfMemory, "This is more than WebAssembly can hold. Try a smaller input."});
  }
}

template <class T, class Make>
T* made(Make make) {
  T* pointer = nullptr;
  const Status status = run([&]() -> Status {
    Result<T> result = make();
    if (!result) return fail(result.error());
    pointer = new T(std::move(*result));
    return 0;
  });
  if (status != 0) box(std::vector<uint32_t>{status});
  return pointer;
}

}  // namespace tril::bridge
