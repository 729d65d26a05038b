#include "commands/trading.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>

#include "served/json.hpp"
#include "served/network.hpp"

namespace tradepost::commands_tests {

using served::Desk;
using served::Ended;
using served::lines_of;

namespace {

// Returns a GLN that no other test has.
std::string next_gln() {
  static std::size_t count = 0;
  return served::gln_of(++count);
}

std::string without_end(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

void takes_seat(Desk& desk, const Desk& operators, const std::string& gln) {
  const Ended created = operators.tradepost("token create GS1:" + gln);
  EXPECT_EQ(created.exit_code, 0) << created.err;
  desk.set("TRADEPOST_TOKEN", without_end(created.out));
}

}  // namespace

ServedExchange& shared_exchange() {
  static ServedExchange exchange;
  return exchange;
}

std::string json_at(std::string_view json, std::string_view path) {
  return served::at(json, path);
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

Trade::Trade(ServedExchange& exchange, const std::string& relationship)
    : customer_gln(next_gln()), supplier_gln(next_gln()) {
  customer_name = "Kunde " + customer_gln;
  supplier_name = "Lieferant " + supplier_gln;
  for (Desk* desk : {&operators, &customer, &supplier}) desk->set("TRADEPOST_URL", exchange.url());
  operators.set("TRADEPOST_OPERATOR_TOKEN", std::string(operator_token));
  for (const auto& [name, gln] :
       {std::pair(customer_name, customer_gln), std::pair(supplier_name, supplier_gln)}) {
    const Ended added =
        operators.tradepost(fmt::format("participant add '{}' --identifier GS1:{}", name, gln));
    EXPECT_EQ(added.exit_code, 0) << added.err;
  }
  if (!relationship.empty()) {
    const Ended set = operators.tradepost(
        fmt::format("relationship set GS1:{} GS1:{} {}", customer_gln, supplier_gln, relationship));
    EXPECT_EQ(set.exit_code, 0) << set.err;
  }
  takes_seat(customer, operators, customer_gln);
  takes_seat(supplier, operators, supplier_gln);
}

std::string Trade::order(std::string_view number, std::string_view more) const {
  return fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"{}"}}]}},)"
      R"("orderIdentifier":"{}","orderDate":"2026-03-02"}},"items":[{{}}]{}}}}})",
      customer_gln, supplier_gln, number, more);
}

std::string Trade::sends(std::string_view number, std::string_view more) {
  const Ended sent = customer.tradepost("send --json -", order(number, more));
  EXPECT_EQ(sent.exit_code, 0) << sent.out << sent.err;
  return json_at(sent.out, "platformTransactionId");
}

std::vector<std::string> Trade::pending() const {
  const Ended pulled = supplier.tradepost("pull --json");
  EXPECT_EQ(pulled.exit_code, 0) << pulled.err;
  std::vector<std::string> ids;
  for (const std::string& line : lines_of(pulled.out)) {
    ids.push_back(json_at(line, "platformTransactionId"));
  }
  return ids;
}

}  // namespace tradepost::commands_tests
