// The C++ side of the border with JavaScript (web/core/bridge.ts is the other).
//
// Every call has the same shape: JavaScript lays its arguments into one arena, and the call reads
// them there. It returns a status: 0, or 1 and the number of an ErrorCode, with the message in box
// 0. Its results lie in numbered boxes until the next call; JavaScript copies them out at once.
// Nothing is thrown across: an exception that unwinds through Embind leaves WebAssembly's stack
// pointer where it was, and memory is corrupted some thousand errors later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "matrix.h"
#include "result.h"
#include "special.h"

namespace tril::bridge {

using Address = uint32_t;
using Status = uint32_t;

constexpr Status kDone = 0;

// A new arena with room for so many bytes, in place of the old one; 0 when there is no memory.
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
Status boxed(Result<std::vector<float>> result);
Status boxed(Result<std::vector<uint32_t>> result);
Status boxed(Result<std::string> result);
// The address of something that JavaScript keeps, gives back with each call on it, and lets go of
// in the end; or the error's status.
template <class T>
Status made(Result<T> result) {
  if (!result) return fail(result.error());
  box(std::vector<uint32_t>{reinterpret_cast<Address>(new T(std::move(*result)))});
  return kDone;
}

// Numbers row after row, in the arena.
template <class T>
struct Table {
  uint32_t rows;
  uint32_t columns;
  std::span<const T> numbers;
};

// The arguments of one call, to be read in the order in which JavaScript laid them (bridge.ts):
// single numbers as doubles; tables as two words, rows and columns, and their numbers; lists and
// texts as tables of one column. Each begins at a multiple of 8 bytes. What is read is a view of
// the arena wherever its type is one.
class Arguments {
 public:
  Arguments();

  double number();
  int32_t integer() { return static_cast<int32_t>(number()); }
  uint32_t word() { return static_cast<uint32_t>(number()); }
  bool flag() { return number() != 0; }
  std::optional<double> optionalNumber();  // absent is laid as NaN
  template <class T>
  Table<T> table();
  Matrix matrix();
  std::vector<float> floats() { return matrix().data; }
  std::span<const uint32_t> integers() { return table<uint32_t>().numbers; }
  std::string_view bytes();
  std::vector<std::string> texts();  // how many, and each
  std::vector<Special> specials();   // how many, and the text and the id of each
  template <class T>
  T& object() {  // what `made` gave
    return *reinterpret_cast<T*>(word());
  }

 private:
  Address at_;
};

// A call: it boxes its results, and returns kDone or what `fail` gave.
using Body = Status (*)(Arguments&);
Status run(Body body);
// The same as a function without arguments, for Embind.
template <Body body>
Status call() {
  return run(body);
}

template <class T>
Table<T> Arguments::table() {
  const auto* shape = reinterpret_cast<const uint32_t*>(at_);
  const size_t count = size_t{shape[0]} * shape[1];
  const Address numbers = at_ + 8;
  at_ = numbers + (count * sizeof(T) + 7) / 8 * 8;
  return {shape[0], shape[1], {reinterpret_cast<const T*>(numbers), count}};
}

}  // namespace tril::bridge
