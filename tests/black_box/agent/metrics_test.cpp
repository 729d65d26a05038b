// Tests the agent's metrics, and the page that lists them.

#include <gtest/gtest.h>

#include <charconv>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <set>

#include "agent/bridged.hpp"
#include "http/client.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::agent_tests {
namespace {

using served::lines_of;

std::set<std::string> names_in(const std::string& exposition) {
  std::set<std::string> names;
  for (const std::string& line : lines_of(exposition)) {
    if (line.starts_with("# TYPE ")) names.insert(line.substr(7, line.find(' ', 7) - 7));
  }
  return names;
}

TEST(AgentMetrics, metrics_and_health_are_served_and_the_page_names_them_all) {
  Bridged bridged("");
  bridged.is_set(
      "[bridge.one.receive]\nfolder = 'inbox'\n[bridge.one.send]\nfolder = "
      "'outbox'\nsettle_seconds = 0",
      "metrics_listen = '127.0.0.1:0'");
  bridged.desk.write("outbox/a.json", "{}");
  const std::string id = bridged.trade.sends("1");
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  bridged.says_when("refused", "1");
  bridged.says_when("processed", "1");
  const std::string log = bridged.log();
  constexpr std::string_view before_port = "metrics on http://127.0.0.1:";
  const auto found = log.find(before_port);
  ASSERT_NE(found, std::string::npos) << log;
  std::uint16_t port = 0;
  std::from_chars(log.data() + found + before_port.size(), log.data() + log.size(), port);
  const auto asks = [&](std::string_view path, std::string_view method = "GET") {
    http_tests::Client client(port);
    return client.ask(std::string(method) + " " + std::string(path) +
                      " HTTP/1.1\r\nHost: agent.test\r\n\r\n");
  };
  const std::string metrics = asks("/metrics").body;
  for (const char* const line :
       {"tradepost_agent_handed_over_total{bridge=\"one\",outcome=\"processed\"} 1\n",
        "tradepost_agent_reports_total{bridge=\"one\"} 1\n",
        "tradepost_agent_sent_total{bridge=\"one\",outcome=\"failed\"} 1\n",
        "tradepost_agent_waiting{bridge=\"one\"} 0\n",
        "tradepost_agent_problem{bridge=\"one\",direction=\"receive\"} 0\n"}) {
    EXPECT_TRUE(has(metrics, line)) << line << metrics;
  }
  EXPECT_EQ(asks("/healthz").body, "ok\n");
  EXPECT_EQ(asks("/elsewhere").status, 404);
  EXPECT_EQ(asks("/metrics", "POST").status, 405);

  std::ifstream file(source_dir() + "/docs/reference/metrics.md");
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  for (const std::string& name : names_in(metrics)) {
    EXPECT_TRUE(has(page, "`" + name)) << name;
  }
}

TEST(AgentMetrics, address_that_is_in_use_is_refused) {
  Bridged bridged("");
  bridged.is_set(
      "[bridge.one.receive]\nfolder = 'inbox'",
      "metrics_listen = '127.0.0.1:" + std::to_string(bridged.trade.exchange().port()) + "'");
  const Ended ended = bridged.desk.tradepost("agent run");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(has(ended.err, " is in use by another program.")) << ended.err;
}

}  // namespace
}  // namespace tradepost::agent_tests
