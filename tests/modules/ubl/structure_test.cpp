// The elements that are written are the ones of the schema, in its order.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "document/read.hpp"
#include "tests/source_dir.hpp"
#include "ubl/elements.hpp"
#include "ubl/mappings.hpp"
#include "ubl/write.hpp"
#include "xml/reader.hpp"

namespace tradepost::ubl::structure_test {
namespace {

// Fails if an element is not one of its parent, if it is before another one of the schema, or if
// the parent lacks one that the schema demands.
void expect_structure(const xml::Element& element, const ElementType& type,
                      const std::string& file) {
  std::size_t last = 0;
  std::set<std::string_view> names;
  for (xml::Element child = element.first_child(); child; child = child.next()) {
    const Child* const row = type.find(child.local());
    ASSERT_NE(row, nullptr) << file << ' ' << child.path();
    const auto place = static_cast<std::size_t>(row - type.children.data());
    EXPECT_GE(place, last) << file << ' ' << child.path();
    last = place;
    names.insert(child.local());
    const std::string prefix = row->type.empty() ? "cbc" : "cac";
    EXPECT_EQ(child.prefix(), prefix) << file << ' ' << child.path();
    if (row->type.empty()) {
      EXPECT_FALSE(child.text().empty()) << file << ' ' << child.path();
      EXPECT_FALSE(child.first_child()) << file << ' ' << child.path();
    } else {
      ASSERT_NE(find_type(row->type), nullptr) << row->type;
      expect_structure(child, *find_type(row->type), file);
    }
  }
  for (const Child& child : type.children) {
    EXPECT_TRUE(!child.is_needed || names.contains(child.name))
        << file << ' ' << element.path() << " lacks " << child.name;
  }
}

TEST(UblStructure, the_examples_have_the_elements_of_the_schema_in_its_order) {
  document::Reader reader;
  std::size_t count = 0;
  const auto folder = std::filesystem::path(source_dir()) / "examples";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string body{std::istreambuf_iterator<char>(file), {}};
    const auto reading = reader.read(body);
    if (!reading || !reading->valid()) continue;
    for (const Extent extent : {Extent::whole, Extent::peppol}) {
      const Mapping* const mapping = Mappings::of_project().find(
          document::row_of(*reading->document.kind).kind, extent, reader.content());
      if (mapping == nullptr) continue;
      const Written written = write(*mapping, reader.content());
      if (!written.objections.empty()) continue;
      const auto tree = xml::read(written.text);
      ASSERT_TRUE(tree) << entry.path();
      EXPECT_EQ(tree->root().space(), mapping->space());
      expect_structure(tree->root(), *mapping->root, entry.path().string());
      ++count;
    }
  }
  EXPECT_GE(count, 50U);
}

// The order in the schema of UBL 2.1, written by hand.
TEST(UblStructure, the_list_of_elements_is_the_one_of_the_schema) {
  struct Row {
    std::string_view type;
    std::vector<std::string_view> children;
  };
  const std::vector<Row> rows = {
      {"Party",
       {"MarkCareIndicator", "MarkAttentionIndicator", "WebsiteURI", "LogoReferenceID",
        "EndpointID", "IndustryClassificationCode", "PartyIdentification", "PartyName", "Language",
        "PostalAddress", "PhysicalLocation", "PartyTaxScheme", "PartyLegalEntity", "Contact",
        "Person", "AgentParty", "ServiceProviderParty", "PowerOfAttorney", "FinancialAccount"}},
      {"Price",
       {"PriceAmount", "BaseQuantity", "PriceChangeReason", "PriceTypeCode", "PriceType",
        "OrderableUnitFactorRate", "ValidityPeriod", "PriceList", "AllowanceCharge",
        "PricingExchangeRate"}},
      {"Period",
       {"StartDate", "StartTime", "EndDate", "EndTime", "DurationMeasure", "DescriptionCode",
        "Description"}},
      {"DespatchLine",
       {"ID", "UUID", "Note", "LineStatusCode", "DeliveredQuantity", "BackorderQuantity",
        "BackorderReason", "OutstandingQuantity", "OutstandingReason", "OversupplyQuantity",
        "OrderLineReference", "DocumentReference", "Item", "Shipment"}}};
  for (const Row& row : rows) {
    const ElementType* const type = find_type(row.type);
    ASSERT_NE(type, nullptr) << row.type;
    std::vector<std::string_view> names;
    for (const Child& child : type->children) names.push_back(child.name);
    EXPECT_EQ(names, row.children) << row.type;
  }
  EXPECT_TRUE(find_type("Price")->find("PriceAmount")->is_needed);
  EXPECT_FALSE(find_type("Price")->find("BaseQuantity")->is_needed);
  EXPECT_EQ(find_type("Order")->find("BuyerCustomerParty")->type, "CustomerParty");
}

}  // namespace
}  // namespace tradepost::ubl::structure_test
