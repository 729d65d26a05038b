#include "trade/notices.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tradepost::trade {
namespace {

std::string content_for(std::string_view buyer, std::string_view number,
                        const std::vector<std::string>& units) {
  return fmt::format(
      R"({{"header":{{"supplier":{{"identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
      R"("buyer":{{"name":"K\u00e4ufer","identifiers":[{{"domain":"GS1","identifier":"{}"}}]}},)"
      R"("shippingNoticeIdentifier":"{}","shippingNoticeDate":"2026-03-05",)"
      R"("orderIdentifier":"4500"}},"ours":1.50,"transportUnits":[{}]}})",
      trade::supplier_gln, buyer, number, fmt::join(units, ","));
}

}  // namespace

std::string line_of_goods() {
  return R"({"lineNumber":1,"identifiers":[{"identifier":"9521001010016"}],"isDepositItem":false,)"
         R"("orderedQuantity":40,"shippedQuantity":40})";
}

std::string unit(std::string_view number) {
  const std::string items = fmt::format(R"("items":[{}])", line_of_goods());
  if (number.empty()) return fmt::format("{{{}}}", items);
  return fmt::format(R"({{"unitIdentifier":"{}",{}}})", number, items);
}

std::string unit_of(std::string_view number, const std::vector<std::string>& inner) {
  return fmt::format(R"({{"unitIdentifier":"{}","transportUnits":[{}]}})", number,
                     fmt::join(inner, ","));
}

std::string content_of_notice(std::string_view number, const std::vector<std::string>& units) {
  return content_for(trade::customer_gln, number, units);
}

std::string notice(std::string_view number, const std::vector<std::string>& units,
                   std::string_view buyer) {
  return fmt::format(R"({{"type":"SHIPPING_NOTICE","content":{}}})",
                     content_for(buyer, number, units));
}

}  // namespace tradepost::trade
