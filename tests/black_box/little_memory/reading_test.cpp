// Tests that a body is refused if its memory is missing, and the reader can read the next one.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "document/json_reader.hpp"
#include "document/read.hpp"

namespace tradepost::little_memory {
namespace {

using document::JsonReader;
using document::Malformed;
using document::Reader;

constexpr std::size_t MiB = 1u << 20;

std::size_t address_space_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t pages = 0;
  file >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// Ends the process, with 0 if `is_right` holds with only so many more bytes of address space.
template <typename Check>
[[noreturn]] void end_with(std::size_t bytes, Check is_right) {
  const std::size_t space = address_space_bytes() + bytes;
  const rlimit limit{.rlim_cur = space, .rlim_max = space};
  if (::setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(2);
  std::_Exit(is_right() ? 0 : 1);
}

std::string wide(std::size_t bytes) {
  std::string body = R"({"type":"ORDER","content":{"items":[)";
  while (body.size() < bytes) body += "{},\n";
  return body + "{}]}}";
}

TEST(NoMemory, to_read_a_document_is_reported_and_a_smaller_one_is_read_afterwards) {
  const std::string large = wide(9 * MiB);
  const std::string small = wide(10);
  // Memory for none of the reading, and memory for the tokens but not for the stored content.
  for (const std::size_t bytes : {1 * MiB, 38 * MiB}) {
    EXPECT_EXIT(end_with(bytes,
                         [&] {
                           Reader reader(10 * MiB);
                           const auto reading = reader.read(large);
                           return !reading && reading.error().reason == Malformed::no_memory &&
                                  reader.read(small);
                         }),
                testing::ExitedWithCode(0), "")
        << bytes;
  }
}

TEST(NoMemory, to_read_other_json_is_reported_and_a_smaller_one_is_read_afterwards) {
  const std::string large = wide(9 * MiB);
  EXPECT_EXIT(end_with(MiB,
                       [&] {
                         JsonReader reader(10 * MiB);
                         const auto view = reader.read(large);
                         return !view && view.error().reason == Malformed::no_memory &&
                                reader.read("{}");
                       }),
              testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace tradepost::little_memory
