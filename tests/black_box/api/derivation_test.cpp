#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Covers contract 2.15.
// Tests new documents that are filled from sent and received ones.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::customer_gln;
using trade::order;
using trade::supplier_gln;
using trade::Trader;
using trade::UsualExchange;

namespace {

struct Deriving : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
  Trader stranger{exchange, exchange.stranger};

  static Answer derive(Trader& trader, std::string_view id, std::string_view type) {
    return trader.posts(fmt::format("/v2/all-transactions/{}/derive", id),
                        fmt::format(R"({{"type":"{}"}})", type));
  }

  // Returns the derived document with more members at the beginning of its header.
  static std::string completed(Trader& trader, std::string_view id, std::string_view type,
                               std::string_view more) {
    const Answer answer = derive(trader, id, type);
    EXPECT_EQ(answer.status, 200) << answer.body;
    std::string body = answer.body;
    constexpr std::string_view header = R"("header":{)";
    const auto place = body.find(header);
    if (place == std::string::npos) return body;
    return body.insert(place + header.size(), more);
  }
};

// The item that the order, the notice and the invoice have in common.
constexpr std::string_view priced_item =
    R"(,"items":[{"lineNumber":10,"identifiers":[{"identifier":"9521001010016"}],)"
    R"("isDepositItem":false,"quantity":40.50,"unitPrice":12.90,"tax":{"percentage":19}}])";

std::string priced_order(std::string_view number) {
  std::string text = order(number);
  const std::string items = R"(,"items":[{"lineNumber":10,"quantity":40}])";
  return text.replace(text.find(items), items.size(), priced_item);
}

TEST_F(Deriving, order_is_answered_shipped_and_invoiced_at_its_prices) {
  const std::string id = customer.sends(priced_order("PO-1"));
  const std::string response = supplier.sends(
      completed(supplier, id, "ORDER_RESPONSE", R"("orderResponseIdentifier":"AB-1",)"));
  const std::string notice = supplier.sends(
      completed(supplier, response, "SHIPPING_NOTICE", R"("shippingNoticeIdentifier":"LS-1",)"));
  const std::string invoice =
      supplier.sends(completed(supplier, notice, "INVOICE", R"("invoiceIdentifier":"RE-1",)"));
  const Answer shown = customer.gets("/v2/all-transactions/" + invoice);
  EXPECT_EQ(at(shown.body, "data.content.header.orderIdentifier"), "PO-1");
  EXPECT_EQ(at(shown.body, "data.content.header.shippingNoticeIdentifier"), "LS-1");
  EXPECT_NE(shown.body.find(R"("quantity":40.50)"), std::string::npos) << shown.body;
  EXPECT_NE(shown.body.find(R"("unitPrice":12.90)"), std::string::npos) << shown.body;
  const std::string credit = supplier.sends(
      completed(supplier, invoice, "CREDIT_NOTE", R"("creditNoteIdentifier":"GS-1",)"));
  EXPECT_EQ(at(customer.gets("/v2/all-transactions/" + credit).body,
               "data.content.header.invoiceIdentifier"),
            "RE-1");
}

TEST_F(Deriving, copy_of_the_last_order_is_a_new_order) {
  const std::string first = customer.sends(order("PO-1"));
  const std::string copy =
      customer.sends(completed(customer, first, "ORDER", R"("orderIdentifier":"PO-2",)"));
  const Answer shown = supplier.gets("/v2/all-transactions/" + copy);
  EXPECT_EQ(at(shown.body, "data.replacesPlatformTransactionId"), "null");
  EXPECT_EQ(at(shown.body, "data.content.items.0.quantity"), "40");
}

TEST_F(Deriving, nothing_is_stored) {
  const std::string id = customer.sends(order("PO-1"));
  EXPECT_EQ(derive(supplier, id, "ORDER_RESPONSE").status, 200);
  const Answer list = supplier.gets("/v2/all-transactions");
  EXPECT_EQ(at(list.body, "items.0.platformTransactionId"), id) << list.body;
  EXPECT_EQ(at(list.body, "items.1"), "absent");
}

TEST_F(Deriving, other_side_and_other_types_are_refused_with_the_possible_types) {
  const std::string id = customer.sends(order("PO-1"));
  const Answer own = derive(customer, id, "ORDER_RESPONSE");
  EXPECT_EQ(own.status, 422);
  EXPECT_EQ(at(own.body, "faults.0.code"), "derivation.type.not_possible");
  EXPECT_EQ(at(own.body, "faults.0.path"), "type");
  EXPECT_EQ(at(own.body, "faults.0.message"), "From this ORDER you can derive: ORDER.");
  const Answer other = derive(supplier, id, "INVOICE");
  EXPECT_EQ(at(other.body, "faults.0.message"),
            "From this ORDER you can derive: ORDER_RESPONSE, SHIPPING_NOTICE.");
}

TEST_F(Deriving, refusal_is_in_german_and_says_if_nothing_can_be_derived) {
  const std::string id =
      supplier.sends(completed(supplier, customer.sends(order("PO-1")), "ORDER_RESPONSE",
                               R"("orderResponseIdentifier":"AB-1",)"));
  const Answer answer = customer.posts(fmt::format("/v2/all-transactions/{}/derive", id),
                                       R"({"type":"INVOICE"})", "Accept-Language: de\r\n");
  EXPECT_EQ(at(answer.body, "faults.0.message"),
            "Aus diesem Beleg (ORDER_RESPONSE) können Sie nichts ableiten.");
}

TEST_F(Deriving, document_of_others_is_unknown) {
  const std::string id = customer.sends(order("PO-1"));
  EXPECT_EQ(derive(stranger, id, "ORDER_RESPONSE").status, 404);
}

TEST_F(Deriving, body_without_a_type_or_with_another_member_is_refused) {
  const std::string id = customer.sends(order("PO-1"));
  const std::string path = fmt::format("/v2/all-transactions/{}/derive", id);
  EXPECT_EQ(at(supplier.posts(path, "{}").body, "faults.0.code"), "derivation.type.missing");
  EXPECT_EQ(at(supplier.posts(path, R"({"type":"BILL"})").body, "faults.0.path"), "type");
  EXPECT_EQ(supplier.posts(path, R"({"type":"ORDER_RESPONSE","number":"1"})").status, 422);
}

TEST_F(Deriving, token_that_may_not_read_gets_no_content) {
  const std::string id = customer.sends(order("PO-1"));
  Trader sending(exchange, exchange.token(exchange.supplier, trade::that_sends));
  EXPECT_EQ(derive(sending, id, "ORDER_RESPONSE").status, 403);
}

}  // namespace
}  // namespace tradepost::api_tests
