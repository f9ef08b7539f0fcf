#include "bridge.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <variant>

namespace tril::bridge {
namespace {

struct Box {
  Address address;
  uint32_t length;
};

constexpr size_t kMostBoxes = 64;
std::array<Box, kMostBoxes> table;
// What the boxes point at.
std::vector<std::variant<std::vector<uint32_t>, std::vector<float>, std::string>> kept;

void* input = nullptr;

template <class Container>
void keep(Container container) {
  if (kept.size() == kMostBoxes) std::abort();
  const auto& stays = std::get<Container>(kept.emplace_back(std::move(container)));
  table[kept.size() - 1] = {reinterpret_cast<Address>(stays.data()),
                            static_cast<uint32_t>(stays.size())};
}

void clearBoxes() {
  kept.clear();
  // The variants must not move once a box points into one: a short string lives inside its own
  // object.
  kept.reserve(kMostBoxes);
}

template <class T>
Status boxedOne(Result<T> result) {
  if (!result) return fail(result.error());
  box(std::move(*result));
  return kDone;
}

}  // namespace

Address arena(uint32_t bytes) {
  std::free(input);
  input = std::malloc(bytes);
  return reinterpret_cast<Address>(input);
}

Address boxes() { return reinterpret_cast<Address>(table.data()); }

void box(std::vector<uint32_t> integers) { keep(std::move(integers)); }
void box(std::vector<float> numbers) { keep(std::move(numbers)); }
void box(std::string bytes) { keep(std::move(bytes)); }

void boxMatrix(Matrix matrix) {
  box(std::vector<uint32_t>{matrix.rows, matrix.columns});
  box(std::move(matrix.data));
}

Status fail(const Error& error) {
  clearBoxes();
  box(error.message);
  return 1 + static_cast<Status>(error.code);
}

Status boxed(Result<Matrix> result) {
  if (!result) return fail(result.error());
  boxMatrix(std::move(*result));
  return kDone;
}

Status boxed(Result<std::vector<float>> result) { return boxedOne(std::move(result)); }
Status boxed(Result<std::vector<uint32_t>> result) { return boxedOne(std::move(result)); }
Status boxed(Result<std::string> result) { return boxedOne(std::move(result)); }

Arguments::Arguments() : at_(reinterpret_cast<Address>(input)) {}

double Arguments::number() {
  const double value = *reinterpret_cast<const double*>(at_);
  at_ += sizeof value;
  return value;
}

std::optional<double> Arguments::optionalNumber() {
  const double value = number();
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

Matrix Arguments::matrix() {
  const Table<float> laid = table<float>();
  return {laid.rows, laid.columns, {laid.numbers.begin(), laid.numbers.end()}};
}

std::string_view Arguments::bytes() {
  const std::span<const char> bytes = table<char>().numbers;
  return {bytes.data(), bytes.size()};
}

std::vector<std::string> Arguments::texts() {
  std::vector<std::string> texts;
  for (uint32_t left = word(); left > 0; --left) texts.emplace_back(bytes());
  return texts;
}

std::vector<Special> Arguments::specials() {
  std::vector<Special> specials;
  for (uint32_t left = word(); left > 0; --left) {
    const std::string_view text = bytes();
    specials.push_back({std::string(text), word()});
  }
  return specials;
}

Status run(Body body) {
  clearBoxes();
  try {
    Arguments arguments;
    return body(arguments);
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

}  // namespace tril::bridge
