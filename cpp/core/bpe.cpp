#include "bpe.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "sentence.h"
#include "text.h"
#include "token_splits.h"

namespace tril {
namespace {

// Longer tokens learned by merges are not looked up as wholes: checking them all takes too long.
constexpr size_t kLongestCheckedWhole = 64;

constexpr char kTooLong[] = ": the tokens are too long; together they may take 64 MB.";
static_assert(kMaxVocabularyBytes == size_t{64} << 20);

Error badArgument(std::string message) { return {ErrorCode::badArgument, std::move(message)}; }
Error badFile(std::string message) { return {ErrorCode::badFile, std::move(message)}; }

std::string place(const char* unit, size_t index, size_t line) {
  std::string text = line > 0 ? "Line" : unit;
  text += ' ';
  return text += std::to_string(line > 0 ? line : index);
}

}  // namespace

Result<Bpe> Bpe::fromMerges(std::vector<Merge> merges, Pattern pattern,
                            std::vector<Special> specials, size_t firstLine) {
  const auto where = [&](size_t i) { return place("Merge", i, firstLine > 0 ? firstLine + i : 0); };
  if (merges.size() > kMaxId - 255) {
    return badFile(sentence({"More merges than ids: a tokenizer takes up to ", kMaxId - 255, "."}));
  }
  std::array<Id, 256> byteIds;
  for (Id id = 0; id < 256; ++id) byteIds[id] = id;

  Bpe bpe{MergeRules(byteIds), pattern};
  Vocabulary& vocabulary = bpe.vocabulary_;
  for (Id id = 0; id < 256; ++id) {
    const char byte = static_cast<char>(id);
    vocabulary.add(id, {&byte, 1});
  }
  bpe.rules_.reserve(merges.size(), merges.size());
  for (size_t i = 0; i < merges.size(); ++i) {
    Merge& merge = merges[i];
    merge.id = static_cast<Id>(256 + i);
    if (merge.left >= merge.id || merge.right >= merge.id) {
      return badFile(sentence({where(i), " merges id ", std::max(merge.left, merge.right),
                               ", which does not exist yet: this merge makes id ", merge.id,
                               " and may use only ids below it."}));
    }
    if (!bpe.rules_.add(merge.left, merge.right, static_cast<uint32_t>(i), merge.id)) {
      return badFile(sentence({where(i), " merges the pair ", merge.left, " ", merge.right,
                               ", which an earlier line merges already."}));
    }
    const size_t joined = Vocabulary::joinedBytes(
        merge.id, merge.left, vocabulary.lengthOf(merge.left), vocabulary.lengthOf(merge.right));
    if (vocabulary.bytes() + joined > kMaxVocabularyBytes)
      return badFile(sentence({where(i), kTooLong}));
    vocabulary.addJoined(merge.id, merge.left, merge.right);
  }
  bpe.merges_ = std::move(merges);
  bpe.findWholes();
  if (auto error = bpe.addSpecials(std::move(specials))) return *std::move(error);
  return bpe;
}

void Bpe::findWholes() {
  const auto bytesOf = [&](Id id) { return vocabulary_.bytesOf(id); };
  wholes_ = {};
  wholes_.reserve(vocabulary_.size());
  longestWhole_ = 0;
  for (Id id = 0; id < vocabulary_.end(); ++id) {
    if (!vocabulary_.has(id)) continue;
    const size_t length = vocabulary_.lengthOf(id);
    if (length <= kLongestCheckedWhole && isReachable(id)) {
      wholes_.insert(bytesOf(id), id, bytesOf);
      longestWhole_ = std::max(longestWhole_, length);
    } else {
      others_.push_back(id);
    }
  }
}

Result<Bpe> Bpe::fromTokens(std::span<const ListedToken> tokens, Pattern pattern) {
  const auto where = [&](size_t i) { return place("Token", i, tokens[i].line); };
  size_t bytes = 0;
  Id end = 0;
  std::array<Id, 256> byteIds;
  byteIds.fill(kNoId);
  for (size_t i = 0; i < tokens.size(); ++i) {
    const ListedToken& token = tokens[i];
    if (token.bytes.empty()) return badFile(sentence({where(i), ": the token has no bytes."}));
    if (token.id > kMaxId) {
      return badFile(sentence({where(i), ": the id ", token.id, " is above ", kMaxId, "."}));
    }
    bytes += token.bytes.size();
    if (bytes > kMaxVocabularyBytes) return badFile(sentence({where(i), kTooLong}));
    end = std::max(end, token.id + 1);
    if (token.bytes.size() == 1) byteIds[static_cast<unsigned char>(token.bytes[0])] = token.id;
  }

  for (size_t byte = 0; byte < 256; ++byte) {
    if (byteIds[byte] != kNoId) continue;
    const char missing = static_cast<char>(byte);
    return badFile(sentence({"No token for the single byte ", quoted({&missing, 1}),
                             ": all 256 bytes must be tokens, so that any text can be encoded."}));
  }

  Bpe bpe{MergeRules(byteIds), pattern};
  bpe.takesWholes_ = true;
  bpe.vocabulary_.reserve(end, bytes);
  bpe.wholes_.reserve(tokens.size());
  const auto bytesOf = [&](Id id) { return bpe.vocabulary_.bytesOf(id); };
  for (size_t i = 0; i < tokens.size(); ++i) {
    const ListedToken& token = tokens[i];
    if (bpe.vocabulary_.has(token.id)) {
      return badFile(sentence({where(i), ": the id ", token.id, " occurs twice, before for ",
                               quoted(bpe.vocabulary_.bytesOf(token.id)), "."}));
    }
    if (const Id first = bpe.wholes_.insert(token.bytes, token.id, bytesOf); first != token.id) {
      return badFile(sentence({where(i), ": the token ", quoted(token.bytes),
                               " occurs twice, before with the id ", first, "."}));
    }
    bpe.vocabulary_.add(token.id, token.bytes);
    bpe.longestWhole_ = std::max(bpe.longestWhole_, token.bytes.size());
  }
  return bpe;
}

Result<Bpe> Bpe::fromRanks(std::span<const ListedToken> tokens, Pattern pattern,
                           std::vector<Special> specials) {
  Result<Bpe> bpe = fromTokens(tokens, pattern);
  if (!bpe) return bpe;
  bpe->hasRanks_ = true;

  // Two tokens merge when their joined bytes are a token.
  std::vector<Id> ids;
  ids.reserve(tokens.size());
  for (const ListedToken& token : tokens) ids.push_back(token.id);
  const std::vector<TokenSplit> splits = tokenSplits(bpe->vocabulary_, ids);
  bpe->rules_.reserve(splits.size(), bpe->idEnd());
  for (const TokenSplit& split : splits) {
    bpe->rules_.add(split.left, split.right, split.id, split.id);
  }
  if (auto error = bpe->addSpecials(std::move(specials))) return *std::move(error);
  return bpe;
}

Result<Bpe> Bpe::fromVocabulary(std::span<const ListedToken> tokens, std::vector<Merge> merges,
                                Pattern pattern, std::vector<Special> specials, bool wholes,
                                size_t firstLine) {
  Result<Bpe> bpe = fromTokens(tokens, pattern);
  if (!bpe) return bpe;
  bpe->takesWholes_ = wholes;
  bpe->rules_.reserve(merges.size(), merges.size());
  for (size_t i = 0; i < merges.size(); ++i) {
    const auto [left, right, id, count] = merges[i];
    if (bpe->rules_.add(left, right, static_cast<uint32_t>(i), id)) continue;
    return badFile(sentence({place("Merge", i, firstLine > 0 ? firstLine + i : 0), " merges ",
                             quoted(bpe->vocabulary_.bytesOf(left)), " and ",
                             quoted(bpe->vocabulary_.bytesOf(right)),
                             ", which an earlier one merges already."}));
  }
  bpe->merges_ = std::move(merges);
  if (!wholes) bpe->findWholes();
  if (auto error = bpe->addSpecials(std::move(specials))) return *std::move(error);
  return bpe;
}

std::optional<Error> Bpe::addSpecials(std::vector<Special> specials) {
  ByteTable texts;
  const auto textOf = [&](Id index) -> std::string_view { return specials[index].text; };
  for (size_t i = 0; i < specials.size(); ++i) {
    const std::string& text = specials[i].text;
    const Id id = specials[i].id;
    if (text.empty()) {
      return badArgument(sentence({"The special token with the id ", id, " has no text."}));
    }
    if (id > kMaxId) {
      return badArgument(sentence({"The special token ", quoted(text), " has the id ", id,
                                   ", but ids go up to ", kMaxId, "."}));
    }
    if (texts.insert(text, static_cast<Id>(i), textOf) != i) {
      return badArgument(sentence({"The special token ", quoted(text), " is given twice."}));
    }
    if (vocabulary_.has(id)) {
      return badArgument(sentence({"The special token ", quoted(text), " has the id ", id,
                                   ", which is in use for ", quoted(vocabulary_.bytesOf(id)),
                                   ". Give it an id of its own, such as ", idEnd(), "."}));
    }
    if (vocabulary_.bytes() + text.size() > kMaxVocabularyBytes) {
      return badArgument(sentence({"The special token ", quoted(text), " is too long."}));
    }
    vocabulary_.add(id, text);
  }
  specials_ = SpecialFinder(std::move(specials));
  return std::nullopt;
}

std::optional<std::string_view> Bpe::bytesOf(Id id) const {
  if (!vocabulary_.has(id)) return std::nullopt;
  return vocabulary_.bytesOf(id);
}

std::optional<Id> Bpe::idOf(std::string_view bytes) const {
  std::optional<Id> found = wholeToken(bytes);
  for (const Id id : others_) {
    if (vocabulary_.bytesOf(id) != bytes) continue;
    if (!found || id < *found) found = id;
    break;
  }
  if (found) return found;
  const Special* special = specials_.withText(bytes);
  if (special == nullptr) return std::nullopt;
  return special->id;
}

bool Bpe::isReachable(Id id) const {
  const auto bytes = bytesOf(id);
  if (!bytes) return false;
  if (!takesWholes_ && wholeToken(*bytes) == id) return true;
  std::vector<Id> ids;
  rules_.apply(*bytes, ids);
  return ids == std::vector<Id>{id};
}

bool Bpe::needsWholes() const {
  if (!takesWholes_) return false;
  for (Id id = 0; id < idEnd(); ++id) {
    if (vocabulary_.has(id) && wholeToken(vocabulary_.bytesOf(id)) == id && !isReachable(id)) {
      return true;
    }
  }
  return false;
}

std::vector<Merge> Bpe::merges() const {
  if (!hasRanks_) return merges_;
  std::vector<Merge> merges;
  std::vector<Id> halves;
  for (Id id = 0; id < vocabulary_.end(); ++id) {
    if (rules_.idOfRank(id) != id) continue;
    halves.clear();
    rules_.apply(vocabulary_.bytesOf(id), halves, id);
    if (halves.size() != 2) {  // it takes tokens of higher rank on the way, or cannot be reached
      const std::vector<MergeStep> steps = rules_.trace(vocabulary_.bytesOf(id), halves);
      if (steps.empty() || steps.back().id != id) continue;
      halves = {steps.back().left, steps.back().right};
    }
    merges.push_back({halves[0], halves[1], id});
  }
  return merges;
}

std::vector<Id> Bpe::rewind(std::span<const Id> ids, size_t merges) const {
  const std::vector<Merge> all = this->merges();
  std::vector<const Merge*> later(vocabulary_.end(), nullptr);
  for (size_t i = merges; i < all.size(); ++i) later[all[i].id] = &all[i];

  std::vector<Id> result;
  std::vector<Id> open;  // what is left to take apart, the next on top
  for (const Id id : ids) {
    open.push_back(id);
    while (!open.empty()) {
      const Id next = open.back();
      open.pop_back();
      if (next < later.size() && later[next] != nullptr) {
        open.push_back(later[next]->right);
        open.push_back(later[next]->left);
      } else {
        result.push_back(next);
      }
    }
  }
  return result;
}

}  // namespace tril
