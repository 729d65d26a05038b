// Tests that faults in the file of settings are reported all at once, with their lines.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent/bridged.hpp"

namespace tradepost::agent_tests {
namespace {

using served::lines_of;

std::vector<std::string> faults_of(const Desk& desk, std::string_view text) {
  desk.write("agent.toml", text);
  const Ended ended = desk.tradepost("agent run");
  EXPECT_EQ(ended.exit_code, 2) << ended.err;
  return lines_of(ended.err);
}

TEST(AgentSettings, all_faults_of_the_file_are_reported_with_their_lines) {
  const Desk desk;
  desk.write("empty", "\n");
  EXPECT_EQ(
      faults_of(desk,
                "color = 'red'\n"
                "[bridge.one]\n"
                "url = 'http://127.0.0.1:1'\n"
                "token_file = 'missing'\n"
                "[bridge.one.receive]\n"
                "folder = 'in'\n"
                "program = 'import'\n"
                "attempts = 0\n"
                "timeout_seconds = 'long'\n"
                "[bridge.one.send]\n"
                "settle_seconds = -1\n"
                "[bridge.two]\n"
                "token_file = 'empty'\n"
                "insecure = 1\n"
                "[bridge.'a/b']\n"
                "url = 'http://127.0.0.1:1'\n"
                "[bridge.'a/b'.receive]\n"
                "folders = 'in'\n"),
      (std::vector<std::string>{
          "tradepost: agent.toml line 1: color is not a setting of the agent.",
          "tradepost: agent.toml line 4: bridge.one.token_file names a file that can't be read: "
          "missing can't be read: No such file or directory.",
          "tradepost: agent.toml line 6: bridge.one.receive must have exactly one of folder, "
          "program, "
          "http and database.",
          "tradepost: agent.toml line 8: bridge.one.receive.attempts must be a whole number from 2 "
          "to 1000.",
          "tradepost: agent.toml line 9: bridge.one.receive.timeout_seconds must be a whole number "
          "from 1 to 3600.",
          "tradepost: agent.toml line 11: bridge.one.send has no folder.",
          "tradepost: agent.toml line 11: bridge.one.send.settle_seconds must be a whole number "
          "from "
          "0 to 3600.",
          "tradepost: agent.toml line 13: bridge.two has no url: the address of the exchange.",
          "tradepost: agent.toml line 13: bridge.two.token_file names a file without a token in "
          "its first line.",
          "tradepost: agent.toml line 13: bridge.two does nothing: it needs a table receive or "
          "send.",
          "tradepost: agent.toml line 14: bridge.two.insecure must be true or false.",
          "tradepost: agent.toml line 16: bridge.a/b is not a valid name: use letters, digits, - "
          "and _.",
          "tradepost: agent.toml line 16: bridge.a/b has no token_file: a file with a "
          "participant's token.",
          "tradepost: agent.toml line 18: bridge.a/b.receive must have exactly one of folder, "
          "program, "
          "http and database.",
          "tradepost: agent.toml line 18: bridge.a/b.receive.folders is not a setting of the "
          "agent."}));
}

TEST(AgentSettings, file_without_a_bridge_and_an_empty_table_are_faults) {
  const Desk desk;
  EXPECT_EQ(faults_of(desk, "log_format = 'xml'\n"),
            (std::vector<std::string>{"tradepost: agent.toml: bridge is missing: a table "
                                      "[bridge.NAME] for each exchange.",
                                      "tradepost: agent.toml line 1: log_format must be logfmt or "
                                      "json."}));
  desk.write("token", "t\n");
  EXPECT_EQ(faults_of(desk,
                      "[bridge.one]\nurl = 'http://127.0.0.1:1'\ntoken_file = 'token'\n"
                      "[bridge.one.receive]\n"),
            std::vector<std::string>{"tradepost: agent.toml line 4: bridge.one.receive must have "
                                     "exactly one of folder, program, http and database."});
}

// Otherwise received documents would be sent back.
TEST(AgentSettings, folder_that_two_directions_use_is_a_fault) {
  const Desk desk;
  desk.write("token", "t\n");
  EXPECT_EQ(faults_of(desk,
                      "[bridge.one]\nurl = 'http://127.0.0.1:1'\ntoken_file = 'token'\n"
                      "[bridge.one.receive]\nfolder = 'box'\n"
                      "[bridge.one.send]\nfolder = './box/'\n"),
            std::vector<std::string>{"tradepost: agent.toml line 7: bridge.one.send.folder is also "
                                     "the folder of bridge.one.receive.folder."});
}

TEST(AgentSettings, faults_of_messages_name_their_line) {
  const Desk desk;
  desk.write("token", "t\n");
  desk.write("faulty.variant", "kind ORDER\nin header\n  RFF+ON:{noSuchField}\n");
  const std::string bridge = "[bridge.one]\nurl = 'http://127.0.0.1:1'\ntoken_file = 'token'\n";
  const auto faults = [&](std::string_view tables) {
    return faults_of(desk, fmt::format("{}{}", bridge, tables));
  };
  EXPECT_EQ(faults("[bridge.one.send]\nfolder = 'out'\nformat = 'x12'\n"),
            std::vector<std::string>{"tradepost: agent.toml line 6: bridge.one.send.format must be "
                                     "one of ubl, edifact, edifact-d96a."});
  EXPECT_EQ(faults("[bridge.one.send]\nfolder = 'out'\nvariant = 'faulty.variant'\n"),
            std::vector<std::string>{"tradepost: agent.toml line 6: bridge.one.send.variant needs "
                                     "format, which is edifact or edifact-d96a."});
  EXPECT_EQ(
      faults("[bridge.one.receive]\nfolder = 'in'\nformat = 'ubl'\nawaits = 'contrl'\n"),
      std::vector<std::string>{"tradepost: agent.toml line 7: bridge.one.receive.awaits needs "
                               "format, which is edifact or edifact-d96a."});
  EXPECT_EQ(
      faults("[bridge.one.send]\nfolder = 'out'\nformat = 'edifact'\n"
             "variant = 'faulty.variant'\n"),
      std::vector<std::string>{"tradepost: agent.toml line 7: bridge.one.send.variant names a "
                               "file with a fault in line 3: The object has no field "
                               "noSuchField."});
  EXPECT_EQ(faults("[bridge.one.receive]\nfolder = 'in'\nformat = 'edifact'\n"
                   "awaits = 'contrl'\n"),
            std::vector<std::string>{
                "tradepost: agent.toml line 7: bridge.one.receive.awaits needs "
                "a table send with a format of EDIFACT, whose folder gets the answers."});
  EXPECT_EQ(
      faults("[bridge.one.receive]\nprogram = 'in'\nformat = 'edifact'\n"),
      std::vector<std::string>{"tradepost: agent.toml line 6: bridge.one.receive.format needs "
                               "folder."});
}

TEST(AgentSettings, forms_that_do_not_exist_or_have_no_folder_are_faults) {
  const Desk desk;
  desk.write("token", "t\n");
  const std::string bridge =
      "[bridge.one]\nurl = 'http://127.0.0.1:1'\ntoken_file = 'token'\n[bridge.one.receive]\n";
  for (const char* const also : {"'doc'", "[]", "['pdf', 'json']", "3"}) {
    EXPECT_EQ(
        faults_of(desk, fmt::format("{}folder = 'in'\nalso = {}\n", bridge, also)),
        std::vector<std::string>{
            "tradepost: agent.toml line 6: bridge.one.receive.also must be a list of html, "
            "pdf, ubl, xrechnung, cii, xrechnung-cii, zugferd, peppol, edifact, edifact-d96a."})
        << also;
  }
  EXPECT_EQ(faults_of(desk, bridge + "program = 'import'\nalso = ['pdf']\nlanguage = 'de'\n"),
            (std::vector<std::string>{
                "tradepost: agent.toml line 6: bridge.one.receive.also needs folder.",
                "tradepost: agent.toml line 7: bridge.one.receive.language needs folder."}));
  EXPECT_EQ(faults_of(desk, bridge + "folder = 'in'\nlanguage = 'fr'\n"),
            (std::vector<std::string>{
                "tradepost: agent.toml line 6: bridge.one.receive.language needs also, the forms "
                "that have a language.",
                "tradepost: agent.toml line 6: bridge.one.receive.language must be en or de."}));
}

TEST(AgentSettings, missing_file_and_faulty_toml_exit_with_3) {
  const Desk desk;
  const Ended missing = desk.tradepost("agent run --config nowhere.toml");
  EXPECT_EQ(missing.exit_code, 3);
  EXPECT_TRUE(has(missing.err, "nowhere.toml")) << missing.err;
  desk.write("agent.toml", "[bridge\n");
  const Ended faulty = desk.tradepost("agent status");
  EXPECT_EQ(faulty.exit_code, 3);
  EXPECT_TRUE(has(faulty.err, "agent.toml line 1")) << faulty.err;
}

TEST(AgentSettings, address_that_cannot_be_one_names_its_bridge) {
  const Desk desk;
  desk.write("token", "t\n");
  for (const auto& [url, target] :
       {std::pair("nonsense", "folder = 'in'"),
        std::pair("http://127.0.0.1:1", "http = 'nonsense'"),
        std::pair("http://127.0.0.1:1", "database = 'oracle:x'"),
        std::pair("http://127.0.0.1:1", "http = 'http://erp.example.org/in'")}) {
    desk.write("agent.toml",
               fmt::format("[bridge.one]\nurl = '{}'\ntoken_file = 'token'\n[bridge.one.receive]\n"
                           "{}\n",
                           url, target));
    const Ended ended = desk.tradepost("agent run");
    EXPECT_EQ(ended.exit_code, 3) << target;
    EXPECT_TRUE(ended.err.starts_with("tradepost: Bridge one: ")) << ended.err;
  }
}

TEST(AgentSettings, paths_begin_at_the_folder_of_the_file) {
  Bridged bridged("[bridge.one.receive]\nfolder = '../inbox'");
  bridged.desk.write("etc/agent.toml", bridged.desk.read("agent.toml"));
  bridged.desk.write("etc/token", bridged.desk.read("token"));
  const std::string id = bridged.trade.sends("1");
  const auto agent = bridged.desk.begin("agent run --config etc/agent.toml");
  bridged.has_status(id, "SUCCESS");
  EXPECT_EQ(bridged.desk.names_in("inbox"),
            (std::vector<std::string>{".unfinished", id + ".ORDER.json", "superseded"}));
  EXPECT_EQ(bridged.desk.names_in("etc"),
            (std::vector<std::string>{"agent", "agent.toml", "token"}));
}

}  // namespace
}  // namespace tradepost::agent_tests
