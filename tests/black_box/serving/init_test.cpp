// Tests a network that is created before it is served.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>

#include "http/client.hpp"
#include "served/desk.hpp"
#include "served/network.hpp"
#include "served/served_exchange.hpp"

namespace tradepost::serving::init_test {
namespace {

using http_tests::Client;
using served::ask;
using served::Desk;
using served::Ended;
using served::ScratchFolder;
using served::ServedExchange;

Ended init(const std::string& words) {
  return Desk().tradepost("init " + words, {}, "env TRADEPOST_OPERATOR_TOKEN=of-another");
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string token_in(const std::string& data) {
  const std::string line = text_of(data + "/operator-token");
  return line.substr(0, line.find('\n'));
}

// Returns the mode of the folder and of each entry in it.
std::map<std::string, unsigned> modes_in(const std::string& data) {
  std::map<std::string, unsigned> modes;
  const auto note = [&](const std::string& name) {
    struct stat status{};
    EXPECT_EQ(::stat((data + "/" + name).c_str(), &status), 0) << name;
    modes[name] = status.st_mode;
  };
  note(".");
  for (const auto& entry : std::filesystem::directory_iterator(data))
    note(entry.path().filename().string());
  return modes;
}

// Returns the lines of a dump of the journal that name a record.
std::string records_in(const std::string& data) {
  const Ended dump = Desk().tradepost("journal dump " + data + "/journal");
  EXPECT_EQ(dump.exit_code, 0) << dump.err;
  std::string records;
  std::istringstream lines(dump.out);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("    record ")) records += line + "\n";
  }
  return records;
}

TEST(Init, makes_what_the_first_start_makes) {
  const ScratchFolder folder;
  const std::string made = folder.path() + "/made";
  const Ended ended = init("--data " + made);
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");

  ServedExchange first(
      {.data = folder.path() + "/served", .environment = {"TRADEPOST_OPERATOR_TOKEN="}});
  ASSERT_EQ(first.first_lines().size(), 2u);
  EXPECT_EQ(first.end(), 0);
  auto served = modes_in(folder.path() + "/served");
  // Only an exchange that serves records requests and calls of webhooks.
  EXPECT_EQ(served.erase("requests"), 1u);
  EXPECT_EQ(served.erase("webhook-calls"), 1u);
  EXPECT_EQ(modes_in(made), served);
  const auto line_of = [](const std::string& data) {
    return fmt::format("operator's token (shown once, stored in {0}/operator-token): {1}", data,
                       token_in(data));
  };
  EXPECT_EQ(ended.out, line_of(made) + "\n");
  EXPECT_EQ(first.first_lines().front(), line_of(folder.path() + "/served"));
}

TEST(Init, makes_the_operator_that_is_there_when_the_exchange_serves) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  ASSERT_EQ(init("--data " + data).exit_code, 0);
  const ServedExchange exchange({.data = data, .environment = {"TRADEPOST_OPERATOR_TOKEN="}});
  EXPECT_EQ(exchange.first_lines().size(), 1u) << exchange.first_lines().front();
  Client client(exchange.port());
  EXPECT_EQ(ask(client, token_in(data), "GET", "/admin/participants").status, 200);
  EXPECT_EQ(ask(client, "of-another", "GET", "/admin/participants").status, 401);
}

TEST(Init, of_a_network_changes_nothing_and_says_so) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  ASSERT_EQ(init("--data " + data).exit_code, 0);
  const std::string token = token_in(data);
  const std::string records = records_in(data);
  EXPECT_NE(records, "");
  const Ended again = init("--data " + data);
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(again.out, data + " has an operator already. Nothing was changed.\n");
  EXPECT_EQ(token_in(data), token);
  EXPECT_EQ(records_in(data), records);
}

TEST(Init, reports_who_serves_the_folder) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/network"});
  const Ended ended = init("--data " + folder.path() + "/network");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains(std::to_string(exchange.process()))) << ended.err;
}

TEST(Init, reports_that_the_folder_cant_be_made) {
  const Ended ended = init("--data /proc/tradepost");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("/proc/tradepost")) << ended.err;
  EXPECT_EQ(init("--data one --threads many").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::serving::init_test
