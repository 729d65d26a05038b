#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "served/json.hpp"
#include "trade/trader.hpp"

// Tests the language of the sentences in answers: English, or German if Accept-Language prefers it.
// Covers contract 11.10.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::order;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view in_german = "Accept-Language: de-DE,de;q=0.9,en;q=0.8\r\n";

struct Language : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
};

std::string faulty_order() {
  return R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"9521002000009"}]},)"
         R"("supplier":{"identifiers":[{"identifier":"9521001000000"}]},"orderDate":"2026-02-30",)"
         R"("orderIdentifier":"4711"},"items":[{"quantity":"7","lineNumber":1}]}})";
}

TEST_F(Language, faults_of_a_document_are_german_in_every_member) {
  const Answer english = customer.posts("/v2/transactions", faulty_order());
  const Answer german = customer.posts("/v2/transactions", faulty_order(), in_german);
  EXPECT_EQ(german.status, 422);
  EXPECT_EQ(german.header("content-language"), "de");
  EXPECT_EQ(german.header("vary"), "Accept-Language");
  EXPECT_TRUE(at(german.body, "message").starts_with("Der Beleg hat ")) << german.body;
  EXPECT_EQ(at(german.body, "faults.0.code"), at(english.body, "faults.0.code"));
  EXPECT_NE(german.body.find("Kopf, Bestelldatum: „2026-02-30“ ist kein gültiges Datum."),
            std::string::npos)
      << german.body;
  const std::string_view quantity =
      "\"content.items.0.quantity\":[\"Position 1, Menge: Erwartet wird eine Zahl";
  EXPECT_NE(german.body.find(quantity), std::string::npos) << german.body;
  EXPECT_EQ(at(german.body, "faultCount"), at(english.body, "faultCount"));
  EXPECT_TRUE(at(german.body, "errorUrl").starts_with("http://exchange.test:8480/v2/errors/"));
}

TEST_F(Language, answer_without_a_wish_or_with_another_language_is_english) {
  for (const std::string_view preference :
       {"", "Accept-Language: en\r\n", "Accept-Language: fr\r\n", "Accept-Language: de;q=0\r\n",
        "Accept-Language: de;q=2\r\n"}) {
    const Answer refused = customer.gets("/v2/nothing", preference);
    EXPECT_EQ(refused.status, 404);
    EXPECT_EQ(at(refused.body, "message"), "Not found.");
    EXPECT_EQ(refused.header("content-language"), "");
    EXPECT_EQ(refused.header("vary"), "Accept-Language");
  }
  EXPECT_EQ(at(customer.gets("/v2/nothing", in_german).body, "message"), "Nicht gefunden.");
}

TEST_F(Language, refusals_before_the_route_is_known_are_german) {
  Client client(exchange.port());
  const Answer without_token = client.ask(fmt::format(
      "GET /v2/transactions HTTP/1.1\r\nHost: exchange.test:8480\r\n{}\r\n", in_german));
  EXPECT_EQ(without_token.status, 401);
  EXPECT_TRUE(at(without_token.body, "message").starts_with("Ein Bearer-Token"))
      << without_token.body;
  const Answer unreadable = customer.posts("/v2/transactions", "{", in_german);
  EXPECT_EQ(unreadable.status, 400);
  EXPECT_TRUE(
      at(unreadable.body, "message").starts_with("Der Inhalt der Anfrage ist nicht lesbar"));
  EXPECT_TRUE(at(unreadable.body, "message").ends_with(" (Byte 1)")) << unreadable.body;
  const Answer query = customer.gets("/v2/all-transactions?per_page=0", in_german);
  EXPECT_EQ(query.status, 422) << query.body;
  EXPECT_NE(query.body.find("muss eine ganze Zahl von 1 bis"), std::string::npos) << query.body;
}

TEST_F(Language, replayed_answer_has_the_language_of_its_own_request) {
  const auto sends = [&](std::string_view preference) {
    return customer.posts("/v2/transactions", faulty_order(),
                          fmt::format("Idempotency-Key: \"k1\"\r\n{}", preference));
  };
  const Answer first = sends(in_german);
  const Answer again = sends("");
  const Answer german_again = sends(in_german);
  EXPECT_EQ(at(again.body, "message").substr(0, 13), "The document ");
  EXPECT_EQ(at(german_again.body, "message"), at(first.body, "message"));
  EXPECT_EQ(at(german_again.body, "faults.0.message"), at(first.body, "faults.0.message"));
  EXPECT_EQ(again.header("content-language"), "");
}

TEST_F(Language, answer_to_a_report_is_german_and_the_words_of_the_reporter_stay) {
  const std::string id = customer.sends(order("4711"));
  const Answer reported =
      supplier.asks("POST", "/v2/transactions/" + id,
                    fmt::format("Content-Type: application/json\r\n{}", in_german),
                    R"({"success":false,"reason":"Item 1: quantity is missing."})");
  EXPECT_EQ(at(reported.body, "data.message"),
            "Als fehlgeschlagen gemeldet. Der Absender wird benachrichtigt.")
      << reported.body;
  EXPECT_EQ(reported.header("content-language"), "de");
  const Answer cases = customer.gets("/v2/errors", in_german);
  EXPECT_EQ(at(cases.body, "items.0.reason"), "Item 1: quantity is missing.") << cases.body;
}

TEST_F(Language, stored_faults_of_a_rejection_are_shown_in_either_language) {
  EXPECT_EQ(customer.posts("/v2/transactions", faulty_order()).status, 422);
  const std::string english_reason = at(customer.gets("/v2/errors").body, "items.0.reason");
  const Answer cases = customer.gets("/v2/errors", in_german);
  EXPECT_TRUE(english_reason.starts_with("Header: order date ")) << english_reason;
  EXPECT_TRUE(at(cases.body, "items.0.reason").starts_with("Kopf, Bestelldatum: ")) << cases.body;
  EXPECT_EQ(cases.header("content-language"), "de");
  EXPECT_EQ(cases.header("vary"), "Accept-Language");
  const Answer found = customer.gets("/v2/errors/" + at(cases.body, "items.0.id"), in_german);
  EXPECT_EQ(at(found.body, "data.document.faults.0.message"), at(cases.body, "items.0.reason"));
}

}  // namespace
}  // namespace tradepost::api_tests
