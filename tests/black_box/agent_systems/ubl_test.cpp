// Tests an agent whose files are documents of UBL.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "agent/bridged.hpp"
#include "served/json.hpp"
#include "source_dir.hpp"

namespace tradepost::agent_tests::ubl_files {
namespace {

namespace fs = std::filesystem;
using served::at;

constexpr std::string_view sends_ubl =
    "[bridge.one.send]\nfolder = 'outbox'\nsettle_seconds = 0\nformat = 'ubl'\n";
constexpr std::string_view receives_ubl =
    "[bridge.one.receive]\nfolder = 'inbox'\nformat = 'ubl'\n";

void puts(const Bridged& bridged, const std::string& name, std::string_view text) {
  fs::create_directories(bridged.desk.path("outbox"));
  bridged.desk.write("outbox/.new", text);
  fs::rename(bridged.desk.path("outbox/.new"), bridged.desk.path("outbox/" + name));
}

void comes(const Bridged& bridged, const std::string& path) {
  until(path, [&] { return fs::exists(bridged.desk.path(path)); });
}

std::string content_as(Bridged& bridged, const std::string& id, std::string_view format) {
  return bridged.trade
      .gets(bridged.trade.supplier,
            fmt::format("/v2/all-transactions/{}/content?format={}", id, format))
      .body;
}

std::string example(const std::string& path) {
  std::ifstream stream(source_dir() + "/examples/" + path + ".json");
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string sends(Bridged& bridged, const served::Member& sender, std::string_view document) {
  return at(bridged.trade.does(sender, "POST", "/v2/transactions", document),
            "platformTransactionId");
}

std::string with_number(std::string xml, std::string_view number) {
  std::size_t at = 0;
  while ((at = xml.find("PO-1", at)) != std::string::npos) {
    xml.replace(at, 4, number);
    at += number.size();
  }
  return xml;
}

std::string order_in_ubl(Bridged& bridged, std::string_view number) {
  return with_number(content_as(bridged, bridged.trade.sends("PO-1"), "ubl"), number);
}

void is_reported(Bridged& bridged, const std::string& id, std::string_view reason) {
  until("the report", [&] {
    return has(bridged.trade.gets(bridged.trade.customer, "/v2/all-transactions/" + id).body,
               reason);
  });
}

TEST(AgentUbl, order_is_sent_and_the_exchange_keeps_its_bytes) {
  Bridged bridged(sends_ubl, Bridged::Of::customer);
  std::string xml = order_in_ubl(bridged, "NR-2");
  xml.insert(xml.find("<cbc:IssueDate>"), "<cbc:UUID>unknown</cbc:UUID>");
  puts(bridged, "1.xml", xml);
  puts(bridged, "2.xml", xml);
  bridged.begins();
  comes(bridged, "outbox/sent/2.xml");
  const std::string answer = bridged.desk.read("outbox/sent/1.answer.json");
  EXPECT_EQ(at(answer, "outcome"), "sent");
  const std::string id = at(answer, "id");
  EXPECT_EQ(at(content_as(bridged, id, "json"), "content.header.orderIdentifier"), "NR-2");
  EXPECT_EQ(content_as(bridged, id, "original"), xml);
  EXPECT_TRUE(has(at(answer, "warnings.0.path"), "UUID")) << answer;
  const std::string again = bridged.desk.read("outbox/sent/2.answer.json");
  EXPECT_EQ(at(again, "outcome"), "duplicate");
  EXPECT_EQ(at(again, "id"), id);
}

TEST(AgentUbl, faulty_files_are_refused_with_their_places) {
  Bridged bridged(sends_ubl, Bridged::Of::customer);
  std::string xml = order_in_ubl(bridged, "NR-2");
  puts(bridged, "half.xml", std::string_view(xml).substr(0, xml.size() / 2));
  const std::string date = "<cbc:IssueDate>";
  xml.replace(xml.find(date) + date.size(), 4, "year");
  puts(bridged, "date.xml", xml);
  bridged.begins();
  comes(bridged, "outbox/failed/half.xml");
  comes(bridged, "outbox/failed/date.xml");
  EXPECT_TRUE(has(at(bridged.desk.read("outbox/failed/half.answer.json"), "message"), "line "));
  const std::string answer = bridged.desk.read("outbox/failed/date.answer.json");
  EXPECT_EQ(at(answer, "status"), "422");
  EXPECT_TRUE(has(at(answer, "faults.0.path"), "IssueDate")) << answer;
}

TEST(AgentUbl, kill_at_any_moment_sends_nothing_twice_and_loses_nothing) {
  constexpr int files = 30;
  Bridged bridged(sends_ubl, Bridged::Of::customer);
  const std::string xml = order_in_ubl(bridged, "PO-1");
  std::vector<std::string> numbers = {"PO-1"};
  for (int file = 0; file < files; ++file) {
    numbers.push_back(fmt::format("NR-{:03}", file));
    puts(bridged, fmt::format("{:03}.xml", file), with_number(xml, numbers.back()));
  }
  bridged.is_killed_often();
  bridged.begins();
  bridged.says_when("sent", fmt::to_string(files));
  bridged.says_when("outgoing", "0");
  EXPECT_EQ(trade::listed(bridged.trade, bridged.trade.supplier.token,
                          "/v2/transactions?per_page=100", "content.header.orderIdentifier"),
            numbers);
}

TEST(AgentUbl, received_order_is_a_file_of_ubl) {
  Bridged bridged(receives_ubl);
  const std::string id = bridged.trade.sends("PO-1");
  bridged.begins();
  comes(bridged, fmt::format("inbox/{}.ORDER.xml", id));
  bridged.has_status(id, "SUCCESS");
  EXPECT_EQ(bridged.desk.read(fmt::format("inbox/{}.ORDER.xml", id)),
            content_as(bridged, id, "ubl"));
  const std::string newer = bridged.trade.sends("PO-1", R"(,"note":"new")");
  comes(bridged, fmt::format("inbox/{}.ORDER.xml", newer));
  EXPECT_TRUE(fs::exists(bridged.desk.path(fmt::format("inbox/superseded/{}.ORDER.xml", id))));
}

TEST(AgentUbl, received_invoice_is_an_e_invoice) {
  Bridged bridged(receives_ubl, Bridged::Of::customer);
  std::string invoice = example("invoice/lifelike");
  const std::string supplier = R"("supplier": {)";
  invoice.insert(invoice.find(supplier) + supplier.size(),
                 R"("contacts": [{"firstName": "Ada", "lastName": "Blum", "phone": "+49 221 1",)"
                 R"( "email": "ada@example.com"}],)");
  const std::string id = sends(bridged, bridged.trade.supplier, invoice);
  bridged.begins();
  comes(bridged, fmt::format("inbox/{}.INVOICE.xml", id));
  EXPECT_EQ(bridged.desk.read(fmt::format("inbox/{}.INVOICE.xml", id)),
            content_as(bridged, id, "ubl"));
}

TEST(AgentUbl, invoice_that_breaks_a_rule_of_e_invoices_is_reported_as_failed) {
  Bridged bridged(receives_ubl, Bridged::Of::customer);
  const std::string id = sends(bridged, bridged.trade.supplier, example("invoice/lifelike"));
  bridged.begins();
  is_reported(bridged, id, "content.header.supplier.contacts: The form needs a contact");
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (std::vector<std::string>{".unfinished", "superseded"}));
}

TEST(AgentUbl, document_of_a_kind_without_ubl_is_reported_as_failed) {
  Bridged bridged(receives_ubl);
  const std::string id = sends(bridged, bridged.trade.customer, example("sales_report/minimal"));
  bridged.begins();
  is_reported(bridged, id, "UBL has no document for the kind SALES_REPORT.");
}

}  // namespace
}  // namespace tradepost::agent_tests::ubl_files
