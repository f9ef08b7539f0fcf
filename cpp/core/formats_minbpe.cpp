#include <algorithm>
#include <string>
#include <utility>

#include "formats.h"
#include "formats_shared.h"
#include "sentence.h"
#include "text.h"

namespace tril {

Result<Bpe> loadMinbpe(std::string_view file, std::vector<Special> specials) {
  constexpr std::string_view kVersion = "minbpe v1";
  if (looksLikeWebPage(file)) return webPage();
  Lines lines(file);

  const std::string_view version = lines.next().value_or("");
  if (version != kVersion) {
    return badLine(1, sentence({"a minbpe model starts with ", quoted(kVersion), ", but this is ",
                                quoted(version), "."}));
  }
  const auto source = lines.next();
  if (!source) return badLine(2, "the file ends before the pattern; it may be truncated.");
  const auto pattern = patternOfSource(*source);
  if (!pattern) {
    return badLine(2, sentence({"the pattern ", quoted(*source, 200),
                                " is not known: only those of gpt2, cl100k and o200k, or none."}));
  }

  const auto countLine = lines.next();
  if (!countLine) {
    return badLine(3, "the file ends before the number of special tokens; it may be truncated.");
  }
  const auto count = parseNumber(*countLine);
  if (!count) {
    return badLine(3, sentence({"the number of special tokens is expected, but this is ",
                                quoted(*countLine), "."}));
  }
  std::vector<Special> all;
  for (uint32_t i = 0; i < *count; ++i) {
    const auto line = lines.next();
    if (!line) {
      return badLine(lines.number() + 1, sentence({"the file ends after ", i, " of ", *count,
                                                   " special tokens; it may be truncated."}));
    }
    const auto special = parseNumbered(*line);
    if (!special) {
      return badLine(
          lines.number(),
          sentence({"a special token and its id are expected, but this is ", quoted(*line), "."}));
    }
    all.push_back({std::string(special->first), special->second});
  }

  const size_t firstMerge = lines.number() + 1;
  std::vector<Merge> merges;
  while (const auto line = lines.next()) {
    if (line->empty() && lines.bytesLeft() == 0) break;
    const auto right = parseNumbered(*line);
    const auto left = right ? parseNumber(right->first) : std::nullopt;
    if (!left) {
      return badLine(lines.number(), sentence({"the two ids of a merge are expected, but this is ",
                                               quoted(*line), "; the file may be truncated."}));
    }
    merges.push_back({*left, right->second, 0});
  }
  all.insert(all.end(), std::make_move_iterator(specials.begin()),
             std::make_move_iterator(specials.end()));
  return Bpe::fromMerges(std::move(merges), *pattern, std::move(all), firstMerge);
}

Result<std::string> saveMinbpe(const Bpe& bpe) {
  const std::vector<Merge> merges = bpe.merges();
  const std::vector<Id> ids = ordinaryIds(bpe);
  bool fits = merges.size() + 256 == ids.size() && !bpe.needsWholes();
  for (Id id = 0; fits && id < ids.size(); ++id) {
    fits = ids[id] == id;
    if (id < 256) {
      fits = fits && static_cast<unsigned char>(bpe.bytesOf(id)->front()) == id;
    } else {
      const Merge& merge = merges[id - 256];
      fits = fits && merge.id == id && merge.left < id && merge.right < id;
    }
  }
  if (!fits) {
    return badArgument(
        "A minbpe model cannot hold this tokenizer: it needs the bytes as the ids 0 to 255 and one "
        "merge for each id from 256 on.");
  }

  std::string file = "minbpe v1\n" + std::string(sourceOfPattern(bpe.pattern())) + "\n" +
                     std::to_string(bpe.specials().size()) + "\n";
  for (const Special& special : bpe.specials()) {
    if (special.always) return badArgument(onlyHuggingFace(special));
    if (special.text.find_first_of(" \t\n\v\f\r") != std::string::npos) {
      return badArgument(sentence({"A minbpe model cannot hold the special token ",
                                   quoted(special.text), ", because it has white space."}));
    }
    file += special.text + " " + std::to_string(special.id) + "\n";
  }
  for (const Merge& merge : merges) {
    file += std::to_string(merge.left) + " " + std::to_string(merge.right) + "\n";
  }
  return file;
}

}  // namespace tril
