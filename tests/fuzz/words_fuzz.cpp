// Words of any text get ids and come back, spaced by one blank.

#include "fuzz.h"
#include "words.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tril;
  fuzz::Input in(data, size);
  WordOptions options;
  options.punctuation = in.number(2) == 1;
  options.sort = in.number(2) == 1;
  options.unique = in.number(2) == 1;
  options.unknown = in.number(2) == 1 ? "<unk>" : "";
  const size_t half = in.rest().size() / 2;
  const std::string_view learned = in.text(half), other = in.rest();
  const auto words = Words::train(learned, options);
  if (!fuzz::loadedOrSaysWhy(words)) return 0;

  std::string spaced;
  for (const Piece& piece : splitWords(learned, options.punctuation)) {
    if (!spaced.empty()) spaced += ' ';
    spaced += learned.substr(piece.start, piece.end - piece.start);
  }
  const auto ids = words->encode(learned);
  TRIL_MUST(ids);
  TRIL_MUST(words->decode(*ids).value() == spaced);
  const auto found = words->words(other);
  TRIL_MUST(found || (options.unknown.empty() && found.error().code == ErrorCode::unknownToken));
  if (found) {
    size_t end = 0;
    for (const Word& word : *found) {
      TRIL_MUST(word.start >= end && word.end > word.start && word.end <= other.size());
      end = word.end;
    }
  }
  return 0;
}
