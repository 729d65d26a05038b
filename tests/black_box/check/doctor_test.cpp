// Findings of `tradepost doctor` about a good installation and about bad ones.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "check/network.hpp"
#include "postgres/postgres_server.hpp"
#include "served/json.hpp"
#include "served/network.hpp"

namespace tradepost::check {
namespace {

namespace fs = std::filesystem;

class Doctor : public ::testing::Test {
 protected:
  Ended doctor(const std::string& words = "") const {
    return place_.tradepost("doctor --json --data '" + place_.network() + "' " + words);
  }
  // Returns "HEALTH: SENTENCE" of a check.
  static std::string said_of(const std::string& check, const Ended& ended) {
    for (int i = 0; i < 20; ++i) {
      const std::string path = fmt::format("findings.{}.", i);
      if (served::at(ended.out, path + "check") != check) continue;
      return served::at(ended.out, path + "health") + ": " +
             served::at(ended.out, path + "sentence");
    }
    return "no finding";
  }
  static void expect_said(const std::string& check, const Ended& ended,
                          std::string_view beginning) {
    EXPECT_TRUE(said_of(check, ended).starts_with(beginning)) << check << "\n" << ended.out;
  }

  const Place place_;
};

TEST_F(Doctor, finds_no_problem_in_a_network_that_is_well) {
  place_.make_network(10);
  fs::create_directory(place_.path("backups"));
  EXPECT_EQ(
      place_
          .tradepost(fmt::format("backup '{}' '{}/one'", place_.network(), place_.path("backups")))
          .exit_code,
      0);
  const Ended ended = doctor("--backups '" + place_.path("backups") + "'");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  EXPECT_EQ(served::at(ended.out, "well"), "true");
  expect_said("journal", ended, "good: The journal is whole up to record ");
  expect_said("format", ended, "good: The network has format 2 of 2.");
  expect_said("backup", ended, "good: The newest backup is 0 hours old.");
  expect_said("certificate", ended, "good: The exchange serves without a certificate");
  EXPECT_NE(said_of("clock", ended), "no finding");
  EXPECT_NE(said_of("open_files", ended), "no finding");
  EXPECT_NE(said_of("disk", ended), "no finding");
  EXPECT_EQ(said_of("journal", doctor("--quick")), "no finding");

  const Ended for_people = place_.tradepost("doctor --data '" + place_.network() + "'");
  EXPECT_EQ(for_people.exit_code, 0) << for_people.err;
  EXPECT_TRUE(for_people.out.contains("good      journal      The journal is whole"))
      << for_people.out;
}

TEST_F(Doctor, names_a_damaged_journal_a_newer_format_and_missing_backups) {
  place_.make_network(100);
  flip(place_.segment(1), 9000);
  std::ofstream(place_.network() + "/format") << "tradepost format 9\n";
  fs::create_directory(place_.path("empty"));
  const Ended ended = doctor("--backups '" + place_.path("empty") + "'");
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(served::at(ended.out, "well"), "false");
  expect_said("journal", ended, "problem: The journal is damaged");
  expect_said("format", ended, "problem: The folder was written by a newer version");
  expect_said("backup", ended, "problem: ");
}

TEST_F(Doctor, names_a_folder_that_is_not_there) {
  const Ended ended = doctor();
  EXPECT_EQ(ended.exit_code, 1);
  expect_said("disk", ended, "problem: ");
  expect_said("journal", ended, "problem: ");
}

TEST_F(Doctor, says_when_the_certificate_ends) {
  place_.make_network(1);
  const auto made = [&](int days) {
    const std::string key = place_.path("key.pem");
    const std::string certificate = place_.path("certificate.pem");
    const std::string line = fmt::format(
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days {} "
        "-subj /CN=localhost -keyout '{}' -out '{}' 2>/dev/null",
        days, key, certificate);
    EXPECT_EQ(std::system(line.c_str()), 0);
    return doctor(fmt::format("--tls-cert '{}' --tls-key '{}'", certificate, key));
  };
  expect_said("certificate", made(90), "good: The certificate is valid until ");
  expect_said("certificate", made(3), "warning: The certificate ends at ");
  const Ended missing = doctor("--tls-cert nowhere --tls-key nowhere");
  EXPECT_EQ(missing.exit_code, 1);
  expect_said("certificate", missing, "problem: ");
}

TEST_F(Doctor, names_the_risks_and_the_nodes_of_a_database) {
  const postgres::PostgresServer server;
  server.make_database("trade");
  EXPECT_EQ(place_
                .tradepost(fmt::format("init --data '{}' --store '{}'", place_.network(),
                                       server.address("trade")))
                .exit_code,
            0);
  const Ended ended = doctor("--store '" + server.address("trade") + "'");
  EXPECT_EQ(ended.exit_code, 0) << ended.out << ended.err;
  expect_said("database", ended, "warning: ");  // no standby
  expect_said("format", ended, "good: The network has format 2 of 2.");
  expect_said("nodes", ended, "warning: No node serves the database.");
  EXPECT_EQ(said_of("journal", ended), "no finding");
  server.does("UPDATE network SET format = 9", "trade");
  const Ended newer = doctor("--store '" + server.address("trade") + "'");
  EXPECT_EQ(newer.exit_code, 1);
  expect_said("format", newer, "problem: The database was written by a newer version");
  const Ended away = doctor("--store postgres://me@127.0.0.1:1/x");
  EXPECT_EQ(away.exit_code, 1);
  expect_said("database", away, "problem: ");
}

TEST_F(Doctor, names_webhooks_whose_host_has_no_address) {
  const served::ServedExchange exchange({.data = place_.network()});
  const std::string token_file = place_.path("token");
  std::ofstream(token_file) << served::operator_token << "\n";
  const auto said = [&](std::uint16_t port) {
    return doctor(
        fmt::format("--quick --listen 127.0.0.1:{} --operator-token-file '{}'", port, token_file));
  };
  expect_said("webhooks", said(exchange.port()), "good: 0 webhooks are called without failures.");

  served::Operator by(exchange.port());
  by.does("PUT", "/admin/webhook-targets", R"({"targets":["*"]})");
  const served::Member huber = served::add_member(by, "Huber", served::gln_of(1));
  http_tests::Client client(exchange.port());
  const auto added = served::ask(client, huber.token, "POST", "/v2/profile/webhooks",
                                 R"({"url":"https://erp.huber.invalid/hook"})");
  EXPECT_EQ(added.status, 201) << added.body;
  expect_said("webhooks", said(exchange.port()),
              "warning: The webhook https://erp.huber.invalid/hook of Huber has a host without");
  expect_said("webhooks", said(1),
              "warning: The exchange was not asked for webhooks: it does not answer.");
}

}  // namespace
}  // namespace tradepost::check
