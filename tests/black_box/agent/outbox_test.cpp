// Tests the outbox: files that are sent, files that are ignored, and the files with the answers.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "agent/bridged.hpp"
#include "served/json.hpp"

namespace tradepost::agent_tests {
namespace {

namespace fs = std::filesystem;
using served::at;
using trade::order;
using Names = std::vector<std::string>;

class AgentOutbox : public testing::Test {
 protected:
  explicit AgentOutbox(int settle_seconds = 0)
      : bridged(fmt::format("[bridge.one.send]\nfolder = 'outbox'\nsettle_seconds = {}",
                            settle_seconds),
                Bridged::Of::customer) {
    fs::create_directories(bridged.desk.path("outbox"));
  }

  // Writes a file under another name and renames it, as a careful program does.
  void puts(const std::string& name, std::string_view text) const {
    bridged.desk.write("outbox/.new", text);
    fs::rename(bridged.desk.path("outbox/.new"), bridged.desk.path("outbox/" + name));
  }
  bool is_there(const std::string& below) const {
    return fs::exists(bridged.desk.path("outbox/" + below));
  }
  void comes(const std::string& below) const {
    until(below, [&] { return is_there(below); });
  }
  std::string answer(const std::string& below, const std::string& path) const {
    return at(bridged.desk.read("outbox/" + below), path);
  }
  std::vector<std::string> received() {
    return trade::listed(bridged.trade, bridged.trade.supplier.token,
                         "/v2/transactions?per_page=100", "content.header.orderIdentifier");
  }

  Bridged bridged;
};

class SlowOutbox : public AgentOutbox {
 protected:
  SlowOutbox() : AgentOutbox(1) {}
};

TEST_F(AgentOutbox, each_file_moves_to_the_exchanges_answer) {
  puts("1-good.json", order("1"));
  puts("2-same.json", order("1"));
  puts("3-faulty.json", R"({"type":"ORDER","content":{"header":{}}})");
  puts("4-held.json", order("4", "", trade::customer_gln, trade::stranger_gln));
  puts("5-half.json", R"({"type":"ORDER",)");
  bridged.begins();
  comes("failed/5-half.json");
  EXPECT_EQ(bridged.desk.names_in("outbox/sent"),
            (Names{"1-good.answer.json", "1-good.json", "2-same.answer.json", "2-same.json",
                   "4-held.answer.json", "4-held.json"}));
  EXPECT_EQ(answer("sent/1-good.answer.json", "outcome"), "sent");
  EXPECT_EQ(answer("sent/2-same.answer.json", "outcome"), "duplicate");
  EXPECT_EQ(answer("sent/2-same.answer.json", "id"), answer("sent/1-good.answer.json", "id"));
  EXPECT_EQ(answer("sent/4-held.answer.json", "outcome"), "held");
  EXPECT_EQ(bridged.desk.read("outbox/sent/1-good.json"), order("1"));

  EXPECT_EQ(answer("failed/3-faulty.answer.json", "outcome"), "refused");
  EXPECT_EQ(answer("failed/3-faulty.answer.json", "status"), "422");
  EXPECT_TRUE(answer("failed/3-faulty.answer.json", "faults.0.path").starts_with("content."));
  EXPECT_EQ(answer("failed/5-half.answer.json", "status"), "400");
  EXPECT_EQ(bridged.says("sent"), "3");
  EXPECT_EQ(bridged.says("refused"), "2");
  EXPECT_EQ(bridged.says("outgoing"), "0");
  EXPECT_EQ(bridged.desk.tradepost("agent status").exit_code, 0);
  EXPECT_EQ(received(), Names{"1"});
}

TEST_F(SlowOutbox, file_that_is_still_written_is_sent_once_and_whole) {
  const std::string text = order("1", R"(,"note":"long")");
  bridged.begins();
  const auto is_taken = [&] { return !is_there("slow.json"); };
  for (std::size_t bytes = text.size() / 4; bytes < text.size(); bytes += text.size() / 4) {
    bridged.desk.write("outbox/slow.json", text.substr(0, bytes));
    never("an unfinished file", is_taken, std::chrono::milliseconds(600));
  }
  // This pause is longer than settle_seconds.
  never("an unfinished file", is_taken, std::chrono::milliseconds(1'900));
  bridged.desk.write("outbox/slow.json", text);
  comes("sent/slow.json");
  EXPECT_EQ(bridged.desk.read("outbox/sent/slow.json"), text);
  EXPECT_EQ(bridged.desk.names_in("outbox/failed"), Names{});
  EXPECT_EQ(received(), Names{"1"});
}

TEST_F(AgentOutbox, file_that_is_larger_than_any_exchange_takes_is_refused_here) {
  puts("large.json", order("1", fmt::format(R"(,"note":"{}")", std::string(20'000'000, 'x'))));
  bridged.begins();
  comes("failed/large.json");
  EXPECT_TRUE(has(answer("failed/large.answer.json", "message"), "bytes"));
  EXPECT_EQ(fs::file_size(bridged.desk.path("outbox/failed/large.json")),
            order("1").size() + 20'000'010);
}

TEST_F(AgentOutbox, any_name_is_sent) {
  const std::string strange = "Auftrag \"1\"\n'#2' Grüße \\ $(reboot).json";
  const std::string longest = std::string(250, 'x') + ".json";
  puts(strange, order("1"));
  puts(longest, order("2"));
  bridged.begins();
  comes("sent/" + strange);
  until("the longest name", [&] { return bridged.says("sent") == "2"; });
  EXPECT_FALSE(is_there(longest));
  EXPECT_EQ(bridged.problem("send"), "null");
  EXPECT_EQ(received(), (Names{"1", "2"}));
}

TEST_F(AgentOutbox, name_that_was_sent_before_gets_a_number) {
  bridged.begins();
  for (const char* const number : {"1", "2", "3"}) {
    puts("a.json", order(number));
    until("the next answer", [&] { return bridged.says("sent") == number; });
    until("its file", [&] { return bridged.says("outgoing") == "0"; });
  }
  EXPECT_EQ(bridged.desk.names_in("outbox/sent"),
            (Names{"a-2.answer.json", "a-2.json", "a-3.answer.json", "a-3.json", "a.answer.json",
                   "a.json"}));
  EXPECT_EQ(bridged.desk.read("outbox/sent/a-3.json"), order("3"));
}

TEST_F(AgentOutbox, answer_does_not_replace_a_file_that_has_the_name_of_an_answer) {
  puts("a.answer.json", order("1"));
  puts("a.json", order("2"));
  bridged.begins();
  bridged.says_when("sent", "2");
  bridged.says_when("outgoing", "0");
  EXPECT_EQ(bridged.desk.read("outbox/sent/a.answer.json"), order("1"));
  EXPECT_EQ(bridged.desk.read("outbox/sent/a-2.json"), order("2"));
}

TEST_F(AgentOutbox, files_that_are_not_json_stay) {
  bridged.desk.write("elsewhere", order("1"));
  ASSERT_EQ(::mkfifo(bridged.desk.path("outbox/fifo.json").c_str(), 0600), 0);
  fs::create_directory(bridged.desk.path("outbox/folder.json"));
  fs::create_symlink(bridged.desk.path("elsewhere"), bridged.desk.path("outbox/link.json"));
  puts(".hidden.json", order("2"));
  puts("note.txt", order("3"));
  puts("z.json", order("4"));
  bridged.begins();
  comes("sent/z.json");
  EXPECT_EQ(bridged.desk.names_in("outbox"),
            (Names{".hidden.json", ".sending", "failed", "fifo.json", "folder.json", "link.json",
                   "note.txt", "sent"}));
  EXPECT_EQ(received(), Names{"4"});
}

TEST_F(AgentOutbox, odd_entries_of_sending_are_set_aside_and_hold_up_no_other) {
  bridged.desk.write("elsewhere", order("1"));
  fs::create_directories(bridged.desk.path("outbox/.sending/folder.json"));
  fs::create_symlink(bridged.desk.path("elsewhere"),
                     bridged.desk.path("outbox/.sending/link.json"));
  ASSERT_EQ(::mkfifo(bridged.desk.path("outbox/.sending/fifo.json").c_str(), 0600), 0);
  puts("a.json", order("2"));
  puts("z.json", order("3"));
  bridged.begins();
  comes("sent/a.json");
  comes("sent/z.json");
  bridged.says_when("setAsideFiles.2.file", "link.json");
  EXPECT_EQ(bridged.says("setAsideFiles.0.file"), "fifo.json");
  EXPECT_EQ(bridged.says("setAsideFiles.1.file"), "folder.json");
  EXPECT_TRUE(has(bridged.says("setAsideFiles.0.reason"), "fifo.json is not a file."));
  EXPECT_TRUE(has(bridged.says("setAsideFiles.2.reason"), "link.json is a link"));
  EXPECT_EQ(bridged.problem("send"), "null");
  const Ended table = bridged.desk.tradepost("agent status");
  EXPECT_EQ(table.exit_code, 1);
  EXPECT_TRUE(has(table.out, "files set aside in .sending: 3")) << table.out;
  for (const char* const name : {"fifo.json", "folder.json", "link.json"}) {
    EXPECT_TRUE(has(table.out, name)) << table.out;
    fs::remove(bridged.desk.path(fmt::format("outbox/.sending/{}", name)));
  }
  bridged.says_when("setAsideFiles.0.file", "absent");
  EXPECT_EQ(bridged.desk.tradepost("agent status").exit_code, 0);
  EXPECT_EQ(received(), (Names{"2", "3"}));
}

TEST_F(AgentOutbox, odd_entry_of_sending_is_sent_once_a_file_is_in_its_place) {
  fs::create_directories(bridged.desk.path("outbox/.sending/a.json"));
  puts("a.json", order("1"));
  bridged.begins();
  bridged.says_when("setAsideFiles.0.file", "a.json");
  EXPECT_TRUE(is_there("a.json"));
  fs::remove(bridged.desk.path("outbox/.sending/a.json"));
  comes("sent/a.json");
  EXPECT_EQ(received(), Names{"1"});
}

TEST_F(AgentOutbox, files_wait_in_the_order_of_their_names_while_the_exchange_is_away) {
  bridged.begins();
  until("contact", [&] { return bridged.says("send.contactAt") != "null"; });
  bridged.trade.exchange().kill();
  for (const char* const name : {"c", "a", "b"}) puts(fmt::format("{}.json", name), order(name));
  bridged.has_problem_with("can't be reached", "send");
  EXPECT_EQ(bridged.desk.tradepost("agent status").exit_code, 1);
  bridged.trade.exchange().begin();
  comes("sent/c.json");
  bridged.is_well("send");
  EXPECT_EQ(received(), (Names{"a", "b", "c"}));
}

TEST_F(AgentOutbox, unknown_token_is_reported_before_there_is_a_file) {
  bridged.has_token("tp_live_nobody");
  bridged.begins();
  bridged.has_problem_with("token", "send");
  puts("a.json", order("1"));
  bridged.ends();
  EXPECT_EQ(bridged.desk.names_in("outbox/failed"), Names{});
  bridged.has_token(bridged.trade.customer.token);
  bridged.begins();
  comes("sent/a.json");
}

TEST_F(AgentOutbox, token_without_the_scope_fails_no_file) {
  bridged.has_token(bridged.trade.token(bridged.trade.customer, R"(,"scopes":["read"])"));
  puts("a.json", order("1"));
  bridged.begins();
  bridged.has_problem_with("The token lacks the scope send.", "send");
  EXPECT_EQ(bridged.ends(), 0);
  EXPECT_EQ(bridged.desk.names_in("outbox/failed"), Names{});
  bridged.has_token(bridged.trade.customer.token);
  bridged.begins();
  comes("sent/a.json");
}

TEST_F(AgentOutbox, file_for_a_recipient_that_blocks_the_sender_is_refused_and_holds_up_no_other) {
  bridged.trade.does(bridged.trade.supplier, "PUT",
                     "/v2/trade-partners/" + bridged.trade.customer.id, R"({"status":"blocked"})");
  puts("a.json", order("1"));
  puts("b.json", order("2", "", trade::customer_gln, trade::stranger_gln));
  bridged.begins();
  comes("sent/b.json");
  EXPECT_EQ(answer("failed/a.answer.json", "status"), "403");
}

TEST_F(AgentOutbox, kill_at_any_moment_sends_nothing_twice_and_loses_nothing) {
  constexpr int files = 60;
  Names numbers;
  for (int file = 0; file < files; ++file) {
    numbers.push_back(fmt::format("{:03}", file));
    puts(numbers.back() + ".json", order(numbers.back()));
  }
  bridged.is_killed_often();
  bridged.begins();
  bridged.says_when("sent", fmt::to_string(files));
  bridged.says_when("outgoing", "0");
  EXPECT_EQ(received(), numbers);
  EXPECT_EQ(bridged.desk.names_in("outbox/.sending"), Names{});
  EXPECT_EQ(bridged.desk.names_in("outbox/sent").size(), 2u * files);
  for (const std::string& number : numbers) {
    EXPECT_EQ(answer("sent/" + number + ".answer.json", "outcome"), "sent") << number;
  }
}

}  // namespace
}  // namespace tradepost::agent_tests
