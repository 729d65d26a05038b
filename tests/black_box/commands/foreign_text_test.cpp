// Tests that text of other participants, of files and of servers never reaches a terminal
// unescaped.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "commands/broken_peer.hpp"
#include "commands/trading.hpp"
#include "served/network.hpp"

namespace tradepost::commands_tests::foreign_text_test {

using served::danger_in;
using served::Desk;
using served::Ended;
using served::hostile_json;
using served::hostile_text;
using served::lines_of;

namespace {

constexpr std::string_view id = "018f0000-0000-7000-8000-000000000000";

// Returns the members of every answer of an exchange. Each of their texts is hostile, and so are
// the member names that participants choose. `type` and `participant` differ between answers.
std::string members_with(std::string_view type, std::string_view participant) {
  std::string members =
      R"("type":TYPE,"participant":PARTICIPANT,)"
      R"("id":"@","name":"@","state":"@","status":"@","turn":"@","resolvedBy":"@","origin":"@",)"
      R"("reason":"@","transactionType":"@","transactionIdentifier":"@","transaction":"@",)"
      R"("flow":"@","openedAt":"@","changedAt":"@","createdAt":"@","count":"@","released":"@",)"
      R"("pending":"@","oldest":"@","lastPoll":"@","failed":"@","url":"@","waiting":"@",)"
      R"("failingSince":"@","token":"@","secret":"@","message":"@","tookMs":"@","expiresAt":"@",)"
      R"("lastUsedAt":"@","pendingElsewhere":"@","direction":"@","requestId":"@","errorUrl":"@",)"
      R"("platformTransactionId":"@","replacesPlatformTransactionId":"@","detail":"@","at":"@",)"
      R"("replacedByPlatformTransactionId":"@","contentRemovedAt":"@","nextCursor":"@",)"
      R"("context":{"@":"@"},"by":{"name":"@"},"sender":{"name":"@"},"recipient":{"name":"@"},)"
      R"("agent":{"name":"@"},"from":{"name":"@"},"to":{"name":"@"},"participants":[{"name":"@"}],)"
      R"("identifiers":[{"domain":"@","identifier":"@"}],"requirements":[{"kind":"@","path":"@",)"
      R"("domain":"@","when":["@"]}],"agents":[{"participant":"@","kinds":["@"]}],)"
      R"("numbers":[{"number":"@","participant":"@"}],"ssccRanges":[{"prefix":"@","first":"@",)"
      R"("end":"@"}],"wouldHaveRefused":{"of":"@","refused":"@"},"kinds":["@"],"flows":["@"],)"
      R"("held":[{"count":"@","flow":"@"}],"events":["@"],"scopes":["@"],)"
      R"("incoming":{"status":"@","kinds":["@"],"held":"@"},)"
      R"("outgoing":{"status":"@","kinds":["@"],"held":"@"},)"
      R"("comments":[{"at":"@","by":{"name":"@"},"text":"@"}],)"
      R"("report":{"success":false,"at":"@","reason":"@"},)"
      R"("document":{"faults":[{"code":"@","path":"@","message":"@"}]},)"
      R"("faults":[{"code":"@","path":"@","message":"@"}],)"
      R"("warnings":[{"code":"@","path":"@","message":"@"}],)"
      R"("content":{"header":{"orderIdentifier":"@","orderDate":"2026-03-02"},"items":[]})";
  const auto fill = [&](std::string_view word, std::string_view with) {
    for (auto at = members.find(word); at != std::string::npos;
         at = members.find(word, at + with.size())) {
      members.replace(at, word.size(), with);
    }
  };
  fill("TYPE", type);
  fill("PARTICIPANT", participant);
  fill("@", hostile_json);
  return members;
}

std::string answer_with(std::string_view status, std::string_view body) {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{}", status,
      body.size(), body);
}

// Returns an answer that is an object, a list of changes and a page at the same time.
std::string body_of(std::string_view members, bool is_list) {
  const std::string one = fmt::format("{{{}}}", members);
  const std::string data = is_list ? fmt::format("[{}]", one) : one;
  return fmt::format(R"({{{},"data":{},"items":[{}],"hasMore":false}})", members, data, one);
}

std::vector<std::string> remote_commands() {
  std::vector<std::string> commands;
  for (const char* const words : {"participant list",
                                  "participant show ID",
                                  "participant add N --identifier GS1:1",
                                  "participant edit ID --name N",
                                  "participant close ID",
                                  "token create ID",
                                  "token list",
                                  "token revoke ID",
                                  "relationship set ID ID",
                                  "relationship list",
                                  "operator add N",
                                  "operator list",
                                  "operator remove ID",
                                  "queues",
                                  "partners list",
                                  "partners accept ID",
                                  "partners block ID",
                                  "partners request ID",
                                  "profile",
                                  "webhook add http://a.example",
                                  "webhook test ID",
                                  "webhook remove ID",
                                  "cases list",
                                  "cases show ID",
                                  "cases comment ID T",
                                  "cases resolve ID",
                                  "cases reopen ID",
                                  "list",
                                  "show ID",
                                  "pull",
                                  "requeue ID",
                                  "send order.json",
                                  "send --try order.json"}) {
    std::string command = words;
    for (auto at = command.find("ID"); at != std::string::npos; at = command.find("ID")) {
      command.replace(at, 2, id);
    }
    commands.push_back(command + " --retry-for 0");
  }
  return commands;
}

class ForeignText : public testing::Test {
 public:
  ForeignText() {
    desk.set("TRADEPOST_TOKEN", "t");
    desk.set("TRADEPOST_OPERATOR_TOKEN", "t");
    desk.write(
        "order.json",
        R"({"type":"ORDER","content":{"header":{"buyer":{"identifiers":[{"identifier":"a"}]},)"
        R"("supplier":{"identifiers":[{"identifier":"b"}]},"orderIdentifier":"A-1",)"
        R"("orderDate":"2026-03-02"},"items":[{}]}})");
  }
  // Expects output without control characters. The output must contain the hostile text, or the
  // test would prove nothing.
  void expect_harmless(const std::string& words) const {
    const Ended ended = desk.tradepost(words);
    EXPECT_EQ(danger_in(ended.out), "") << words;
    EXPECT_EQ(danger_in(ended.err), "") << words;
    EXPECT_TRUE(has(ended.out + ended.err, "pwned")) << words << "\n" << ended.out << ended.err;
  }

  Desk desk;
};

TEST_F(ForeignText, no_answer_of_an_exchange_controls_the_terminal) {
  const std::string text = fmt::format("\"{}\"", hostile_json);
  const BrokenPeer peer(answer_with("200 OK", body_of(members_with("\"ORDER\"", text), false)));
  desk.set("TRADEPOST_URL", peer.url());
  for (const std::string& words : remote_commands()) {
    expect_harmless(words);
    expect_harmless(words + " --json");
  }
}

TEST_F(ForeignText, no_unknown_kind_of_document_controls_the_terminal) {
  const std::string text = fmt::format("\"{}\"", hostile_json);
  const std::string thing = fmt::format(R"({{"name":"{}"}})", hostile_json);
  const BrokenPeer peer(answer_with("200 OK", body_of(members_with(text, thing), false)));
  desk.set("TRADEPOST_URL", peer.url());
  for (const char* const words :
       {"queues", "list", "pull", "cases list", "partners list", "participant list"}) {
    expect_harmless(words);
  }
  expect_harmless(fmt::format("show {}", id));
  expect_harmless(fmt::format("cases show {}", id));
}

TEST_F(ForeignText, no_list_of_changes_controls_the_terminal) {
  const BrokenPeer peer(answer_with("200 OK", body_of(members_with("\"ORDER\"", "\"P\""), true)));
  desk.set("TRADEPOST_URL", peer.url());
  for (const std::string& words :
       {std::string("webhook list"), fmt::format("relationship set {0} {0} --both", id)}) {
    expect_harmless(words);
    expect_harmless(words + " --json");
  }
}

TEST_F(ForeignText, no_refusal_of_an_exchange_controls_the_terminal) {
  const std::string body = body_of(members_with("\"ORDER\"", "\"P\""), false);
  const BrokenPeer refusing(answer_with("400 Bad Request", body));
  desk.set("TRADEPOST_URL", refusing.url());
  for (const std::string& words : remote_commands()) expect_harmless(words);
  expect_harmless("list --json");
  expect_harmless(fmt::format("report --retry-for 0 {}", id));
  expect_harmless(fmt::format("label {}", id));
  expect_harmless("simulate supplier --retry-for 0");
  expect_harmless("bench --quick");
  const BrokenPeer failing(answer_with("500 Internal Server Error", body));
  desk.set("TRADEPOST_URL", failing.url());
  for (const char* const words : {"list", "pull", "send order.json"}) {
    expect_harmless(fmt::format("{} --retry-for 0", words));
  }
}

TEST_F(ForeignText, no_document_of_a_file_controls_the_terminal) {
  const std::string name(hostile_text);
  desk.write("box/" + name + "broken.json", "{" + name);
  desk.write("box/" + name + "good.json",
             fmt::format(R"({{"type":"ORDER","content":{{"header":{{"orderIdentifier":"{0}",)"
                         R"("{0}":"{0}","orderDate":"{0}"}},"items":[{{"{0}":1}}]}}}})",
                         hostile_json));
  ASSERT_EQ(desk.shell("ln -s nowhere \"box/$(printf 'pwned\\033[2J')x.json\"").exit_code, 0);
  const BrokenPeer peer(
      answer_with("400 Bad Request", body_of(members_with("\"ORDER\"", "1"), false)));
  desk.set("TRADEPOST_URL", peer.url());
  for (const char* const words :
       {"validate box", "validate --json box", "send box", "send --json box", "send --try box"}) {
    expect_harmless(words);
  }
  for (const char* const words : {"validate", "send", "label"}) {
    expect_harmless(fmt::format("{} box/*x.json", words));
    expect_harmless(fmt::format("{} box/*good.json", words));
  }
  expect_harmless("profile --set box/*x.json");
  expect_harmless("report --from box/*x.json");
}

// Names of files can come from others, too.
TEST_F(ForeignText, no_words_of_the_command_line_control_the_terminal) {
  const BrokenPeer peer(answer_with("200 OK", R"({"items":[],"hasMore":false})"));
  desk.set("TRADEPOST_URL", peer.url());
  for (const char* const words :
       {"config --config", "check", "journal verify", "partners accept", "participant show",
        "agent status --config", "agent run --config", "serve --log-level", "queues", "cases"}) {
    expect_harmless(fmt::format("{} \"$(printf 'pwned\\033[2J\\nforged')\"", words));
  }
}

// The supplier reports a failure with hostile texts and comments on the case. Then both sides and
// the operator display it.
TEST(ForeignTextOfAPartner, is_shown_by_every_command_and_controls_no_terminal) {
  Trade trade(shared_exchange());
  const std::string order = trade.sends(hostile_json);
  const Ended made = trade.operators.tradepost("token create GS1:" + trade.supplier_gln);
  const std::string token = lines_of(made.out).front();
  http_tests::Client client(shared_exchange().port());
  const auto says = [&](std::string_view method, const std::string& path, const std::string& body) {
    const auto answer = served::ask(client, token, method, path, body);
    EXPECT_EQ(answer.status, 200) << answer.body;
  };
  says("POST", "/v2/transactions/" + order,
       fmt::format(R"({{"success":false,"reason":"{0}","errorContext":{{"{0}":"{0}"}}}})",
                   hostile_json));
  const std::string of_case = json_at(trade.customer.tradepost("cases list --json").out, "id");
  says("PATCH", "/v2/errors/" + of_case, fmt::format(R"({{"comment":"{}"}})", hostile_json));

  const auto expect_harmless = [](const Desk& desk, const std::string& words) {
    const Ended ended = desk.tradepost(words);
    EXPECT_EQ(ended.exit_code, 0) << words << "\n" << ended.err;
    EXPECT_EQ(danger_in(ended.out + ended.err), "") << words;
    EXPECT_TRUE(has(ended.out, "pwned")) << words << "\n" << ended.out;
  };
  for (const char* const words : {"list", "cases list"}) {
    expect_harmless(trade.customer, words);
    expect_harmless(trade.supplier, words);
    expect_harmless(trade.customer, std::string(words) + " --json");
  }
  expect_harmless(trade.operators, "cases list --everybody --all");
  expect_harmless(trade.customer, "cases show " + of_case);
  expect_harmless(trade.customer, "cases comment " + of_case + " Danke");
  expect_harmless(trade.customer, "cases resolve " + of_case);
  expect_harmless(trade.operators, "cases show --everybody " + of_case);
  expect_harmless(trade.customer, "show " + order);
  expect_harmless(trade.customer, "requeue " + order + " && \"$tradepost\" list");
  expect_harmless(trade.supplier, "pull");
  expect_harmless(trade.supplier,
                  "simulate supplier --live --fast --patience 0 --clock 2026-03-02 --until "
                  "2026-03-03 --retry-for 0");
}

// The exchange compares bytes, so a document that is written to a file keeps its bytes.
TEST(ForeignTextOfAPartner, is_in_a_document_for_a_file_as_it_was_sent) {
  Trade trade(shared_exchange());
  const std::string id = trade.sends(hostile_json);
  const Ended again = trade.customer.shell(
      fmt::format("\"$tradepost\" show --document {} | \"$tradepost\" send -", id));
  EXPECT_TRUE(has(again.out, "already received")) << again.out << again.err;
  const Ended shown = trade.customer.shell(
      fmt::format("script -qec '\"$tradepost\" show --document {}' /dev/null | tr -d '\\r'", id));
  EXPECT_TRUE(has(shown.out, "pwned")) << shown.out << shown.err;
  EXPECT_EQ(danger_in(shown.out), "");
}

}  // namespace
}  // namespace tradepost::commands_tests::foreign_text_test
