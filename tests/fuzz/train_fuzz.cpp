// Training on any text, with any rule for ties, learns a tokenizer that encodes it; the text comes
// back from all of its states on the way.

#include "bpe_train.h"
#include "fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace tril;
  fuzz::Input in(data, size);
  TrainOptions options;
  options.pattern = fuzz::kPatterns[in.number(4)];
  options.tieRule = static_cast<TieRule>(in.number(3));
  options.vocabSize = 256 + in.number(100);
  options.workingRows = in.number(4);
  options.specials = {{"<|x|>", 400}};
  const size_t batch = 1 + in.number(30);
  const std::string_view text = in.rest();

  auto trainer = Trainer::start(text, options);
  TRIL_MUST(trainer);
  while (!trainer->done()) trainer->advance(batch);
  const Bpe bpe = trainer->finish();
  const std::vector<Merge> merges = bpe.merges();
  TRIL_MUST(merges.size() <= options.vocabSize - 256);
  for (size_t i = 0; i < merges.size(); ++i) {
    TRIL_MUST(merges[i].id == 256 + i && merges[i].left < merges[i].id &&
              merges[i].right < merges[i].id && merges[i].count > 0);
    TRIL_MUST(i == 0 || merges[i].count <= merges[i - 1].count);
  }
  fuzz::mustRoundTrip(bpe, text);
  fuzz::mustSave(bpe, text);
  const std::vector<Id> ids = bpe.encode(text, {SpecialPolicy::Kind::text}).value();
  TRIL_MUST(trainer->trainingIds(text.size()) == ids);
  for (size_t count = 0; count <= merges.size(); count += 7) {
    const std::vector<Id> earlier = bpe.rewind(ids, count);
    for (const Id id : earlier) TRIL_MUST(id < 256 + count);
    TRIL_MUST(bpe.decode(earlier).value() == text);
  }
  return 0;
}
