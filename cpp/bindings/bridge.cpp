#include "bridge.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <new>
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

struct Arena {
  void* memory = nullptr;
  uint32_t size = 0;
} input;

template <class Container>
void keep(Container container) {
  if (kept.size() == kMostBoxes) std::abort();
  const auto& stays = std::get<Container>(kept.emplace_back(std::move(container)));
  table[kept.size() - 1] = {reinterpret_cast<Address>(stays.data()),
                            static_cast<uint32_t>(stays.size())};
}

uint32_t wordAt(Address address, uint32_t index) {
  uint32_t word;
  std::memcpy(&word, reinterpret_cast<const char*>(address) + index * sizeof word, sizeof word);
  return word;
}

}  // namespace

Address arena(uint32_t bytes) {
  // Small requests, and those the arena already has room for, cost nothing; a huge one is given
  // back with the next small one.
  constexpr uint32_t kKept = 1u << 20;
  if (input.memory == nullptr || bytes > input.size || (input.size > kKept && bytes <= kKept)) {
    std::free(input.memory);
    input.size = std::max(bytes, 4096u);
    input.memory = std::malloc(input.size);
    if (input.memory == nullptr) input.size = 0;
  }
  return reinterpret_cast<Address>(input.memory);
}

Address boxes() { return reinterpret_cast<Address>(table.data()); }

void box(std::vector<uint32_t> integers) { keep(std::move(integers)); }
void box(std::vector<float> numbers) { keep(std::move(numbers)); }
void box(std::string bytes) { keep(std::move(bytes)); }

void clearBoxes() {
  kept.clear();
  // The variants must not move once a box points into one: a short string lives inside its own
  // object.
  kept.reserve(kMostBoxes);
}

Status fail(const Error& error) {
  clearBoxes();
  box(error.message);
  return 1 + static_cast<Status>(error.code);
}

void boxMatrix(Matrix matrix) {
  box(std::vector<uint32_t>{matrix.rows, matrix.columns});
  box(std::move(matrix.data));
}

Status boxed(Result<Matrix> result) {
  if (!result) return fail(result.error());
  boxMatrix(std::move(*result));
  return 0;
}

Status boxed(Result<std::string> result) {
  if (!result) return fail(result.error());
  box(std::move(*result));
  return 0;
}

std::vector<std::string> textsAt(Address address, uint32_t count) {
  std::vector<std::string> texts;
  Address bytes = address + count * sizeof(uint32_t);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t length = wordAt(address, i);
    texts.emplace_back(bytesAt(bytes, length));
    bytes += length;
  }
  return texts;
}

std::vector<Special> specialsAt(Address address, uint32_t count) {
  std::vector<Special> specials;
  Address bytes = address + count * 2 * sizeof(uint32_t);
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t length = wordAt(address, 2 * i + 1);
    specials.push_back({std::string(bytesAt(bytes, length)), wordAt(address, 2 * i)});
    bytes += length;
  }
  return specials;
}

Matrix matrixAt(Address address, uint32_t rows, uint32_t columns) {
  const std::span<const float> numbers = numbersAt<float>(address, size_t{rows} * columns);
  return {rows, columns, {numbers.begin(), numbers.end()}};
}

}  // namespace tril::bridge
