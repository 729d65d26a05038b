// Tests starts that fail: each prints the reason and a remedy, and changes nothing.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "http/identity.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/journal.hpp"
#include "polling.hpp"
#include "served/desk.hpp"
#include "trade/partners.hpp"

namespace tradepost::serving {

using trade::order;
using trade::Partners;
using trade::sends;

namespace {

using served::Desk;
using served::Ended;
using served::ScratchFolder;
using served::ServedExchange;

TEST(RefusedStart, reports_that_the_port_is_in_use) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/one"});
  const Ended ended =
      Desk().tradepost(fmt::format("serve --data two --listen 127.0.0.1:{}", exchange.port()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("in use")) << ended.err;
  EXPECT_TRUE(ended.err.contains(std::to_string(exchange.port()))) << ended.err;
}

TEST(RefusedStart, reports_who_serves_the_folder) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/one"});
  const Ended ended =
      Desk().tradepost(fmt::format("serve --data {}/one --listen 127.0.0.1:0", folder.path()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains(std::to_string(exchange.process()))) << ended.err;
}

TEST(RefusedStart, reports_that_too_few_files_may_be_open) {
  const Ended ended =
      Desk().tradepost("serve --data one --listen 127.0.0.1:0", {}, "ulimit -n 300 &&");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("300 open files")) << ended.err;
  EXPECT_TRUE(ended.err.contains("ulimit -n")) << ended.err;
}

TEST(RefusedStart, reports_that_the_folder_cant_be_made) {
  const Desk place;
  place.write("file", "text");
  for (const char* const data : {"file", "nowhere/below", "/proc/tradepost"}) {
    const Ended ended = place.tradepost(fmt::format("serve --data {} --listen 127.0.0.1:0", data));
    EXPECT_EQ(ended.exit_code, 3) << data;
    EXPECT_TRUE(ended.err.contains(data)) << ended.err;
  }
}

TEST(RefusedStart, reports_that_a_newer_version_wrote_the_journal) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  {
    const ServedExchange exchange({.data = data});
  }
  {
    const auto journal = journal::open_posix_folder(data + "/journal", journal::Missing::refuse);
    ASSERT_TRUE(journal);
    const auto opened = journal::Journal::open(**journal, {}, {});
    ASSERT_TRUE(opened);
    const journal::NewRecord record{.kind = 999, .version = 1, .head = "news", .body = {}};
    ASSERT_TRUE((*opened)->writer().append({&record, 1}, {}));
    ASSERT_TRUE((*opened)->writer().seal());
  }
  const Ended ended = Desk().tradepost(fmt::format("serve --data {} --listen 127.0.0.1:0", data));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
}

TEST(RefusedStart, reports_that_a_newer_version_wrote_the_folder) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  {
    const ServedExchange exchange({.data = data});
  }
  std::ofstream(data + "/format") << "tradepost format 999\n";
  for (const char* const words : {"serve --listen 127.0.0.1:0 --data ", "check ", "backup "}) {
    const Ended ended = Desk().tradepost(words + data + (words[0] == 'b' ? " copy" : ""));
    EXPECT_EQ(ended.exit_code, 3) << words;
    EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
  }
  std::ofstream(data + "/format") << "nonsense\n";
  const Ended ended = Desk().tradepost("serve --listen 127.0.0.1:0 --data " + data);
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("The file format of the folder can't be read.")) << ended.err;
}

// Cuts the journal of a network to its beginning and removes the index.
void lose_the_end(const std::string& data) {
  const std::string segment = data + "/journal/00000001.segment";
  std::filesystem::resize_file(segment, 4096 * 8);
  std::filesystem::remove_all(data + "/index");
}

void expect_loss_reported(const std::string& data) {
  const std::string words = fmt::format("serve --data {} --listen 127.0.0.1:0", data);
  const Ended ended = Desk().tradepost(words);
  EXPECT_EQ(ended.exit_code, 3);
  for (const char* const part : {"The journal is damaged.", "the file journal-end says that more",
                                 "check", "--repair` shows what would be lost"})
    EXPECT_TRUE(ended.err.contains(part)) << part << "\n" << ended.err;
  EXPECT_EQ(Desk().tradepost(words).exit_code, 3) << "and again";
  const Ended plan = Desk().tradepost(fmt::format("check {} --repair", data));
  EXPECT_EQ(plan.exit_code, 1);
  EXPECT_TRUE(plan.out.contains("lost: records ")) << plan.out;
}

std::uint64_t noted_sequence(const std::string& data) {
  std::ifstream file(data + "/journal-end");
  std::string word;
  while (file >> word && word != "sequence") continue;
  std::uint64_t sequence = 0;
  file >> sequence;
  return sequence;
}

TEST(RefusedStart, reports_that_the_journal_has_lost_its_end_though_its_index_is_gone_too) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  ServedExchange exchange({.data = data});
  {
    const Partners trade(exchange);
    http_tests::Client client(exchange.port());
    for (int i = 0; i < 20; ++i) sends(client, trade, order(fmt::format("A-{}", i)));
  }
  EXPECT_EQ(exchange.end(), 0);
  lose_the_end(data);
  expect_loss_reported(data);
  EXPECT_EQ(Desk().tradepost(fmt::format("check {} --repair --yes", data)).exit_code, 0);
  exchange.begin();
}

TEST(RefusedStart, reports_that_a_killed_exchanges_journal_has_lost_its_end) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  ServedExchange exchange({.data = data});
  std::vector<std::string> sent;
  {
    const Partners trade(exchange);
    http_tests::Client client(exchange.port());
    for (int i = 0; i < 20; ++i)
      sent.push_back(sends(client, trade, order(fmt::format("A-{}", i))));
  }
  // The exchange writes journal-end as soon as trading pauses.
  is_soon([&] { return noted_sequence(data) >= sent.size(); }, std::chrono::seconds(30));
  exchange.kill();
  EXPECT_GE(noted_sequence(data), sent.size());
  lose_the_end(data);
  expect_loss_reported(data);
}

TEST(RefusedStart, reports_that_the_journal_is_missing) {
  const ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  {
    const ServedExchange exchange({.data = data});
  }
  std::filesystem::remove_all(data + "/journal");
  const Ended ended = Desk().tradepost(fmt::format("serve --data {} --listen 127.0.0.1:0", data));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("the journal is missing")) << ended.err;
}

TEST(RefusedStart, reports_that_a_certificate_does_not_fit_its_key) {
  const ScratchFolder folder;
  auto identity = http_tests::make_identity();
  identity.key = http_tests::make_identity().key;
  const http_tests::IdentityFiles files(identity);
  const Ended ended = Desk().tradepost(
      fmt::format("serve --data network --listen 127.0.0.1:0 --tls-cert {} --tls-key {}",
                  files.paths().certificate, files.paths().key));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("key")) << ended.err;
}

TEST(RefusedStart, reports_every_fault_of_the_settings) {
  const Desk place;
  place.write("tradepost.toml",
              "max_body_bytes = \"1 GiB\"\nlisten = \"localhost:80\"\nfield_word = \"a b\"\n");
  const Ended ended = place.tradepost("serve --config tradepost.toml --threads many");
  EXPECT_EQ(ended.exit_code, 2);
  for (const char* const part :
       {"max_body_bytes (tradepost.toml line 1)", "listen (tradepost.toml line 2)",
        "field_word (tradepost.toml line 3)", "threads (--threads)"}) {
    EXPECT_TRUE(ended.err.contains(part)) << part << "\n" << ended.err;
  }
}

TEST(RefusedStart, reports_every_fault_of_a_settings_file) {
  const Desk place;
  place.write("unknown.toml", "listen = \"127.0.0.1:0\"\nlissten = \"127.0.0.1:0\"\n");
  const Ended unknown = place.tradepost("serve --config unknown.toml");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(unknown.err.contains("unknown.toml line 2: Unknown setting lissten")) << unknown.err;

  place.write("broken.toml", "listen = \n");
  const Ended broken = place.tradepost("serve --config broken.toml");
  EXPECT_EQ(broken.exit_code, 3);
  EXPECT_TRUE(broken.err.contains("broken.toml line 1")) << broken.err;
}

// Covers contract 9.1.
TEST(RefusedStart, keeps_tokens_from_travelling_unencrypted) {
  const Ended ended = Desk().tradepost("serve --data network --listen 0.0.0.0:0");
  EXPECT_EQ(ended.exit_code, 2);
  for (const char* const way : {"tls_cert", "public_url", "plain_http"})
    EXPECT_TRUE(ended.err.contains(way)) << ended.err;
}

}  // namespace
}  // namespace tradepost::serving
