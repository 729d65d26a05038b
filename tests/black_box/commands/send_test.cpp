#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/gate.hpp"
#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Desk;
using served::Ended;
using served::lines_of;

namespace {

TEST(Send, order_is_printed_with_its_id_and_waits_for_the_supplier) {
  Trade trade(shared_exchange());
  trade.customer.write("order.json", trade.order("A-1"));
  const Ended sent = trade.customer.tradepost("send order.json");
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  const auto pending = trade.pending();
  ASSERT_EQ(pending.size(), 1u);
  EXPECT_EQ(sent.out, fmt::format("order.json: ORDER A-1, sent: {}\n", pending[0]));
  EXPECT_EQ(sent.err, "");
}

TEST(Send, dry_run_validates_and_sends_nothing) {
  Trade trade(shared_exchange());
  const Ended good = trade.customer.tradepost("send --try -", trade.order("T-1"));
  EXPECT_EQ(good.exit_code, 0) << good.err;
  EXPECT_TRUE(has(good.out, "would be accepted by " + trade.supplier_name)) << good.out;
  EXPECT_TRUE(trade.pending().empty());
  trade.sends("T-1");
  const Ended twice = trade.customer.tradepost(
      "send --try --lines -", trade.order("T-1") + "\n" + trade.order("T-2") + "\n{\n");
  EXPECT_EQ(twice.exit_code, 1);
  EXPECT_TRUE(has(twice.out, "would be refused")) << twice.out;
  EXPECT_TRUE(has(twice.out, "order.duplicate")) << twice.out;
  EXPECT_TRUE(has(twice.out, "3 documents: 1 good, 2 faulty")) << twice.out;
  const Ended json = trade.customer.tradepost("send --try --json -", trade.order("T-3"));
  EXPECT_EQ(json_at(json.out, "outcome"), "good");
  EXPECT_EQ(json_at(json.out, "recipient"), trade.supplier_name);
  EXPECT_EQ(trade.customer.tradepost("send --try --again x").exit_code, 2);
}

TEST(Send, json_is_a_line_for_each_document) {
  Trade trade(shared_exchange());
  trade.customer.write("two.jsonl", trade.order("A-1") + "\n\n" + trade.order("A-2") + "\n");
  const Ended sent = trade.customer.tradepost("send --json two.jsonl");
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  const auto lines = lines_of(sent.out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(json_at(lines[1], "input"), "two.jsonl");
  EXPECT_EQ(json_at(lines[1], "line"), "3");
  EXPECT_EQ(json_at(lines[1], "outcome"), "sent");
  EXPECT_EQ(json_at(lines[1], "status"), "201");
  EXPECT_EQ(json_at(lines[1], "number"), "A-2");
  EXPECT_EQ(json_at(lines[1], "platformTransactionId"), trade.pending().at(1));
}

TEST(Send, folder_and_standard_input_are_sent_in_their_order) {
  Trade trade(shared_exchange());
  trade.customer.write("out/b.json", trade.order("B"));
  trade.customer.write("out/a.json", trade.order("A"));
  const Ended sent = trade.customer.tradepost("send out -", trade.order("C"));
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  const auto lines = lines_of(sent.out);
  ASSERT_EQ(lines.size(), 5u) << sent.out;
  EXPECT_TRUE(lines[0].starts_with("out/a.json: ORDER A, sent: "));
  EXPECT_TRUE(lines[1].starts_with("out/b.json: ORDER B, sent: "));
  EXPECT_TRUE(lines[2].starts_with("-: ORDER C, sent: "));
  EXPECT_EQ(lines[4], "3 documents: 3 with the exchange, 0 not");
}

TEST(Send, refused_document_is_shown_with_every_fault_and_its_place) {
  Trade trade(shared_exchange());
  std::string order = trade.order("A-1", ",\n\"lines\":1");
  order.replace(order.find("2026-03-02"), 10, "2026-02-30");
  order.replace(order.find("[{}]"), 4, "[\n{\"quantity\":\"3\"}]");
  trade.customer.write("bad.json", order);
  const Ended sent = trade.customer.tradepost("send bad.json");
  EXPECT_EQ(sent.exit_code, 1);
  EXPECT_TRUE(has(sent.out, "bad.json: ORDER A-1, refused: ")) << sent.out;
  EXPECT_TRUE(has(sent.out, "content.header.orderDate, line 1,")) << sent.out;
  EXPECT_TRUE(has(sent.out, "content.items.0.quantity, line 2, column 13")) << sent.out;
  EXPECT_EQ(trade.pending().size(), 0u);
}

TEST(Send, faults_that_only_the_exchange_knows_have_a_place_too) {
  Trade trade(shared_exchange());
  std::string order = trade.order("A-1");
  order.replace(order.find(trade.supplier_gln), 13, "9529999999999");
  const Ended sent = trade.customer.tradepost("send --json -", order);
  EXPECT_EQ(sent.exit_code, 1);
  EXPECT_EQ(json_at(sent.out, "outcome"), "refused");
  EXPECT_EQ(json_at(sent.out, "status"), "422");
  EXPECT_TRUE(json_at(sent.out, "faults.0.path").starts_with("content.header.supplier"));
  EXPECT_EQ(json_at(sent.out, "faults.0.line"), "1");
  EXPECT_NE(json_at(sent.out, "faults.0.column"), "1");
  EXPECT_TRUE(has(json_at(sent.out, "errorUrl"), "/v2/errors/"));
}

TEST(Send, file_that_is_not_json_is_not_sent_and_the_others_are) {
  Trade trade(shared_exchange());
  trade.customer.write("out/a.json", "{\"type\":");
  trade.customer.write("out/b.json", trade.order("B"));
  const Ended sent = trade.customer.tradepost("send out");
  EXPECT_EQ(sent.exit_code, 1);
  EXPECT_TRUE(has(sent.out, "out/a.json: unreadable, line 1")) << sent.out;
  EXPECT_TRUE(has(sent.out, "2 documents: 1 with the exchange, 1 not")) << sent.out;
  EXPECT_EQ(trade.pending().size(), 1u);
}

TEST(Send, warnings_are_shown_where_they_stand_and_the_document_is_sent) {
  Trade trade(shared_exchange());
  std::string order = trade.order("A-1");
  order.replace(order.find("[{}]"), 4, R"([{"identifiers":[{"identifier":"9521001000001"}]}])");
  const Ended sent = trade.customer.tradepost("send -", order);
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  EXPECT_TRUE(has(sent.out, "-: ORDER A-1, sent: ")) << sent.out;
  EXPECT_TRUE(has(sent.out, "\n  warning: Item 1, identifier 1: identifier 9521001000001"))
      << sent.out;
  EXPECT_TRUE(has(sent.out, "content.items.0.identifiers.0.identifier, line 1, column"))
      << sent.out;
  const Ended json =
      trade.customer.tradepost("send --json -", order.replace(order.find("A-1"), 3, "A-2"));
  EXPECT_EQ(json_at(json.out, "outcome"), "sent");
  EXPECT_EQ(json_at(json.out, "warnings.0.code"),
            "order.item.identifier.identifier.wrong_check_digit");
  EXPECT_NE(json_at(json.out, "warnings.0.column"), "absent");
}

TEST(Send, repeat_is_good_and_sends_nothing_twice) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  const Ended again = trade.customer.tradepost("send -", trade.order("A-1"));
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.out, fmt::format("-: ORDER A-1, already received: {}\n", id));
  EXPECT_EQ(trade.pending().size(), 1u);
}

TEST(Send, answer_that_was_lost_is_asked_for_again_and_nothing_is_sent_twice) {
  Trade trade(shared_exchange());
  Gate gate(shared_exchange().port());
  gate.lose_answers(2);
  const Ended sent =
      trade.customer.tradepost("send --url " + gate.url() + " -", trade.order("A-1"));
  EXPECT_EQ(gate.lost(), 2);
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  const auto pending = trade.pending();
  ASSERT_EQ(pending.size(), 1u);
  EXPECT_EQ(sent.out, fmt::format("-: ORDER A-1, sent: {}\n", pending[0]));
}

TEST(Send, without_patience_a_lost_answer_stops_it_and_the_next_call_finds_it_sent) {
  Trade trade(shared_exchange());
  Gate gate(shared_exchange().port());
  gate.lose_answers(1);
  const std::string words = "send --retry-for 0 --url " + gate.url() + " -";
  const Ended lost = trade.customer.tradepost(words, trade.order("A-1"));
  EXPECT_EQ(lost.exit_code, 3);
  EXPECT_TRUE(has(lost.out, "no answer; repeating the command sends no document twice"))
      << lost.out;
  const Ended found = trade.customer.tradepost(words, trade.order("A-1"));
  EXPECT_EQ(found.exit_code, 0) << found.err;
  EXPECT_EQ(trade.pending().size(), 1u);
}

TEST(Send, killed_half_way_and_repeated_doubles_nothing_and_leaves_nothing_out) {
  Trade trade(shared_exchange());
  constexpr std::size_t count = 400;
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) lines += trade.order(fmt::format("A-{}", i)) + "\n";
  trade.customer.write("all.jsonl", lines);
  auto sending = trade.customer.begin("send all.jsonl");
  std::size_t seen = 0;
  for (int polls = 0; seen == 0 && polls < 1'000; ++polls) seen = trade.pending().size();
  sending.end(SIGKILL);
  EXPECT_GT(seen, 0u);
  const Ended again = trade.customer.tradepost("send --json all.jsonl");
  EXPECT_EQ(again.exit_code, 0) << again.err;
  std::vector<std::string> outcomes;
  for (const std::string& line : lines_of(again.out)) {
    outcomes.push_back(json_at(line, "platformTransactionId"));
  }
  EXPECT_EQ(outcomes.size(), count);
  EXPECT_EQ(outcomes, trade.pending());
}

TEST(Send, later_version_follows_and_the_old_one_is_refused_unless_it_is_meant) {
  Trade trade(shared_exchange());
  trade.sends("A-1");
  const std::string second = trade.sends("A-1", R"(,"note":"second")");
  const Ended old = trade.customer.tradepost("send -", trade.order("A-1"));
  EXPECT_TRUE(has(old.out, "already received")) << old.out;
  EXPECT_EQ(trade.pending(), std::vector{second});
  const Ended meant = trade.customer.tradepost("send --again --json -", trade.order("A-1"));
  EXPECT_EQ(meant.exit_code, 0) << meant.out;
  EXPECT_EQ(trade.pending(), std::vector{json_at(meant.out, "platformTransactionId")});
}

TEST(Send, document_that_failed_at_the_recipient_can_be_sent_again) {
  Trade trade(shared_exchange());
  const std::string first = trade.sends("A-1");
  EXPECT_EQ(trade.supplier.tradepost("report --failed --reason no " + first).exit_code, 0);
  const std::string second = trade.sends("A-1");
  EXPECT_NE(first, second);
  EXPECT_EQ(trade.pending(), std::vector{second});
}

TEST(Send, own_key_gets_the_first_answer_again_and_is_for_one_document) {
  Trade trade(shared_exchange());
  const auto send = [&](const std::string& body) {
    return trade.customer.tradepost("send --json --idempotency-key k-1 -", body);
  };
  const Ended first = send(trade.order("A-1"));
  const Ended again = send(trade.order("A-1"));
  EXPECT_EQ(json_at(again.out, "outcome"), "sent");
  EXPECT_EQ(json_at(again.out, "platformTransactionId"),
            json_at(first.out, "platformTransactionId"));
  const Ended other = send(trade.order("A-2"));
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_TRUE(has(json_at(other.out, "message"), "Idempotency-Key")) << other.out;
  const Ended two = trade.customer.tradepost("send --idempotency-key k-2 --lines -",
                                             trade.order("B-1") + "\n" + trade.order("B-2"));
  EXPECT_EQ(two.exit_code, 2);
}

TEST(Send, unknown_sender_is_kept_until_the_recipient_accepts_it) {
  Trade trade(shared_exchange(), "");
  const Ended sent = trade.customer.tradepost("send -", trade.order("A-1"));
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  EXPECT_TRUE(has(sent.out, "held until the recipient accepts you as a partner: ")) << sent.out;
  EXPECT_EQ(trade.pending().size(), 0u);
}

TEST(Send, blocked_sender_is_refused) {
  Trade trade(shared_exchange(), "--status blocked");
  const Ended sent = trade.customer.tradepost("send -", trade.order("A-1"));
  EXPECT_EQ(sent.exit_code, 1);
  EXPECT_TRUE(has(sent.out, "refused: The recipient does not accept documents from you."))
      << sent.out;
}

TEST(Send, exchange_that_comes_back_in_time_is_waited_for) {
  ServedExchange exchange;
  Trade trade(exchange);
  trade.customer.write("order.json", trade.order("A-1"));
  exchange.stop();
  auto sending = trade.customer.begin("send --retry-for 60 order.json");
  exchange.start_again();
  EXPECT_EQ(sending.wait(), 0);
  EXPECT_EQ(trade.pending().size(), 1u);
}

TEST(Send, wrong_token_stops_it_at_the_first_document) {
  Trade trade(shared_exchange());
  trade.customer.write("out/a.json", trade.order("A"));
  trade.customer.write("out/b.json", trade.order("B"));
  const Ended sent = trade.customer.tradepost("send --token tp_live_wrong out");
  EXPECT_EQ(sent.exit_code, 3);
  EXPECT_TRUE(has(sent.err, "Check that --token or TRADEPOST_TOKEN")) << sent.err;
  EXPECT_FALSE(has(sent.out, "b.json")) << sent.out;
}

TEST(Send, missing_file_and_wrong_words_have_their_exit_codes) {
  Trade trade(shared_exchange());
  const Ended missing = trade.customer.tradepost("send nowhere.json");
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_TRUE(has(missing.err, "nowhere.json can't be read")) << missing.err;
  EXPECT_EQ(trade.customer.tradepost("send").exit_code, 2);
  EXPECT_EQ(trade.customer.tradepost("send --again --idempotency-key k x").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests
