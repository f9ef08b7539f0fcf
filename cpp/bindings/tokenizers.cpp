// Text to ids and back: what of it JavaScript can call, and the conversions on the way; nothing is
// decided here. web/core/raw.ts has the same table as types.

#include <emscripten/bind.h>

#include "bpe.h"
#include "bpe_train.h"
#include "bridge.h"
#include "formats.h"
#include "split.h"
#include "text.h"

namespace tril {
namespace {

using bridge::Address;
using bridge::box;
using bridge::boxed;
using bridge::bytesAt;
using bridge::fail;
using bridge::made;
using bridge::run;
using bridge::Status;
using emscripten::allow_raw_pointers;
using emscripten::class_;
using emscripten::function;

// --- Encoding and decoding

SpecialPolicy policyAt(uint32_t kind, Address names, uint32_t count) {
  return {static_cast<SpecialPolicy::Kind>(kind), bridge::textsAt(names, count)};
}

Status splitText(Address text, uint32_t length, Address pattern, uint32_t patternLength) {
  return run([=]() -> Status {
    const Result<Pattern> found = patternNamed(bytesAt(pattern, patternLength));
    if (!found) return fail(found.error());
    const std::string_view bytes = bytesAt(text, length);
    Utf16Offsets units(bytes);
    std::vector<uint32_t> flat;
    for (const Piece& piece : split(bytes, *found)) {
      const uint32_t start = units.at(piece.start);
      flat.insert(flat.end(), {piece.start, piece.end, start, units.at(piece.end)});
    }
    box(std::move(flat));
    return 0;
  });
}

Status encode(const Bpe& bpe, Address text, uint32_t length, uint32_t kind, Address names,
              uint32_t count) {
  return run([&]() -> Status {
    auto ids = bpe.encode(bytesAt(text, length), policyAt(kind, names, count));
    if (!ids) return fail(ids.error());
    box(std::move(*ids));
    return 0;
  });
}

Status countIds(const Bpe& bpe, Address text, uint32_t length, uint32_t kind, Address names,
                uint32_t count) {
  return run([&]() -> Status {
    const auto result = bpe.count(bytesAt(text, length), policyAt(kind, names, count));
    if (!result) return fail(result.error());
    box(std::vector<uint32_t>{static_cast<uint32_t>(*result)});
    return 0;
  });
}

Status tokens(const Bpe& bpe, Address text, uint32_t length, uint32_t kind, Address names,
              uint32_t count) {
  return run([&]() -> Status {
    const std::string_view bytes = bytesAt(text, length);
    const auto result = bpe.tokens(bytes, policyAt(kind, names, count));
    if (!result) return fail(result.error());
    Utf16Offsets units(bytes);
    std::vector<uint32_t> flat;
    for (const Token& token : *result) {
      const uint32_t start = units.at(token.start);
      flat.insert(flat.end(), {token.id, token.start, token.end, start, units.at(token.end)});
    }
    box(std::move(flat));
    return 0;
  });
}

Status encodeSteps(const Bpe& bpe, Address text, uint32_t length, uint32_t kind, Address names,
                   uint32_t count) {
  return run([&]() -> Status {
    const std::string_view bytes = bytesAt(text, length);
    const auto result = bpe.encodeSteps(bytes, policyAt(kind, names, count));
    if (!result) return fail(result.error());
    Utf16Offsets units(bytes);
    std::vector<uint32_t> pieces, merges, ids;
    for (const PieceSteps& piece : *result) {
      const uint32_t start = units.at(piece.start);
      pieces.insert(pieces.end(), {piece.start, piece.end, start, units.at(piece.end),
                                   piece.special, static_cast<uint32_t>(piece.merges.size()),
                                   static_cast<uint32_t>(piece.ids.size())});
      for (const MergeStep& step : piece.merges)
        merges.insert(merges.end(), {step.left, step.right, step.id, step.rank, step.at});
      ids.insert(ids.end(), piece.ids.begin(), piece.ids.end());
    }
    box(std::move(pieces));
    box(std::move(merges));
    box(std::move(ids));
    return 0;
  });
}

Status decode(const Bpe& bpe, Address ids, uint32_t count) {
  return run([&] { return boxed(bpe.decode(bridge::numbersAt<Id>(ids, count))); });
}

// The bytes, or no box when the id has no token.
Status bytesOf(const Bpe& bpe, Id id) {
  return run([&] {
    const auto bytes = bpe.bytesOf(id);
    box(std::vector<uint32_t>{bytes.has_value()});
    box(std::string(bytes.value_or("")));
  });
}

Status idOf(const Bpe& bpe, Address bytes, uint32_t length) {
  return run([&] {
    const auto id = bpe.idOf(bytesAt(bytes, length));
    box(std::vector<uint32_t>{id.has_value(), id.value_or(0)});
  });
}

void boxMerges(const std::vector<Merge>& merges) {
  std::vector<uint32_t> flat;
  for (const Merge& merge : merges)
    flat.insert(flat.end(),
                {merge.left, merge.right, merge.id, static_cast<uint32_t>(merge.count)});
  box(std::move(flat));
}

Status merges(const Bpe& bpe) {
  return run([&] { boxMerges(bpe.merges()); });
}

Status rewind(const Bpe& bpe, Address ids, uint32_t count, uint32_t merges) {
  return run([&] { box(bpe.rewind(bridge::numbersAt<Id>(ids, count), merges)); });
}

uint32_t sizeOf(const Bpe& bpe) { return bpe.size(); }

Status saveMinbpeFile(const Bpe& bpe) {
  return run([&] { return boxed(saveMinbpe(bpe)); });
}

Status saveTiktokenFile(const Bpe& bpe) {
  return run([&] { return boxed(saveTiktoken(bpe)); });
}

Bpe* loadMinbpeFile(Address file, uint32_t length, Address specials, uint32_t count) {
  return made<Bpe>(
      [&] { return loadMinbpe(bytesAt(file, length), bridge::specialsAt(specials, count)); });
}

Bpe* loadTiktokenFile(Address file, uint32_t length, Address pattern, uint32_t patternLength,
                      Address specials, uint32_t count) {
  return made<Bpe>([&]() -> Result<Bpe> {
    const Result<Pattern> found = patternNamed(bytesAt(pattern, patternLength));
    if (!found) return found.error();
    return loadTiktoken(bytesAt(file, length), *found, bridge::specialsAt(specials, count));
  });
}

// --- Training

Trainer* startTraining(Address text, uint32_t length, uint32_t vocabSize, Address pattern,
                       uint32_t patternLength, Address specials, uint32_t count,
                       uint32_t workingRows) {
  return made<Trainer>([&]() -> Result<Trainer> {
    const Result<Pattern> found = patternNamed(bytesAt(pattern, patternLength));
    if (!found) return found.error();
    return Trainer::start(bytesAt(text, length),
                          {vocabSize, *found, bridge::specialsAt(specials, count), workingRows});
  });
}

Status advance(Trainer& trainer, uint32_t merges) {
  return run([&] {
    trainer.advance(merges);
    box(std::vector<uint32_t>{static_cast<uint32_t>(trainer.merges().size()), trainer.done()});
  });
}

Bpe* finish(const Trainer& trainer) {
  return made<Bpe>([&]() -> Result<Bpe> { return trainer.finish(); });
}

Status rounds(const Trainer& trainer) {
  return run([&] {
    std::vector<uint32_t> heads, pairs;
    for (const Round& round : trainer.rounds()) {
      heads.insert(heads.end(),
                   {round.tied, round.distinct, static_cast<uint32_t>(round.pairs.size())});
      for (const PairCount& pair : round.pairs)
        pairs.insert(pairs.end(),
                     {pair.left, pair.right, static_cast<uint32_t>(pair.count), pair.first});
    }
    box(std::move(heads));
    box(std::move(pairs));
  });
}

Status trainingIds(const Trainer& trainer, uint32_t bytes) {
  return run([&] { box(trainer.trainingIds(bytes)); });
}

EMSCRIPTEN_BINDINGS(tokenizers) {
  function("split", &splitText);
  function("loadMinbpe", &loadMinbpeFile, allow_raw_pointers());
  function("loadTiktoken", &loadTiktokenFile, allow_raw_pointers());
  function("startTraining", &startTraining, allow_raw_pointers());

  class_<Trainer>("Trainer")
      .function("advance", &advance)
      .function("finish", &finish, allow_raw_pointers())
      .function("rounds", &rounds)
      .function("trainingIds", &trainingIds);

  class_<Bpe>("Bpe")
      .function("size", &sizeOf)
      .function("encode", &encode)
      .function("count", &countIds)
      .function("tokens", &tokens)
      .function("encodeSteps", &encodeSteps)
      .function("decode", &decode)
      .function("bytesOf", &bytesOf)
      .function("idOf", &idOf)
      .function("merges", &merges)
      .function("rewind", &rewind)
      .function("saveMinbpe", &saveMinbpeFile)
      .function("saveTiktoken", &saveTiktokenFile);
}

}  // namespace
}  // namespace tril
