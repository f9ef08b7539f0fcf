// Every core function that can fail returns a Result: a value, or an Error that says why.
// The core never throws on its own account; only the JavaScript face turns an Error into an
// exception.
#pragma once

#include <optional>
#include <string>
#include <utility>

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
  Result(T value) : value_(std::move(value)), error_() {}
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return value_.has_value(); }

  T& value() { return *value_; }
  const T& value() const { return *value_; }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }

  const Error& error() const { return error_; }

 private:
  std::optional<T> value_;
  Error error_;  // when there is no value
};

}  // namespace tril
