#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/trading.hpp"

// Tests `tradepost cases`, `requeue`, `partners` and `profile`.
namespace tradepost::commands_tests {

using served::Ended;
using served::lines_of;

namespace {

// Sends an order that the supplier reports as failed, and returns its id.
std::string failed(Trade& trade, std::string_view number) {
  const std::string id = trade.sends(number);
  const Ended reported =
      trade.supplier.tradepost("report --failed --reason 'GTIN unbekannt' " + id);
  EXPECT_EQ(reported.exit_code, 0) << reported.err;
  return id;
}

std::string only_case(const Trade& trade) {
  return json_at(trade.customer.tradepost("cases list --json").out, "id");
}

TEST(CasesCommand, case_is_listed_commented_resolved_and_reopened) {
  Trade trade(shared_exchange());
  failed(trade, "F-1");
  const std::string id = only_case(trade);
  const Ended list = trade.customer.tradepost("cases list");
  EXPECT_EQ(list.exit_code, 0) << list.err;
  for (const auto* const part : {"open: the sender's turn", "failure", "F-1", "GTIN unbekannt"}) {
    EXPECT_TRUE(has(list.out, part)) << part << "\n" << list.out;
  }
  const Ended said = trade.customer.tradepost("cases comment " + id + " 'Nachfolger ist 7'");
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_TRUE(has(said.out, "the recipient's turn")) << said.out;
  const Ended shown = trade.supplier.tradepost("cases show " + id);
  EXPECT_TRUE(has(shown.out, trade.customer_name + "  Nachfolger ist 7")) << shown.out;
  const Ended resolved = trade.supplier.tradepost("cases resolve --json --comment Danke " + id);
  EXPECT_EQ(json_at(resolved.out, "status"), "resolved") << resolved.err;
  EXPECT_EQ(json_at(resolved.out, "comments.1.text"), "Danke");
  EXPECT_EQ(lines_of(trade.customer.tradepost("cases list --json --status open").out).size(), 0u);
  EXPECT_TRUE(has(trade.customer.tradepost("cases reopen " + id).out, "open")) << id;
}

TEST(CasesCommand, unknown_case_is_the_answer_no) {
  Trade trade(shared_exchange());
  const Ended none = trade.customer.tradepost("cases show 018f0000-0000-7000-8000-000000000000");
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_EQ(trade.customer.tradepost("cases comment x").exit_code, 2);
  const Ended empty = trade.customer.tradepost("cases list");
  EXPECT_EQ(empty.exit_code, 0);
  EXPECT_EQ(empty.out, "no such cases\n");
}

TEST(CasesCommand, operator_works_on_everybodys) {
  Trade trade(shared_exchange());
  failed(trade, "F-1");
  const std::string id = only_case(trade);
  EXPECT_TRUE(has(trade.operators.tradepost("cases list --everybody --all --json").out, id));
  const Ended said = trade.operators.tradepost("cases comment --everybody " + id + " 'Wir fragen'");
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_TRUE(has(trade.customer.tradepost("cases show " + id).out, "operator")) << said.out;
}

TEST(RequeueCommand, failed_document_is_delivered_again) {
  Trade trade(shared_exchange());
  const std::string id = failed(trade, "F-1");
  const Ended again = trade.customer.tradepost("requeue --json " + id);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(trade.pending(), std::vector<std::string>{json_at(again.out, "platformTransactionId")});
  EXPECT_TRUE(has(trade.customer.tradepost("cases show " + only_case(trade)).out,
                  "resolved: it was requeued"));
  const Ended twice = trade.customer.tradepost("requeue " + id);
  EXPECT_EQ(twice.exit_code, 1);
  EXPECT_TRUE(has(twice.err, "latest version")) << twice.err;
}

TEST(RequeueCommand, with_a_key_it_goes_out_once_however_often_it_is_asked) {
  Trade trade(shared_exchange());
  const std::string words = "requeue --json --idempotency-key einmal " + failed(trade, "F-1");
  const Ended first = trade.customer.tradepost(words);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  EXPECT_EQ(trade.customer.tradepost(words).out, first.out);
}

TEST(PartnersCommand, who_waits_is_listed_and_accepted_by_name) {
  Trade trade(shared_exchange(), "");
  const Ended held = trade.customer.tradepost("send -", trade.order("H-1"));
  EXPECT_EQ(held.exit_code, 0) << held.err;
  const Ended waiting = trade.supplier.tradepost("partners list --status requested");
  EXPECT_TRUE(has(waiting.out, trade.customer_name)) << waiting.out << waiting.err;
  EXPECT_TRUE(has(waiting.out, "requested, 1 held")) << waiting.out;
  const Ended accepted = trade.supplier.tradepost(
      fmt::format("partners accept '{}' --kind order", trade.customer_name));
  EXPECT_EQ(accepted.exit_code, 0) << accepted.err;
  EXPECT_TRUE(has(accepted.out, "active (ORDER)")) << accepted.out;
  EXPECT_TRUE(has(accepted.out, "1 that were held")) << accepted.out;
  EXPECT_EQ(trade.pending().size(), 1u);
  EXPECT_TRUE(
      has(trade.supplier.tradepost(fmt::format("partners block '{}'", trade.customer_name)).out,
          "blocked"));
  EXPECT_EQ(trade.customer.tradepost("send -", trade.order("H-2")).exit_code, 1);
}

TEST(PartnersCommand, partner_is_asked_by_its_id) {
  Trade trade(shared_exchange(), "");
  const std::string id = json_at(trade.supplier.tradepost("profile --json").out, "id");
  const Ended asked = trade.customer.tradepost("partners request --json " + id);
  EXPECT_EQ(asked.exit_code, 0) << asked.err;
  EXPECT_EQ(json_at(asked.out, "outgoing.status"), "requested");
  EXPECT_TRUE(has(trade.supplier.tradepost("partners list").out, trade.customer_name));
  const Ended unknown = trade.customer.tradepost("partners accept Niemand");
  EXPECT_EQ(unknown.exit_code, 1);
  EXPECT_TRUE(has(unknown.err, "Niemand")) << unknown.err;
}

TEST(ProfileCommand, printed_profile_can_be_changed_and_set) {
  Trade trade(shared_exchange());
  const Ended shown = trade.supplier.tradepost("profile");
  EXPECT_TRUE(has(shown.out, "GS1:" + trade.supplier_gln)) << shown.out << shown.err;
  trade.sends("P-1");
  std::string profile = trade.supplier.tradepost("profile --json").out;
  const std::string none = R"("requirements":[])";
  profile.replace(profile.find(none), none.size(),
                  R"("requirements":[{"kind":"ORDER","path":"items.*.identifiers"}])");
  trade.supplier.write("profile.json", profile);
  const Ended set = trade.supplier.tradepost("profile --set profile.json");
  EXPECT_EQ(set.exit_code, 0) << set.err;
  EXPECT_TRUE(has(set.out, "ORDER: items.*.identifiers")) << set.out;
  EXPECT_TRUE(has(set.out, "1 of 1 document would have been refused")) << set.out;
  const Ended bad = trade.supplier.tradepost("profile --set -", R"({"agents":[{}]})");
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_TRUE(has(bad.err, "agents.0.participant")) << bad.err;
}

}  // namespace
}  // namespace tradepost::commands_tests
