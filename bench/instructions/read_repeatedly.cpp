// Reads one document so many times; suite counts the instructions of it.
//
//   read_repeatedly FILE TIMES
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "document/read.hpp"

int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream file(arguments[1], std::ios::binary);
  const std::string body(std::istreambuf_iterator<char>(file), {});
  tradepost::document::Reader reader;
  for (int left = std::atoi(arguments[2]); left > 0; --left) {
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) {
      std::fprintf(stderr, "%s is no good document\n", arguments[1]);
      return 1;
    }
  }
  return 0;
}
