// A variant changes single lines of a mapping for a partner.
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "document/read.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "edifact/write.hpp"
#include "tests/modules/edifact/text_reader.hpp"

namespace tradepost::edifact::variant_test {
namespace {

constexpr std::string_view order =
    R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521002000009"}]},)"
    R"("supplier":{"identifiers":[{"identifier":"9521001000000"}]},"orderIdentifier":"45",)"
    R"("orderDate":"2026-03-02","contractReference":"RV-1","promotionCode":"P"},)"
    R"("items":[{"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],"quantity":5,)"
    R"("unitOfMeasure":"EA","colorCode":"R5","comments":"red"}]}})";

// Returns the message of the order, or the fault of the variant.
std::string written(std::string_view variant, std::string_view directory = "D.01B") {
  const auto mappings = Mappings::with_variant(variant);
  if (!mappings) return fmt::format("{}: {}", mappings.error().line, mappings.error().reason);
  document::Reader reader;
  const auto reading = reader.read(order);
  if (!reading || !reading->valid()) return "faulty";
  const Mapping& mapping = *mappings->find(document::Kind::order, *find_directory(directory));
  const Written written = write(mapping, reader.content());
  for (const forms::Loss& loss : written.losses) {
    if (!loss.path.empty()) return written.text + " loses " + loss.path;
  }
  return written.text;
}

TEST(Variant, a_line_replaces_the_line_with_its_field) {
  const std::string text = written("kind ORDER\nin header\n  RFF+BC:{contractReference}\n");
  EXPECT_TRUE(text.contains("RFF+BC:RV-1'")) << text;
  EXPECT_FALSE(text.contains("RFF+CT")) << text;
  EXPECT_TRUE(text.contains("RFF+PD:P'")) << text;
}

TEST(Variant, a_bare_segment_names_the_group_of_a_line) {
  const std::string text = written(
      "# Colours are article numbers of the partner.\nkind ORDER\neach items\n  LIN\n"
      "    PIA+5+{colorCode}:BO\n    FTX+LIN+++{comments...}\n");
  EXPECT_TRUE(text.contains("PIA+5+R5:BO'")) << text;
  EXPECT_FALSE(text.contains(":CL'")) << text;
  EXPECT_TRUE(text.contains("FTX+LIN+++red'")) << text;
  EXPECT_TRUE(text.contains("QTY+21:5:EA'")) << text;
}

TEST(Variant, a_code_of_a_list_is_replaced) {
  EXPECT_TRUE(written("kind ORDER\ncodes units EA=PCE,EA\n").contains("QTY+21:5:PCE'"));
}

TEST(Variant, a_dropped_field_is_a_loss) {
  const std::string text = written("kind ORDER\nin header\n  drop {promotionCode}\n");
  EXPECT_FALSE(text.contains("RFF+PD")) << text;
  EXPECT_TRUE(text.ends_with(" loses content.header.promotionCode")) << text;
}

TEST(Variant, lines_of_another_kind_or_directory_change_nothing) {
  EXPECT_EQ(written("kind INVOICE\nin header\n  RFF+BC:{contractReference}\n"), written(""));
  const std::string_view variant = "kind ORDER\nin header\n  @D.96A RFF+BC:{contractReference}\n";
  EXPECT_EQ(written(variant), written(""));
  EXPECT_TRUE(written(variant, "D.96A").contains("RFF+BC:RV-1'"));
}

TEST(Variant, the_segments_of_a_replaced_group_stay) {
  const auto mappings =
      Mappings::with_variant("kind INVOICE\nin header\n  RFF+BO:{orderIdentifier}\n");
  ASSERT_TRUE(mappings);
  const Mapping& mapping = *mappings->find(document::Kind::invoice, *find_directory("D.01B"));
  for (const Line& line : mapping.lines) {
    if (line.tag != "RFF" || line.pieces.front().texts.front() != "BO") continue;
    ASSERT_EQ(line.lines.size(), 1);
    EXPECT_EQ(line.lines.front().tag, "DTM");
    return;
  }
  FAIL();
}

TEST(Variant, a_message_is_read_by_the_variant) {
  const auto mappings =
      Mappings::with_variant("kind ORDER\nin header\n  RFF+BC:{contractReference}\n");
  ASSERT_TRUE(mappings);
  const std::string_view text =
      "UNB+UNOA:2+S+R+260302:0941+7'UNH+1+ORDERS:D:01B:UN'BGM+220+45+9'RFF+BC:RV-9'UNT+4+1'"
      "UNZ+1+7'";
  InterchangeReader reader = reader_of(text);
  const auto next = reader.next();
  ASSERT_TRUE(next && *next);
  const Read read = edifact::read((*next)->message, *mappings->find((*next)->message));
  EXPECT_TRUE(read.body.contains(R"("contractReference":"RV-9")")) << read.body;
}

TEST(Variant, a_fault_names_its_line) {
  EXPECT_EQ(written("kind ORDER\nin header\n  RFF+BC:{contract}\n"),
            "3: The object has no field contract.");
  EXPECT_EQ(written("kind ORDER\nin header\n  RFF+BC:{^^^^^^contract}\n"),
            "3: No object is around the document.");
  EXPECT_EQ(written("kind ORDER\nlet a " + std::string(3'000, 'x') + "\nlet b $a$a\n"),
            "3: The line is too long.");
  EXPECT_EQ(written("\nkind ORDERS\n"), "2: ORDERS does not name a kind of documents.");
  EXPECT_EQ(written("kind ORDER\nXYZ+1\n"), "2: The message has no XYZ here.");
  EXPECT_EQ(written("kind ORDER\neach items\n  DTM+2:{requestedDeliveryDate}\n"),
            "3: LIN begins each of these elements. Write the line below it.");
  EXPECT_EQ(written("kind ORDER\nin header\n  RFF\n    FTX+AAI+++{comments...}\n"),
            "4: The message has no FTX here.");
  EXPECT_EQ(written("kind ORDER\nin header\n      RFF+BC:{contractReference}\n"),
            "3: The line is too far to the right.");
  EXPECT_EQ(written("kind ORDER\nin header\n  RFF+BC:{contractReference|colours}\n"),
            "3: The list of codes colours is unknown.");
  EXPECT_EQ(written("kind ORDER\nin header\n  RFF+BC:::::::{contractReference}\n"),
            "3: RFF has no component 8 in its element 1.");
  EXPECT_EQ(written("kind ORDER\nin header\n  RFF+BC:{orderDate}\n"),
            "3: A date is written in DTM.");
  EXPECT_EQ(written("kind ORDER\ncodes units EA\n"), "2: Write the codes as OURS=THEIRS,THEIRS.");
  EXPECT_EQ(written("kind ORDER\nuse parti BY\n"), "2: The block parti is unknown.");
  EXPECT_EQ(written("kind ORDER\n@D.96A XYZ+1\n"), "2: The message has no XYZ here.");
}

}  // namespace
}  // namespace tradepost::edifact::variant_test
