// Tests a simulated buyer and a simulated supplier, with each other and with other partners.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simulate/simulator.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::simulate_tests {
namespace {

using trade::supplier_gln;

// The patience is long enough for a busy machine. The test ends the simulators.
constexpr std::string_view fast = "--clock 2026-03-02 --until {} --fast --patience 300 --json";

// Both sides of a trade that runs as fast as possible.
struct Trading {
  Trading(Network& on, std::string_view until, std::string_view habits) : network(on) {
    const std::string words =
        fmt::format("{} --seed 5 {}", fmt::format(fmt::runtime(fast), until), habits);
    supplier_words = "supplier " + words;
    buyer_words = fmt::format("buyer --partner {} {}", supplier_gln, words);
    begin();
  }

  void begin() {
    supplier = std::make_unique<Simulator>(network, network.supplier, supplier_words);
    buyer = std::make_unique<Simulator>(network, network.buyer, buyer_words);
  }
  void kill() {
    supplier->kill();
    buyer->kill();
  }

  // Returns true if both sides have nothing left to do, and no document is pending for either.
  bool is_over() {
    const auto is_waiting = [](const Simulator& one) {
      const auto lines = served::lines_of(one.output());
      return !lines.empty() && lines.back().contains(R"("event":"waiting")");
    };
    const std::string before = supplier->output() + buyer->output();
    return is_waiting(*supplier) && is_waiting(*buyer) &&
           pending_of(network, network.supplier) == 0 && pending_of(network, network.buyer) == 0 &&
           before == supplier->output() + buyer->output();
  }

  Network& network;
  std::string supplier_words;
  std::string buyer_words;
  std::unique_ptr<Simulator> supplier;
  std::unique_ptr<Simulator> buyer;
};

// Returns the documents that only one list has, one on each line.
std::string difference(const std::vector<Sent>& one, const std::vector<Sent>& other) {
  std::vector<Sent> odd;
  std::ranges::set_symmetric_difference(one, other, std::back_inserter(odd));
  std::string text;
  for (const Sent& sent : odd) text += sent.type + " " + sent.content + "\n";
  return text;
}

// Returns the numbers of the orders that the contents of this kind name.
std::set<std::string> orders_in(const std::vector<Sent>& sent, std::string_view type) {
  std::set<std::string> numbers;
  constexpr std::string_view name = R"("orderIdentifier":")";
  for (const Sent& one : sent) {
    if (one.type != type) continue;
    const auto at = one.content.find(name) + name.size();
    numbers.insert(one.content.substr(at, one.content.find('"', at) - at));
  }
  return numbers;
}

// Expects an answer to every order, except orders of the last day, whose answer may be due later.
void expect_all_answered(Network& network, std::string_view last_day) {
  auto ordered = orders_in(sent_by(network, network.buyer), "ORDER");
  const auto answered = orders_in(sent_by(network, network.supplier), "ORDER_RESPONSE");
  EXPECT_GT(ordered.size(), 3u);
  for (const std::string& number : ordered) {
    EXPECT_TRUE(number.contains(last_day) || answered.contains(number)) << number;
  }
}

TEST(Simulate, two_weeks_have_all_that_can_happen_and_repeat_byte_for_byte) {
  constexpr std::string_view habits =
      "--late 25 --partial 25 --rejected 15 --twice 20 --new-version 25 --faulty 25";
  Network first;
  Network second;
  Trading one(first, "2026-03-16", habits);
  Trading other(second, "2026-03-16", habits);
  ASSERT_TRUE(comes("the end", [&] { return one.is_over() && other.is_over(); }));

  expect_all_answered(first, "260315");
  for (const auto* const side : {one.buyer.get(), one.supplier.get()}) {
    EXPECT_FALSE(side->has({R"("event":"refused")"}));
    EXPECT_FALSE(side->has({R"("event":"unreported")"}));
    // The exchange warns only of the sums of faulty invoices.
    EXPECT_EQ(side->count({R"("findings")", R"("event":"sent")"}),
              side->count({R"("findings")", R"("event":"sent")", R"("faulty")"}));
    EXPECT_TRUE(side->has({R"("event":"repeated")", R"("twice")"}));
    for (const char* trait : {"late", "partial", "rejected", "twice", "newVersion", "faulty"}) {
      EXPECT_TRUE(side->has({R"("event":"sent")", fmt::format("\"{}\"", trait)})) << trait;
    }
  }
  EXPECT_TRUE(one.buyer->has({R"("event":"refusedOnPurpose")", R"("findings")"}));
  EXPECT_TRUE(one.buyer->has({R"("event":"failed","type":"INVOICE")", "is not known here"}));
  EXPECT_TRUE(one.buyer->has({R"("event":"failed","type":"INVOICE")", "add up to"}));
  EXPECT_TRUE(one.supplier->has({R"("event":"sent","type":"INVOICE")", R"("mended")"}));
  EXPECT_TRUE(one.supplier->has({R"("event":"sent","type":"CREDIT_NOTE")"}));

  EXPECT_EQ(difference(sent_by(first, first.buyer), sent_by(second, second.buyer)), "");
  EXPECT_EQ(difference(sent_by(first, first.supplier), sent_by(second, second.supplier)), "");
}

TEST(Simulate, killed_simulators_continue_where_they_were) {
  constexpr std::string_view habits = "--twice 20 --faulty 20 --partial 20 --new-version 0";
  Network whole;
  Network broken;
  Trading undisturbed(whole, "2026-03-09", habits);
  Trading trading(broken, "2026-03-09", habits);
  for (const std::size_t lines : {5, 15, 30}) {
    ASSERT_TRUE(comes("more", [&] {
      return served::lines_of(trading.buyer->output()).size() >= lines || trading.is_over();
    }));
    trading.kill();
    trading.begin();
  }
  ASSERT_TRUE(comes("the end", [&] { return trading.is_over() && undisturbed.is_over(); }));
  expect_all_answered(broken, "260308");
  EXPECT_EQ(difference(sent_by(whole, whole.buyer), sent_by(broken, broken.buyer)), "");
  EXPECT_EQ(difference(sent_by(whole, whole.supplier), sent_by(broken, broken.supplier)), "");
}

TEST(Simulate, ended_simulation_continues_to_a_later_end) {
  Network network;
  {
    Trading trading(network, "2026-03-05", "");
    ASSERT_TRUE(comes("the end", [&] { return trading.is_over(); }));
  }
  const auto before = sent_by(network, network.buyer);
  Trading trading(network, "2026-03-07", "");
  ASSERT_TRUE(comes("the end", [&] { return trading.is_over(); }));
  const auto after = sent_by(network, network.buyer);
  EXPECT_TRUE(std::ranges::includes(after, before));
  EXPECT_GT(after.size(), before.size() + 4);
  EXPECT_FALSE(trading.buyer->has({R"("event":"repeated")", "260303"}));
}

TEST(Simulate, exchange_that_is_away_for_a_while_is_waited_for) {
  Network network;
  Trading trading(network, "2026-03-08", "--new-version 0 --retry-for 0");
  ASSERT_TRUE(
      comes("the beginning", [&] { return served::lines_of(trading.buyer->output()).size() > 5; }));
  network.trade.exchange().kill();
  ASSERT_TRUE(comes("word of it", [&] {
    return trading.buyer->has({"unreachable"}) && trading.supplier->has({"unreachable"});
  }));
  network.trade.exchange().begin();
  ASSERT_TRUE(comes("the end", [&] { return trading.is_over(); }));
  expect_all_answered(network, "260307");
  EXPECT_FALSE(trading.buyer->has({R"("event":"refused")"}));
  EXPECT_FALSE(trading.supplier->has({R"("event":"refused")"}));
}

TEST(Simulate, token_of_live_is_refused_unless_it_is_wanted) {
  Network network;
  const std::string words = "supplier --clock 2026-03-02 --until 2026-03-03 --fast --patience 0";
  Simulator refused(network, network.trade.supplier.token, words);
  EXPECT_EQ(refused.wait(), 2);
  EXPECT_TRUE(refused.has({"This token is for the LIVE flow"})) << refused.output();
  Simulator wanted(network, network.trade.supplier.token, words + " --live");
  EXPECT_EQ(wanted.wait(), 0);
}

TEST(Simulate, wrong_words_are_reported) {
  Network network;
  for (const auto& [words, sentence] : std::vector<std::pair<std::string, std::string_view>>{
           {"supplier --clock tomorrow", "--clock: \"tomorrow\" is not a date and time "},
           {"supplier --fast", "--fast requires --until."},
           {"supplier --clock 9999-12-31", "is not a date and time of the years 1971 to 8999"},
           {"buyer --partner 1 --article 9521001010017", "--article 9521001010017: use a GTIN"},
           {"buyer --partner 1 --article 9521001010016:cheap", "such as 9521001010016:12.90:CS."},
           {"buyer", "--partner is required"}}) {
    Simulator wrong(network, network.supplier, words);
    EXPECT_EQ(wrong.wait(), 2) << words;
    EXPECT_TRUE(wrong.has({sentence})) << wrong.output();
  }
}

TEST(Simulate, clock_and_articles_are_those_that_are_set) {
  Network network;
  Simulator buyer(network, network.buyer,
                  fmt::format("buyer --partner {} --clock 2031-05-06T05:00Z --speed 36000 --until "
                              "2031-05-06T21:00Z --orders-a-day 2 --article 4012345000009:2.50:CT",
                              supplier_gln));
  EXPECT_EQ(buyer.wait(), 0) << buyer.output();
  const auto sent = sent_by(network, network.buyer);
  ASSERT_EQ(sent.size(), 2u) << buyer.output();
  for (const Sent& one : sent) {
    EXPECT_TRUE(one.content.contains(R"("orderDate":"2031-05-06T)"));
    EXPECT_TRUE(one.content.contains(R"("unitOfMeasure":"CT","unitPrice":2.50)"));
  }
  EXPECT_TRUE(buyer.has({"2031-05-06 ", "sent ORDER B1-310506-01 to 9521001000000: "}));
}

TEST(Simulate, one_document_is_counted_in_the_singular) {
  Network network;
  const std::string words = fmt::format(
      "buyer --partner {} --clock 2031-05-06T05:00Z --until 2031-05-06T21:00Z --orders-a-day 1 "
      "--fast --patience 0",
      supplier_gln);
  Simulator first(network, network.buyer, words);
  EXPECT_EQ(first.wait(), 0) << first.output();
  EXPECT_TRUE(first.has({"with 0 documents in its history"})) << first.output();
  EXPECT_TRUE(first.has({"1 document was not reported on"})) << first.output();
  Simulator second(network, network.buyer, words);
  EXPECT_EQ(second.wait(), 0) << second.output();
  EXPECT_TRUE(second.has({"with 1 document in its history"})) << second.output();
}

std::string example(const std::string& path) {
  std::ifstream file(source_dir() + "/examples/" + path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Simulate, order_of_a_real_system_is_answered_to_the_invoice) {
  Network network;
  Simulator supplier(network, network.supplier,
                     "supplier --clock 2026-03-02 --speed 200000 --rejected 0 --late 0");
  auto exchange = network.exchange(network.buyer);
  const auto sent = exchange.send(example("order/lifelike.json"));
  ASSERT_TRUE(sent) << sent.error().message;
  for (const char* type : {"ORDER_RESPONSE", "SHIPPING_NOTICE", "INVOICE"}) {
    EXPECT_TRUE(comes(type, [&] {
      const auto page = exchange.pending({.type = type});
      return page && page->items.size() == 1 && page->items[0].content.contains("4500871234");
    }));
  }
  EXPECT_EQ(exchange.transaction(sent->id)->status, "SUCCESS");
}

TEST(Simulate, every_good_example_is_reported_on_by_whom_it_is_for) {
  Network network;
  Simulator supplier(network, network.supplier, "supplier --clock 2026-03-02 --speed 1000");
  Simulator buyer(network, network.buyer,
                  fmt::format("buyer --partner {} --orders-a-day 0 --clock 2026-03-02 --speed 1000",
                              supplier_gln));
  auto by_buyer = network.exchange(network.buyer);
  auto by_supplier = network.exchange(network.supplier);
  std::size_t count = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(source_dir() + "/examples")) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != ".json" || name.starts_with("faulty")) continue;
    const std::string body = example(entry.path().lexically_relative(source_dir() + "/examples"));
    count += by_buyer.send(body).has_value();
    count += by_supplier.send(body).has_value();
  }
  EXPECT_GT(count, 25u);
  EXPECT_TRUE(comes("a report on each", [&] {
    return pending_of(network, network.buyer) + pending_of(network, network.supplier) == 0;
  }));
  EXPECT_TRUE(supplier.is_running());
  EXPECT_TRUE(buyer.is_running());
}

TEST(Simulate, documents_of_others_are_left_alone) {
  Network network;
  served::relate(network.trade.by(), network.trade.stranger, network.trade.supplier);
  const std::string token = network.trade.token(network.trade.stranger, R"(,"flow":"TEST")");
  auto other = network.exchange(network.buyer);
  auto partner = network.exchange(token);
  const auto left = other.send(trade::order("B-1"));
  const auto read = partner.send(trade::order("C-1", "", trade::stranger_gln));
  ASSERT_TRUE(left && read);
  Simulator supplier(network, network.supplier,
                     fmt::format("supplier --partner {}", trade::stranger_gln));
  ASSERT_TRUE(comes("a report", [&] {
    const auto shown = partner.transaction(read->id);
    return shown && shown->status == "SUCCESS";
  }));
  EXPECT_EQ(other.transaction(left->id)->status, "PENDING");
  EXPECT_FALSE(supplier.has({"B-1"}));
}

}  // namespace
}  // namespace tradepost::simulate_tests
