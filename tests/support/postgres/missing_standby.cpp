#include "postgres/missing_standby.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "polling.hpp"

namespace tradepost::postgres {
namespace {

constexpr std::string_view waiting_commits =
    "FROM pg_stat_activity "
    "WHERE application_name = 'tradepost' AND wait_event = 'SyncRep' AND query = 'COMMIT'";

}  // namespace

MissingStandby::MissingStandby(const PostgresServer& server) : server_(server) {
  server_.set("synchronous_standby_names", "nobody");
  // The checkpointer applies the setting after some time.
  EXPECT_TRUE(is_soon([this] { return do_commits_wait(); }));
}

MissingStandby::~MissingStandby() {
  if (is_waited_for_) forget();
}

// Tries a commit in another session.
bool MissingStandby::do_commits_wait() const {
  std::atomic<bool> is_done = false;
  std::jthread probe([&] {
    (void)server_.asks(
        "SET application_name = 'probe'; "
        "SELECT pg_logical_emit_message(true, '', '')");
    is_done = true;
  });
  while (!is_done) {
    pause_between_looks();
    const auto ended = server_.rows(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity "
        "WHERE application_name = 'probe' AND wait_event = 'SyncRep'");
    if (!ended.empty()) return true;
  }
  return false;
}

void MissingStandby::wait_for_commit() const {
  EXPECT_TRUE(is_soon([this] {
    return server_.rows(fmt::format("SELECT count(*) {}", waiting_commits)) ==
           std::vector<std::string>{"1"};
  })) << "no commit waits for the standby";
}

// A session that was terminated is shown as a waiting one until it has ended.
void MissingStandby::end_session_of_commit() const {
  const std::string session = end_commit("pg_terminate_backend");
  EXPECT_TRUE(is_soon([&] {
    return server_.rows(fmt::format("SELECT pid FROM pg_stat_activity WHERE pid = {}", session))
        .empty();
  })) << "the session of the commit does not end";
}

void MissingStandby::cancel_commit() const {
  end_commit("pg_cancel_backend");
}

std::string MissingStandby::end_commit(std::string_view function) const {
  wait_for_commit();
  const auto sessions = server_.rows(fmt::format("SELECT pid {}", waiting_commits));
  EXPECT_EQ(sessions.size(), 1u);
  if (sessions.size() != 1) return "0";
  EXPECT_EQ(server_.rows(fmt::format("SELECT {}({})", function, sessions.front())),
            std::vector<std::string>{"t"});
  return sessions.front();
}

void MissingStandby::forget() {
  is_waited_for_ = false;
  server_.set("synchronous_standby_names", "");
}

void MissingStandby::forget_at_the_next_start() {
  is_waited_for_ = false;
  server_.set_for_the_next_start("synchronous_standby_names", "");
}

}  // namespace tradepost::postgres
