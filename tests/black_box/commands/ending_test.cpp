// Tests commands that cannot do their work, for various reasons: each prints one sentence and exits
// with 3.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "commands/broken_peer.hpp"
#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Desk;
using served::Ended;
using served::lines_of;

namespace {

constexpr std::string_view order =
    R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"a"}]},)"
    R"("supplier":{"identifiers":[{"identifier":"b"}]},"orderIdentifier":"A-1",)"
    R"("orderDate":"2026-03-02"},"items":[{}]}})";

// Expects one sentence that contains `part`, and exit code 3.
void expect_failed(const Ended& ended, std::string_view part, std::string_view what) {
  EXPECT_EQ(ended.exit_code, 3) << what << "\n" << ended.err;
  EXPECT_TRUE(ended.err.starts_with("tradepost: ")) << what << "\n" << ended.err;
  EXPECT_TRUE(has(ended.err, part)) << what << "\n" << ended.err;
  EXPECT_EQ(lines_of(ended.err).size(), 1u) << what << "\n" << ended.err;
}

std::string answer_with(std::string_view body) {
  return fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", body.size(), body);
}

TEST(Ending, link_that_cannot_be_followed_is_reported_and_the_others_are_validated) {
  for (const std::string_view target : {"loop.json", "nowhere"}) {
    Desk desk;
    desk.write("box/good.json", order);
    ASSERT_EQ(desk.shell(fmt::format("ln -s {} box/loop.json; ln -s x box/x", target)).exit_code,
              0);
    const Ended ended = desk.tradepost("validate box");
    expect_failed(ended, "box/loop.json can't be read: ", target);
    EXPECT_EQ(ended.out, "box/good.json: ORDER A-1, good\n");
  }
}

TEST(Ending, link_that_cannot_be_followed_is_reported_and_the_others_are_sent) {
  Trade trade(shared_exchange());
  trade.customer.write("out/good.json", trade.order("A-1"));
  ASSERT_EQ(trade.customer.shell("ln -s loop.json out/loop.json").exit_code, 0);
  expect_failed(trade.customer.tradepost("send out"), "out/loop.json can't be read: ", "send");
  EXPECT_EQ(trade.pending().size(), 1u);
}

TEST(Ending, output_that_is_full_is_reported_by_every_command) {
  Trade trade(shared_exchange());
  trade.sends("A-1");
  trade.supplier.write("order.json", order);
  trade.supplier.write("faulty.json", "{}");
  for (const char* words :
       {"--help", "--version", "schema", "schema ORDER", "schema --doc ORDER", "bench --help",
        "completion bash", "config", "config --json", "validate order.json",
        "validate --json faulty.json", "send order.json", "list", "list --json", "pull",
        "pull --json", "profile", "partners list", "cases list"}) {
    const Ended ended = trade.supplier.shell(fmt::format("\"$tradepost\" {} >/dev/full", words));
    expect_failed(ended, "Standard output can't be written", words);
  }
}

TEST(Ending, output_that_is_closed_is_reported) {
  expect_failed(Desk().shell("\"$tradepost\" schema >&-"),
                "Standard output can't be written: ", "closed");
}

TEST(Ending, errors_that_cannot_be_printed_are_shown_by_the_exit_code) {
  const Desk desk;
  for (const char* words : {"validate nowhere.json", "config --config nowhere.toml"}) {
    EXPECT_EQ(desk.shell(fmt::format("\"$tradepost\" {} 2>/dev/full", words)).exit_code, 3)
        << words;
  }
}

TEST(Ending, settings_that_cannot_be_read_are_reported_with_their_file) {
  std::string parts = "a";
  for (int i = 1; i < 100'000; ++i) parts += ".a";
  Desk desk;
  desk.write("bracket.toml", "[[[");
  desk.write("date.toml", "m=1979-05-27 3\n");
  desk.write("parts.toml", parts + " = 1\n");
  desk.write("header.toml", "[" + parts + "]\n");
  desk.write("quoted.toml", "\"\".''" + parts.substr(1) + " = 1\n");
  desk.write("large.toml", parts + "." + parts + " = 1\n" + std::string(300'000, '#'));
  desk.write("nested.toml", "m=" + std::string(100'000, '['));
  desk.write("folder.toml/file", "");
  for (const char* file : {"bracket.toml", "date.toml", "parts.toml", "header.toml", "quoted.toml",
                           "large.toml", "nested.toml", "folder.toml", "nowhere.toml"}) {
    for (const char* command : {"config", "config --json", "serve"}) {
      const Ended ended = desk.tradepost(fmt::format("{} --config {}", command, file));
      expect_failed(ended, file, fmt::format("{} {}", command, file));
      EXPECT_EQ(ended.out, "");
    }
  }
}

TEST(Ending, settings_may_have_any_number_of_dots_in_their_texts) {
  Desk desk;
  std::string dots;
  for (int i = 0; i < 1'000; ++i) dots += "\\\".'.";
  std::string lines = "public_url = \"https://trade.example/" + dots + "\" # " + dots + "\n";
  lines += "seal_key_file = '''\n..." + std::string(1'000, '.') + "'''\n";
  lines += "data = '" + std::string(1'000, '.') + "'\n";
  desk.write("tradepost.toml", lines);
  const Ended ended = desk.tradepost("config --json --config tradepost.toml");
  EXPECT_EQ(json_at(ended.out, "data.value"), std::string(1'000, '.')) << ended.err;
}

TEST(Ending, answer_that_is_no_page_is_reported) {
  for (const std::string_view body :
       {"", "{}", "[]", R"({"items":{},"hasMore":false})", R"({"items":[]})",
        R"({"items":[],"hasMore":"no"})", R"({"items":null,"hasMore":false})"}) {
    const BrokenPeer peer(answer_with(body));
    Desk desk;
    desk.set("TRADEPOST_TOKEN", "token");
    for (const char* words : {"pull --json", "pull", "pull --out inbox", "list --json"}) {
      const Ended ended = desk.tradepost(fmt::format("{} --url {}", words, peer.url()));
      expect_failed(ended, "did not answer with a page of an exchange",
                    fmt::format("{} of {}", words, body));
      EXPECT_EQ(ended.out, "");
    }
  }
}

TEST(Ending, fifo_in_place_of_a_segment_is_refused_without_a_wait) {
  Desk desk;
  ASSERT_EQ(desk.shell("mkdir -p net/journal && mkfifo net/journal/00000001.segment").exit_code, 0);
  for (const char* words :
       {"check net", "check net --chain", "check net --rebuild", "check net --repair",
        "journal verify net/journal", "journal dump net/journal", "backup net copy",
        "serve --data net --listen 127.0.0.1:0 --connections 100"}) {
    const Ended ended = desk.shell(fmt::format("timeout 60 \"$tradepost\" {}", words));
    expect_failed(ended, "00000001.segment is not a regular file", words);
    EXPECT_EQ(ended.out, "");
  }
}

}  // namespace
}  // namespace tradepost::commands_tests
