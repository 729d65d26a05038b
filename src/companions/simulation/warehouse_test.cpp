#include "simulation/warehouse.hpp"

#include <gtest/gtest.h>

#include <string>

#include "simulation/documents/catalog.hpp"
#include "simulation/ground/moments.hpp"
#include "simulation/sample_test_documents.hpp"
#include "simulation/supplier.hpp"

namespace tradepost::simulation::warehouse_test {
namespace {

constexpr Habits plain{
    .late = 0, .partial = 0, .rejected = 0, .twice = 0, .new_version = 0, .faulty = 0};

const Party lager = party("9521003000008", "Lager");

Planned instruction() {
  const Supplier supplier(party(supplier_gln, "Huber"), plain, lager);
  return supplier.react(incoming(sample_order("B-1")), {}).documents.at(1);
}

TEST(Warehouse, instruction_is_answered_before_the_goods_leave) {
  const Planned instructed = instruction();
  const auto reaction =
      Warehouse(lager, plain)
          .react(incoming(instructed.body, moment_text(instructed.at)), std::nullopt);
  EXPECT_TRUE(reaction.report.success);
  ASSERT_EQ(reaction.documents.size(), 1u);
  const Planned& answer = reaction.documents.front();
  EXPECT_EQ(answer.kind, "DISPATCH_INSTRUCTION_RESPONSE");
  EXPECT_EQ(findings_in(answer.body), "") << answer.body;
  EXPECT_TRUE(is_same(answer.to, party(supplier_gln)));
  EXPECT_EQ(text_in_body(answer.body, "header.shippingNoticeIdentifier"), "LA-VA-B-1");
  EXPECT_EQ(text_in_body(answer.body, "header.orderIdentifier"), "B-1");
  EXPECT_EQ(text_in_body(answer.body, "transportUnits.0.items.0.shippedQuantity"), "80");
  EXPECT_EQ(text_in_body(answer.body, "transportUnits.0.items.0.orderLineNumber"), "10");
  EXPECT_LT(answer.at, *instant_in(text_in_body(instructed.body, "header.requestedDespatchDate")));
  EXPECT_GT(answer.at, instructed.at);
}

TEST(Warehouse, refused_instruction_has_a_reason_and_no_answer) {
  Habits strict = plain;
  strict.rejected = 100;
  const auto reaction = Warehouse(lager, strict).react(incoming(instruction().body), std::nullopt);
  EXPECT_FALSE(reaction.report.success);
  EXPECT_NE(reaction.report.reason, "");
  EXPECT_TRUE(reaction.documents.empty());
}

TEST(Warehouse, other_documents_are_refused) {
  const auto reaction = Warehouse(lager, plain).react(incoming(sample_order("B-1")), std::nullopt);
  EXPECT_FALSE(reaction.report.success);
}

TEST(Catalog, own_range_is_a_good_catalog) {
  const std::string catalog = product_catalog({.number = "KAT-1",
                                               .supplier = party(supplier_gln, "Huber"),
                                               .buyer = party(buyer_gln, "Musterhaus"),
                                               .at = *instant_in("2026-03-02")});
  EXPECT_EQ(findings_in(catalog), "") << catalog;
  EXPECT_EQ(text_in_body(catalog, "items.4.identity.gtin"), "9521001050012");
}

}  // namespace
}  // namespace tradepost::simulation::warehouse_test
