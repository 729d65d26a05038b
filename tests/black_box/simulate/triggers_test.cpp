// Tests document numbers that make a simulated company act in a certain way
// (docs/guides/simulation.md).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text/decimal.hpp"
#include "served/json.hpp"
#include "simulate/simulator.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::simulate_tests::triggers_test {
namespace {

using served::at;

// Returns an example whose number `own` is replaced by `number`.
std::string example(const std::string& kind, std::string_view own, std::string_view number) {
  std::ifstream file(source_dir() + "/examples/" + kind + "/lifelike.json", std::ios::binary);
  std::string body{std::istreambuf_iterator<char>(file), {}};
  const auto place = body.find(own);
  EXPECT_NE(place, std::string::npos) << own;
  return body.replace(place, own.size(), number);
}

std::string order(std::string_view number) {
  return example("order", "4500871234", number);
}

// Sends a document as one side and returns its id.
std::string send(client::Exchange& exchange, const std::string& body) {
  const auto sent = exchange.send(body);
  EXPECT_TRUE(sent.has_value()) << sent.error().message;
  return sent ? sent->id : std::string();
}

// Waits for a pending document of a kind that contains `text`, and returns it.
client::Transaction arrival(client::Exchange& exchange, const std::string& type,
                            std::string_view text = "") {
  client::Transaction found;
  comes(fmt::format("{} {}", type, text), [&] {
    const auto page = exchange.pending({.type = type});
    if (!page) return false;
    for (const client::Transaction& one : page->items) {
      if (one.content.contains(text)) found = one;
    }
    return !found.id.empty();
  });
  return found;
}

std::string status_when_reported(client::Exchange& exchange, const std::string& id) {
  std::string status;
  comes("a report", [&] {
    const auto shown = exchange.transaction(id);
    status = shown ? shown->status : std::string();
    return status != "PENDING" && !status.empty();
  });
  return status;
}

// Waits for a line of the output that has all these texts: a simulator prints a sent document after
// the answer, when the recipient may have it already.
void expect_line(const Simulator& simulator, std::initializer_list<std::string_view> texts) {
  comes(*texts.begin(), [&] { return simulator.has(texts); });
}

// A supplier that is so fast that it charges an order within a second. Its other habits contradict
// the tested trigger.
struct Supplied {
  explicit Supplied(std::string_view habits)
      : supplier(network, network.supplier,
                 fmt::format("supplier --clock 2026-03-02 --speed 1000000 --json {}", habits)) {}

  Network network;
  client::Exchange buyer = network.exchange(network.buyer);
  Simulator supplier;
};
constexpr std::string_view always_rejects = "--rejected 100 --twice 100";

TEST(Triggers, order_that_ends_in_reject_is_rejected) {
  Supplied trade("--rejected 0 --partial 100");
  const std::string id = send(trade.buyer, order("4711-REJECT"));
  const auto response = arrival(trade.buyer, "ORDER_RESPONSE");
  EXPECT_EQ(at(response.content, "header.type"), "REJECT");
  EXPECT_EQ(at(response.content, "header.orderIdentifier"), "4711-REJECT");
  EXPECT_EQ(status_when_reported(trade.buyer, id), "SUCCESS");
}

TEST(Triggers, order_that_ends_in_partial_is_confirmed_shipped_and_charged_in_part) {
  Supplied trade(always_rejects);
  send(trade.buyer, order("4711-PARTIAL"));
  const auto response = arrival(trade.buyer, "ORDER_RESPONSE").content;
  EXPECT_EQ(at(response, "header.type"), "CHANGE");
  EXPECT_EQ(at(response, "items.0.orderedQuantity"), "120");
  EXPECT_EQ(at(response, "items.0.confirmedQuantity"), "60");
  EXPECT_TRUE(arrival(trade.buyer, "SHIPPING_NOTICE").content.contains("DISCARDED"));
  EXPECT_EQ(at(arrival(trade.buyer, "INVOICE").content, "items.0.quantity"), "60");
  EXPECT_FALSE(trade.supplier.has({R"("event":"repeated")"}));
}

TEST(Triggers, order_that_ends_in_late_is_delivered_days_after_the_confirmed_day) {
  Supplied trade(always_rejects);
  send(trade.buyer, order("4711-LATE"));
  const auto response = arrival(trade.buyer, "ORDER_RESPONSE").content;
  EXPECT_EQ(at(response, "header.type"), "ACCEPT");
  const auto notice = arrival(trade.buyer, "SHIPPING_NOTICE").content;
  // Both dates have the same form, so they compare as texts.
  EXPECT_LT(at(response, "header.confirmedDeliveryDate"),
            at(notice, "header.expectedDeliveryDate"));
  expect_line(trade.supplier, {R"("type":"SHIPPING_NOTICE")", R"("traits":["late"])"});
}

base::Decimal gross_in(const std::string& invoice) {
  return *base::Decimal::parse(at(invoice, "summary.grossAmount"));
}

TEST(Triggers, order_that_ends_in_wrong_invoice_is_charged_wrongly_and_corrected_after_a_failure) {
  Supplied trade(always_rejects);
  send(trade.buyer, order("4711-WRONG-INVOICE"));
  const auto wrong = arrival(trade.buyer, "INVOICE");
  ASSERT_TRUE(trade.buyer.report(wrong.id, {.success = false, .reason = "The sum is wrong."}));
  const auto corrected = arrival(trade.buyer, "INVOICE", R"("version":2)");
  EXPECT_EQ(at(corrected.content, "header.invoiceIdentifier"),
            at(wrong.content, "header.invoiceIdentifier"));
  EXPECT_EQ(gross_in(corrected.content).plus(base::Decimal(10)).value(), gross_in(wrong.content));
}

TEST(Triggers, document_that_ends_in_fail_is_reported_as_failed_with_the_type_data) {
  Supplied trade("--rejected 0");
  const std::string id = send(trade.buyer, order("4711-FAIL"));
  EXPECT_EQ(status_when_reported(trade.buyer, id), "FAILED");
  const std::string shown = trade.buyer.transaction(id)->json;
  EXPECT_EQ(at(shown, "report.type"), "DATA") << shown;
  EXPECT_EQ(at(shown, "report.context.number"), "4711-FAIL") << shown;
}

TEST(Triggers, document_that_ends_in_silent_stays_pending) {
  Supplied trade("--rejected 0");
  const std::string silent = send(trade.buyer, order("4711-SILENT"));
  const std::string later = send(trade.buyer, order("4712"));
  EXPECT_EQ(status_when_reported(trade.buyer, later), "SUCCESS");
  EXPECT_TRUE(arrival(trade.buyer, "INVOICE").content.contains("RE-4712"));
  EXPECT_EQ(trade.buyer.transaction(silent)->status, "PENDING");
  EXPECT_EQ(trade.supplier.count({R"("event":"leftPending")"}), 1u);
  EXPECT_EQ(trade.supplier.count({"4711-SILENT"}), 1u);
}

TEST(Triggers, numbers_are_like_all_others_in_live) {
  Network network;
  Simulator supplier(network, network.trade.supplier.token,
                     "supplier --clock 2026-03-02 --speed 1000000 --live --rejected 0 --partial 0 "
                     "--late 0 --faulty 0 --json");
  auto buyer = network.exchange(network.trade.customer.token);
  for (const char* number : {"1-FAIL", "2-SILENT", "3-REJECT", "4-PARTIAL"}) {
    const std::string id = send(buyer, order(number));
    EXPECT_EQ(status_when_reported(buyer, id), "SUCCESS") << number;
    const auto response = arrival(buyer, "ORDER_RESPONSE", number);
    EXPECT_EQ(at(response.content, "header.type"), "ACCEPT") << number;
  }
  EXPECT_FALSE(supplier.has({R"("event":"leftPending")"}));
}

TEST(Triggers, buyer_acts_on_the_numbers_of_a_suppliers_documents) {
  Network network;
  auto supplier = network.exchange(network.supplier);
  auto orders = network.exchange(network.buyer);
  send(orders, order("4500871234"));
  Simulator buyer(network, network.buyer,
                  fmt::format("buyer --partner {} --orders-a-day 0 --clock 2026-03-02 --speed "
                              "1000000 --json --late 0 --partial 0 --rejected 0",
                              trade::supplier_gln));
  const auto notice = [&](std::string_view number) {
    return send(supplier, example("shipping_notice", "LS-26-20893", number));
  };
  const auto invoice = [&](std::string_view number) {
    return send(supplier, example("invoice", "RE-26-31177", number));
  };
  EXPECT_EQ(status_when_reported(supplier, invoice("1-FAIL")), "FAILED");
  const std::string silent = invoice("2-SILENT");
  EXPECT_EQ(status_when_reported(supplier, notice("3-REJECT")), "SUCCESS");
  EXPECT_TRUE(arrival(supplier, "RECEIVAL_NOTICE", "WE-3-REJECT").content.contains("shelf life"));
  notice("4-PARTIAL");
  EXPECT_TRUE(arrival(supplier, "RECEIVAL_NOTICE", "WE-4-PARTIAL").content.contains("Broken"));
  invoice("5-LATE");
  arrival(supplier, "REMITTANCE_ADVICE", "ZA-5-LATE");
  expect_line(buyer, {R"("number":"ZA-5-LATE")", R"("traits":["late"])"});
  EXPECT_EQ(supplier.transaction(silent)->status, "PENDING");
}

}  // namespace
}  // namespace tradepost::simulate_tests::triggers_test
