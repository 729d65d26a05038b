#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "commands/broken_peer.hpp"
#include "commands/trading.hpp"

namespace tradepost::commands_tests {

using served::Desk;
using served::Ended;
using served::lines_of;

namespace {

const std::vector<std::string>& all_commands() {
  static const std::vector<std::string> commands = {
      "list",
      "show 00000000-0000-7000-8000-000000000000",
      "pull --retry-for 0",
      "report --retry-for 0 00000000-0000-7000-8000-000000000000",
      "queues",
      "participant add X --identifier GS1:1",
      "participant list",
      "participant show X",
      "participant edit X --name Y",
      "participant close X",
      "token create X",
      "token list",
      "token revoke X",
      "relationship set X Y",
      "relationship list",
      "operator add X",
      "operator list",
      "operator remove X"};
  return commands;
}

TEST(ExchangeOptions, unreachable_exchange_says_where_and_what_to_do) {
  std::string url;
  {
    ServedExchange gone;
    url = gone.url();
  }
  Desk desk;
  desk.set("TRADEPOST_URL", url);
  desk.set("TRADEPOST_TOKEN", "token");
  for (const std::string& words : all_commands()) {
    const Ended ended = desk.tradepost(words);
    EXPECT_EQ(ended.exit_code, 3) << words;
    EXPECT_EQ(ended.out, "") << words;
    EXPECT_TRUE(
        has(ended.err,
            fmt::format("The exchange at {} can't be reached: the connection was refused.", url)))
        << words << ended.err;
    EXPECT_TRUE(has(ended.err, "Is `tradepost serve` running? Set --url")) << words << ended.err;
  }
}

TEST(ExchangeOptions, missing_token_says_how_to_name_one) {
  Desk desk;
  for (const std::string& words : all_commands()) {
    const Ended ended = desk.tradepost(words);
    EXPECT_EQ(ended.exit_code, 2) << words;
    EXPECT_TRUE(has(ended.err, "--token, --token-file or TRADEPOST_")) << words << ended.err;
  }
}

TEST(ExchangeOptions, wrong_token_is_refused_without_any_answer) {
  Desk desk;
  desk.set("TRADEPOST_URL", shared_exchange().url());
  desk.set("TRADEPOST_TOKEN", "tp_live_wrong");
  for (const std::string& words : all_commands()) {
    const Ended ended = desk.tradepost(words);
    EXPECT_EQ(ended.exit_code, 3) << words << ended.err;
    EXPECT_TRUE(has(ended.err, "Check that --token or ")) << words << ended.err;
  }
}

TEST(ExchangeOptions, every_command_teaches_by_an_example) {
  Desk desk;
  for (const std::string& words : all_commands()) {
    const auto name = words.substr(0, words.find_first_of(' '));
    const bool has_verbs =
        name == "participant" || name == "token" || name == "relationship" || name == "operator";
    const auto command = has_verbs ? words.substr(0, words.find(' ', name.size() + 1)) : name;
    const Ended help = desk.tradepost(command + " --help");
    EXPECT_EQ(help.exit_code, 0) << command;
    EXPECT_TRUE(has(help.out, "\n  tradepost " + command)) << help.out;
    EXPECT_TRUE(has(help.out, "--json")) << help.out;
  }
}

TEST(ExchangeOptions, line_wins_over_the_environment) {
  Trade trade(shared_exchange());
  trade.customer.set("TRADEPOST_URL", "http://127.0.0.1:1");
  EXPECT_EQ(trade.customer.tradepost("list --url " + shared_exchange().url() + "/").exit_code, 0);
  EXPECT_EQ(trade.customer.tradepost("list --token a --token-file b").exit_code, 2);
  EXPECT_EQ(trade.customer.tradepost("list --token-file nowhere").exit_code, 3);
}

TEST(ExchangeOptions, token_goes_nowhere_unprotected) {
  Desk desk;
  desk.set("TRADEPOST_TOKEN", "token");
  for (const char* words :
       {"list --url http://trade.example.test", "list --url https://trade.example.test --insecure",
        "list --url http://user:word@127.0.0.1:8480", "list --url trade.example.test",
        "list --token 'two words'"}) {
    EXPECT_EQ(desk.tradepost(words).exit_code, 2) << words;
  }
}

TEST(ExchangeOptions, own_certificate_is_trusted_where_it_is_named) {
  Desk desk;
  ASSERT_EQ(desk.shell("openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes "
                       "-keyout key.pem -out cert.pem -days 2 -subj /CN=127.0.0.1 "
                       "-addext subjectAltName=IP:127.0.0.1")
                .exit_code,
            0);
  const ServedExchange exchange(
      {"--tls-cert", desk.path("cert.pem").string(), "--tls-key", desk.path("key.pem").string()});
  const std::string words = fmt::format("participant list --token {} --url https://127.0.0.1:{} ",
                                        operator_token, exchange.port());
  const Ended distrusted = desk.tradepost(words);
  EXPECT_EQ(distrusted.exit_code, 3);
  EXPECT_TRUE(has(distrusted.err, "its certificate is not trusted")) << distrusted.err;
  EXPECT_TRUE(has(distrusted.err, "TRADEPOST_CACERT")) << distrusted.err;
  EXPECT_EQ(desk.tradepost(words + "--cacert cert.pem").exit_code, 0);
  EXPECT_EQ(desk.tradepost(words + "--insecure").exit_code, 0);
  desk.set("TRADEPOST_CACERT", "cert.pem");
  EXPECT_EQ(desk.tradepost(words).exit_code, 0);
  const Ended unreadable = desk.tradepost(words + "--cacert nowhere.pem");
  EXPECT_TRUE(has(unreadable.err, "can't be read")) << unreadable.err;
}

TEST(ExchangeOptions, server_that_is_no_exchange_is_reported) {
  const BrokenPeer page("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n<html>");
  const BrokenPeer elsewhere(
      "HTTP/1.1 302 Found\r\nLocation: https://trade.example.test/\r\nContent-Length: 0\r\n\r\n");
  Desk desk;
  desk.set("TRADEPOST_TOKEN", "token");
  for (const BrokenPeer* peer : {&page, &elsewhere}) {
    for (const char* words : {"list", "pull --json", "participant list"}) {
      const Ended ended = desk.tradepost(fmt::format("{} --url {}", words, peer->url()));
      EXPECT_EQ(ended.exit_code, 3) << words;
      EXPECT_EQ(ended.out, "") << words;
      EXPECT_TRUE(has(ended.err, "is not an exchange")) << ended.err;
    }
  }
}

TEST(ExchangeOptions, proxy_without_an_answer_is_not_taken_for_another_server) {
  const BrokenPeer proxy(
      "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 6\r\nConnection: close\r\n\r\n<html>");
  Desk desk;
  desk.set("TRADEPOST_TOKEN", "token");
  const Ended ended = desk.tradepost("list --url " + proxy.url());
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(has(ended.err, "got no answer from the exchange (status 502)")) << ended.err;
}

TEST(ExchangeOptions, pages_that_never_end_are_given_up) {
  const std::string page = R"({"items":[{}],"hasMore":true,"nextCursor":"x","nextPageUrl":null})";
  const BrokenPeer peer(
      fmt::format("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{}", page.size(), page));
  Desk desk;
  desk.set("TRADEPOST_TOKEN", "token");
  const Ended ended = desk.tradepost("list --all --url " + peer.url());
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(has(ended.err, "did not answer with a page of an exchange")) << ended.err;
}

TEST(Completion, bash_completes_commands_options_and_words) {
  Desk desk;
  desk.write("order.json", "{}");
  desk.write("complete",
             "source <(\"$tradepost\" completion bash)\n"
             "try() { COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _tradepost; "
             "echo \"${COMPREPLY[*]}\"; }\n"
             "try tradepost partici\n"
             "try tradepost participant ''\n"
             "try tradepost participant add --id\n"
             "try tradepost list --url x --status ''\n"
             "try tradepost list --status FA\n"
             "try tradepost schema ORDER_\n"
             "try tradepost send order.j\n"
             "try tradepost send --token-file ord\n"
             "try tradepost send --ag\n"
             "try tradepost list --url ''\n"
             "complete -p tradepost\n");
  const Ended ended = desk.shell("bash complete");
  EXPECT_EQ(ended.err, "");
  const auto lines = lines_of(ended.out);
  ASSERT_EQ(lines.size(), 11u) << ended.out;
  EXPECT_EQ(lines[0], "participant");
  EXPECT_EQ(lines[1], "add list show edit close -h --help");
  EXPECT_EQ(lines[2], "--identifier");
  EXPECT_EQ(lines[3], "PENDING SUCCESS FAILED DROPPED");
  EXPECT_EQ(lines[4], "FAILED");
  EXPECT_EQ(lines[5], "ORDER_RESPONSE");
  EXPECT_EQ(lines[6], "order.json");
  EXPECT_EQ(lines[7], "order.json");
  EXPECT_EQ(lines[8], "--again");
  EXPECT_EQ(lines[9], "");
  EXPECT_EQ(lines[10], "complete -F _tradepost tradepost");
}

TEST(Completion, every_shell_knows_every_command) {
  Desk desk;
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Ended script = desk.tradepost(fmt::format("completion {}", shell));
    EXPECT_EQ(script.exit_code, 0);
    for (const char* word : {"serve", "validate", "participant", "token", "relationship",
                             "operator", "queues", "send", "list", "show", "pull", "report",
                             "completion", "take-pending", "idempotency-key", "CREDIT_NOTE"}) {
      EXPECT_TRUE(has(script.out, word)) << shell << " " << word;
    }
  }
  EXPECT_EQ(desk.tradepost("completion tcsh").exit_code, 2);
}

}  // namespace
}  // namespace tradepost::commands_tests
