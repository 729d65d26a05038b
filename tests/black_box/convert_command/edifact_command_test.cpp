// Tests `tradepost convert` with files of EDIFACT.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "served/desk.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::edifact_command {
namespace {

std::string file_in(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A message of an order with a number, which has `more` segments.
std::string order_message(int number, std::string_view more = "", int count = 7) {
  return fmt::format(
      "UNH+{0}+ORDERS:D:01B:UN:EAN010'BGM+220+4{0}+9'DTM+137:20260302:102'"
      "NAD+BY+9521002000009::9'NAD+SU+9521001000000::9'LIN+1++9521001010016:SRV'{1}UNT+{2}+{0}'",
      number, more, count);
}

std::string interchange_of(std::string_view messages, int count) {
  return fmt::format("UNB+UNOC:3+S+R+260302:0941+7'{}UNZ+{}+7'", messages, count);
}

class ConvertEdifact : public testing::Test {
 protected:
  served::Desk place_;
};

TEST_F(ConvertEdifact, each_message_of_a_file_becomes_a_document) {
  place_.write("day.edi", interchange_of(order_message(1) + order_message(2), 2));
  const auto ended = place_.tradepost("convert --to json --out . day.edi");
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(file_in(place_.path("day-1.json")).contains(R"("orderIdentifier":"41")"));
  EXPECT_TRUE(file_in(place_.path("day-2.json")).contains(R"("orderIdentifier":"42")"));
}

TEST_F(ConvertEdifact, a_refused_message_does_not_stop_the_other_ones) {
  place_.write("day.edi", interchange_of(order_message(1, "", 9) + order_message(2) +
                                             order_message(3, "QTY+21:many'", 8),
                                         3));
  const auto ended = place_.tradepost("convert --to json --losses --out . day.edi");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(
      ended.err.starts_with("day.edi:1: UNT states 9 segments, and the message has 7.\n"
                            "day.edi:3: segment 7 QTY+21: \"many\" is not a number.\n"))
      << ended.err;
  EXPECT_FALSE(std::filesystem::exists(place_.path("day-1.json")));
  EXPECT_TRUE(std::filesystem::exists(place_.path("day-2.json")));
}

// The exit code was 0.
TEST_F(ConvertEdifact, two_messages_on_standard_output_are_an_error) {
  place_.write("day.edi", "\n" + interchange_of(order_message(1) + order_message(2), 2));
  EXPECT_EQ(place_.tradepost("convert --to json day.edi").exit_code, 3);
}

TEST_F(ConvertEdifact, a_cut_file_is_an_error) {
  place_.write("cut.edi", "UNB+UNOC:3+S+R+260302:0941+7'UNH+1+ORDERS:D:01B:UN'BGM+2");
  const auto ended = place_.tradepost("convert --to json cut.edi");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("cut.edi: segment 3: The last segment has no end.")) << ended.err;
}

TEST_F(ConvertEdifact, a_kind_without_a_message_in_the_directory_is_refused) {
  const auto ended = place_.tradepost(fmt::format(
      "convert --to edifact-d96a '{}/examples/dispatch_instruction/minimal.json'", source_dir()));
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.err.contains("D.96A has no message for the kind DISPATCH_INSTRUCTION."))
      << ended.err;
}

TEST_F(ConvertEdifact, a_fault_of_a_variant_names_its_line) {
  place_.write("nord.variant", "kind ORDER\nin header\n  RFF+BC:{contract}\n");
  const auto ended = place_.tradepost(
      fmt::format("convert --to edifact --variant nord.variant '{}/examples/order/minimal.json'",
                  source_dir()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.contains("nord.variant:3: The object has no field contract.")) << ended.err;
}

TEST_F(ConvertEdifact, a_number_without_place_in_bgm_is_an_error) {
  std::string order = file_in(std::filesystem::path(source_dir()) / "examples/order/minimal.json");
  const std::string_view field = "\"orderIdentifier\": \"";
  order.insert(order.find(field) + field.size(), std::string(40, '7'));
  place_.write("order.json", order);
  const auto ended = place_.tradepost("convert --to edifact order.json");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.contains("order.json: edifact.length content.header.orderIdentifier: "))
      << ended.err;
}

}  // namespace
}  // namespace tradepost::edifact_command
