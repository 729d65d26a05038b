#include "simulation/buyer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulation/ground/moments.hpp"
#include "simulation/sample_test_documents.hpp"
#include "simulation/supplier.hpp"

namespace tradepost::simulation {
namespace {

constexpr Habits plain{
    .late = 0, .partial = 0, .rejected = 0, .twice = 0, .new_version = 0, .faulty = 0};

Buyer buyer(Habits habits = plain) {
  return {party(buyer_gln, "Musterhaus"),
          {party(supplier_gln)},
          habits,
          {own_range().begin(), own_range().end()}};
}

std::vector<Planned> plan_of(const Buyer& buyer, int days) {
  std::vector<Planned> plan;
  for (int day = 0; day < days; ++day) {
    const auto date = date_of(*instant_in("2026-03-02") + std::chrono::days(day));
    for (Planned& one : buyer.plan_of(date)) plan.push_back(std::move(one));
  }
  return plan;
}

TEST(Buyer, orders_of_every_day_are_good_and_have_numbers_of_their_own) {
  const auto plan = plan_of(buyer(), 7);
  std::set<std::string> numbers;
  std::map<std::string_view, int> kinds;
  for (const Planned& one : plan) {
    EXPECT_EQ(findings_in(one.body), "") << one.body;
    EXPECT_TRUE(numbers.insert(one.number).second) << one.number;
    ++kinds[one.kind];
  }
  EXPECT_EQ(kinds["ORDER"], 21);
  EXPECT_EQ(kinds["SALES_REPORT"], 1);
  EXPECT_EQ(kinds["INVENTORY_REPORT"], 1);
  EXPECT_TRUE(numbers.contains("B1-260302-01"));
}

TEST(Buyer, weekdays_have_their_share_of_the_orders) {
  Habits habits = plain;
  habits.orders_a_day = 10;
  habits.week = {100, 50, 0, 100, 200, 5, 4};
  std::map<std::string, int> orders;
  for (const Planned& one : plan_of(buyer(habits), 7)) {
    if (one.kind == "ORDER") ++orders[day_text(one.at)];
  }
  EXPECT_EQ(orders, (std::map<std::string, int>{{"2026-03-02", 10},
                                                {"2026-03-03", 5},
                                                {"2026-03-05", 10},
                                                {"2026-03-06", 20},
                                                {"2026-03-07", 1}}));
}

TEST(Buyer, articles_of_others_are_ordered_with_as_much_as_is_known_of_them) {
  const Buyer of_others(party(buyer_gln), {party(supplier_gln)}, plain,
                        {{.gtin = "4012345000009", .unit = "EA"},
                         {.gtin = "4012345000016", .unit = "KGM", .price = "2.50"}});
  std::set<std::string> prices;
  for (const Planned& one : plan_of(of_others, 7)) {
    EXPECT_EQ(findings_in(one.body), "") << one.body;
    if (one.kind != "ORDER") continue;
    EXPECT_TRUE(one.body.contains("40123450000")) << one.body;
    EXPECT_FALSE(one.body.contains("9521001010016")) << one.body;
    prices.insert(text_in_body(one.body, "items.0.unitPrice"));
  }
  EXPECT_EQ(prices, (std::set<std::string>{"absent", "2.50"}));
}

TEST(Buyer, every_day_has_its_own_plan_in_the_order_of_time) {
  for (const Planned& one : plan_of(buyer({.seed = 9, .orders_a_day = 50}), 1)) {
    EXPECT_EQ(day_text(one.at), "2026-03-02");
  }
  EXPECT_TRUE(std::ranges::is_sorted(plan_of(buyer(), 14), {}, &Planned::at));
}

TEST(Buyer, same_seed_gives_the_same_bytes_and_another_seed_others) {
  const auto bytes = [](std::uint64_t seed) {
    std::string all;
    for (const Planned& one : plan_of(buyer({.seed = seed}), 5)) all += one.body + one.faulty_body;
    return all;
  };
  EXPECT_EQ(bytes(1), bytes(1));
  EXPECT_NE(bytes(1), bytes(2));
}

TEST(Buyer, faulty_order_is_refused_and_the_mended_one_is_good) {
  Habits habits = plain;
  habits.faulty = 100;
  std::set<std::string> findings;
  for (const Planned& one : plan_of(buyer(habits), 5)) {
    if (one.kind != "ORDER") continue;
    EXPECT_EQ(findings_in(one.body), "");
    findings.insert(findings_in(one.faulty_body).substr(0, 24));
    EXPECT_NE(findings_in(one.faulty_body), "");
  }
  EXPECT_GE(findings.size(), 2u);
}

TEST(Buyer, changed_order_is_a_higher_version_of_the_same_number) {
  Habits habits = plain;
  habits.new_version = 100;
  const auto plan = plan_of(buyer(habits), 1);
  std::map<std::string, std::vector<std::string>> versions;
  for (const Planned& one : plan) {
    if (one.kind != "ORDER") continue;
    EXPECT_EQ(findings_in(one.body), "");
    versions[one.number].push_back(text_in_body(one.body, "header.version"));
  }
  EXPECT_EQ(versions.size(), 3u);
  for (const auto& [number, of_number] : versions) {
    EXPECT_EQ(of_number, (std::vector<std::string>{"1", "2"})) << number;
  }
}

// An order of the plan and the supplier's answers to it.
struct Trade {
  explicit Trade(Habits of_supplier = plain)
      : order(plan_of(buyer(), 1).at(1)),
        answers(Supplier(party(supplier_gln, "Huber"), of_supplier)
                    .react(incoming(order.body), std::nullopt)
                    .documents) {}

  Reaction reaction_to(std::size_t place, bool is_known = true, Habits habits = plain) const {
    const auto document = incoming(answers.at(place).body, "2026-03-03T18:00Z");
    const auto known = is_known ? std::optional(content_of(order.body)) : std::nullopt;
    EXPECT_TRUE(buyer().question(document));
    return buyer(habits).react(document, known);
  }

  Planned order;
  std::vector<Planned> answers;
};

TEST(Buyer, response_notice_and_invoice_of_its_order_are_processed_and_answered) {
  const Trade trade;
  EXPECT_TRUE(trade.reaction_to(0).report.success);
  const auto delivery = trade.reaction_to(1);
  EXPECT_TRUE(delivery.report.success);
  ASSERT_EQ(delivery.documents.size(), 1u);
  EXPECT_EQ(delivery.documents[0].kind, "RECEIVAL_NOTICE");
  EXPECT_EQ(findings_in(delivery.documents[0].body), "");
  const auto paid = trade.reaction_to(2);
  EXPECT_TRUE(paid.report.success) << paid.report.reason;
  ASSERT_EQ(paid.documents.size(), 1u);
  EXPECT_EQ(paid.documents[0].kind, "REMITTANCE_ADVICE");
  EXPECT_EQ(findings_in(paid.documents[0].body), "");
}

TEST(Buyer, documents_about_an_unknown_order_are_refused_with_its_number) {
  const Trade trade;
  for (std::size_t place = 0; place < 3; ++place) {
    const auto reaction = trade.reaction_to(place, false);
    EXPECT_FALSE(reaction.report.success);
    EXPECT_EQ(reaction.report.error_type, "DATA");
    EXPECT_NE(reaction.report.reason.find("is not known here"), std::string::npos);
    EXPECT_TRUE(reaction.documents.empty());
  }
}

TEST(Buyer, payment_in_time_deducts_the_discount_and_a_late_one_does_not) {
  const Trade trade;
  const std::string due = text_in_body(trade.answers.at(2).body, "summary.dueAmount");
  const auto in_time = trade.reaction_to(2).documents.at(0);
  EXPECT_EQ(text_in_body(in_time.body, "summary.dueTotal"), due);
  EXPECT_NE(text_in_body(in_time.body, "summary.remittedTotal"), due);
  Habits habits = plain;
  habits.late = 100;
  const auto late = trade.reaction_to(2, true, habits).documents.at(0);
  EXPECT_EQ(text_in_body(late.body, "summary.remittedTotal"), due);
  EXPECT_GT(late.at, in_time.at);
  EXPECT_TRUE(has(late, Trait::late));
}

TEST(Buyer, broken_and_refused_goods_are_reported_with_their_reason) {
  const Trade trade;
  Habits habits = plain;
  habits.partial = 100;
  const auto broken = trade.reaction_to(1, true, habits).documents.at(0);
  EXPECT_EQ(findings_in(broken.body), "");
  EXPECT_EQ(text_in_body(broken.body, "transportUnits.0.items.0.rejectedQuantity"), "1");
  habits.partial = 0;
  habits.rejected = 100;
  const auto refused = trade.reaction_to(1, true, habits).documents.at(0);
  EXPECT_EQ(findings_in(refused.body), "");
  EXPECT_TRUE(has(refused, Trait::rejected));
}

TEST(Buyer, every_faulty_invoice_of_a_simulated_supplier_is_refused) {
  Habits habits = plain;
  habits.faulty = 100;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    habits.seed = seed;
    const Trade trade(habits);
    const bool names_the_order =
        text_in_body(trade.answers.at(2).body, "header.orderIdentifier") == trade.order.number;
    EXPECT_FALSE(trade.reaction_to(2, names_the_order).report.success);
  }
}

TEST(Buyer, every_example_is_survived_and_answered_with_good_documents) {
  std::size_t answered = 0;
  for (const Example& example : examples()) {
    const auto document = incoming(example.body);
    buyer().question(document);
    const bool is_taken = example.path.find("/faulty") == std::string::npos;
    for (const auto& known : {std::optional<std::string>(), std::optional(document.content),
                              std::optional(content_of(sample_order("B-1")))}) {
      const auto reaction = buyer({.partial = 100, .rejected = 50}).react(document, known);
      for (const Planned& one : reaction.documents) {
        EXPECT_EQ(is_taken ? faults_in(one.body) : "", "") << example.path << one.body;
        ++answered;
      }
    }
  }
  EXPECT_GT(answered, 5u);
}

TEST(Buyer, invoice_of_the_examples_for_their_order_is_paid) {
  std::map<std::string, std::string> bodies;
  for (const Example& example : examples()) {
    if (example.path.ends_with("/invoice/lifelike.json")) bodies["INVOICE"] = example.body;
    if (example.path.ends_with("/order/lifelike.json")) bodies["ORDER"] = example.body;
  }
  const auto reaction = buyer().react(incoming(bodies["INVOICE"]), content_of(bodies["ORDER"]));
  EXPECT_TRUE(reaction.report.success) << reaction.report.reason;
  ASSERT_EQ(reaction.documents.size(), 1u);
  EXPECT_EQ(text_in_body(reaction.documents[0].body, "summary.dueTotal"), "3538.58");
  EXPECT_EQ(text_in_body(reaction.documents[0].body, "summary.remittedTotal"), "3467.81");
}

}  // namespace
}  // namespace tradepost::simulation
