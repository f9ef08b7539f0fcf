// Every core function that can fail returns a Result: a value, or an Error that says why.
// The core never throws on its own account; only the JavaScript face turns an Error into an
// exception.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace tril {

// The face prints these as stable strings (web/core/errors.ts lists the same names in the same
// order).
enum class ErrorCode {
  badArgument,   // a number or name outside what the function takes
  badShape,      // matrices or lists whose sizes do not fit together
  badFile,       // a file that is not what its format asks for
  unknownId,     // an id with no token behind it
  unknownToken,  // a text or byte sequence with no id
  specialToken,  // a special token in a text that was not said to hold any
  outOfMemory,
};

struct Error {
  ErrorCode code;
  std::string message;  // a sentence: what was wrong, and what to do
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }

  T& value() { return std::get<0>(state_); }
  const T& value() const { return std::get<0>(state_); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }

  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace tril
