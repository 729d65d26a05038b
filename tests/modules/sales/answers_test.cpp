// The documents that answer an order: an exchange accepts each of them.

#include <gtest/gtest.h>

#include <chrono>

#include "document/read.hpp"
#include "sales/answers/answers.hpp"
#include "sales/orders/lines.hpp"
#include "sales/shop.hpp"

namespace tradepost::sales_tests {
namespace {

using sales::Decimal;

class Answers : public testing::Test {
 public:
  Answers() { EXPECT_TRUE(shop.take(order_document(example("lifelike"))).success); }

  std::string respond(const sales::Response& response) {
    return name(
        shop.change([&](sales::Books& books) { return sales::respond(books, 1, response); }));
  }
  std::string ship(const sales::Shipment& shipment = {}) {
    return name(shop.change([&](sales::Books& books) { return sales::ship(books, 1, shipment); }));
  }
  std::vector<std::string> invoice() {
    const auto names = shop.change([](sales::Books& books) { return sales::invoice(books, 1); });
    return names ? *names : std::vector<std::string>{names.error().text().str()};
  }
  // Returns the document, which must have no fault.
  std::string document(const std::string& number) {
    const std::string text =
        shop.value("SELECT content FROM document WHERE number = '" + number + "'");
    document::Reader reader;
    const auto read = reader.read(text);
    EXPECT_TRUE(read && read->valid()) << text;
    if (read) {
      for (const auto& fault : read->faults.named()) ADD_FAILURE() << fault.message << " " << text;
    }
    return text;
  }
  std::vector<sales::LineLife> lives() {
    const auto all = sales::line_lives(shop.books(), 1);
    return all ? *all : std::vector<sales::LineLife>();
  }
  void receive(const std::string& type, const std::string& content) {
    auto document = order_document(content, "r-" + std::to_string(++received_));
    document.type = type;
    const client::Report report = shop.take(document);
    EXPECT_TRUE(report.success) << report.reason;
  }

  Shop shop;

 private:
  static std::string name(const base::Result<std::string>& done) {
    return done ? *done : done.error().text().str();
  }
  int received_ = 0;
};

TEST_F(Answers, order_as_it_is_booked_is_accepted) {
  const std::string answer = document(respond({.delivery_date = "2026-03-06"}));
  EXPECT_TRUE(answer.contains(R"("type":"ACCEPT")"));
  EXPECT_TRUE(answer.contains(R"("confirmedDeliveryDate":"2026-03-06")"));
  EXPECT_TRUE(answer.contains(R"("supplierOrderIdentifier":"1")"));
}

// The smaller text of two numbers was written, even if it was the one for all other units.
TEST_F(Answers, buyers_number_of_the_ordered_unit_precedes_the_one_for_every_unit) {
  shop.load("buyer-numbers.csv", "customer,number,product,unit\n20417,1-EVERY,20-1001,\n");
  const std::string answer = document(respond({}));
  EXPECT_TRUE(answer.contains(R"({"identifier":"883120","domain":"BUYER"})")) << answer;
  EXPECT_FALSE(answer.contains("1-EVERY")) << answer;
}

TEST_F(Answers, less_is_a_change_and_its_deposit_follows) {
  const std::string answer = document(respond({.confirmed = {{1, Decimal(100)}}}));
  EXPECT_TRUE(answer.contains(R"("type":"CHANGE")"));
  EXPECT_TRUE(
      answer.contains(R"("isDepositItem":true,"orderedQuantity":120,"confirmedQuantity":100)"))
      << answer;
}

TEST_F(Answers, rejection_has_no_items) {
  const std::string answer = document(respond({.rejection = "We are closed."}));
  EXPECT_TRUE(answer.contains(R"("type":"REJECT")"));
  EXPECT_FALSE(answer.contains("items"));
  EXPECT_EQ(shop.order(1).status, "rejected");
  EXPECT_EQ(ship(), "Order 1 is rejected, so it can't be shipped.");
}

TEST_F(Answers, more_than_ordered_or_a_deposit_can_not_be_confirmed) {
  EXPECT_EQ(respond({.confirmed = {{1, Decimal(121)}}}),
            "Position 1: a quantity from 0 to 120 can be confirmed.");
  EXPECT_EQ(respond({.confirmed = {{2, Decimal(1)}}}), "Order 1 has no item at position 2.");
}

// Covers contract 1.3.
TEST_F(Answers, partial_deliveries_add_up_and_what_is_free_goes_first) {
  const std::string first = document(ship({.quantities = {{5, Decimal(5)}, {1, Decimal(20)}}}));
  EXPECT_TRUE(first.contains(R"("orderedQuantity":13,"shippedQuantity":6,"openQuantityAction")"))
      << first;
  const std::string second = document(ship());
  EXPECT_TRUE(second.contains(R"("orderedQuantity":7,"shippedQuantity":7,"unitOfMeasure":"CT")"))
      << second;
  EXPECT_EQ(ship(), "Order 1 has nothing left to ship.");
  const auto numbers = invoice();
  ASSERT_EQ(numbers.size(), 2u);
  EXPECT_TRUE(document(numbers[0]).contains(R"("quantity":5,"freeQuantity":1)"));
  EXPECT_TRUE(document(numbers[1]).contains(R"("quantity":7,"freeQuantity":0)"));
  EXPECT_EQ(invoice().front(), "Order 1 has no delivery left to invoice.");
}

TEST_F(Answers, refused_line_takes_its_free_goods_and_deposit_with_it) {
  const std::string answer = document(respond({.confirmed = {{1, Decimal()}, {5, Decimal()}}}));
  EXPECT_TRUE(
      answer.contains(R"("isDepositItem":true,"orderedQuantity":120,"confirmedQuantity":0)"));
  const std::string notice = document(ship());
  EXPECT_FALSE(notice.contains("20-3001"));
  EXPECT_FALSE(notice.contains("P-310"));
  EXPECT_EQ(lives()[4].difference(), "confirmed 0 of 13");
}

TEST_F(Answers, order_of_free_goods_alone_is_accepted_and_delivered) {
  const std::string items =
      R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],"quantity":0,"freeQuantity":2})";
  ASSERT_TRUE(shop.take(order_document(order_content(items, "", "4712"), "t-2")).success);
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::respond(books, 2, {}); }));
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::ship(books, 2, {}); }));
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::invoice(books, 2); }));
  EXPECT_TRUE(document("AB-1").contains("ACCEPT"));
  // The crates are free, but their deposit is charged.
  EXPECT_TRUE(document("RE-1").contains(R"("netAmount":6.20)")) << document("RE-1");
}

TEST_F(Answers, returned_deposits_are_on_the_invoice_and_not_on_the_notice) {
  const std::string items =
      R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],"quantity":1},)"
      R"({"lineNumber":2,"identifiers":[{"identifier":"9521001090018"}],"quantity":-4})";
  ASSERT_TRUE(shop.take(order_document(order_content(items, "", "4712"), "t-2")).success);
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::ship(books, 2, {}); }));
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::invoice(books, 2); }));
  EXPECT_FALSE(document("LS-1").contains("-4"));
  EXPECT_TRUE(document("RE-1").contains(R"("netAmount":3.60)")) << document("RE-1");
}

TEST_F(Answers, more_than_is_open_can_not_be_shipped) {
  EXPECT_EQ(ship({.quantities = {{1, Decimal(121)}}}),
            "Position 1: 120 are open, so 121 can't be shipped.");
}

TEST_F(Answers, invoice_charges_deposits_and_sums_up_by_the_standard) {
  ship();
  const std::string bill = document(invoice().front());
  // 1548.00 + 372.00 + 348.00 + 264.00 + 568.80, and 19 % of it; the free carton costs nothing.
  EXPECT_TRUE(bill.contains(R"("netAmount":3100.80,"grossAmount":3689.95,"dueAmount":3689.95)"))
      << bill;
  EXPECT_TRUE(bill.contains(R"("taxableAmount":3100.80,"taxAmount":589.15,"category":"S")"));
}

TEST_F(Answers, rates_are_summed_up_apart_and_lines_are_rounded_first) {
  const std::string items =
      R"({"lineNumber":1,"identifiers":[{"identifier":"9521001050012"}],"quantity":0.333},)"
      R"({"lineNumber":2,"identifiers":[{"identifier":"9521001050012"}],"quantity":0.333},)"
      R"({"lineNumber":3,"identifiers":[{"identifier":"9521001070010"}],"quantity":1})";
  ASSERT_TRUE(shop.take(order_document(order_content(items, "", "4712"), "t-2")).success);
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::ship(books, 2, {}); }));
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::invoice(books, 2); }));
  const std::string bill = document("RE-1");
  // The sum is twice 7.81 (of 7.80885), and 8.75.
  EXPECT_TRUE(bill.contains(R"("subtotalAmount":24.37)")) << bill;
  EXPECT_TRUE(bill.contains(R"("percentage":7,"taxableAmount":15.62,"taxAmount":1.09)")) << bill;
  EXPECT_TRUE(bill.contains(R"("percentage":19,"taxableAmount":8.75,"taxAmount":1.66)")) << bill;
}

TEST_F(Answers, price_of_nine_decimals_is_unchanged_in_the_answers) {
  shop.load("prices.csv", "customer,product,unit,amount,per\n20417,70-7001,EA,1.2345,1000\n");
  const std::string items =
      R"({"lineNumber":1,"identifiers":[{"identifier":"9521001070010"}],"quantity":3000})";
  ASSERT_TRUE(shop.take(order_document(order_content(items, "", "4712"), "t-2")).success);
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::respond(books, 2, {}); }));
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::ship(books, 2, {}); }));
  ASSERT_TRUE(shop.change([](sales::Books& books) { return sales::invoice(books, 2); }));
  EXPECT_TRUE(document("AB-1").contains(R"("type":"ACCEPT")"));
  const std::string bill = document("RE-1");
  EXPECT_TRUE(bill.contains(R"("unitPrice":0.0012345)")) << bill;
  EXPECT_TRUE(bill.contains(R"("netAmount":3.70)")) << bill;
}

TEST_F(Answers, lines_have_the_life_of_their_documents) {
  respond({.confirmed = {{5, Decimal(10)}}});
  const std::string notice = ship();
  const std::string bill = invoice().front();
  receive("RECEIVAL_NOTICE",
          R"({"header":{"deliveryNoteNumber":")" + notice +
              R"("},"transportUnits":[{"items":[{"orderLineNumber":1,"receivedQuantity":118,)"
              R"("identifiers":[{"identifier":"9521001010016","domain":"GS1"}]}]}]})");
  const std::string due = shop.value("SELECT content FROM document WHERE type = 'INVOICE'");
  auto all = lives();
  ASSERT_EQ(all.size(), 5u);
  EXPECT_EQ(all[0].difference(), "received 118 of 120");
  EXPECT_EQ(all[4].difference(), "confirmed 11 of 13");
  EXPECT_EQ(all[4].invoiced, Decimal(11));
  EXPECT_FALSE(all[0].paid);
  EXPECT_FALSE(all[2].received);
  receive("REMITTANCE_ADVICE",
          R"({"items":[{"documentNumber":")" + bill + R"(","remittedTotal":10.00}]})");
  EXPECT_EQ(lives()[2].difference(), "paid 0 of 80");
  receive("REMITTANCE_ADVICE", R"({"items":[{"documentNumber":")" + bill +
                                   R"(","remittedTotal":3500,"correctionTotal":-100}]})");
  EXPECT_EQ(lives()[2].paid, Decimal(80));
  EXPECT_EQ(lives()[2].difference(), "");
}

TEST_F(Answers, response_to_an_older_version_confirms_nothing_of_the_newer_one) {
  respond({});
  EXPECT_EQ(lives()[0].difference(), "");
  shop.clock.advance(std::chrono::minutes(1));
  ASSERT_TRUE(shop.take(order_document(example("lifelike"), "t-2", "t-1")).success);
  EXPECT_FALSE(lives()[0].confirmed);
  EXPECT_EQ(lives()[0].difference(), "confirmed only in an older version");
  shop.clock.advance(std::chrono::minutes(1));
  respond({});
  EXPECT_EQ(lives()[0].confirmed, Decimal(120));
  EXPECT_EQ(lives()[0].difference(), "");
}

TEST_F(Answers, receipt_of_an_unknown_delivery_is_refused) {
  auto document = order_document(R"({"header":{"deliveryNoteNumber":"LS-99"}})", "r-1");
  document.type = "RECEIVAL_NOTICE";
  EXPECT_EQ(shop.take(document).reason, "The delivery note LS-99 is unknown.");
}

TEST_F(Answers, other_kinds_are_kept) {
  receive("SALES_REPORT", "{}");
  EXPECT_EQ(shop.value("SELECT outcome FROM received WHERE type = 'SALES_REPORT'"), "kept");
}

}  // namespace
}  // namespace tradepost::sales_tests
