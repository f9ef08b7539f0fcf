// The bug cases of tests/golden/bug-cases.jsonl: what tokenizers and lessons elsewhere got wrong.
#pragma once

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace tril {

// All cases of an area, in the order of the file. Other areas are not parsed: some hold lone
// surrogates, which only JavaScript's strings can.
inline std::vector<nlohmann::json> bugCases(const std::string& area) {
  std::ifstream file(TRIL_GOLDEN_DIR "/bug-cases.jsonl");
  if (!file) throw std::runtime_error("cannot read " TRIL_GOLDEN_DIR "/bug-cases.jsonl");
  std::vector<nlohmann::json> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.find("\"area\": \"" + area + "\"") == std::string::npos) continue;
    cases.push_back(nlohmann::json::parse(line));
  }
  return cases;
}

// A case's text: a string, or {"repeat": string, "times": n}.
inline std::string caseText(const nlohmann::json& text) {
  if (text.is_string()) return text.get<std::string>();
  std::string result;
  for (size_t i = 0; i < text.at("times").get<size_t>(); ++i) {
    result += text.at("repeat").get<std::string>();
  }
  return result;
}

}  // namespace tril
