#include <algorithm>
#include <array>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests the settings of the whole network, changed by an operator (contract 5.4, 8.3, 8.6, 9.2).
// Covers contract 9.9.
namespace tradepost::admin_tests {
namespace {

using served::at;
using trade::order;

class Settings : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
};

TEST_F(Settings, network_begins_approved_without_retention_and_webhook_targets) {
  EXPECT_EQ(clerk.gets("/admin/settings").body,
            R"({"data":{"network":{"mode":"approved"},"retention":{"rules":[]},)"
            R"("webhookTargets":{"targets":[]}}})");
}

TEST_F(Settings, network_that_is_opened_releases_what_is_held) {
  Trader stranger(exchange, exchange.stranger);
  Trader supplier(exchange, exchange.supplier);
  std::string text = order("1");
  text.replace(text.find("9521002000009"), 13, "9521003000008");
  ASSERT_EQ(stranger.posts("/v2/transactions", text).status, 202);
  const Answer opened = clerk.puts("/admin/network", R"({"mode": "open"})");
  EXPECT_EQ(opened.body, R"({"data":{"mode":"open"}})");
  EXPECT_EQ(supplier.pulls().size(), 1u);
  EXPECT_EQ(faults_of(clerk.puts("/admin/network", R"({"mode": "closed", "now": true})")),
            (Faults{"mode: network.mode.unknown_value", "now: network.unknown_field"}));
}

TEST_F(Settings, retention_is_kept_by_kind) {
  const std::string_view rules = R"({"rules":[{"kind":"ORDER","contentDays":400,"rowDays":3650},)"
                                 R"({"kind":"INVOICE","contentDays":3650}]})";
  const Answer put = clerk.puts("/admin/retention", rules);
  ASSERT_EQ(put.status, 200) << put.body;
  EXPECT_EQ(at(put.body, "data"), rules);
  EXPECT_EQ(clerk.gets("/admin/retention").body, put.body);
  EXPECT_EQ(clerk.puts("/admin/retention", R"({"rules": []})").body, R"({"data":{"rules":[]}})");
}

TEST_F(Settings, retention_that_makes_no_sense_is_reported_with_its_path) {
  EXPECT_EQ(faults_of(clerk.puts("/admin/retention", R"({"rules": [
      {"kind": "ORDER", "contentDays": 0}, {"kind": "LETTER", "contentDays": "10"},
      {"kind": "INVOICE", "contentDays": 10, "rowDays": 5}, {"kind": "INVOICE", "rowDays": 1.5},
      {"kind": "DESPATCH", "contentDays": 99999999999999999999}]})")),
            (Faults{"rules.0.contentDays: retention.rule.contentDays.out_of_range",
                    "rules.1.kind: retention.rule.kind.unknown_value",
                    "rules.1.contentDays: retention.rule.contentDays.wrong_type",
                    "rules.2.rowDays: retention.rule.rowDays.out_of_range",
                    "rules.3.contentDays: retention.rule.contentDays.missing",
                    "rules.3.rowDays: retention.rule.rowDays.out_of_range",
                    "rules.3.kind: retention.rule.kind.repeated",
                    "rules.4.kind: retention.rule.kind.unknown_value",
                    "rules.4.contentDays: retention.rule.contentDays.out_of_range"}));
}

TEST_F(Settings, webhook_targets_are_kept_as_they_are_named) {
  const Answer put =
      clerk.puts("/admin/webhook-targets", R"({"targets": ["*.example.org", "localhost"]})");
  EXPECT_EQ(put.body, R"({"data":{"targets":["*.example.org","localhost"]}})");
  EXPECT_EQ(clerk.gets("/admin/webhook-targets").body, put.body);
  EXPECT_EQ(faults_of(clerk.puts("/admin/webhook-targets", R"({"targets": ["a b", 5, ""]})")),
            (Faults{"targets.0: webhook_targets.target.malformed",
                    "targets.1: webhook_targets.target.malformed",
                    "targets.2: webhook_targets.target.malformed"}));
}

TEST_F(Settings, webhook_targets_that_can_match_no_host_are_refused) {
  for (const char* const target :
       {"http://x", "x/y",         "x:80",    "a@x",     "*x",  "x*", "**",   "*.",
        "*.*",      "*.localhost", "*.0.0.1", "*.[::1]", ".x",  "x.", "a..b", "-x",
        "a_b",      "[::1",        "::1]",    "::1",     "[x]", "[]"}) {
    EXPECT_EQ(faults_of(clerk.puts("/admin/webhook-targets",
                                   fmt::format(R"({{"targets": ["{}"]}})", target))),
              Faults{"targets.0: webhook_targets.target.malformed"})
        << target;
  }
  const Answer put =
      clerk.puts("/admin/webhook-targets",
                 R"({"targets": ["*", "*.example.org", "x", "10.0.0.5", "[::1]", "[fd00::5]"]})");
  EXPECT_EQ(put.status, 200) << put.body;
}

TEST_F(Settings, range_of_numbers_is_given_to_one_participant) {
  const std::string participant = clerk.id_of("Lieferant");
  const std::string body = fmt::format(
      R"({{"participant": "{}", "prefix": "3952100", "first": 1000, "end": 2000}})", participant);
  const Answer added = clerk.posts("/admin/sscc-ranges", body);
  ASSERT_EQ(added.status, 201) << added.body;
  EXPECT_EQ(at(added.body, "first"), "1000");
  EXPECT_EQ(clerk.lists("/admin/sscc-ranges?filter%5Bparticipant%5D=" + participant).at(0),
            at(added.body, ""));
  EXPECT_TRUE(
      clerk.lists("/admin/sscc-ranges?filter%5Bparticipant%5D=" + clerk.id_of("Kunde")).empty());
  EXPECT_EQ(faults_of(clerk.posts("/admin/sscc-ranges", body)),
            (Faults{"prefix: sscc_range.prefix.malformed"}));
}

TEST_F(Settings, overlapping_ranges_added_at_once_are_one_range) {
  constexpr std::size_t operators = 8;
  std::array<int, operators> statuses{};
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < operators; ++i) {
    threads.emplace_back([&, i] {
      Operator other(exchange);
      statuses[i] =
          other
              .posts("/admin/sscc-ranges",
                     fmt::format(R"({{"prefix": "3952100", "first": {}, "end": 2000}})", i))
              .status;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::ranges::count(statuses, 201), 1);
  EXPECT_EQ(std::ranges::count(statuses, 422), static_cast<std::ptrdiff_t>(operators) - 1);
  EXPECT_EQ(clerk.lists("/admin/sscc-ranges").size(), 1u);
}

TEST_F(Settings, range_without_a_participant_belongs_to_the_network) {
  const Answer added = clerk.posts("/admin/sscc-ranges", R"({"prefix": "3952109", "end": 2000})");
  ASSERT_EQ(added.status, 201) << added.body;
  EXPECT_EQ(at(added.body, "participant"), "null");
  const auto all = clerk.lists("/admin/sscc-ranges");
  EXPECT_NE(std::ranges::find(all, at(added.body, "")), all.end());
}

TEST_F(Settings, range_that_is_wrong_is_reported_with_its_path) {
  EXPECT_EQ(faults_of(clerk.posts("/admin/sscc-ranges", R"({"participant":
      "00000000-0000-0000-0000-000000000001", "prefix": 3952100, "first": -1, "next": 3})")),
            (Faults{"end: sscc_range.end.missing", "participant: sscc_range.participant.unknown",
                    "prefix: sscc_range.prefix.wrong_type", "first: sscc_range.first.out_of_range",
                    "next: sscc_range.unknown_field"}));
}

}  // namespace
}  // namespace tradepost::admin_tests
