// receive FOLDER: stores every pending document in a file, then reports it.
#include "tradepost/exchange.hpp"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

namespace client = tradepost::client;

static int fail(const client::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

int main(int count, char** words) {
  const char* url = std::getenv("TRADEPOST_URL");
  const char* token = std::getenv("TRADEPOST_TOKEN");
  if (count != 2 || url == nullptr || token == nullptr) return 2;
  auto exchange = client::Exchange::open({.url = url, .token = token});
  if (!exchange) return fail(exchange.error());
  auto walk = exchange->walk_pending();
  while (!walk.is_over()) {
    const auto page = walk.next();
    if (!page) return fail(page.error());
    std::vector<std::string> stored;
    for (const client::Transaction& one : page->items) {
      std::ofstream file(std::string(words[1]) + "/" + one.id + ".json", std::ios::binary);
      file << one.json << std::flush;
      if (!file) return 1;  // not stored: not reported, so it comes again
      stored.push_back(one.id);
    }
    const auto reported = exchange->report_all(stored, {.success = true});
    if (!reported) return fail(reported.error());
    for (const client::Reported& one : *reported) std::printf("%s\n", one.id.c_str());
  }
  return 0;
}
