// Usage: send < FILE. Sends one document and prints its id. Running it twice is safe.
#include "tradepost/exchange.hpp"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

namespace client = tradepost::client;

int main() {
  const char* url = std::getenv("TRADEPOST_URL");
  const char* token = std::getenv("TRADEPOST_TOKEN");
  if (url == nullptr || token == nullptr) return 2;
  auto exchange = client::Exchange::open({.url = url, .token = token});
  const std::string json{std::istreambuf_iterator<char>(std::cin), {}};
  const auto sent = exchange ? exchange->send(json) : std::unexpected(exchange.error());
  if (!sent) {
    std::fprintf(stderr, "%s\n", sent.error().message.c_str());
    for (const client::Fault& fault : sent.error().faults) {
      std::fprintf(stderr, "  %s: %s\n", fault.path.c_str(), fault.message.c_str());
    }
    return sent.error().is_worth_a_retry() ? 75 : 1;  // 75: try again later
  }
  std::printf("%s%s\n", sent->id.c_str(), sent->is_duplicate ? " duplicate" : "");
  return 0;
}
