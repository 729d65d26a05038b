#include "embedded_store/word.hpp"

#include <algorithm>
#include <charconv>

#include "base/ground/check.hpp"

namespace tradepost::store::embedded::testing {

std::uint64_t number_of(std::string_view digits) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(digits.begin(), digits.end(), number);
  CHECK(!digits.empty() && read.ptr == digits.end());
  return number;
}

std::string line_of(const Word& word) {
  std::string line = std::to_string(word.thread);
  line += ' ';
  line += static_cast<char>(word.side);
  for (const std::string& part : word.says) {
    line += ' ';
    line += part;
  }
  line += '\n';
  return line;
}

Word word_of(std::string_view line) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find(' ', begin), line.size());
    parts.emplace_back(line.substr(begin, end - begin));
    begin = end + 1;
  }
  CHECK(parts.size() >= 3 && parts[1].size() == 1);
  Word word;
  word.thread = number_of(parts[0]);
  word.side = static_cast<Word::Side>(parts[1].front());
  word.says.assign(parts.begin() + 2, parts.end());
  return word;
}

}  // namespace tradepost::store::embedded::testing
