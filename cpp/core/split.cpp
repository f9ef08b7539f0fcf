#include "split.h"

#include "sentence.h"
#include "text.h"
#include "unicode.h"

namespace tril {
namespace {

// A set of character classes, a bit for each. Where a set stands in one of the patterns as an
// expression of its own, that is beside it.
using ClassSet = uint32_t;

constexpr ClassSet setOf(CharClass c) { return 1u << static_cast<uint32_t>(c); }

constexpr ClassSet kOther = setOf(CharClass::other);
constexpr ClassSet kUpper = setOf(CharClass::upper);
constexpr ClassSet kLower = setOf(CharClass::lower);
constexpr ClassSet kCaseless = setOf(CharClass::caseless);
constexpr ClassSet kMark = setOf(CharClass::mark);
constexpr ClassSet kNumber = setOf(CharClass::number);             // \p{N}
constexpr ClassSet kNewline = setOf(CharClass::newline);           // [\r\n]
constexpr ClassSet kSpace = setOf(CharClass::space) | kNewline;    // \s
constexpr ClassSet kLetter = kUpper | kLower | kCaseless;          // \p{L}
constexpr ClassSet kPunctuation = kOther | kMark;                  // [^\s\p{L}\p{N}]
constexpr ClassSet kPrefix = kPunctuation | (kSpace & ~kNewline);  // [^\r\n\p{L}\p{N}]
constexpr ClassSet kUpperPart = kUpper | kCaseless | kMark;  // [\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]
constexpr ClassSet kLowerPart = kLower | kCaseless | kMark;  // [\p{Ll}\p{Lm}\p{Lo}\p{M}]

// The character at an offset, or the end of the text: that has an empty set, and so is in no set.
struct Seen {
  ClassSet set;
  uint32_t length;  // in bytes

  bool in(ClassSet classes) const { return (set & classes) != 0; }
};

inline Seen seenAt(std::string_view text, size_t offset) {
  if (offset >= text.size()) return {0, 0};
  const unsigned char byte = text[offset];
  if (byte < kAsciiClasses.size()) return {setOf(kAsciiClasses[byte]), 1};
  const CodePoint point = codePointAt(text, offset);
  return {setOf(classOf(point.value)), point.length};
}

// The byte at an offset; past the end NUL, which no pattern asks for.
inline char byteAt(std::string_view text, size_t offset) {
  return offset < text.size() ? text[offset] : '\0';
}

// [classes]*
inline size_t run(std::string_view text, size_t start, ClassSet classes) {
  size_t end = start;
  for (Seen seen = seenAt(text, end); seen.in(classes); seen = seenAt(text, end)) {
    end += seen.length;
  }
  return end;
}

// Each function below is one alternative of a pattern. It returns where its match at `start` ends,
// or 0 if there is none, since no match is empty.

constexpr size_t kNoMatch = 0;

// '(?:[sdmt]|ll|ve|re), and '(?i:[sdmt]|ll|ve|re) with `foldCase`
size_t contraction(std::string_view text, size_t start, bool foldCase) {
  if (byteAt(text, start) != '\'') return kNoMatch;
  // All the letters asked for have this bit, so that setting it turns their capitals into them, and
  // nothing else.
  const char fold = foldCase ? 0x20 : 0;
  const char first = byteAt(text, start + 1) | fold;
  if (first == 's' || first == 'd' || first == 'm' || first == 't') return start + 2;
  const char second = byteAt(text, start + 2) | fold;
  if (first == 'l' && second == 'l') return start + 3;
  if ((first == 'v' || first == 'r') && second == 'e') return start + 3;
  // The long s is the one character outside ASCII that folds to any of the letters.
  if (foldCase && text.substr(start + 1, 2) == "\u017F") return start + 3;
  return kNoMatch;
}

// ` ?[classes]+`
size_t spaced(std::string_view text, size_t start, ClassSet classes) {
  const size_t begin = byteAt(text, start) == ' ' ? start + 1 : start;
  const size_t end = run(text, begin, classes);
  return end > begin ? end : kNoMatch;
}

// [^\r\n\p{L}\p{N}]?\p{L}+
size_t prefixedLetters(std::string_view text, size_t start) {
  const Seen first = seenAt(text, start);
  const size_t begin = first.in(kPrefix) ? start + first.length : start;
  const size_t end = run(text, begin, kLetter);
  return end > begin ? end : kNoMatch;
}

// The two alternatives of o200k for a word, but for the contraction after it. With U for
// kUpperPart, L for kLowerPart and P for kPrefix they are P?U*L+ and then P?U+L*. Caseless letters
// and marks are in both U and L, and a mark is in P as well, so a regex engine goes back over such
// a word to find where it may end. It comes to this, in one pass:
size_t casedWord(std::string_view text, size_t start) {
  const Seen first = seenAt(text, start);
  const size_t begin = first.in(kPrefix) ? start + first.length : start;
  size_t end = begin;
  size_t afterCaseless = kNoMatch;
  Seen seen = seenAt(text, end);
  for (; seen.in(kUpperPart); seen = seenAt(text, end)) {
    end += seen.length;
    if (!seen.in(kUpper)) afterCaseless = end;
  }
  // P?U*L+ with all of U*, as a small letter follows.
  if (seen.in(kLower)) return run(text, end, kLowerPart);
  // U* has to leave one character to L+: the last that is not a capital.
  if (afterCaseless != kNoMatch) return afterCaseless;
  // There are capitals at most, so the only L may be the mark that was taken for the prefix.
  if (first.in(kMark)) return begin;
  // P?U+L*: capitals.
  return end > begin ? end : kNoMatch;
}

// A word with the contraction after it: (?i:'s|'t|'re|'ve|'m|'ll|'d)?
size_t contractedWord(std::string_view text, size_t start) {
  const size_t end = casedWord(text, start);
  if (end == kNoMatch) return kNoMatch;
  const size_t contracted = contraction(text, end, true);
  return contracted != kNoMatch ? contracted : end;
}

// \p{N}{1,3}
size_t threeNumbers(std::string_view text, size_t start) {
  size_t end = start;
  for (int i = 0; i < 3; ++i) {
    const Seen seen = seenAt(text, end);
    if (!seen.in(kNumber)) break;
    end += seen.length;
  }
  return end > start ? end : kNoMatch;
}

// ` ?[^\s\p{L}\p{N}]+[more]*`
size_t punctuation(std::string_view text, size_t start, std::string_view more) {
  size_t end = spaced(text, start, kPunctuation);
  if (end == kNoMatch) return kNoMatch;
  while (end < text.size() && more.find(text[end]) != std::string_view::npos) ++end;
  return end;
}

// \s*[\r\n]+, that is white space up to the last newline in it
size_t lines(std::string_view text, size_t start) {
  size_t end = start;
  size_t afterNewline = kNoMatch;
  for (Seen seen = seenAt(text, end); seen.in(kSpace); seen = seenAt(text, end)) {
    end += seen.length;
    if (seen.in(kNewline)) afterNewline = end;
  }
  return afterNewline;
}

// \s+(?!\S)|\s+, that is white space, which leaves its last character to what follows if it has
// more
size_t space(std::string_view text, size_t start) {
  size_t end = start;
  size_t last = start;
  for (Seen seen = seenAt(text, end); seen.in(kSpace); seen = seenAt(text, end)) {
    last = end;
    end += seen.length;
  }
  return end == text.size() || last == start ? end : last;
}

size_t gpt2PieceEnd(std::string_view text, size_t start) {
  if (const size_t end = contraction(text, start, false)) return end;
  if (const size_t end = spaced(text, start, kLetter)) return end;
  if (const size_t end = spaced(text, start, kNumber)) return end;
  if (const size_t end = spaced(text, start, kPunctuation)) return end;
  return space(text, start);
}

// As npm's tiktoken 1.0.22 has it. The newest Python tiktoken has \s++$ before \s*[\r\n], which
// keeps the white space at the end of a text in one piece, where this cuts it after its last
// newline, as o200k does. No token of the published vocabulary reaches over that cut, so the ids
// are the same.
size_t cl100kPieceEnd(std::string_view text, size_t start) {
  if (const size_t end = contraction(text, start, true)) return end;
  if (const size_t end = prefixedLetters(text, start)) return end;
  if (const size_t end = threeNumbers(text, start)) return end;
  if (const size_t end = punctuation(text, start, "\r\n")) return end;
  if (const size_t end = lines(text, start)) return end;
  return space(text, start);
}

size_t o200kPieceEnd(std::string_view text, size_t start) {
  if (const size_t end = contractedWord(text, start)) return end;
  if (const size_t end = threeNumbers(text, start)) return end;
  if (const size_t end = punctuation(text, start, "\r\n/")) return end;
  if (const size_t end = lines(text, start)) return end;
  return space(text, start);
}

}  // namespace

Result<Pattern> patternNamed(std::string_view name) {
  if (name == "none") return Pattern::none;
  if (name == "gpt2") return Pattern::gpt2;
  if (name == "cl100k") return Pattern::cl100k;
  if (name == "o200k") return Pattern::o200k;
  return Error{ErrorCode::badArgument,
               sentence({"There is no pattern ", quoted(name),
                         ". Use \"none\", \"gpt2\", \"cl100k\" or \"o200k\"."})};
}

size_t pieceEnd(std::string_view text, size_t start, Pattern pattern) {
  switch (pattern) {
    case Pattern::none:
      break;
    case Pattern::gpt2:
      return gpt2PieceEnd(text, start);
    case Pattern::cl100k:
      return cl100kPieceEnd(text, start);
    case Pattern::o200k:
      return o200kPieceEnd(text, start);
  }
  return text.size();
}

std::vector<Piece> split(std::string_view text, Pattern pattern) {
  std::vector<Piece> pieces;
  for (size_t start = 0; start < text.size();) {
    const size_t end = pieceEnd(text, start, pattern);
    pieces.push_back({static_cast<uint32_t>(start), static_cast<uint32_t>(end)});
    start = end;
  }
  return pieces;
}

}  // namespace tril
