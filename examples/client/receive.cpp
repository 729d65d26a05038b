// Usage: receive FOLDER. Stores every pending document in a file, then reports it.
#include "tradepost/exchange.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace client = tradepost::client;

static int fail(const client::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

static bool sync(const std::string& path, int flags, const std::string& bytes) {
  const int file = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (file < 0) return false;
  const bool is_written =
      bytes.empty() || ::write(file, bytes.data(), bytes.size()) == std::ssize(bytes);
  const bool is_synced = is_written && ::fsync(file) == 0;
  return ::close(file) == 0 && is_synced;
}

// Whole or not at all: a crash leaves a .part at most.
static bool store(const std::string& path, const std::string& bytes) {
  const std::string part = path + ".part";
  return sync(part, O_WRONLY | O_CREAT | O_TRUNC, bytes) &&
         std::rename(part.c_str(), path.c_str()) == 0;
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
      // Not stored, so not reported: it comes again.
      if (!store(std::string(words[1]) + "/" + one.id + ".json", one.json)) return 1;
      stored.push_back(one.id);
    }
    if (!sync(words[1], O_RDONLY | O_DIRECTORY, "")) return 1;  // the names of the files, too
    const auto reported = exchange->report_all(stored, {.success = true});
    if (!reported) return fail(reported.error());
    for (const client::Reported& one : *reported) std::printf("%s\n", one.id.c_str());
  }
  return 0;
}
