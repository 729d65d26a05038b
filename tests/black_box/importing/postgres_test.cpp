// Tests `tradepost sales` and `tradepost import` with a sales database in PostgreSQL.

#include "importing/importing.hpp"
#include "postgres/postgres_server.hpp"

namespace tradepost::importing_tests {
namespace {

// As the first base class, it starts the server before the desk that uses it.
struct Server {
  postgres::PostgresServer server;
};

class ImportingIntoPostgres : private Server, public Importing {
 public:
  ImportingIntoPostgres() : Importing(server.address()) {}
  using Server::server;

  bool was_said(std::string_view what) const { return desk_.said().contains(what); }
};

TEST_F(ImportingIntoPostgres, order_is_booked_entered_and_answered) {
  const std::string id = orders("4711");
  begins();
  has_status(id, "SUCCESS");
  const Ended entered = desk_.tradepost(
      "sales order enter --customer 20417 --number A-1 --date 2026-03-02 --line 20-1001:3");
  EXPECT_EQ(entered.out, "order 2 is entered\n") << entered.err;
  EXPECT_EQ(server.rows("SELECT count(*) FROM sales_order"), std::vector<std::string>{"2"});
  EXPECT_TRUE(desk_.tradepost("sales list").out.contains("by hand"));
  EXPECT_TRUE(desk_.tradepost("sales order show 4711").out.contains(id));
  for (const char* const step : {"answer", "ship", "invoice"}) {
    const Ended made = desk_.tradepost(fmt::format("sales order {} 4711", step));
    EXPECT_EQ(made.exit_code, 0) << made.err;
  }
  until("three answers", [&] { return received_by_customer() == 3; });
  EXPECT_EQ(desk_.tradepost("sales lines --differences").exit_code, 0);
  EXPECT_EQ(desk_.tradepost("sales documents").exit_code, 0);
}

TEST_F(ImportingIntoPostgres, server_that_is_away_at_the_start_is_waited_for) {
  const std::string id = orders("4711");
  server.crash();
  begins();
  until("the wait", [&] { return was_said("database_awaited"); });
  server.begin();
  has_status(id, "SUCCESS");
}

TEST_F(ImportingIntoPostgres, wait_for_the_server_ends_on_sigterm) {
  server.crash();
  begins();
  until("the wait", [&] { return was_said("database_awaited"); });
  EXPECT_EQ(ends(), 0);
}

TEST_F(ImportingIntoPostgres, refusal_of_the_server_is_an_error_at_once) {
  desk_.set("TRADEPOST_SALES", server.address("nowhere"));
  const Ended refused = desk_.tradepost("import --token-file token");
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_TRUE(refused.err.contains("can't be opened")) << refused.err;
  EXPECT_TRUE(refused.err.contains("nowhere")) << refused.err;
  for (const char* const address : {"postgres://localhost:port/sales", "postgres://[::1/sales"}) {
    desk_.set("TRADEPOST_SALES", address);
    const Ended unread = desk_.tradepost("import --token-file token");
    EXPECT_EQ(unread.exit_code, 1) << address;
    EXPECT_TRUE(unread.err.contains("can't be read")) << unread.err;
  }
}

TEST_F(ImportingIntoPostgres, once_does_not_wait_for_the_server) {
  const std::string id = orders("4711");
  server.crash();
  const Ended away = desk_.tradepost("import --token-file token --once");
  EXPECT_EQ(away.exit_code, 3);
  EXPECT_TRUE(away.err.contains("does not answer")) << away.err;
  server.begin();
  until("the server", [&] { return server.asks("SELECT 1").is_good; });
  const Ended done = desk_.tradepost("import --token-file token --once");
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_EQ(trade_.status(id), "SUCCESS");
}

}  // namespace
}  // namespace tradepost::importing_tests
