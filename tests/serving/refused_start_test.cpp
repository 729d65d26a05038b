// Starts that can't be: each says why, in words that tell what to do, and changes nothing.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "http/identity.hpp"
#include "journal/journal.hpp"
#include "journal/posix_folder.hpp"
#include "served/process.hpp"
#include "serving/trade.hpp"

namespace tradepost::serving {
namespace {

using served::Ended;
using served::ScratchFolder;
using served::ServedExchange;
using served::Workplace;

TEST(RefusedStart, tells_that_the_port_is_in_use) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/one"});
  const Ended ended =
      Workplace().tradepost(fmt::format("serve --data two --listen 127.0.0.1:{}", exchange.port()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("in use")) << ended.err;
  EXPECT_TRUE(ended.err.contains(std::to_string(exchange.port()))) << ended.err;
}

TEST(RefusedStart, tells_who_serves_the_folder) {
  const ScratchFolder folder;
  const ServedExchange exchange({.data = folder.path() + "/one"});
  const Ended ended =
      Workplace().tradepost(fmt::format("serve --data {}/one --listen 127.0.0.1:0", folder.path()));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains(std::to_string(exchange.process()))) << ended.err;
}

TEST(RefusedStart, tells_that_too_few_files_may_be_open) {
  const Ended ended =
      Workplace().tradepost("serve --data one --listen 127.0.0.1:0", {}, "ulimit -n 300 &&");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("300 open files")) << ended.err;
  EXPECT_TRUE(ended.err.contains("ulimit -n")) << ended.err;
}

TEST(RefusedStart, tells_that_the_folder_cant_be_made) {
  const Workplace place;
  place.write("file", "text");
  for (const char* const data : {"file", "nowhere/below", "/proc/tradepost"}) {
    const Ended ended = place.tradepost(fmt::format("serve --data {} --listen 127.0.0.1:0", data));
    EXPECT_EQ(ended.exit_code, 3) << data;
    EXPECT_TRUE(ended.err.contains(data)) << ended.err;
  }
}

TEST(RefusedStart, tells_that_a_newer_version_wrote_the_journal) {
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
  const Ended ended =
      Workplace().tradepost(fmt::format("serve --data {} --listen 127.0.0.1:0", data));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("newer version")) << ended.err;
}

TEST(RefusedStart, tells_that_a_certificate_does_not_fit_its_key) {
  const ScratchFolder folder;
  auto identity = http_tests::make_identity();
  identity.key = http_tests::make_identity().key;
  const http_tests::IdentityFiles files(identity);
  const Ended ended = Workplace().tradepost(
      fmt::format("serve --data network --listen 127.0.0.1:0 --tls-cert {} --tls-key {}",
                  files.paths().certificate, files.paths().key));
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("key")) << ended.err;
}

TEST(RefusedStart, tells_everything_that_is_wrong_with_the_settings) {
  const Workplace place;
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

TEST(RefusedStart, tells_what_a_file_of_settings_does_not_mean) {
  const Workplace place;
  place.write("unknown.toml", "listen = \"127.0.0.1:0\"\nlissten = \"127.0.0.1:0\"\n");
  const Ended unknown = place.tradepost("serve --config unknown.toml");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(unknown.err.contains("unknown.toml line 2: lissten")) << unknown.err;

  place.write("broken.toml", "listen = \n");
  const Ended broken = place.tradepost("serve --config broken.toml");
  EXPECT_EQ(broken.exit_code, 2);
  EXPECT_TRUE(broken.err.contains("broken.toml line 1")) << broken.err;
}

TEST(RefusedStart, keeps_tokens_from_travelling_unencrypted) {
  const Ended ended = Workplace().tradepost("serve --data network --listen 0.0.0.0:0");
  EXPECT_EQ(ended.exit_code, 2);
  for (const char* const way : {"tls_cert", "public_url", "plain_http"})
    EXPECT_TRUE(ended.err.contains(way)) << ended.err;
}

}  // namespace
}  // namespace tradepost::serving
