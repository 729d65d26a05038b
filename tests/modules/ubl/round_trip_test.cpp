// Each document becomes a file of UBL and a document again, which differs in the listed losses
// only.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/ground/limits.hpp"
#include "document/json_reader.hpp"
#include "document/read.hpp"
#include "tests/modules/edifact/comparison.hpp"
#include "tests/modules/edifact/random_documents.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"
#include "ubl/mapping_texts.hpp"
#include "ubl/mappings.hpp"
#include "ubl/read.hpp"
#include "ubl/write.hpp"

namespace tradepost::ubl::round_trip_test {
namespace {

using edifact::Leaves;
using edifact::LeavesOf;

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const document::KindRow& kind : document::kinds()) {
    if (Mappings::of_project().find(kind.kind, Extent::whole, {}) != nullptr) {
      names.push_back(kind.name);
    }
  }
  return names;
}

std::vector<std::filesystem::path> examples() {
  std::vector<std::filesystem::path> all;
  for (const std::string_view name : kind_names()) {
    const auto folder =
        std::filesystem::path(source_dir()) / "examples" / document::find_kind_row(name)->word;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() == ".json") all.push_back(file.path());
    }
  }
  std::ranges::sort(all);
  return all;
}

// A period whose ends are equal comes back as one date where its ends are named as losses.
bool is_of_a_lost_period(const Leaves& sent, const std::string& path) {
  constexpr std::string_view date = "DeliveryDate";
  if (!path.ends_with(date) || sent.contains(path)) return false;
  std::string first = path;
  first.insert(path.size() - date.size(), "Earliest");
  const auto found = sent.find(first);
  return found != sent.end() && found->second.is_lost;
}

// Returns what differs after the round trip, or an empty text.
std::string come_back(document::Reader& reader, const std::string& body, Extent extent,
                      std::string* written_text) {
  const auto reading = reader.read(body);
  if (!reading || !reading->valid()) return "the document is faulty: " + body.substr(0, 2000);
  const document::KindRow& kind = document::row_of(*reading->document.kind);
  const Mapping* const mapping = Mappings::of_project().find(kind.kind, extent, reader.content());
  if (mapping == nullptr) return {};
  const Written written = write(*mapping, reader.content());
  *written_text = written.text;
  if (!written.objections.empty()) {
    written_text->clear();
    return {};
  }
  if (written.losses.size() >= base::limits::faults_named_max) return {};
  const auto back = read(written.text);
  if (!back) return std::string(back.error().reason);
  const bool is_amount_lost = edifact::has_line_lost(written.losses);
  for (const forms::Loss& loss : back->losses) {
    if (!is_amount_lost || !loss.path.ends_with("/LineExtensionAmount")) {
      return "an element is not read: " + loss.path;
    }
  }
  if (back->mapping->root != mapping->root) return "another mapping";
  document::JsonReader other;
  const auto body_of_back = other.read(back->body);
  if (!body_of_back) return "not JSON";
  LeavesOf leaves(written.losses);
  const Leaves sent = leaves.of(kind, reader.content());
  Leaves came = LeavesOf({}).of(kind, body_of_back->member("content"));
  std::erase_if(came, [&](const auto& leaf) { return is_of_a_lost_period(sent, leaf.first); });
  return edifact::difference(sent, came);
}

TEST(UblRoundTrip, each_mapping_of_the_project_is_read) {
  std::size_t count = 0;
  for (const auto& [name, text] : mapping_texts) {
    if (!text.starts_with("document ")) continue;
    for (const Extent extent : {Extent::whole, Extent::peppol, Extent::both}) {
      const auto mapping = parse_mapping(text, extent);
      EXPECT_TRUE(mapping) << name << ':' << mapping.error().line << ": " << mapping.error().reason;
      ++count;
    }
  }
  EXPECT_EQ(count, 24U);
}

TEST(UblRoundTrip, each_example_comes_back_except_for_its_losses) {
  document::Reader reader;
  for (const auto& path : examples()) {
    const std::string body = read_file(path);
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) continue;
    for (const Extent extent : {Extent::whole, Extent::peppol}) {
      std::string text;
      const std::string difference = come_back(reader, body, extent, &text);
      EXPECT_EQ(difference, "") << path << '\n' << text;
    }
  }
}

// Elements carry a part of these values only, or in another order.
TEST(UblRoundTrip, values_that_elements_change_come_back_whole) {
  constexpr std::string_view begin =
      R"({"type":"ORDER","content":{"header":{"orderIdentifier":"7","orderDate":"2026-03-02","supplier":)"
      R"({"identifiers":[{"identifier":"9521001000000"}]},"buyer":{"identifiers":[)"
      R"({"identifier":"9521002000009"}])";
  constexpr std::string_view items = R"(},"items":[{"quantity":1)";
  struct Case {
    std::string_view buyer;
    std::string_view header;
    std::string_view item;
  };
  const std::vector<Case> cases = {
      {"",
       R"(,"requestedEarliestDeliveryDate":"2026-03-06","requestedLatestDeliveryDate":"2026-03-06")",
       ""},
      {"",
       R"(,"requestedDeliveryDate":"2026-03-05","requestedEarliestDeliveryDate":"2026-03-06",)"
       R"("requestedLatestDeliveryDate":"2026-03-06")",
       ""},
      {"", R"(,"requestedDeliveryDate":"2026-03-05","requestedLatestDeliveryDate":"2026-03-06")",
       ""},
      {R"(,"contacts":[{"lastName":"van Dam"}])", "", ""},
      {R"(,"contacts":[{"department":"A"},{"firstName":"B","lastName":"C"}])", "", ""},
      {R"(,"postalAddress":{"countryCode":"DE","state":"  S  "})", "", ""},
      {"", "",
       R"(,"identifiers":[{"identifier":"1","domain":"SUPPLIER"},{"identifier":"2",)"
       R"("domain":"SUPPLIER"},{"identifier":"3"}])"},
      {"", "",
       R"(,"modificationGroups":[{"level":1,"modifications":[{"percentage":3},{"amount":1,)"
       R"("type":"CHARGE"}]},{"level":2,"basis":7,"modifications":[{"amount":2,"type":"CHARGE"},)"
       R"({"amount":3,"type":"ALLOWANCE"}]}])"}};
  document::Reader reader;
  for (const Case& one : cases) {
    const std::string body =
        fmt::format("{}{}}}{}{}{}}}]}}}}", begin, one.buyer, one.header, items, one.item);
    std::string text;
    EXPECT_EQ(come_back(reader, body, Extent::whole, &text), "") << body << '\n' << text;
    EXPECT_NE(text, "");
  }
}

TEST(UblRoundTrip, peppol_joins_equal_ends_of_a_period_and_names_the_loss) {
  document::Reader reader;
  std::string body =
      read_file(std::filesystem::path(source_dir()) / "examples/order_response/lifelike.json");
  const std::string one = R"("confirmedDeliveryDate": "2026-03-06T07:30+01:00")";
  ASSERT_NE(body.find(one), std::string::npos);
  body.replace(body.find(one), one.size(),
               R"("confirmedEarliestDeliveryDate": "2026-07-08",)"
               R"("confirmedLatestDeliveryDate": "2026-07-08")");
  std::string text;
  EXPECT_EQ(come_back(reader, body, Extent::peppol, &text), "") << text;
  const Mapping* const mapping =
      Mappings::of_project().find(document::Kind::order_response, Extent::peppol, reader.content());
  const Written written = write(*mapping, reader.content());
  for (const std::string_view end : {"Earliest", "Latest"}) {
    const std::string path = fmt::format("content.header.confirmed{}DeliveryDate", end);
    EXPECT_TRUE(std::ranges::any_of(written.losses, [&](const forms::Loss& loss) {
      return loss.path == path;
    })) << path;
  }
}

TEST(UblRoundTrip, peppol_splits_a_group_of_charges_and_names_the_loss) {
  document::Reader reader;
  std::string body =
      read_file(std::filesystem::path(source_dir()) / "examples/order/lifelike.json");
  const std::string one = R"("reasonCode": "SHIPPING")";
  const std::size_t at = body.find(one);
  ASSERT_NE(at, std::string::npos);
  const std::size_t begin = body.rfind('{', at);
  body.insert(begin, R"({"type": "CHARGE", "calculationType": "ABSOLUTE", "amount": 1.00},)");
  const auto reading = reader.read(body);
  ASSERT_TRUE(reading && reading->valid());
  const Mapping* const mapping =
      Mappings::of_project().find(document::Kind::order, Extent::peppol, reader.content());
  const Written written = write(*mapping, reader.content());
  const auto is_named = [](const forms::Loss& loss) {
    return loss.path == "content.summary.modificationGroups";
  };
  EXPECT_TRUE(std::ranges::any_of(written.losses, is_named));
  const auto back = read(written.text);
  ASSERT_TRUE(back);
  EXPECT_TRUE(back->faults.empty());
  EXPECT_FALSE(written.text.contains("summary.modificationGroups"));
  EXPECT_TRUE(back->body.contains(R"("amount":45.00)")) << back->body;
  EXPECT_TRUE(back->body.contains(R"("amount":1.00)")) << back->body;
}

// A long run tests 10,000 documents of each kind, and other ones each time.
std::size_t document_count() {
  constexpr std::size_t long_count = 10'000;
  if (run::is_long()) return long_count;
  return run::is_sanitized ? 40 : 400;
}

class UblRandomRoundTrip : public testing::TestWithParam<std::string_view> {};

TEST_P(UblRandomRoundTrip, random_documents_come_back_except_for_their_losses) {
  const document::KindRow& kind = *document::find_kind_row(GetParam());
  document::Reader reader;
  edifact::RandomDocuments documents(run::is_long() ? run::seed() : 7);
  const std::size_t wanted = document_count();
  std::size_t valid = 0;
  for (std::size_t i = 0; valid < wanted && i < 40 * wanted; ++i) {
    const std::string body = documents.body(kind);
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) continue;
    std::string text;
    const std::string difference = come_back(reader, body, Extent::whole, &text);
    if (!text.empty()) ++valid;
    ASSERT_EQ(difference, "") << body << '\n' << text;
    ASSERT_EQ(come_back(reader, body, Extent::peppol, &text), "") << body << '\n' << text;
  }
  EXPECT_EQ(valid, wanted);
}

INSTANTIATE_TEST_SUITE_P(Kinds, UblRandomRoundTrip, testing::ValuesIn(kind_names()),
                         [](const auto& name) { return std::string(name.param); });

}  // namespace
}  // namespace tradepost::ubl::round_trip_test
