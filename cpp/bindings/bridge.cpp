#include "bridge.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <new>

extern "C" void* stackSave();
extern "C" void stackRestore(void* pointer);

namespace tril::bridge {
namespace {

struct Box {
  Address address;
  uint32_t length;
};

constexpr size_t kMostBoxes = 64;
std::array<Box, kMostBoxes> table;
size_t boxCount = 0;

void* input = nullptr;

// What the running call allocates, and its results until the next call.
constinit Region running;
// The object that the running call changes.
Object* changing = nullptr;
// The stack pointer outside of all calls.
void* stack = nullptr;

void startCall() {
  running.free();
  running.use();
  boxCount = 0;
}

template <class Container>
void place(Container container) {
  if (boxCount == kMostBoxes) __builtin_trap();
  // Nobody deletes it: it goes with its region. (A short string's bytes lie in the string itself.)
  const auto& stays = *new Container(std::move(container));
  table[boxCount++] = {reinterpret_cast<Address>(stays.data()),
                       static_cast<uint32_t>(stays.size())};
}

template <class T>
Status boxedOne(Result<T> result) {
  if (!result) return fail(result.error());
  box(std::move(*result));
  return kDone;
}

// A function of its own, so that `recover` needs nothing of the stack that it restores.
[[gnu::noinline]] Status giveUp() {
  constexpr Status kCrashed = UINT32_MAX;
  if (changing != nullptr) {
    changing->value = nullptr;
    changing->region.free();
    changing = nullptr;
  }
  startCall();
  if (ranOut()) {
    return fail(
        {ErrorCode::outOfMemory,
         "WebAssembly could not get enough memory for this. Try a smaller input, or dispose of "
         "tokenizers that are no longer used."});
  }
  box("The core failed in a way that it should not. Please report what led to it.");
  return kCrashed;
}

}  // namespace

Address arena(uint32_t bytes) {
  std::free(input);
  input = std::malloc(bytes);
  return reinterpret_cast<Address>(input);
}

Address boxes() {
  stack = stackSave();
  return reinterpret_cast<Address>(table.data());
}

Status recover() {
  stackRestore(stack);
  return giveUp();
}

void box(std::vector<uint32_t> integers) { place(std::move(integers)); }
void box(std::vector<float> numbers) { place(std::move(numbers)); }
void box(std::string bytes) { place(std::move(bytes)); }

void boxMatrix(Matrix matrix) {
  box(std::vector<uint32_t>{matrix.rows, matrix.columns});
  box(std::move(matrix.data));
}

Status fail(const Error& error) {
  boxCount = 0;
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

Status keep(void* value) {
  // Not by `new`: its region is there to free everything else.
  auto* object = static_cast<Object*>(std::malloc(sizeof(Object)));
  if (object == nullptr) std::abort();
  new (object) Object{value, {}};
  object->region.take(running);
  box(std::vector<uint32_t>{reinterpret_cast<Address>(object)});
  return kDone;
}

void free(Object& object) {
  object.region.free();
  std::free(&object);
}

Change::Change(Object& object) {
  changing = &object;
  object.region.use();
}

Change::~Change() {
  changing = nullptr;
  running.use();
}

Within::~Within() { running.use(); }

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

Object& Arguments::object() { return *reinterpret_cast<Object*>(word()); }

Status run(Body body) {
  startCall();
  Arguments arguments;
  return body(arguments);
}

}  // namespace tril::bridge
