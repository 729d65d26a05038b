// The recipient's system is a folder from which a program of the recipient takes files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <system_error>

#include "agent_kill/interrupted.hpp"
#include "agent_kill/kill_run.hpp"

namespace tradepost::agent_kill_tests {
namespace {

namespace fs = std::filesystem;

class InFolder : public OwnSystem {
 public:
  InFolder() { fs::create_directory(desk_.path("taken")); }

  std::string settings() override { return "folder = \"" + inbox() + "\"\n" + more_settings(); }

  void take_some() override {
    for (const std::string& name : desk_.names_in("inbox")) {
      if (!name.ends_with(".json") || random_() % 3 == 0) continue;
      expect_files_of(name);
      const fs::path taken = desk_.path("taken/" + name);
      std::error_code is_gone;  // superseded since the listing
      fs::rename(desk_.path("inbox/" + name), taken, is_gone);
      if (is_gone) continue;
      const std::string text = desk_.read("taken/" + name);
      EXPECT_TRUE(text.starts_with('{') && text.ends_with('}')) << name << " is not whole";
      ++had_[id_in(name)];
      fs::remove(taken);
    }
  }

  Times had() override {
    Times all = had_;
    for (const char* const below : {"inbox", "inbox/superseded"}) {
      for (const std::string& name : desk_.names_in(below)) {
        if (name.ends_with(".json")) ++all[id_in(name)];
      }
    }
    return all;
  }

  // The agent does not touch files that its ledger does not know, which can belong to another
  // agent.
  void expect_well(const served::Desk& agents, int /*kills_of_agent*/) override {
    for (const std::string& name : desk_.names_in("inbox/.unfinished")) {
      const auto known = agents.shell(
          fmt::format("sqlite3 -readonly agent/ledger.db \"SELECT count(*) FROM document WHERE "
                      "'{}' LIKE '%' || id || '%'\"",
                      name));
      EXPECT_EQ(known.out, "0\n") << name << " was left behind";
    }
  }

 protected:
  virtual std::string more_settings() const { return {}; }
  // Checks the files that must be next to a document.
  virtual void expect_files_of(const std::string& /*name*/) {}

  const served::Desk desk_;

 private:
  std::string inbox() const { return desk_.path("inbox").string(); }
  static std::string id_in(const std::string& name) { return name.substr(0, name.find('.')); }

  std::minstd_rand random_;
  Times had_;
};

// Each document is also a page. An order has no e-invoice, which delays nothing.
class InFolderWithForms : public InFolder {
 protected:
  std::string more_settings() const override { return "also = [\"html\", \"xrechnung\"]"; }

  void expect_files_of(const std::string& name) override {
    const std::string page =
        name.substr(0, name.size() - std::string_view(".json").size()) + ".html";
    const std::string text = desk_.read("inbox/" + page);
    const bool is_there = fs::exists(desk_.path("inbox/" + name));  // not superseded since
    EXPECT_TRUE(!is_there || text.contains("</html>")) << page << " is not whole";
  }
};

TEST(AgentKilled, folder_has_each_document_once) {
  InFolder folder;
  expect_once_despite_kills(folder);
}

TEST(AgentKilled, folder_has_each_document_once_wherever_the_agent_dies) {
  InFolder folder;
  expect_once_wherever_the_agent_dies(folder);
}

TEST(AgentKilled, folder_has_each_document_once_with_its_forms) {
  InFolderWithForms folder;
  expect_once_despite_kills(folder);
}

TEST(AgentKilled, folder_has_each_document_once_with_its_forms_wherever_the_agent_dies) {
  InFolderWithForms folder;
  expect_once_wherever_the_agent_dies(folder);
}

}  // namespace
}  // namespace tradepost::agent_kill_tests
