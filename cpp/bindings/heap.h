// The heap, made so that a call can be given up halfway.
//
// WebAssembly is compiled without C++ exceptions: the code that unwinds would be an eighth of its
// bytes. A call that gets no memory traps instead, JavaScript notices, and all that the call had
// allocated is freed in one go. For that every block that `new` gives stands on a list, its Region:
// that of the running call, or that of the object which the call makes or changes.
#pragma once

#include <cstddef>

namespace tril::bridge {

class Region {
 public:
  constexpr Region() : ring_{&ring_, &ring_} {}
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;

  void* allocate(size_t size);  // what `new` does in this region; it traps when there is no memory
  void use();                   // from now on blocks go to this region
  void free();                  // all its blocks, without destructors
  void take(Region& other);     // all blocks of another

  // What stands in front of every block.
  struct Link {
    Link* previous;
    Link* next;
  };

 private:
  Link ring_;
};

// Whether `new` had to trap since this was asked last.
bool ranOut();

}  // namespace tril::bridge
