// The C++ side of the border with JavaScript (web/core/bridge.ts is the other).
//
// Every call has the same shape: JavaScript lays its arguments into one arena, and the call reads
// them there. It returns a status: 0, or 1 and the number of an ErrorCode, with the message in box
// 0. Its results lie in numbered boxes until the next call; JavaScript copies them out at once.
// Nothing is thrown across. A call that cannot go on traps (heap.h); then JavaScript asks to
// `recover` before anything else, since a trap frees nothing and leaves the stack pointer where it
// was.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "heap.h"
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
// After a trap: frees what the call had allocated, and returns the status that it should have.
Status recover();

// --- What a call gives

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

// Something that JavaScript keeps: it gives it back with each call on it, and frees it in the end.
// The region has all that was allocated to make the value, and to change it since.
struct Object {
  void* value;  // nullptr once a call that was changing it had to be given up
  Region region;
};
Status keep(void* value);  // boxes the address of the object
// The same for the value of a result, or the error's status.
template <class T>
Status made(Result<T> result) {
  return result ? keep(new T(std::move(*result))) : fail(result.error());
}
void free(Object& object);

// While it lives, the object may change, and what is allocated is the object's.
class Change {
 public:
  explicit Change(Object& object);
  ~Change();
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;
};

// While it lives, what is allocated belongs to a region that the bindings keep themselves, and goes
// as everywhere in C++, piece by piece.
class Within {
 public:
  explicit Within(Region& region) { region.use(); }
  ~Within();
  Within(const Within&) = delete;
  Within& operator=(const Within&) = delete;
};

// --- What a call is given

// Numbers row after row, in the arena.
template <class T>
struct Table {
  uint32_t rows;
  uint32_t columns;
  std::span<const T> numbers;
};

// The arguments of one call, to be read in the order in which JavaScript gave them: single numbers
// as doubles; tables as two words, rows and columns, and their numbers; lists and texts as tables
// of one column. Each begins at a multiple of 8 bytes. What is read is a view of the arena wherever
// its type is one.
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
  Object& object();
  template <class T>
  const T& value() {  // of an object
    return *static_cast<const T*>(object().value);
  }

 private:
  Address at_;
};

template <class T>
Table<T> Arguments::table() {
  const auto* shape = reinterpret_cast<const uint32_t*>(at_);
  const size_t count = size_t{shape[0]} * shape[1];
  const Address numbers = at_ + 8;
  at_ = numbers + (count * sizeof(T) + 7) / 8 * 8;
  return {shape[0], shape[1], {reinterpret_cast<const T*>(numbers), count}};
}

// --- A call

// It boxes its results, and returns kDone or what `fail` gave.
using Body = Status (*)(Arguments&);
Status run(Body body);
// The same as a function without arguments, for Embind.
template <Body body>
Status call() {
  return run(body);
}

}  // namespace tril::bridge
