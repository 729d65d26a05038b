// Tests the health of an exchange whose disk, backups, certificate or clock have a problem.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "health_check.hpp"
#include "http/identity.hpp"
#include "http/tls_client.hpp"
#include "polling.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/shifted_clock.hpp"
#include "served/small_disk.hpp"
#include "trade/partners.hpp"

// Covers contract 9.13.
namespace tradepost::serving {
namespace {

using http_tests::Client;
using served::ask;
using served::at;
using served::health_check;
using served::number_at;
using served::ScratchFolder;
using served::ServedExchange;
using served::ShiftedClock;
using trade::order;
using trade::Partners;

constexpr std::uint64_t mebibyte = 1u << 20;

std::string check_at(Client& client, std::string_view code) {
  return health_check(ask(client, served::operator_token, "GET", "/admin/health").body, code);
}

// Returns true if the check soon has this state.
bool is_soon_in_state(Client& client, std::string_view code, std::string_view state) {
  return is_soon([&] { return at(check_at(client, code), "state") == state; });
}

std::string section_of(std::string_view check) {
  const std::string help = at(check, "help");
  return help.substr(help.find('#') + 1);
}

TEST(HealthOfNode, shows_little_space_and_a_full_disk) {
  const served::SmallDisk disk(300 * mebibyte);
  const ServedExchange exchange(
      {.data = disk.path() + "/network", .flags = {"--disk-reserve-bytes", "60 MiB"}});
  const Partners trade(exchange);
  Client client(exchange.port());
  const std::string little = check_at(client, "disk");
  EXPECT_EQ(at(little, "state"), "warning");
  EXPECT_LT(number_at(little, "figures.freeBytes"), 300 * mebibyte);
  EXPECT_EQ(section_of(little), "the-disk-is-full");
  EXPECT_EQ(at(check_at(client, "journal"), "state"), "ok");

  disk.fill();
  EXPECT_TRUE(is_soon_in_state(client, "disk", "failing"));
  const std::string journal = check_at(client, "journal");
  EXPECT_EQ(at(journal, "state"), "failing");
  EXPECT_EQ(at(journal, "figures.takesDocuments"), "false");
  disk.empty();
  EXPECT_TRUE(is_soon_in_state(client, "journal", "ok"));
}

TEST(HealthOfNode, shows_a_missing_an_old_and_an_unreadable_backup) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  const std::string backups = folder.path() + "/backups";
  std::filesystem::create_directory(backups);
  const ShiftedClock clock(folder.path());
  const ServedExchange exchange(
      {.data = data, .flags = {"--backups", backups}, .environment = clock.environment()});
  const Partners trade(exchange);
  Client client(exchange.port());
  EXPECT_TRUE(is_soon_in_state(client, "backup", "failing"));
  EXPECT_EQ(section_of(check_at(client, "backup")), "a-backup-is-missing");

  const served::Desk desk;
  const auto ended = desk.tradepost(fmt::format("backup '{}' '{}' --keep 2", data, backups));
  ASSERT_EQ(ended.exit_code, 0) << ended.err;
  EXPECT_TRUE(is_soon_in_state(client, "backup", "ok"));
  EXPECT_NE(at(check_at(client, "backup"), "figures.takenAt"), "absent");
  clock.shift("+31h");
  EXPECT_TRUE(is_soon_in_state(client, "backup", "warning"));
  clock.shift("-31h");
  EXPECT_TRUE(is_soon(
      [&] { return at(check_at(client, "backup"), "message").contains("date in the future"); }));
  std::filesystem::remove_all(backups);
  std::ofstream(backups) << "not a folder";
  EXPECT_TRUE(
      is_soon([&] { return at(check_at(client, "backup"), "message").contains("can't be read"); }));
}

TEST(HealthOfNode, shows_a_clock_that_was_set_back) {
  const ScratchFolder folder;
  const ShiftedClock clock(folder.path());
  const ServedExchange exchange(
      {.data = folder.path() + "/network", .environment = clock.environment()});
  const Partners trade(exchange);
  Client client(exchange.port());
  ASSERT_EQ(at(check_at(client, "clock"), "figures.behindSeconds"), "0");
  trade::sends(client, trade, order("before"));
  clock.shift("-10m");
  EXPECT_TRUE(is_soon([&] {
    return at(check_at(client, "clock"), "message").starts_with("The clock was set back");
  }));
  EXPECT_GT(number_at(check_at(client, "clock"), "figures.behindSeconds"), 590u);
}

TEST(HealthOfNode, shows_a_certificate_that_ends_or_has_ended) {
  const ScratchFolder folder;
  const http_tests::IdentityFiles files(
      http_tests::make_identity({.to = std::chrono::hours(24 * 13)}));
  const ServedExchange exchange(
      {.data = folder.path() + "/network",
       .flags = {"--tls-cert", files.paths().certificate, "--tls-key", files.paths().key}});
  const auto certificate = [&] {
    http_tests::TlsClient client(exchange.port());
    return health_check(ask(client, served::operator_token, "GET", "/admin/health").body,
                        "certificate");
  };
  EXPECT_EQ(at(certificate(), "state"), "warning");
  EXPECT_EQ(section_of(certificate()), "the-certificate-has-expired");
  files.write(http_tests::make_identity({.to = std::chrono::hours(24 * 15)}));
  EXPECT_TRUE(is_soon([&] { return at(certificate(), "state") == "ok"; }));
  files.write(
      http_tests::make_identity({.from = std::chrono::hours(-48), .to = std::chrono::hours(-1)}));
  EXPECT_TRUE(is_soon([&] { return at(certificate(), "state") == "failing"; }));
}

}  // namespace
}  // namespace tradepost::serving
