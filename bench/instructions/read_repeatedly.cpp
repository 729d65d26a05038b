// Reads one document several times. The script `suite` counts the instructions.
//
//   read_repeatedly FILE TIMES
#include <charconv>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>

#include "document/read.hpp"

int main(int count, char** arguments) {
  if (count != 3) return 2;
  const std::string_view times = arguments[2];
  int left = 0;
  if (std::from_chars(times.data(), times.data() + times.size(), left).ec != std::errc()) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string body(std::istreambuf_iterator<char>(file), {});
  tradepost::document::Reader reader;
  for (; left > 0; --left) {
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) {
      std::fprintf(stderr, "%s is no good document\n", arguments[1]);
      return 1;
    }
  }
  return 0;
}
