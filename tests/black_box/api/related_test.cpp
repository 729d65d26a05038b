#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "polling.hpp"
#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the documents of the same trade.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::customer_gln;
using trade::order;
using trade::stranger_gln;
using trade::supplier_gln;
using trade::Trader;
using trade::UsualExchange;
using Ids = std::vector<std::string>;

namespace {

std::string party(std::string_view role, std::string_view gln) {
  return fmt::format(R"("{}":{{"identifiers":[{{"identifier":"{}"}}]}})", role, gln);
}

std::string parties(std::string_view buyer = customer_gln,
                    std::string_view supplier = supplier_gln) {
  return party("buyer", buyer) + "," + party("supplier", supplier);
}

std::string response(std::string_view number, std::string_view of,
                     std::string_view buyer = customer_gln) {
  return fmt::format(
      R"({{"type":"ORDER_RESPONSE","content":{{"header":{{{},"orderResponseIdentifier":"{}",)"
      R"("orderResponseDate":"2026-03-03","orderIdentifier":"{}"}}}}}})",
      parties(buyer), number, of);
}

std::string invoice(std::string_view number, std::string_view of) {
  return fmt::format(
      R"({{"type":"INVOICE","content":{{"header":{{{},"invoiceIdentifier":"{}",)"
      R"("invoiceDate":"2026-03-09","shippingNoticeIdentifier":"{}",)"
      R"("shippingNoticeDate":"2026-03-05","orderIdentifier":"{}","orderDate":"2026-03-02"}},)"
      R"("items":[{{"lineNumber":1,"identifiers":[{{"identifier":"9521001010016"}}],)"
      R"("isDepositItem":false,"quantity":120,"unitPrice":12.9,"tax":{{}}}}]}}}})",
      parties(), number, "L-" + std::string(of), of);
}

std::string remittance(std::string_view number, std::string_view invoice) {
  return fmt::format(
      R"({{"type":"REMITTANCE_ADVICE","content":{{"header":{{{},{},"adviceNumber":"{}",)"
      R"("adviceDate":"2026-03-20"}},"items":[{{"documentNumber":"{}"}}],"summary":{{}}}}}})",
      party("payFrom", customer_gln), party("payTo", supplier_gln), number, invoice);
}

std::string instruction(std::string_view number, std::string_view of) {
  return fmt::format(
      R"({{"type":"DISPATCH_INSTRUCTION","content":{{"header":{{{},{},)"
      R"("shipmentIdentifier":"{}","orderIdentifier":"{}"}},)"
      R"("items":[{{"shippingNoticeLineNumber":1,"shippedQuantity":120,"orderedQuantity":120}}]}}}})",
      party("supplier", supplier_gln), party("shipFrom", stranger_gln), number, of);
}

struct Related : testing::Test {
  Related() { served::relate(exchange.by(), exchange.supplier, exchange.stranger); }

  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
  Trader stranger{exchange, exchange.stranger};

  static Ids ids_in(const Answer& answer) {
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(at(answer.body, "data.isComplete"), "true") << answer.body;
    Ids ids;
    for (std::size_t i = 0; at(answer.body, fmt::format("data.items.{}", i)) != "absent"; ++i) {
      ids.push_back(at(answer.body, fmt::format("data.items.{}.platformTransactionId", i)));
    }
    return ids;
  }
  static Ids related(Trader& trader, std::string_view id) {
    return ids_in(trader.gets(fmt::format("/v2/all-transactions/{}/related", id)));
  }
  Ids related_of_any(std::string_view id) {
    return ids_in(exchange.by().asks("GET", fmt::format("/admin/transactions/{}/related", id)));
  }
};

TEST_F(Related, whole_trade_of_an_order_is_found_from_each_of_its_documents) {
  const Ids trade = {customer.sends(order("PO-1")), supplier.sends(response("AB-1", "po-1")),
                     supplier.sends(invoice("RE-1", "PO-1")),
                     customer.sends(remittance("ZA-1", "RE-1"))};
  customer.sends(order("PO-2"));
  supplier.sends(invoice("RE-2", "PO-2"));
  for (std::size_t of = 0; of < trade.size(); ++of) {
    Ids others = trade;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(of));
    EXPECT_EQ(related(customer, trade[of]), others) << of;
    EXPECT_EQ(related(supplier, trade[of]), others) << of;
    EXPECT_EQ(related_of_any(trade[of]), others) << of;
  }
}

TEST_F(Related, document_is_shown_without_content_and_with_its_number) {
  const std::string id = customer.sends(order("PO-1"));
  supplier.sends(response("AB-1", "PO-1"));
  const Answer answer = customer.gets(fmt::format("/v2/all-transactions/{}/related", id));
  EXPECT_EQ(at(answer.body, "data.items.0.type"), "ORDER_RESPONSE");
  EXPECT_EQ(at(answer.body, "data.items.0.identifier"), "AB-1");
  EXPECT_EQ(at(answer.body, "data.items.0.direction"), "received");
  EXPECT_EQ(at(answer.body, "data.items.0.content"), "absent");
}

TEST_F(Related, documents_that_name_the_same_unknown_order_are_related) {
  const std::string first = supplier.sends(response("AB-1", "PO-9"));
  const std::string second = supplier.sends(invoice("RE-1", "PO-9"));
  EXPECT_EQ(related(customer, first), Ids{second});
  EXPECT_EQ(related(customer, second), Ids{first});
}

TEST_F(Related, only_the_latest_version_is_shown_and_only_to_those_who_see_it) {
  const std::string id = customer.sends(order("PO-1"));
  supplier.sends(response("AB-1", "PO-1"));
  std::string changed = response("AB-1", "PO-1");
  changed.replace(changed.find("2026-03-03"), 10, "2026-03-04");
  const std::string newer = supplier.sends(changed);
  const std::string to_warehouse = supplier.sends(instruction("VA-1", "PO-1"));
  EXPECT_EQ(related(customer, id), Ids{newer});
  EXPECT_EQ(related(supplier, id), (Ids{newer, to_warehouse}));
  EXPECT_EQ(related_of_any(id), (Ids{newer, to_warehouse}));
  EXPECT_EQ(related(stranger, to_warehouse), Ids());
  EXPECT_EQ(stranger.gets(fmt::format("/v2/all-transactions/{}/related", id)).status, 404);
}

TEST_F(Related, same_number_of_another_partner_is_not_related) {
  const std::string id = customer.sends(order("PO-1"));
  const std::string answer = supplier.sends(response("AB-1", "PO-1"));
  const std::string other = stranger.sends(order("PO-1", "", stranger_gln));
  const std::string to_other = supplier.sends(response("AB-2", "PO-1", stranger_gln));
  EXPECT_EQ(related(supplier, id), Ids{answer});
  EXPECT_EQ(related(supplier, other), Ids{to_other});
}

TEST_F(Related, references_are_found_after_the_index_was_made_again) {
  const std::string id = customer.sends(order("PO-1"));
  const std::string answer = supplier.sends(response("AB-1", "PO-1"));
  ASSERT_EQ(exchange.process().end(), 0);
  std::filesystem::remove_all(exchange.data_folder() + "/index");
  exchange.process().begin();
  Trader again(exchange, exchange.customer);
  EXPECT_EQ(related(again, id), Ids{answer});
}

TEST_F(Related, document_that_moves_is_related_for_its_new_recipient) {
  const std::string first = supplier.sends(instruction("VA-1", "PO-1"));
  const std::string second = supplier.sends(instruction("VA-2", "PO-1"));
  EXPECT_EQ(related(stranger, first), Ids{second});
  exchange.by().does(
      "PATCH", "/admin/participants/" + exchange.customer.id + "?take=pending",
      fmt::format(R"({{"addIdentifiers":[{{"domain":"GS1","identifier":"{}"}}]}})", stranger_gln));
  ASSERT_TRUE(is_soon(
      [&] { return customer.gets(fmt::format("/v2/all-transactions/{}", second)).status == 200; }));
  EXPECT_EQ(related(customer, first), Ids{second});
  EXPECT_EQ(stranger.gets(fmt::format("/v2/all-transactions/{}/related", first)).status, 404);
}

}  // namespace
}  // namespace tradepost::api_tests
