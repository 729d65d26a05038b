#include "nodes/open_transaction.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <vector>

#include "polling.hpp"

namespace tradepost::on_postgres {

using served::server;

OpenTransaction::OpenTransaction(const Nodes& nodes, std::string_view statement) {
  const std::string held = fmt::format(
      "PGAPPNAME='other program' psql -X -q '{}' "
      "-c 'BEGIN ISOLATION LEVEL REPEATABLE READ; {}; SELECT pg_sleep(60)' >/dev/null 2>&1",
      server().address(nodes.database()), statement);
  holder_ = std::thread([held] { (void)std::system(held.c_str()); });
  wait_for_sessions("1", "wait_event = 'PgSleep'");
}

OpenTransaction::~OpenTransaction() {
  if (holder_.joinable()) let_go();
}

void OpenTransaction::let_go() {
  server().rows(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'");
  holder_.join();
}

void wait_for_sessions(std::string_view count, const std::string& that) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  const std::string sql = "SELECT count(*) FROM pg_stat_activity WHERE " + that;
  while (server().rows(sql) != std::vector<std::string>{std::string(count)}) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << that;
    pause_between_looks();
  }
}

}  // namespace tradepost::on_postgres
