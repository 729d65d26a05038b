// Usage: save_form ID FORM [LANGUAGE] > FILE. Writes the document of a transaction in a form, such
// as pdf or xrechnung.
#include "tradepost/exchange.hpp"

#include <cstdio>
#include <cstdlib>

namespace client = tradepost::client;

int main(int count, char** words) {
  const char* url = std::getenv("TRADEPOST_URL");
  const char* token = std::getenv("TRADEPOST_TOKEN");
  if (count < 3 || count > 4 || url == nullptr || token == nullptr) return 2;
  auto exchange = client::Exchange::open({.url = url, .token = token});
  const client::Form form{.name = words[2], .language = count == 4 ? words[3] : ""};
  const auto file =
      exchange ? exchange->content(words[1], form) : std::unexpected(exchange.error());
  if (!file) {
    std::fprintf(stderr, "%s\n", file.error().message.c_str());
    // An e-invoice: the rules that the document would break.
    for (const client::Fault& fault : file.error().faults) {
      std::fprintf(stderr, "  %s %s: %s\n", fault.code.c_str(), fault.path.c_str(),
                   fault.message.c_str());
    }
    return file.error().is_worth_a_retry() ? 75 : 1;  // 75: try again later
  }
  const auto written = std::fwrite(file->bytes.data(), 1, file->bytes.size(), stdout);
  return written == file->bytes.size() && std::fflush(stdout) == 0 ? 0 : 1;
}
