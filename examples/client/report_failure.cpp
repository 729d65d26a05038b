// report_failure ID REASON: the import of a document failed; its sender sees why.
#include "tradepost/exchange.hpp"

#include <cstdio>
#include <cstdlib>

namespace client = tradepost::client;

int main(int count, char** words) {
  const char* url = std::getenv("TRADEPOST_URL");
  const char* token = std::getenv("TRADEPOST_TOKEN");
  if (count != 3 || url == nullptr || token == nullptr) return 2;
  auto exchange = client::Exchange::open({.url = url, .token = token});
  const client::Report failure{.success = false, .reason = words[2], .error_type = "DATA"};
  const auto reported =
      exchange ? exchange->report(words[1], failure) : std::unexpected(exchange.error());
  if (!reported) {
    std::fprintf(stderr, "%s\n", reported.error().message.c_str());
    return 1;
  }
  std::printf("%s\n", reported->error_url.c_str());  // the case, for a clerk
  return 0;
}
