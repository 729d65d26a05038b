// The recipient's system is a database from which a program of the recipient takes rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent_kill/bridged.hpp"
#include "agent_kill/interrupted.hpp"
#include "agent_kill/kill_run.hpp"
#include "polling.hpp"
#include "postgres/postgres_server.hpp"

namespace tradepost::agent_kill_tests {
namespace {

using served::lines_of;

void add_all(Times& times, const std::vector<std::string>& ids) {
  for (const std::string& id : ids) ++times[id];
}

class InSqlite : public OwnSystem {
 public:
  InSqlite() { ask("CREATE TABLE taken(id TEXT)"); }

  std::string settings() override { return "database = \"sqlite:" + path() + "\""; }

  void take_some() override {
    const std::string agents_table =
        "SELECT name FROM sqlite_schema WHERE name = 'tradepost_document'";
    if (ask(agents_table).empty()) return;
    ask("CREATE TEMP TABLE now AS SELECT id FROM tradepost_document LIMIT 0;"
        "BEGIN IMMEDIATE;"
        "INSERT INTO now SELECT id FROM tradepost_document ORDER BY random() LIMIT 20;"
        "INSERT INTO taken SELECT id FROM now;"
        "DELETE FROM tradepost_document WHERE id IN (SELECT id FROM now);"
        "COMMIT");
  }

  Times had() override {
    Times all;
    add_all(all, ask("SELECT id FROM taken"));
    add_all(all, ask("SELECT id FROM tradepost_document"));
    return all;
  }

 private:
  std::string path() const { return desk_.path("documents.db").string(); }
  std::vector<std::string> ask(const std::string& sql) const {
    const auto ended =
        desk_.shell(fmt::format("sqlite3 -bail -cmd '.timeout 20000' '{}'", path()), sql + ";\n");
    EXPECT_EQ(ended.exit_code, 0) << sql << "\n" << ended.err;
    return lines_of(ended.out);
  }

  const served::Desk desk_;
};

class InPostgres : public OwnSystem {
 public:
  enum class Crashes { no, once };
  explicit InPostgres(Crashes crashes) : crashes_(crashes) {
    server_.rows("CREATE TABLE taken(id text)");
  }

  std::string settings() override { return "database = \"" + server_.address() + "\""; }

  // The result is ignored: if the server crashes during the statement, either outcome is right.
  void take_some() override {
    server_.asks(
        "WITH gone AS (DELETE FROM tradepost_document WHERE id IN "
        "(SELECT id FROM tradepost_document ORDER BY random() LIMIT 20) RETURNING id) "
        "INSERT INTO taken SELECT id FROM gone");
  }

  void crash() override {
    if (crashes_ == Crashes::no) return;
    server_.crash();
    server_.begin();
  }

  Times had() override {
    Times all;
    add_all(all, server_.rows("SELECT id FROM taken"));
    add_all(all, server_.rows("SELECT id FROM tradepost_document"));
    return all;
  }

 private:
  const Crashes crashes_;
  postgres::PostgresServer server_;
};

TEST(AgentKilled, sqlite_has_each_document_once) {
  InSqlite sqlite;
  expect_once_despite_kills(sqlite);
}

TEST(AgentKilled, postgres_has_each_document_once) {
  InPostgres postgres(InPostgres::Crashes::no);
  expect_once_despite_kills(postgres);
}

TEST(AgentKilled, postgres_that_crashes_too_has_each_document_once) {
  InPostgres postgres(InPostgres::Crashes::once);
  expect_once_despite_kills(postgres);
}

TEST(AgentKilled, sqlite_has_each_document_once_wherever_the_agent_dies) {
  InSqlite sqlite;
  expect_once_wherever_the_agent_dies(sqlite);
}

TEST(AgentKilled, postgres_has_each_document_once_wherever_the_agent_dies) {
  InPostgres postgres(InPostgres::Crashes::no);
  expect_once_wherever_the_agent_dies(postgres);
}

TEST(AgentReceives, database_that_does_not_answer_is_not_waited_for_once_for_each_document) {
  postgres::PostgresServer server;
  server.fall_silent();
  // Two seconds is the shortest timeout of PostgreSQL's client.
  Bridged bridged("database = \"" + server.address() + "&connect_timeout=2\"");
  constexpr int documents = 30;
  for (int i = 0; i < documents; ++i) bridged.send(fmt::format("P-{}", i));
  bridged.begin_agent();
  EXPECT_TRUE(is_soon([&] { return bridged.status().contains("can't be handed over"); },
                      std::chrono::seconds(40)))
      << bridged.status();
}

}  // namespace
}  // namespace tradepost::agent_kill_tests
