#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "admin/network.hpp"
#include "health_check.hpp"
#include "served/json.hpp"

// Tests the health of the exchange, as an operator sees it.
// Covers contract 9.13.
namespace tradepost::admin_tests {
namespace {

using served::at;
using served::health_check;
using served::number_at;
using trade::order;

class HealthOfExchange : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};

  std::string health(std::string_view more = "") {
    const Answer answer = clerk.gets("/admin/health", more);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return answer.body;
  }
};

TEST_F(HealthOfExchange, lists_the_checks_of_the_store_and_its_node) {
  Trader(exchange, exchange.customer).sends(order("1"));
  const std::string found = health();
  const bool is_in_folder = health_check(found, "database") == "absent";
  if (is_in_folder) {
    EXPECT_NE(at(health_check(found, "disk"), "figures.freeBytes"), "absent");
    const std::string journal = health_check(found, "journal");
    EXPECT_EQ(at(journal, "state"), "ok");
    EXPECT_GT(number_at(journal, "figures.bytes"), 0u);
    EXPECT_EQ(at(journal, "figures.takesDocuments"), "true");
    EXPECT_EQ(at(health_check(found, "index"), "state"), "ok");
  } else {
    EXPECT_EQ(at(health_check(found, "database"), "state"), "ok");
    EXPECT_EQ(health_check(found, "disk"), "absent");
    EXPECT_EQ(health_check(found, "journal"), "absent");
  }
  for (const char* const code : {"format", "webhooks"}) {
    const std::string check = health_check(found, code);
    EXPECT_EQ(at(check, "state"), "ok") << check;
    EXPECT_EQ(at(check, "help"), "null") << check;
  }
  EXPECT_EQ(health_check(found, "certificate"), "absent");
  EXPECT_EQ(health_check(found, "mail"), "absent");
  EXPECT_NE(at(found, "data.node"), "");
  EXPECT_EQ(at(found, "data.nodes.0.version"), at(found, "data.version"));
}

TEST_F(HealthOfExchange, clock_is_warned_of_unless_a_time_service_synchronises_it) {
  const std::string clock = health_check(health(), "clock");
  const std::string synchronised = at(clock, "figures.isSynchronised");
  EXPECT_EQ(at(clock, "state"), synchronised == "true"    ? "ok"
                                : synchronised == "false" ? "warning"
                                                          : "unknown")
      << clock;
}

TEST_F(HealthOfExchange, backups_are_unknown_without_their_folder) {
  const std::string backup = health_check(health(), "backup");
  EXPECT_EQ(at(backup, "state"), "unknown");
  EXPECT_TRUE(at(backup, "help").starts_with("/docs/operate/backup#")) << backup;
  EXPECT_EQ(at(backup, "figures"), "{}");
}

TEST_F(HealthOfExchange, sentences_are_in_the_language_of_the_request) {
  const Answer german = clerk.gets("/admin/health", "Accept-Language: de\r\n");
  EXPECT_EQ(german.header("content-language"), "de");
  EXPECT_EQ(german.header("cache-control"), "no-store");
  EXPECT_EQ(at(health_check(german.body, "webhooks"), "message"),
            "Webhooks nehmen ihre Ereignisse an.");
  EXPECT_EQ(at(health_check(health(), "webhooks"), "message"), "Webhooks accept their events.");
}

TEST_F(HealthOfExchange, is_for_operators) {
  Trader customer(exchange, exchange.customer);
  EXPECT_EQ(customer.gets("/admin/health").status, 403);
}

}  // namespace
}  // namespace tradepost::admin_tests
