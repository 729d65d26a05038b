#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "polling.hpp"
#include "served/served_exchange.hpp"

namespace tradepost::serving::threads_test {
namespace {

using served::ScratchFolder;
using served::ServedExchange;

constexpr std::chrono::seconds patience{20};

// Returns the names of all threads except the first one, which is the process itself.
std::multiset<std::string> thread_names(int process) {
  std::multiset<std::string> names;
  const std::string first = std::to_string(process);
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + first + "/task")) {
    if (task.path().filename() == first) continue;
    std::ifstream file(task.path() / "comm");
    std::string name;
    if (std::getline(file, name)) names.insert(name);
  }
  return names;
}

TEST(Threads, each_has_a_name) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/network",
                                 .flags = {"--metrics-listen", "127.0.0.1:0", "--threads", "2"}});
  const std::vector<std::string> ours = {"loop 0",   "loop 1",       "health 0", "committer",
                                         "index",    "flusher",      "preparer", "reader 0",
                                         "reader 1", "compressor 0", "judge 0",  "label 0",
                                         "labels 0", "upkeep",       "webhooks", "calls"};
  std::multiset<std::string> names;
  // A thread has the name of its creator until it runs. This applies to RocksDB's threads, too.
  const auto all_have_one = [&] {
    names = thread_names(exchange.process());
    return names.count("tradepost") <= 1 &&
           std::ranges::all_of(ours, [&](const auto& name) { return names.contains(name); });
  };
  is_soon(all_have_one, patience);
  for (const std::string& name : ours) EXPECT_TRUE(names.contains(name)) << name;
  EXPECT_LE(names.count("tradepost"), 1U) << "RocksDB has one that it gives no name";
}

}  // namespace
}  // namespace tradepost::serving::threads_test
