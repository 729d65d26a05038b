#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "http/client.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/served_exchange.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::serving {
namespace {

using served::at;
using served::Desk;
using served::Ended;

TEST(Config, shows_what_holds_and_where_each_comes_from) {
  const Desk place;
  place.write("tradepost.toml",
              "# of the file\nlisten = \"127.0.0.1:1111\"\nthreads = 3\nplain_http = true\n"
              "trusted_proxy = [\"10.0.0.1\", \"192.0.2.0/24\"]\n");
  ASSERT_EQ(::setenv("TRADEPOST_THREADS", "4", 1), 0);
  ASSERT_EQ(::setenv("TRADEPOST_LISTEN", "127.0.0.1:2222", 1), 0);
  const Ended ended =
      place.tradepost("config --json --config tradepost.toml --listen 127.0.0.1:3333");
  ::unsetenv("TRADEPOST_THREADS");
  ::unsetenv("TRADEPOST_LISTEN");
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_EQ(at(ended.out, "listen.value"), "127.0.0.1:3333");
  EXPECT_EQ(at(ended.out, "listen.from"), "--listen");
  EXPECT_EQ(at(ended.out, "threads.value"), "4");
  EXPECT_EQ(at(ended.out, "threads.from"), "TRADEPOST_THREADS");
  EXPECT_EQ(at(ended.out, "plain_http.value"), "yes");
  EXPECT_EQ(at(ended.out, "plain_http.from"), "tradepost.toml line 4");
  EXPECT_EQ(at(ended.out, "trusted_proxy.value"), "10.0.0.1,192.0.2.0/24");
  EXPECT_EQ(at(ended.out, "field_word.value"), "platform");
  EXPECT_EQ(at(ended.out, "field_word.from"), "default");
}

TEST(Config, log_has_the_format_of_the_setting) {
  const served::ScratchFolder folder;
  const served::ServedExchange exchange(
      {.data = folder.path() + "/network", .flags = {"--log-format", "json"}});
  http_tests::Client client(exchange.port());
  EXPECT_EQ(client.ask(http_tests::get("/healthz")).status, 200);
  const std::string line = exchange.log_line_with({"request_answered", "/healthz"});
  EXPECT_EQ(at(line, "level"), "info");
  EXPECT_EQ(at(line, "event"), "request_answered");
  EXPECT_EQ(at(line, "status"), "200");
  EXPECT_TRUE(Desk().tradepost("config --log-format xml").err.contains("must be logfmt or json"));
}

TEST(Config, reports_settings_that_could_not_be_served_with) {
  const Ended ended = Desk().tradepost("config --max-body-bytes 1TiB");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_TRUE(ended.err.contains("max_body_bytes (--max-body-bytes)")) << ended.err;
  EXPECT_TRUE(ended.out.contains("1TiB")) << ended.out;
}

TEST(Config, knows_the_settings_that_are_described_and_no_others) {
  std::ifstream file(source_dir() + "/docs/reference/settings.md");
  std::string described;
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    std::istringstream cells(line);
    std::string key;
    std::string takes;
    std::string fallback;
    std::getline(cells, key, '|');
    std::getline(cells, key, '|');
    std::getline(cells, takes, '|');
    std::getline(cells, fallback, '|');
    if (takes.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos) continue;
    described +=
        key.substr(2, key.size() - 4) + " " + fallback.substr(1, fallback.size() - 2) + "\n";
  }
  const Ended ended = Desk().tradepost("config");
  std::string known;
  std::istringstream lines(ended.out);
  for (std::string line; std::getline(lines, line);) {
    ASSERT_TRUE(line.ends_with("  default")) << line;
    line.erase(line.find_last_not_of(' ', line.size() - 10) + 1);
    const auto key_end = line.find(' ');
    known +=
        line.substr(0, key_end) + " " + line.substr(line.find_first_not_of(' ', key_end)) + "\n";
  }
  EXPECT_EQ(described, known);
}

TEST(Config, meanings_on_the_page_are_those_of_help) {
  std::ifstream file(source_dir() + "/docs/reference/settings.md");
  const Ended help = Desk().tradepost("serve --help");
  std::size_t compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line == "| setting | takes | default | meaning |") compared = 1;
    if (compared == 0) continue;
    if (line.empty()) break;
    if (!line.starts_with("| `")) continue;
    const auto begin = line.rfind("| ", line.size() - 3) + 2;
    const std::string meaning = line.substr(begin, line.size() - 2 - begin);
    EXPECT_TRUE(help.out.contains(meaning)) << meaning;
    ++compared;
  }
  EXPECT_GT(compared, 20u);
}

}  // namespace
}  // namespace tradepost::serving
