#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "commands/gate.hpp"
#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Ended;
using served::lines_of;

namespace {

TEST(Pull, pending_documents_are_listed_and_unchanged) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  for (int i = 0; i < 2; ++i) {
    const Ended pulled = trade.supplier.tradepost("pull");
    EXPECT_EQ(pulled.exit_code, 0) << pulled.err;
    const auto lines = lines_of(pulled.out);
    ASSERT_EQ(lines.size(), 2u) << pulled.out;
    EXPECT_TRUE(has(lines[1], "ORDER  A-1     " + trade.customer_name)) << pulled.out;
    EXPECT_TRUE(lines[1].ends_with(id)) << pulled.out;
    EXPECT_EQ(lines[0].find("NUMBER"), lines[1].find("A-1"));
  }
}

TEST(Pull, nothing_waiting_is_said) {
  Trade trade(shared_exchange());
  EXPECT_EQ(trade.supplier.tradepost("pull").out, "no pending documents\n");
  EXPECT_EQ(trade.supplier.tradepost("pull --json").out, "");
}

TEST(Pull, all_pages_are_followed) {
  Trade trade(shared_exchange());
  constexpr std::size_t count = 230;
  std::string lines;
  for (std::size_t i = 0; i < count; ++i) lines += trade.order(fmt::format("A-{}", i)) + "\n";
  EXPECT_EQ(trade.customer.tradepost("send --lines -", lines).exit_code, 0);
  auto ids = trade.pending();
  EXPECT_EQ(ids.size(), count);
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::unique(ids).size(), 0u);
}

TEST(Pull, pages_are_followed_also_where_the_links_lead_elsewhere) {
  ServedExchange exchange({"--public-url", "https://trade.example.test/exchange"});
  Trade trade(exchange);
  std::string lines;
  for (int i = 0; i < 120; ++i) lines += trade.order(fmt::format("A-{}", i)) + "\n";
  EXPECT_EQ(trade.customer.tradepost("send --lines -", lines).exit_code, 0);
  EXPECT_EQ(trade.pending().size(), 120u);
}

TEST(Pull, files_hold_the_content_byte_for_byte) {
  Trade trade(shared_exchange());
  const std::string odd = R"(,"price":1.50,"long":0.1234567890123456789,"s":"a\u00e4\/b")";
  const std::string id = trade.sends("A-1", odd);
  const Ended pulled = trade.supplier.tradepost("pull --out inbox/new");
  EXPECT_EQ(pulled.exit_code, 0) << pulled.err;
  EXPECT_EQ(pulled.out, "1 document in inbox/new\n");
  EXPECT_EQ(trade.supplier.names_in("inbox/new"), std::vector{"ORDER-" + id + ".json"});
  const std::string file = trade.supplier.read("inbox/new/ORDER-" + id + ".json");
  EXPECT_EQ(json_at(file, "platformTransactionId"), id);
  EXPECT_TRUE(has(file, R"("items":[{}])" + odd)) << file;
  EXPECT_EQ(trade.supplier.tradepost("validate inbox/new").exit_code, 0);
  EXPECT_EQ(trade.pending(), std::vector{id});
}

TEST(Pull, written_document_is_reported_and_not_pulled_again) {
  Trade trade(shared_exchange());
  std::string lines;
  for (int i = 0; i < 120; ++i) lines += trade.order(fmt::format("A-{}", i)) + "\n";
  EXPECT_EQ(trade.customer.tradepost("send --lines -", lines).exit_code, 0);
  const Ended pulled = trade.supplier.tradepost("pull --out inbox --report");
  EXPECT_EQ(pulled.exit_code, 0) << pulled.err;
  EXPECT_EQ(pulled.out, "120 documents in inbox, reported as processed\n");
  EXPECT_EQ(trade.supplier.names_in("inbox").size(), 120u);
  EXPECT_EQ(trade.pending().size(), 0u);
  const Ended listed = trade.customer.tradepost("list --status SUCCESS --all --json");
  EXPECT_EQ(lines_of(listed.out).size(), 120u);
}

TEST(Pull, file_that_cannot_be_written_is_not_reported) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  trade.supplier.write("inbox/ORDER-" + id + ".json/taken", "the folder is not empty");
  const Ended pulled = trade.supplier.tradepost("pull --out inbox --report");
  EXPECT_EQ(pulled.exit_code, 3);
  EXPECT_TRUE(has(pulled.err, "can't be written")) << pulled.err;
  EXPECT_EQ(trade.pending(), std::vector{id});
  EXPECT_EQ(trade.supplier.names_in("inbox").size(), 1u);
}

TEST(Pull, folder_that_cannot_be_made_is_reported_before_any_request) {
  Trade trade(shared_exchange());
  trade.supplier.write("inbox", "a file");
  EXPECT_EQ(trade.supplier.tradepost("pull --out inbox --report").exit_code, 3);
}

TEST(Pull, one_kind_alone_is_taken) {
  Trade trade(shared_exchange());
  trade.sends("A-1");
  EXPECT_EQ(trade.supplier.tradepost("pull --type INVOICE --json").out, "");
  EXPECT_EQ(lines_of(trade.supplier.tradepost("pull --type order --json").out).size(), 1u);
  EXPECT_EQ(trade.supplier.tradepost("pull --type LETTER").exit_code, 2);
}

TEST(Pull, waiting_ends_with_the_first_document) {
  Trade trade(shared_exchange());
  auto waiting = trade.supplier.begin("pull --wait 60 --out inbox");
  const auto begun = std::chrono::steady_clock::now();
  trade.sends("A-1");
  EXPECT_EQ(waiting.wait(), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(30));
  EXPECT_EQ(trade.supplier.names_in("inbox").size(), 1u);
}

TEST(Pull, waiting_in_vain_ends_in_time) {
  Trade trade(shared_exchange());
  const auto begun = std::chrono::steady_clock::now();
  const Ended pulled = trade.supplier.tradepost("pull --wait 1");
  EXPECT_EQ(pulled.exit_code, 0) << pulled.err;
  EXPECT_GE(std::chrono::steady_clock::now() - begun, std::chrono::seconds(1));
}

TEST(Pull, report_whose_answer_was_lost_is_sent_again) {
  Trade trade(shared_exchange());
  Gate gate(shared_exchange().port());
  const std::string id = trade.sends("A-1");
  gate.lose_answers(1);
  const Ended reported = trade.supplier.tradepost("report --url " + gate.url() + " " + id);
  EXPECT_EQ(gate.lost(), 1);
  EXPECT_EQ(reported.exit_code, 0) << reported.err;
  EXPECT_EQ(trade.pending().size(), 0u);
}

TEST(Pull, another_word_in_the_names_is_understood_and_its_lack_is_reported) {
  ServedExchange exchange({"--field-word", "maker"});
  Trade trade(exchange);
  trade.supplier.set("TRADEPOST_FIELD_WORD", "maker");
  trade.customer.set("TRADEPOST_FIELD_WORD", "maker");
  EXPECT_EQ(trade.customer.tradepost("send -", trade.order("A-1")).exit_code, 0);
  const Ended wrong = trade.supplier.tradepost("pull --field-word platform --out inbox --report");
  EXPECT_EQ(wrong.exit_code, 3);
  EXPECT_TRUE(has(wrong.err, "--field-word")) << wrong.err;
  const Ended right = trade.supplier.tradepost("pull --out inbox --report");
  EXPECT_EQ(right.out, "1 document in inbox, reported as processed\n") << right.err;
}

TEST(Report, ids_are_reported_one_by_one_and_bad_ones_keep_no_other_back) {
  Trade trade(shared_exchange());
  const std::string good = trade.sends("A-1");
  const std::string strange = "00000000-0000-7000-8000-000000000000";
  const Ended reported =
      trade.supplier.tradepost(fmt::format("report {} {} nonsense", strange, good));
  EXPECT_EQ(reported.exit_code, 1);
  const auto lines = lines_of(reported.out);
  ASSERT_EQ(lines.size(), 3u) << reported.out;
  EXPECT_TRUE(lines[0].starts_with(strange + ": not recorded: ")) << lines[0];
  EXPECT_EQ(lines[1], good + ": Marked as processed.");
  EXPECT_TRUE(lines[2].starts_with("nonsense: not recorded: ")) << lines[2];
  EXPECT_EQ(trade.pending().size(), 0u);
}

TEST(Report, failure_and_its_reason_reach_the_sender) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  const Ended reported =
      trade.supplier.tradepost("report --json --failed --reason 'No such article' " + id);
  EXPECT_EQ(reported.exit_code, 0) << reported.err;
  EXPECT_EQ(json_at(reported.out, "taken"), "true");
  EXPECT_TRUE(has(json_at(reported.out, "errorUrl"), "/v2/errors/"));
  const Ended shown = trade.customer.tradepost("show " + id);
  EXPECT_TRUE(has(shown.out, "FAILED")) << shown.out;
  EXPECT_TRUE(has(shown.out, ": No such article")) << shown.out;
}

TEST(Report, success_is_not_taken_back) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends("A-1");
  EXPECT_EQ(trade.supplier.tradepost("report " + id).exit_code, 0);
  EXPECT_EQ(trade.supplier.tradepost("report " + id).exit_code, 0);
  EXPECT_EQ(trade.supplier.tradepost("report --failed " + id).exit_code, 1);
}

TEST(Report, ids_come_from_standard_input_and_files_beyond_one_bulk) {
  Trade trade(shared_exchange());
  std::string lines;
  for (int i = 0; i < 1'100; ++i) lines += trade.order(fmt::format("A-{}", i)) + "\n";
  EXPECT_EQ(trade.customer.tradepost("send --lines -", lines).exit_code, 0);
  std::string ids;
  for (const std::string& id : trade.pending()) ids += id + "\r\n";
  const Ended reported = trade.supplier.tradepost("report -", ids);
  EXPECT_EQ(reported.exit_code, 0) << reported.err;
  EXPECT_EQ(lines_of(reported.out).size(), 1'100u);
  EXPECT_EQ(trade.pending().size(), 0u);
  trade.supplier.write("ids", ids);
  EXPECT_EQ(trade.supplier.tradepost("report --from ids").exit_code, 0);
}

TEST(Report, wrong_arguments_are_refused) {
  Trade trade(shared_exchange());
  EXPECT_EQ(trade.supplier.tradepost("report").exit_code, 2);
  EXPECT_EQ(trade.supplier.tradepost("report --reason x 1").exit_code, 2);
  EXPECT_EQ(trade.supplier.tradepost("report --from nowhere").exit_code, 3);
}

}  // namespace
}  // namespace tradepost::commands_tests
