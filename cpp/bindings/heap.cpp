#include "heap.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <utility>

namespace tril::bridge {
namespace {

using Link = Region::Link;

constinit Region untilFirstCall;
constinit Region* inUse = &untilFirstCall;
constinit bool exhausted = false;

[[noreturn]] void trap() {
  exhausted = true;
  __builtin_trap();
}

}  // namespace

void Region::use() { inUse = this; }

void Region::free() {
  while (ring_.next != &ring_) ::operator delete(ring_.next + 1);
}

void Region::take(Region& other) {
  if (other.ring_.next == &other.ring_) return;
  other.ring_.next->previous = ring_.previous;
  ring_.previous->next = other.ring_.next;
  other.ring_.previous->next = &ring_;
  ring_.previous = other.ring_.previous;
  other.ring_ = {&other.ring_, &other.ring_};
}

void* Region::allocate(size_t size) {
  if (size > SIZE_MAX - sizeof(Link)) trap();
  auto* link = static_cast<Link*>(std::malloc(sizeof(Link) + size));
  if (link == nullptr) trap();
  *link = {ring_.previous, &ring_};
  link->previous->next = link;
  ring_.previous = link;
  return link + 1;
}

bool ranOut() { return std::exchange(exhausted, false); }

}  // namespace tril::bridge

using namespace tril::bridge;

void* operator new(size_t size) { return inUse->allocate(size); }
void* operator new[](size_t size) { return inUse->allocate(size); }

void operator delete(void* memory) noexcept {
  if (memory == nullptr) return;
  Link* link = static_cast<Link*>(memory) - 1;
  link->previous->next = link->next;
  link->next->previous = link->previous;
  std::free(link);
}
void operator delete[](void* memory) noexcept { ::operator delete(memory); }

// Where the standard library goes, instead of `abort` (cpp/CMakeLists.txt), when a container is
// asked for more than can be addressed.
extern "C" void __wrap_abort() { trap(); }