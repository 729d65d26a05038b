#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "served/json.hpp"
#include "tests/source_dir.hpp"
#include "trade/trader.hpp"

// Covers contract 2.16.
// Tests the forms in which a client gets a document.
namespace tradepost::api_tests {

using http_tests::Answer;
using served::at;
using trade::order;
using trade::Trader;
using trade::UsualExchange;

namespace {

constexpr std::string_view german = "Accept-Language: de\r\n";

struct Forms : testing::Test {
  UsualExchange exchange;
  Trader customer{exchange, exchange.customer};
  Trader supplier{exchange, exchange.supplier};
  Trader stranger{exchange, exchange.stranger};

  std::string id = customer.sends(order("PO-1"));
  std::string path = fmt::format("/v2/all-transactions/{}/content", id);
};

TEST_F(Forms, json_is_the_document_that_can_be_sent_again) {
  const Answer answer = supplier.gets(path);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.header("content-type"), "application/json");
  EXPECT_EQ(at(answer.body, "type"), "ORDER");
  const Answer shown = supplier.gets("/v2/all-transactions/" + id);
  EXPECT_EQ(at(answer.body, "content"), at(shown.body, "data.content"));
  const Answer sent = customer.posts("/v2/transactions", answer.body);
  EXPECT_EQ(at(sent.body, "code"), "duplicate") << sent.body;
}

TEST_F(Forms, page_is_in_the_language_of_the_client_and_can_run_nothing) {
  const Answer page = supplier.gets(path + "?format=html", german);
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.header("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.header("content-language"), "de");
  EXPECT_TRUE(page.header("content-security-policy").starts_with("sandbox; default-src 'none'"));
  EXPECT_NE(page.body.find("Bestellung PO-1"), std::string::npos) << page.body;
  EXPECT_NE(customer.gets(path + "?format=html").body.find("Order PO-1"), std::string::npos);
  const Answer chosen = customer.gets(path + "?format=html&language=en", german);
  EXPECT_NE(chosen.body.find("Order PO-1"), std::string::npos);
}

TEST_F(Forms, pdf_has_a_name_and_is_not_cached) {
  const Answer file = customer.gets(path + "?format=pdf");
  EXPECT_EQ(file.status, 200);
  EXPECT_EQ(file.header("content-type"), "application/pdf");
  EXPECT_EQ(file.header("content-disposition"), fmt::format("inline; filename=\"{}.pdf\"", id));
  EXPECT_EQ(file.header("cache-control"), "private, no-store");
  EXPECT_TRUE(file.body.starts_with("%PDF-"));
}

TEST_F(Forms, accept_names_the_form_if_the_query_does_not) {
  const auto type_for = [&](std::string_view accept, std::string_view query = "") {
    const std::string headers =
        fmt::format("Authorization: Bearer {}\r\nAccept: {}\r\n", exchange.customer.token, accept);
    const std::string asked = fmt::format("{}{}", path, query);
    http_tests::Client client(exchange.port());
    return std::string(client.ask(http_tests::get(asked, headers)).header("content-type"));
  };
  EXPECT_EQ(type_for("application/pdf"), "application/pdf");
  EXPECT_EQ(type_for("text/html,application/xhtml+xml,*/*;q=0.8"), "text/html; charset=utf-8");
  EXPECT_EQ(type_for("application/pdf, application/json"), "application/json");
  EXPECT_EQ(type_for("*/*"), "application/json");
  EXPECT_EQ(type_for("text/html", "?format=json"), "application/json");
}

TEST_F(Forms, an_invoice_is_an_e_invoice_unless_it_breaks_a_rule) {
  std::ifstream file(source_dir() + "/examples/invoice/lifelike.json");
  const std::string invoice = supplier.sends(std::string{std::istreambuf_iterator<char>(file), {}});
  const std::string at_invoice = fmt::format("/v2/all-transactions/{}/content", invoice);
  const Answer xml = customer.gets(at_invoice + "?format=cii");
  EXPECT_EQ(xml.status, 200) << xml.body;
  EXPECT_EQ(xml.header("content-type"), "application/xml");
  EXPECT_EQ(xml.header("content-disposition"),
            fmt::format("attachment; filename=\"{}.xml\"", invoice));
  EXPECT_NE(xml.body.find("<ram:GrandTotalAmount>3538.58</ram:GrandTotalAmount>"),
            std::string::npos);
  const Answer pdf = customer.gets(at_invoice + "?format=zugferd&language=de");
  EXPECT_EQ(pdf.status, 200) << pdf.body;
  EXPECT_EQ(pdf.header("content-type"), "application/pdf");
  EXPECT_EQ(pdf.header("content-language"), "de");
  EXPECT_EQ(pdf.header("content-disposition"),
            fmt::format("attachment; filename=\"{}.pdf\"", invoice));
  EXPECT_NE(pdf.body.find("/UF (factur-x.xml)"), std::string::npos);
  const Answer refused = customer.gets(at_invoice + "?format=xrechnung");
  EXPECT_EQ(refused.status, 422);
  EXPECT_EQ(at(refused.body, "faults.0.code"), "e_invoice.BR-DE-2.broken_rule") << refused.body;
  EXPECT_EQ(at(refused.body, "faults.0.path"), "content.header.supplier.contacts");
  const Answer in_german = customer.gets(at_invoice + "?format=xrechnung", german);
  EXPECT_EQ(at(in_german.body, "faults.0.message"),
            "Die Form braucht einen Kontakt des Lieferanten mit Namen, Telefon und E-Mail.");
  const Answer order_as_invoice = customer.gets(path + "?format=cii");
  EXPECT_EQ(order_as_invoice.status, 422);
  EXPECT_EQ(at(order_as_invoice.body, "faults.0.code"), "query.format.no_e_invoice");
}

TEST_F(Forms, fields_that_an_e_invoice_does_not_carry_are_listed) {
  std::ifstream file(source_dir() + "/examples/invoice/lifelike.json");
  std::string body{std::istreambuf_iterator<char>(file), {}};
  constexpr std::string_view header = "\"header\": {";
  body.insert(body.find(header) + header.size(), "\"projectCode\": \"P-7\",");
  const std::string losses =
      fmt::format("/v2/all-transactions/{}/content/losses", supplier.sends(body));
  const Answer listed = customer.gets(losses + "?format=zugferd");
  EXPECT_EQ(listed.status, 200) << listed.body;
  EXPECT_EQ(listed.body, R"({"data":{"losses":[{"path":"content.header.projectCode",)"
                         R"("reason":"absent","message":"The form has no place for it."}]}})");
  const Answer in_german = customer.gets(losses + "?format=cii", german);
  EXPECT_EQ(at(in_german.body, "data.losses.0.message"), "Die Form hat keinen Platz dafür.");
  const Answer refused = customer.gets(losses + "?format=xrechnung");
  EXPECT_EQ(at(refused.body, "faults.0.code"), "e_invoice.BR-DE-2.broken_rule") << refused.body;
  EXPECT_EQ(customer.gets(losses).status, 422);
  EXPECT_EQ(customer.gets(losses + "?format=pdf").status, 422);
  EXPECT_EQ(customer.gets(path + "/losses?format=cii").status, 422);
  EXPECT_EQ(stranger.gets(losses + "?format=cii").status, 404);
}

TEST_F(Forms, document_is_read_as_a_message_of_edifact_with_its_losses) {
  const Answer message = customer.gets(path + "?format=edifact");
  EXPECT_EQ(message.status, 200) << message.body;
  EXPECT_EQ(message.header("content-type"), "application/EDIFACT");
  EXPECT_EQ(message.header("content-disposition"),
            fmt::format("attachment; filename=\"{}.edi\"", id));
  EXPECT_NE(message.body.find("UNH+1+ORDERS:D:01B:UN:EAN010'"), std::string::npos) << message.body;
  EXPECT_NE(customer.gets(path + "?format=edifact-d96a").body.find("+ORDERS:D:96A:UN:"),
            std::string::npos);
  EXPECT_EQ(supplier.gets(path + "?format=edifact").body, message.body);
  EXPECT_EQ(stranger.gets(path + "?format=edifact").status, 404);
  std::ifstream file(source_dir() + "/examples/invoice/lifelike.json");
  const std::string invoice = supplier.sends(std::string{std::istreambuf_iterator<char>(file), {}});
  const Answer losses = customer.gets(
      fmt::format("/v2/all-transactions/{}/content/losses?format=edifact-d96a", invoice));
  EXPECT_EQ(losses.status, 200);
  EXPECT_EQ(at(losses.body, "data.losses.0.message"), "The form has no place for it.")
      << losses.body;
}

TEST_F(Forms, order_is_a_document_of_ubl_with_its_losses) {
  const Answer whole = customer.gets(path + "?format=ubl");
  EXPECT_EQ(whole.status, 200) << whole.body;
  EXPECT_EQ(whole.header("content-type"), "application/xml");
  EXPECT_NE(whole.body.find("urn:oasis:names:specification:ubl:schema:xsd:Order-2"),
            std::string::npos);
  EXPECT_NE(whole.body.find("<cbc:ID>PO-1</cbc:ID>"), std::string::npos) << whole.body;
  EXPECT_EQ(customer.gets(path + "/losses?format=ubl").status, 200);
  const Answer peppol = customer.gets(path + "?format=peppol", german);
  EXPECT_EQ(peppol.status, 422) << peppol.body;
  EXPECT_EQ(at(peppol.body, "faults.0.code"), "peppol.needed.broken_rule") << peppol.body;
  EXPECT_TRUE(at(peppol.body, "faults.0.message").starts_with("Peppol BIS 3 verlangt das Element"))
      << peppol.body;
  std::ifstream file(source_dir() + "/examples/sales_report/minimal.json");
  const std::string body{std::istreambuf_iterator<char>(file), {}};
  const std::string report =
      at(customer.posts("/v2/transactions", body).body, "platformTransactionId");
  const Answer none =
      customer.gets(fmt::format("/v2/all-transactions/{}/content?format=ubl", report));
  EXPECT_EQ(at(none.body, "faults.0.message"), "UBL has no message for the kind SALES_REPORT.");
}

TEST_F(Forms, document_without_a_message_and_a_number_that_is_too_long_are_refused) {
  std::ifstream file(source_dir() + "/examples/dispatch_instruction/minimal.json");
  const std::string body{std::istreambuf_iterator<char>(file), {}};
  const std::string instruction =
      at(customer.posts("/v2/transactions", body).body, "platformTransactionId");
  const Answer without = customer.gets(
      fmt::format("/v2/all-transactions/{}/content?format=edifact-d96a", instruction), german);
  EXPECT_EQ(without.status, 422) << without.body;
  EXPECT_EQ(at(without.body, "faults.0.code"), "query.format.no_message");
  EXPECT_EQ(at(without.body, "faults.0.message"),
            "D.96A hat keine Nachricht für die Belegart DISPATCH_INSTRUCTION.");
  const std::string numbered = customer.sends(order(std::string(36, '7')));
  const Answer too_long = supplier.gets(
      fmt::format("/v2/all-transactions/{}/content?format=edifact", numbered), german);
  EXPECT_EQ(too_long.status, 422) << too_long.body;
  EXPECT_EQ(at(too_long.body, "faults.0.code"), "edifact.length.broken_rule");
  EXPECT_EQ(at(too_long.body, "faults.0.path"), "content.header.orderIdentifier");
  EXPECT_EQ(at(too_long.body, "faults.0.message"),
            "Die Form hat Platz für 35 Zeichen in einer Zeile. Kürzen Sie den Wert.");
}

TEST_F(Forms, document_of_others_and_an_unknown_form_are_refused) {
  for (const char* const form : {"json", "html", "pdf"}) {
    EXPECT_EQ(stranger.gets(fmt::format("{}?format={}", path, form)).status, 404) << form;
  }
  const Answer unknown = customer.gets(path + "?format=doc");
  EXPECT_EQ(unknown.status, 422);
  EXPECT_EQ(at(unknown.body, "faults.0.path"), "format") << unknown.body;
}

}  // namespace
}  // namespace tradepost::api_tests
