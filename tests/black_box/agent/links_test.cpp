// Tests that symbolic links in the folders of the agent give their author no access to other files.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "agent/bridged.hpp"

namespace tradepost::agent_tests {
namespace {

namespace fs = std::filesystem;
using trade::order;
using Names = std::vector<std::string>;

constexpr std::string_view foreign_text = "text of another\n";

// The desk has a file and a folder that the agent must not touch. The links lead to them.
class AgentLinks : public testing::Test {
 protected:
  explicit AgentLinks(std::string_view tables =
                          "[bridge.one.send]\nfolder = 'outbox'\n"
                          "settle_seconds = 0",
                      Bridged::Of of = Bridged::Of::customer)
      : bridged(tables, of) {
    bridged.desk.write("foreign", foreign_text);
    fs::create_directory(bridged.desk.path("elsewhere"));
  }
  ~AgentLinks() override {
    EXPECT_EQ(bridged.desk.read("foreign"), foreign_text);
    EXPECT_EQ(bridged.desk.names_in("elsewhere"), Names{});
  }

  void plants(const std::string& name, const std::string& to = "foreign") const {
    fs::create_directories(bridged.desk.path(name).parent_path());
    fs::create_symlink(bridged.desk.path(to), bridged.desk.path(name));
  }
  bool is_file(const std::string& name) const {
    return fs::is_regular_file(fs::symlink_status(bridged.desk.path(name)));
  }
  void expect_no_start_with(const std::string& folder) const {
    plants(folder, "elsewhere");
    const Ended ended = bridged.desk.tradepost("agent run");
    EXPECT_EQ(ended.exit_code, 3) << folder;
    EXPECT_TRUE(has(ended.err, folder + " is not a folder. A link to one is not followed."))
        << ended.err;
    fs::remove(bridged.desk.path(folder));
  }

  Bridged bridged;
};

class AgentLinksOfInbox : public AgentLinks {
 protected:
  AgentLinksOfInbox()
      : AgentLinks("[bridge.one.receive]\nfolder = 'inbox'", Bridged::Of::supplier) {}
};

TEST_F(AgentLinks, link_at_the_name_of_an_unfinished_answer_is_replaced_and_not_written_through) {
  plants("outbox/sent/.a.answer.json.unfinished");
  plants("outbox/failed/.b.answer.json.unfinished");
  bridged.desk.write("outbox/a.json", order("1"));
  bridged.desk.write("outbox/b.json", "{}");
  bridged.begins();
  bridged.says_when("sent", "1");
  bridged.says_when("refused", "1");
  bridged.says_when("outgoing", "0");
  for (const char* const name : {"outbox/sent/a.answer.json", "outbox/failed/b.answer.json"}) {
    EXPECT_TRUE(is_file(name)) << name;
  }
}

TEST_F(AgentLinks, link_at_the_name_of_an_answer_keeps_it_and_the_answer_gets_a_number) {
  plants("outbox/sent/a.answer.json");
  plants("outbox/sent/a-2.json", "nowhere");
  bridged.desk.write("outbox/a.json", order("1"));
  bridged.begins();
  bridged.says_when("sent", "1");
  bridged.says_when("outgoing", "0");
  EXPECT_EQ(bridged.desk.names_in("outbox/sent"),
            (Names{"a-2.json", "a-3.answer.json", "a-3.json", "a.answer.json"}));
}

TEST_F(AgentLinks, link_in_the_outbox_is_not_sent_whatever_it_leads_to) {
  bridged.desk.write("secret", order("1"));
  plants("outbox/a.json", "secret");
  bridged.desk.write("outbox/z.json", order("2"));
  bridged.begins();
  bridged.says_when("sent", "1");
  EXPECT_EQ(trade::listed(bridged.trade, bridged.trade.supplier.token, "/v2/transactions",
                          "content.header.orderIdentifier"),
            Names{"2"});
  EXPECT_EQ(bridged.desk.names_in("outbox"), (Names{".sending", "a.json", "failed", "sent"}));
}

TEST_F(AgentLinks, link_in_the_place_of_a_folder_of_the_outbox_is_refused_at_the_start) {
  for (const char* const folder : {"outbox/.sending", "outbox/sent", "outbox/failed"}) {
    expect_no_start_with(folder);
  }
}

TEST_F(AgentLinks, link_in_place_of_a_folder_is_reported_and_nothing_is_sent) {
  bridged.begins();
  until("contact", [&] { return bridged.says("send.contactAt") != "null"; });
  fs::rename(bridged.desk.path("outbox/sent"), bridged.desk.path("outbox/sent.moved"));
  plants("outbox/sent", "elsewhere");
  bridged.has_problem_with("outbox/sent was replaced by another folder.", "send");
  bridged.desk.write("outbox/a.json", order("1"));
  EXPECT_EQ(bridged.ends(), 0);
  EXPECT_TRUE(is_file("outbox/a.json"));
}

TEST_F(AgentLinks, link_in_the_path_of_the_settings_is_followed) {
  fs::create_directory(bridged.desk.path("disk"));
  plants("outbox", "disk");
  bridged.desk.write("disk/a.json", order("1"));
  bridged.begins();
  bridged.says_when("sent", "1");
  bridged.says_when("outgoing", "0");
  EXPECT_EQ(bridged.desk.names_in("disk/sent"), (Names{"a.answer.json", "a.json"}));
}

TEST_F(AgentLinksOfInbox, links_at_the_names_of_a_document_are_replaced_and_not_written_through) {
  const std::string id = bridged.trade.sends("1");
  const std::string name = id + ".ORDER.json";
  plants("inbox/.unfinished/." + name + ".unfinished");
  plants("inbox/.unfinished/" + name);
  plants("inbox/" + name);
  bridged.begins();
  bridged.has_status(id, "SUCCESS");
  EXPECT_TRUE(is_file("inbox/" + name));
  EXPECT_EQ(bridged.desk.names_in("inbox/.unfinished"), Names{});
}

TEST_F(AgentLinksOfInbox, link_in_the_place_of_a_folder_of_the_inbox_is_refused_at_the_start) {
  for (const char* const folder : {"inbox/.unfinished", "inbox/superseded"}) {
    expect_no_start_with(folder);
  }
}

}  // namespace
}  // namespace tradepost::agent_tests
