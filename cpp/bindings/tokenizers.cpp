// Text to ids and back: what of it JavaScript can call, and the conversions on the way; nothing is
// decided here. Every call reads its arguments in the order in which web/core gives them; a
// call on a tokenizer or a trainer is given it first.

#include <emscripten/bind.h>

#include "bpe.h"
#include "bpe_train.h"
#include "bridge.h"
#include "formats.h"
#include "formats_packed.h"
#include "formats_shared.h"
#include "split.h"
#include "text.h"
#include "words.h"

namespace tril {
namespace {

using bridge::Arguments;
using bridge::box;
using bridge::boxed;
using bridge::call;
using bridge::fail;
using bridge::kDone;
using bridge::made;
using bridge::Status;
using bridge::Table;
using emscripten::function;

using Integers = std::vector<uint32_t>;

// --- Encoding and decoding

SpecialPolicy policyIn(Arguments& in) {
  const auto kind = static_cast<SpecialPolicy::Kind>(in.word());
  return {kind, in.texts()};
}

Status splitCall(Arguments& in) {
  const std::string_view text = in.bytes();
  const Result<Pattern> pattern = patternNamed(in.bytes());
  if (!pattern) return fail(pattern.error());
  Utf16Offsets units(text);
  Integers flat;
  for (const Piece& piece : split(text, *pattern)) {
    const uint32_t start = units.at(piece.start);
    flat.insert(flat.end(), {piece.start, piece.end, start, units.at(piece.end)});
  }
  box(std::move(flat));
  return kDone;
}

Status encodeCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const std::string_view text = in.bytes();
  return boxed(bpe.encode(text, policyIn(in)));
}

Status countCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const std::string_view text = in.bytes();
  const auto count = bpe.count(text, policyIn(in));
  if (!count) return fail(count.error());
  box(Integers{static_cast<uint32_t>(*count)});
  return kDone;
}

Status tokensCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const std::string_view text = in.bytes();
  const auto tokens = bpe.tokens(text, policyIn(in));
  if (!tokens) return fail(tokens.error());
  Utf16Offsets units(text);
  Integers flat;
  for (const Token& token : *tokens) {
    const uint32_t start = units.at(token.start);
    flat.insert(flat.end(), {token.id, token.start, token.end, start, units.at(token.end)});
  }
  box(std::move(flat));
  return kDone;
}

Status encodeStepsCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const std::string_view text = in.bytes();
  const auto steps = bpe.encodeSteps(text, policyIn(in));
  if (!steps) return fail(steps.error());
  Utf16Offsets units(text);
  Integers pieces, merges, ids;
  for (const PieceSteps& piece : *steps) {
    const uint32_t start = units.at(piece.start);
    pieces.insert(pieces.end(), {piece.start, piece.end, start, units.at(piece.end), piece.special,
                                 static_cast<uint32_t>(piece.merges.size()),
                                 static_cast<uint32_t>(piece.ids.size())});
    for (const MergeStep& step : piece.merges)
      merges.insert(merges.end(), {step.left, step.right, step.id, step.rank, step.at});
    ids.insert(ids.end(), piece.ids.begin(), piece.ids.end());
  }
  box(std::move(pieces));
  box(std::move(merges));
  box(std::move(ids));
  return kDone;
}

Status decodeCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  return boxed(bpe.decode(in.integers()));
}

// Whether the id has a token, and the bytes.
Status bytesOfCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const auto bytes = bpe.bytesOf(in.word());
  box(Integers{bytes.has_value()});
  box(std::string(bytes.value_or("")));
  return kDone;
}

// Whether there is such a token, and its id.
Status idOfCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const auto id = bpe.idOf(in.bytes());
  box(Integers{id.has_value(), id.value_or(0)});
  return kDone;
}

Status sizeCall(Arguments& in) {
  box(Integers{static_cast<uint32_t>(in.value<Bpe>().size())});
  return kDone;
}

// The pattern and, of each special token, the id and the length; then their texts in a row.
Status factsCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  Integers numbers{static_cast<uint32_t>(bpe.pattern())};
  std::string texts;
  for (const Special& special : bpe.specials()) {
    numbers.insert(numbers.end(), {special.id, static_cast<uint32_t>(special.text.size())});
    texts += special.text;
  }
  box(std::move(numbers));
  box(std::move(texts));
  return kDone;
}

Status mergesCall(Arguments& in) {
  Integers flat;
  for (const Merge& merge : in.value<Bpe>().merges())
    flat.insert(flat.end(),
                {merge.left, merge.right, merge.id, static_cast<uint32_t>(merge.count)});
  box(std::move(flat));
  return kDone;
}

Status rewindCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  const auto ids = in.integers();
  box(bpe.rewind(ids, in.word()));
  return kDone;
}

Status saveMinbpeCall(Arguments& in) { return boxed(saveMinbpe(in.value<Bpe>())); }

Status saveTiktokenCall(Arguments& in) { return boxed(saveTiktoken(in.value<Bpe>())); }

Status loadMinbpeCall(Arguments& in) {
  const std::string_view file = in.bytes();
  return made(loadMinbpe(file, in.specials()));
}

Status loadTiktokenCall(Arguments& in) {
  const std::string_view file = in.bytes();
  const Result<Pattern> pattern = patternNamed(in.bytes());
  if (!pattern) return fail(pattern.error());
  return made(loadTiktoken(file, *pattern, in.specials()));
}

Status loadPackedCall(Arguments& in) {
  const std::string_view tokens = in.bytes();
  const Result<Pattern> pattern = patternNamed(in.bytes());
  if (!pattern) return fail(pattern.error());
  return made(loadPacked(tokens, *pattern, in.specials()));
}

// The pattern that a regular expression stands for; nothing when it is not known.
Status patternOfCall(Arguments& in) {
  const auto pattern = patternOfSource(in.bytes());
  box(pattern ? Integers{static_cast<uint32_t>(*pattern)} : Integers{});
  return kDone;
}

// A tokenizer as files of vocabulary and merges hold it: the tokens' bytes in a row, and of each
// the length and the id; the three ids of each merge; the pattern; whether pieces are taken as
// wholes; the line of the first merge; the special tokens, and those that are always found.
Status loadMergedCall(Arguments& in) {
  const std::string_view bytes = in.bytes();
  const Table<uint32_t> listed = in.table<uint32_t>();
  std::vector<ListedToken> tokens(listed.rows);
  size_t start = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    const uint32_t length = listed.numbers[2 * i];
    tokens[i] = {bytes.substr(start, length), listed.numbers[2 * i + 1]};
    start += length;
  }
  const Table<uint32_t> pairs = in.table<uint32_t>();
  std::vector<Merge> merges(pairs.rows);
  for (size_t i = 0; i < merges.size(); ++i) {
    const uint32_t* ids = &pairs.numbers[3 * i];
    merges[i] = {ids[0], ids[1], ids[2]};
  }
  const Result<Pattern> pattern = patternNamed(in.bytes());
  if (!pattern) return fail(pattern.error());
  const bool wholes = in.flag();
  const uint32_t firstLine = in.word();
  std::vector<Special> specials = in.specials();
  for (Special& special : in.specials()) {
    special.always = true;
    specials.push_back(std::move(special));
  }
  return made(Bpe::fromVocabulary(tokens, std::move(merges), *pattern, std::move(specials), wholes,
                                  firstLine));
}

// The same of a tokenizer, but for the line; of each special token the id, the length and whether
// it is always found, and then their texts in a row; and the pattern as a regular expression.
Status contentsCall(Arguments& in) {
  const Bpe& bpe = in.value<Bpe>();
  std::string bytes;
  Integers tokens, merges, specials;
  for (const Id id : ordinaryIds(bpe)) {
    const std::string_view token = *bpe.bytesOf(id);
    tokens.insert(tokens.end(), {static_cast<uint32_t>(token.size()), id});
    bytes += token;
  }
  for (const Merge& merge : bpe.merges())
    merges.insert(merges.end(), {merge.left, merge.right, merge.id});
  std::string texts;
  for (const Special& special : bpe.specials()) {
    specials.insert(specials.end(),
                    {special.id, static_cast<uint32_t>(special.text.size()), special.always});
    texts += special.text;
  }
  box(std::move(bytes));
  box(std::move(tokens));
  box(std::move(merges));
  box(Integers{static_cast<uint32_t>(bpe.pattern()), bpe.needsWholes()});
  box(std::move(specials));
  box(std::move(texts));
  box(std::string(plainSourceOfPattern(bpe.pattern())));
  return kDone;
}

// --- Words

WordOptions wordOptionsIn(Arguments& in) {
  WordOptions options;
  options.unknown = in.bytes();
  options.punctuation = in.flag();
  return options;
}

Status trainWordsCall(Arguments& in) {
  const std::string_view text = in.bytes();
  WordOptions options = wordOptionsIn(in);
  options.sort = in.flag();
  options.unique = in.flag();
  return made(Words::train(text, options));
}

Status loadWordsCall(Arguments& in) {
  const WordOptions options = wordOptionsIn(in);
  std::vector<WordEntry> entries(in.word());
  for (WordEntry& entry : entries) {
    entry.word = in.bytes();
    entry.id = in.word();
  }
  return made(Words::fromVocabulary(entries, options));
}

Status wordsCall(Arguments& in) {
  const Words& tokenizer = in.value<Words>();
  const std::string_view text = in.bytes();
  const auto words = tokenizer.words(text);
  if (!words) return fail(words.error());
  Utf16Offsets units(text);
  Integers flat;
  for (const Word& word : *words) {
    const uint32_t start = units.at(word.start);
    flat.insert(flat.end(), {word.start, word.end, start, units.at(word.end), word.id, word.known});
  }
  box(std::move(flat));
  return kDone;
}

Status encodeWordsCall(Arguments& in) {
  const Words& words = in.value<Words>();
  return boxed(words.encode(in.bytes()));
}

Status decodeWordsCall(Arguments& in) {
  const Words& words = in.value<Words>();
  return boxed(words.decode(in.integers()));
}

Status idOfWordCall(Arguments& in) {
  const Words& words = in.value<Words>();
  const auto id = words.idOf(in.bytes());
  box(Integers{id.has_value(), id.value_or(0)});
  return kDone;
}

// The id and the length of every word, and their bytes one after another.
Status vocabularyCall(Arguments& in) {
  Integers flat;
  std::string bytes;
  for (const WordEntry& entry : in.value<Words>().entries()) {
    flat.insert(flat.end(), {entry.id, static_cast<uint32_t>(entry.word.size())});
    bytes += entry.word;
  }
  box(std::move(flat));
  box(std::move(bytes));
  return kDone;
}

// --- Training

Status startTrainingCall(Arguments& in) {
  const std::string_view text = in.bytes();
  const uint32_t vocabSize = in.word();
  const Result<Pattern> pattern = patternNamed(in.bytes());
  if (!pattern) return fail(pattern.error());
  std::vector<Special> specials = in.specials();
  const uint32_t rows = in.word();
  const auto tieRule = static_cast<TieRule>(in.word());
  return made(Trainer::start(text, {vocabSize, *pattern, std::move(specials), rows, tieRule}));
}

Status advanceCall(Arguments& in) {
  bridge::Object& object = in.object();
  Trainer& trainer = *static_cast<Trainer*>(object.value);
  {
    const bridge::Change change(object);
    trainer.advance(in.word());
  }
  box(Integers{static_cast<uint32_t>(trainer.merges().size()), trainer.done()});
  return kDone;
}

Status finishCall(Arguments& in) { return made(Result(in.value<Trainer>().finish())); }

Status roundsCall(Arguments& in) {
  Integers heads, pairs;
  for (const Round& round : in.value<Trainer>().rounds()) {
    heads.insert(heads.end(),
                 {round.tied, round.distinct, static_cast<uint32_t>(round.pairs.size())});
    for (const PairCount& pair : round.pairs)
      pairs.insert(pairs.end(),
                   {pair.left, pair.right, static_cast<uint32_t>(pair.count), pair.first});
  }
  box(std::move(heads));
  box(std::move(pairs));
  return kDone;
}

Status trainingIdsCall(Arguments& in) {
  const Trainer& trainer = in.value<Trainer>();
  box(trainer.trainingIds(in.word()));
  return kDone;
}

// Whatever a call has made.
Status freeCall(Arguments& in) {
  bridge::free(in.object());
  return kDone;
}

EMSCRIPTEN_BINDINGS(tokenizers) {
  function("split", &call<splitCall>);
  function("encode", &call<encodeCall>);
  function("count", &call<countCall>);
  function("tokens", &call<tokensCall>);
  function("encodeSteps", &call<encodeStepsCall>);
  function("decode", &call<decodeCall>);
  function("bytesOf", &call<bytesOfCall>);
  function("idOf", &call<idOfCall>);
  function("size", &call<sizeCall>);
  function("facts", &call<factsCall>);
  function("merges", &call<mergesCall>);
  function("rewind", &call<rewindCall>);
  function("saveMinbpe", &call<saveMinbpeCall>);
  function("saveTiktoken", &call<saveTiktokenCall>);
  function("loadMinbpe", &call<loadMinbpeCall>);
  function("loadTiktoken", &call<loadTiktokenCall>);
  function("loadPacked", &call<loadPackedCall>);
  function("loadMerged", &call<loadMergedCall>);
  function("contents", &call<contentsCall>);
  function("patternOf", &call<patternOfCall>);

  function("trainWords", &call<trainWordsCall>);
  function("loadWords", &call<loadWordsCall>);
  function("words", &call<wordsCall>);
  function("encodeWords", &call<encodeWordsCall>);
  function("decodeWords", &call<decodeWordsCall>);
  function("idOfWord", &call<idOfWordCall>);
  function("vocabulary", &call<vocabularyCall>);

  function("startTraining", &call<startTrainingCall>);
  function("advance", &call<advanceCall>);
  function("finish", &call<finishCall>);
  function("rounds", &call<roundsCall>);
  function("trainingIds", &call<trainingIdsCall>);

  function("free", &call<freeCall>);
}

}  // namespace
}  // namespace tril
