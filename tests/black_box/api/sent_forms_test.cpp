// Covers contract 4.11.
// Tests documents that are sent in other forms: interchanges of EDIFACT, and e-invoices.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "served/json.hpp"
#include "tests/source_dir.hpp"
#include "trade/trader.hpp"

namespace tradepost::api_tests::sent_forms {

using http_tests::Answer;
using served::at;
using trade::Trader;
using trade::UsualExchange;

namespace {

struct SentForms : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};

  Answer sends(std::string_view text, std::string_view more = "",
               std::string_view media = "application/edifact") {
    return customer.asks("POST", "/v2/transactions",
                         fmt::format("Content-Type: {}\r\n{}", media, more), text);
  }
  std::vector<std::string> numbers() {
    return trade::listed(exchange, exchange.supplier.token, "/v2/transactions?per_page=100",
                         "content.header.orderIdentifier");
  }
};

std::string message(std::string_view number, int reference, std::string_view quantity = "2") {
  return fmt::format(
      "UNH+{0}+ORDERS:D:01B:UN:EAN010'BGM+220+{1}'DTM+137:20261130:102'NAD+BY+{2}::9'"
      "NAD+SU+{3}::9'LIN+1++9521000000036:SRV'QTY+21:{4}:PCE'UNS+S'UNT+9+{0}'",
      reference, number, trade::customer_gln, trade::supplier_gln, quantity);
}

std::string interchange(std::string_view messages, int count) {
  return fmt::format("UNB+UNOC:3+A:14+B:14+261130:0910+IC1'{}UNZ+{}+IC1'", messages, count);
}

using Names = std::vector<std::string>;

std::string original_of(Trader& trader, std::string_view id) {
  const Answer answer =
      trader.gets(fmt::format("/v2/all-transactions/{}/content?format=original", id));
  EXPECT_EQ(answer.status, 200) << answer.body;
  return answer.body;
}

TEST_F(SentForms, messages_of_an_interchange_become_documents_with_an_answer_each) {
  const Answer answer =
      sends(interchange(message("PO-1", 1) + message("PO-2", 2, "two") + message("PO-3", 3), 3));
  EXPECT_EQ(answer.status, 207) << answer.body;
  EXPECT_EQ(at(answer.body, "data.messages.0.status"), "201");
  EXPECT_EQ(at(answer.body, "data.messages.0.number"), "PO-1");
  EXPECT_EQ(at(answer.body, "data.messages.1.status"), "422");
  EXPECT_EQ(at(answer.body, "data.messages.1.answer.faults.0.path"), "7 QTY+21");
  EXPECT_EQ(at(answer.body, "data.messages.1.answer.faults.0.code"), "edifact.segment.malformed");
  EXPECT_EQ(at(answer.body, "data.messages.2.status"), "201");
  EXPECT_EQ(numbers(), (Names{"PO-1", "PO-3"}));
  const std::string id = at(answer.body, "data.messages.0.answer.platformTransactionId");
  EXPECT_EQ(at(supplier.gets("/v2/all-transactions/" + id).body, "data.content.items.0.quantity"),
            "2");
}

TEST_F(SentForms, both_sides_get_the_original_of_a_message) {
  const std::string one = message("PO-1", 1);
  const std::string two = message("PO-2", 2);
  const std::string alone = interchange(message("PO-3", 3), 1) + "\r\n\r\n";
  const Answer several = sends(interchange(one + "\n" + two, 2));
  const Answer single = sends(alone);
  const std::string path = "data.messages.{}.answer.platformTransactionId";
  for (Trader* trader : {&customer, &supplier}) {
    EXPECT_EQ(original_of(*trader, at(several.body, fmt::format(fmt::runtime(path), 0))),
              interchange(one, 1));
    EXPECT_EQ(original_of(*trader, at(several.body, fmt::format(fmt::runtime(path), 1))),
              interchange(two, 1));
    EXPECT_EQ(original_of(*trader, at(single.body, fmt::format(fmt::runtime(path), 0))), alone);
  }
  const Answer answer =
      customer.gets(fmt::format("/v2/all-transactions/{}/content?format=original",
                                at(single.body, fmt::format(fmt::runtime(path), 0))));
  EXPECT_EQ(answer.header("content-type"), "application/EDIFACT");
  EXPECT_TRUE(answer.header("content-disposition").starts_with("attachment; filename="));
}

TEST_F(SentForms, original_of_a_document_of_json_is_its_json) {
  const std::string id = customer.sends(trade::order("PO-1"));
  const Answer answer =
      supplier.gets(fmt::format("/v2/all-transactions/{}/content?format=original", id));
  EXPECT_EQ(answer.header("content-type"), "application/json");
  EXPECT_EQ(at(answer.body, "type"), "ORDER");
  EXPECT_EQ(supplier.gets(fmt::format("/v2/all-transactions/{}/content/losses?format=original", id))
                .status,
            422);
}

TEST_F(SentForms, same_interchange_again_has_duplicates_or_the_first_answers) {
  const std::string text = interchange(message("PO-1", 1), 1);
  const std::string key = "Idempotency-Key: k\r\n";
  const Answer first = sends(text, key);
  EXPECT_EQ(sends(text, key).body, first.body);
  const Answer without = sends(text);
  EXPECT_EQ(at(without.body, "data.messages.0.status"), "400");
  EXPECT_EQ(at(without.body, "data.messages.0.answer.code"), "duplicate");
  EXPECT_EQ(at(without.body, "data.messages.0.answer.platformTransactionId"),
            at(first.body, "data.messages.0.answer.platformTransactionId"));
  const Answer other = sends(interchange(message("PO-9", 1), 1), key);
  EXPECT_EQ(at(other.body, "data.messages.0.status"), "422") << other.body;
  EXPECT_EQ(numbers(), Names{"PO-1"});
}

TEST_F(SentForms, answers_to_messages_are_german_on_demand) {
  const std::string text =
      interchange(message("PO-1", 1) + message("PO-2", 2, "two") + message("PO-1", 3), 3);
  const Answer answer = sends(text, "Accept-Language: de\r\n");
  EXPECT_EQ(answer.header("content-language"), "de");
  EXPECT_EQ(at(answer.body, "data.messages.0.status"), "201");
  EXPECT_EQ(at(answer.body, "data.messages.1.answer.message"),
            "Aus dem Text kann kein Beleg entstehen.");
  EXPECT_EQ(at(answer.body, "data.messages.1.answer.faults.0.path"), "7 QTY+21");
  EXPECT_EQ(at(answer.body, "data.messages.2.answer.message"),
            "Der Inhalt ist bereits eingegangen.");
}

TEST_F(SentForms, key_of_a_text_belongs_to_its_bytes) {
  const std::string key = "Idempotency-Key: k\r\n";
  const std::string text = interchange(message("PO-1", 1), 1);
  EXPECT_EQ(at(sends(text, key).body, "data.messages.0.status"), "201");
  const auto detail_of = [](const Answer& answer) {
    return at(answer.body, "data.messages.0.answer.detailCode");
  };
  EXPECT_EQ(detail_of(sends(text + "\n", key)), "key_reused");
  EXPECT_EQ(detail_of(sends(interchange(message("PO-1", 1, "two"), 1), key)), "key_reused");
  const std::string xml =
      "<Invoice xmlns='urn:oasis:names:specification:ubl:schema:xsd:Invoice-2'/>";
  const Answer other = sends(xml, "Idempotency-Key: other\r\n", "application/xml");
  EXPECT_EQ(other.status, 422);
  EXPECT_EQ(at(other.body, "faults.0.code"), "e_invoice.element.malformed") << other.body;
  EXPECT_EQ(numbers(), Names{"PO-1"});
}

TEST_F(SentForms, interchange_with_a_faulty_structure_sends_nothing) {
  const Answer answer = sends(interchange(message("PO-1", 1), 2));
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(at(answer.body, "code"), "unreadable");
  EXPECT_EQ(
      at(answer.body, "message"),
      "The body can't be read: segment 11: UNZ states 2 messages, and the interchange has 1.");
  EXPECT_EQ(sends("").status, 400);
  EXPECT_EQ(sends("{}").status, 400);
  EXPECT_TRUE(numbers().empty());
}

TEST_F(SentForms, value_without_a_field_is_a_warning) {
  std::string text = message("PO-1", 1);
  text.replace(text.find("NAD+BY"), 0, "RFF+ADE:7'");
  text.replace(text.find("UNT+9"), 5, "UNT+10");
  const Answer answer = sends(interchange(text, 1));
  EXPECT_EQ(at(answer.body, "data.messages.0.status"), "201") << answer.body;
  EXPECT_EQ(at(answer.body, "data.messages.0.answer.warnings.1.code"), "edifact.segment.lost");
  EXPECT_EQ(at(answer.body, "data.messages.0.answer.warnings.1.path"), "4 RFF+ADE");
}

TEST_F(SentForms, interchange_with_too_many_messages_is_refused_as_a_whole) {
  std::string messages;
  constexpr int count = 1'001;
  for (int i = 1; i <= count; ++i) messages += fmt::format("UNH+{0}+X:D:01B:UN'UNT+2+{0}'", i);
  const Answer answer = sends(interchange(messages, count));
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(at(answer.body, "message"),
            "The body can't be read: segment 1: The text has more than 1000 messages.");
}

TEST(LargeForms, document_with_more_than_the_largest_body_is_refused_although_its_text_has_less) {
  constexpr int body_bytes_max = 4'096;
  UsualExchange exchange({.flags = {"--max-body-bytes", std::to_string(body_bytes_max)}});
  Trader customer{exchange, exchange.customer};
  const auto sends = [&](int lines) {
    std::string items;
    for (int line = 1; line <= lines; ++line) {
      items += fmt::format("LIN+{}++9521000000036:SRV'QTY+21:2:PCE'", line);
    }
    std::string text = message("PO-1", 1);
    text.replace(text.find("LIN"), text.find("UNS") - text.find("LIN"), items);
    text.replace(text.find("UNT+9"), 5, fmt::format("UNT+{}", 7 + 2 * lines));
    const std::string body = interchange(text, 1);
    EXPECT_LT(body.size(), body_bytes_max);
    return at(
        customer.asks("POST", "/v2/transactions", "Content-Type: application/edifact\r\n", body)
            .body,
        "data.messages.0.status");
  };
  EXPECT_EQ(sends(1), "201");
  EXPECT_EQ(sends(60), "413");
}

TEST(LargeForms, text_of_more_than_10_mib_is_refused_whatever_the_largest_body_is) {
  UsualExchange exchange({.flags = {"--max-body-bytes", "16 MiB"}});
  Trader customer{exchange, exchange.customer};
  const auto sends = [&](std::size_t padding) {
    const std::string body = interchange(message("PO-1", 1) + std::string(padding, '\n'), 1);
    return at(
        customer.asks("POST", "/v2/transactions", "Content-Type: application/edifact\r\n", body)
            .body,
        "data.messages.0.status");
  };
  EXPECT_EQ(sends((10u << 20) - 1'000), "201");
  EXPECT_EQ(sends(10u << 20), "413");
}

TEST_F(SentForms, answer_to_a_message_is_not_a_document) {
  const Answer answer = sends(interchange("UNH+1+CONTRL:D:3:UN'UCI+X+A:14+B:14+7'UNT+3+1'", 1));
  EXPECT_EQ(at(answer.body, "data.messages.0.answer.faults.0.code"),
            "edifact.message.not_a_document");
}

TEST_F(SentForms, e_invoice_becomes_an_invoice) {
  std::ifstream file(source_dir() + "/examples/invoice/lifelike.json");
  const std::string invoice = supplier.sends(std::string{std::istreambuf_iterator<char>(file), {}});
  std::string xml =
      supplier.gets(fmt::format("/v2/all-transactions/{}/content?format=cii", invoice)).body;
  const std::string_view number = "RE-26-31177";
  for (std::size_t place = 0; (place = xml.find(number, place)) != std::string::npos;) {
    xml.replace(place, number.size(), "RE-26-99999");
  }
  const std::string media = "Content-Type: text/xml; charset=utf-8\r\n";
  const Answer answer = supplier.asks("POST", "/v2/transactions", media, xml);
  EXPECT_EQ(answer.status, 201) << answer.body;
  const std::string id = at(answer.body, "platformTransactionId");
  EXPECT_EQ(
      at(customer.gets("/v2/all-transactions/" + id).body, "data.content.header.invoiceIdentifier"),
      "RE-26-99999");
  EXPECT_EQ(original_of(customer, id), xml);
  const Answer again = supplier.asks("POST", "/v2/transactions", media, xml);
  EXPECT_EQ(at(again.body, "code"), "duplicate");
  xml.replace(xml.find(">EUR<"), 5, ">EURO<");
  const Answer faulty = supplier.asks("POST", "/v2/transactions", media, xml);
  EXPECT_EQ(faulty.status, 422) << faulty.body;
  EXPECT_EQ(at(faulty.body, "faults.0.code"), "e_invoice.element.malformed");
  EXPECT_TRUE(at(faulty.body, "faults.0.path").starts_with("/"));
  const Answer no_invoice = supplier.asks("POST", "/v2/transactions", media, "<a/>");
  EXPECT_EQ(no_invoice.status, 400);
}

TEST_F(SentForms, order_of_ubl_becomes_an_order) {
  const std::string order = customer.sends(trade::order("PO-1"));
  std::string xml =
      customer.gets(fmt::format("/v2/all-transactions/{}/content?format=ubl", order)).body;
  for (std::size_t place = 0; (place = xml.find(">PO-1<", place)) != std::string::npos;) {
    xml.replace(place, 6, ">PO-2<");
  }
  EXPECT_EQ(sends(xml, "", "application/xml").status, 201);
  EXPECT_EQ(numbers(), (Names{"PO-1", "PO-2"}));
  xml.replace(xml.find("<cbc:IssueDate>") + 15, 4, "soon");
  const Answer faulty = sends(xml, "", "application/xml");
  EXPECT_EQ(faulty.status, 422) << faulty.body;
  EXPECT_EQ(at(faulty.body, "faults.0.code"), "ubl.element.malformed");
}

TEST_F(SentForms, other_routes_take_json_only) {
  const std::string media = "Content-Type: application/edifact\r\n";
  EXPECT_EQ(customer.asks("POST", "/v2/transactions/validate", media, "UNB").status, 415);
  const Answer other = sends("a,b", "", "text/csv");
  EXPECT_EQ(other.status, 415);
  EXPECT_TRUE(at(other.body, "message").contains("application/edifact")) << other.body;
}

}  // namespace
}  // namespace tradepost::api_tests::sent_forms
