#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "commands/trading.hpp"

// Tests labels of documents at an exchange. tests/black_box/label_command tests labels of files.
namespace tradepost::commands_tests {

using served::Desk;
using served::Ended;

namespace {

constexpr std::string_view sscc = "395210010002089318";

// Sends a notice with two units as the supplier, and returns its id.
std::string sends_notice(Trade& trade, std::string_view carrier = "Spedition") {
  const std::string unit = fmt::format(
      R"({{"unitIdentifier":"{}","items":[{{"lineNumber":1,"identifiers":[{{"identifier":"9521001010016"}}],)"
      R"("isDepositItem":false,"orderedQuantity":40,"shippedQuantity":40}}]}})",
      sscc);
  trade.supplier.write(
      "notice.json",
      fmt::format(R"({{"type":"SHIPPING_NOTICE","content":{{"header":{{)"
                  R"("supplier":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
                  R"("buyer":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
                  R"("shippingNoticeIdentifier":"L-1","shippingNoticeDate":"2026-03-05",)"
                  R"("orderIdentifier":"4500","carrier":"{}"}},"transportUnits":[{},{}]}}}})",
                  trade.supplier_gln, trade.customer_gln, carrier, unit, unit));
  const Ended sent = trade.supplier.tradepost("send --json notice.json");
  EXPECT_EQ(sent.exit_code, 0) << sent.err;
  return json_at(sent.out, "platformTransactionId");
}

std::size_t count_of(const std::string& text, std::string_view part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

TEST(Label, those_of_a_transaction_are_fetched_by_its_id) {
  Trade trade(shared_exchange());
  const std::string id = sends_notice(trade);
  const Ended zpl = trade.customer.tradepost(fmt::format("label {} --format zpl", id));
  EXPECT_EQ(zpl.exit_code, 0) << zpl.err;
  EXPECT_EQ(count_of(zpl.out, "^XA"), 2u);
  const Ended large = trade.supplier.tradepost(
      fmt::format("label {} --format zpl --unit 1 --size a5 --dpi 300", id));
  EXPECT_EQ(count_of(large.out, "^XA"), 1u);
  EXPECT_TRUE(has(large.out, "^PW1748")) << large.out;
  const Ended pdf = trade.customer.tradepost(fmt::format("label {} --sheet A4", id));
  EXPECT_EQ(pdf.exit_code, 0) << pdf.err;
  EXPECT_TRUE(pdf.out.starts_with("%PDF-"));
}

// Covers contract 10.3.
TEST(Label, warnings_of_the_exchange_are_on_standard_error) {
  Trade trade(shared_exchange());
  const std::string id = sends_notice(trade, "A\U0010FFFDB");
  const Ended odd = trade.customer.tradepost(fmt::format("label {} --format zpl --unit 1", id));
  EXPECT_EQ(odd.exit_code, 0);
  EXPECT_EQ(count_of(odd.out, "^XA"), 1u);
  EXPECT_TRUE(has(odd.err, id + ": content.transportUnits.1: No installed font has these "
                                "characters: U+10FFFD."))
      << odd.err;
  const std::string usual = sends_notice(trade);
  EXPECT_EQ(trade.customer.tradepost(fmt::format("label {} --format zpl", usual)).err, "");
}

TEST(Label, of_a_transaction_that_has_none_is_reported) {
  Trade trade(shared_exchange());
  const Ended refused =
      trade.customer.tradepost(fmt::format("label {} --format zpl", trade.sends("A-1")));
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_TRUE(has(refused.err, "Not found.")) << refused.err;
  const Ended unit =
      trade.customer.tradepost(fmt::format("label {} --format zpl --unit 7", sends_notice(trade)));
  EXPECT_EQ(unit.exit_code, 1);
  EXPECT_EQ(unit.out, "");
}

TEST(Label, file_options_are_refused_with_an_id) {
  const Desk desk;
  const std::string id = "018f0000-0000-7000-8000-000000000000";
  const Ended picture = desk.tradepost(fmt::format("label {} --format png", id));
  EXPECT_EQ(picture.exit_code, 2);
  EXPECT_TRUE(has(picture.err, "show --document")) << picture.err;
  EXPECT_EQ(desk.tradepost(fmt::format("label {} --sscc 0={}", id, sscc)).exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests
