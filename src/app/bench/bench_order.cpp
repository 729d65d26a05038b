#include "app/bench/bench_order.hpp"

#include <fmt/format.h>

#include <iterator>

namespace tradepost::app {

std::string order_text(const BenchOrder& order) {
  std::string text = fmt::format(
      R"({{"type":"ORDER","content":{{"header":{{"orderIdentifier":"{}","orderDate":"2026-03-02",)"
      R"("buyer":{{"identifiers":[{{"domain":"{}","identifier":"{}"}}]}},)"
      R"("supplier":{{"identifiers":[{{"domain":"{}","identifier":"{}"}}]}}}},"items":[)",
      order.number, order.domain, order.buyer, order.domain, order.supplier);
  text.reserve(order.bytes + 256);
  for (std::size_t line = 1; line == 1 || text.size() < order.bytes; ++line) {
    if (line > 1) text += ',';
    fmt::format_to(
        std::back_inserter(text),
        R"({{"lineNumber":{},"identifiers":[{{"domain":"GS1","identifier":"04012345000009"}}],)"
        R"("quantity":{},"unitOfMeasure":"EA","description":"Measured goods, number {}"}})",
        line, 1 + line % 97, line);
  }
  text += "]}}";
  return text;
}

}  // namespace tradepost::app
