#include "formats_packed.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tril {
namespace {

// The 256 single bytes as tokens, in the order of their values; the last of them is left empty.
std::string packedBytes() {
  std::string packed;
  for (int byte = 0; byte < 255; ++byte) {
    packed += static_cast<char>(byte);
    packed += '\xFF';
  }
  return packed + '\xFF';
}

TEST(Packed, ReadsTokensInTheOrderOfTheirIds) {
  const auto bpe = loadPacked(packedBytes() + "ab\xFF" + "abc\xFF", Pattern::none, {{"<e>", 300}});
  ASSERT_TRUE(bpe);
  EXPECT_EQ(bpe->size(), 259u);
  EXPECT_EQ(*bpe->encode("abcab\xFF"), (std::vector<Id>{257, 256, 255}));
  EXPECT_EQ(*bpe->encode("<e>", {SpecialPolicy::Kind::all}), (std::vector<Id>{300}));
}

TEST(Packed, RefusesWhatIsCutOffOrNoVocabulary) {
  const std::string packed = packedBytes() + "ab\xFF";
  for (size_t length = 0; length < packed.size(); ++length) {
    const auto bpe = loadPacked(packed.substr(0, length), Pattern::none, {});
    // Without its last token it is a vocabulary again.
    ASSERT_EQ(static_cast<bool>(bpe), length == packed.size() - 3) << length;
    if (!bpe) {
      EXPECT_EQ(bpe.error().code, ErrorCode::badFile);
    }
  }
  const auto twice = loadPacked(packed + "ab\xFF", Pattern::none, {});
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.find("occurs twice"), std::string::npos);
}

}  // namespace
}  // namespace tril
