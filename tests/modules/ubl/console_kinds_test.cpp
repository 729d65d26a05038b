// The console shows the button UBL for the kinds that have a mapping.
#include <fstream>
#include <iterator>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "document/model/schema.hpp"
#include "tests/source_dir.hpp"
#include "ubl/mappings.hpp"

namespace tradepost::ubl::console_kinds_test {
namespace {

TEST(UblKindsOfTheConsole, are_the_kinds_with_a_mapping) {
  std::ifstream file(source_dir() + "/console/src/forms/kinds.ts");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto begin = text.find("const ublKinds = [");
  ASSERT_NE(begin, std::string::npos);
  const std::string kinds = text.substr(begin, text.find(']', begin) - begin);
  for (const document::KindRow& row : document::kinds()) {
    EXPECT_EQ(kinds.contains(fmt::format("'{}'", row.name)), has_form(row.kind, Extent::whole))
        << row.name;
  }
}

}  // namespace
}  // namespace tradepost::ubl::console_kinds_test
