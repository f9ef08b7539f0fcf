#include "sentence.h"

namespace tril {

std::string sentence(std::initializer_list<SentencePart> parts) {
  std::string result;
  for (const SentencePart& part : parts) part.appendTo(result);
  return result;
}

}  // namespace tril
