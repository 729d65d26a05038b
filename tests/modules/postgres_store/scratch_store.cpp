#include "postgres_store/scratch_store.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <utility>

#include "postgres/pg_bouncer.hpp"
#include "postgres/postgres_server.hpp"
#include "postgres_store/tenants.hpp"

namespace tradepost::store::postgres::testing {
namespace {

std::unique_ptr<tradepost::postgres::PostgresServer>& server() {
  static std::unique_ptr<tradepost::postgres::PostgresServer> one;
  return one;
}

std::unique_ptr<tradepost::postgres::PgBouncer>& bouncer() {
  static std::unique_ptr<tradepost::postgres::PgBouncer> one;
  return one;
}

// Checks the statements that the tests sent. If all tests ran, every statement of the sources must
// be among them.
void look_for_tenants() {
  const auto sent = sent_statements().all();
  const base::SystemClock clock;
  ScratchStore scratch(clock);
  scratch.close();
  const auto* const run = ::testing::UnitTest::GetInstance();
  expect_tenants_in(sent, scratch.database(), run->test_to_run_count() == run->total_test_count());
}

class EndsServer final : public ::testing::Environment {
 public:
  void SetUp() override {
    server() = std::make_unique<tradepost::postgres::PostgresServer>();
    bouncer() = std::make_unique<tradepost::postgres::PgBouncer>(*server());
  }
  void TearDown() override {
    look_for_tenants();
    bouncer().reset();
    server().reset();
  }
};
const auto* const environment = ::testing::AddGlobalTestEnvironment(new EndsServer);

std::string new_name() {
  static std::atomic<unsigned> count{0};
  return fmt::format("network_{}", ++count);
}

// Runs statements outside a transaction.
void run(const std::string& sql) {
  const auto connection = database::Connection::open(
      {.address = server()->address(), .application_name = "tradepost tests"});
  ASSERT_TRUE(connection.has_value()) << connection.error().detail().str();
  const auto done = (*connection)->run(sql);
  ASSERT_TRUE(done.has_value()) << done.error().detail().str();
}

}  // namespace

ScratchStore::ScratchStore(const base::Clock& clock, Way way) : clock_(clock), name_(new_name()) {
  run("CREATE DATABASE " + name_);
  // The tests check answers; a sync for each would take most of the time.
  run("ALTER DATABASE " + name_ + " SET synchronous_commit = off");
  options_.link.database = {
      .address = way == Way::direct ? server()->address(name_) : bouncer()->address(name_),
      .application_name = "tradepost",
      .observer = [](const database::Statement& sent) { sent_statements().add(sent); }};
  options_.connections = 3;
  restart();
}

ScratchStore::~ScratchStore() {
  store_.reset();
  run("DROP DATABASE " + name_ + " WITH (FORCE)");  // PgBouncer keeps its sessions
}

void ScratchStore::restart() {
  close();
  open(HalfMoved::refused);
}

void ScratchStore::open(HalfMoved half_moved) {
  options_.half_moved = half_moved;
  auto opened = PostgresStore::open(clock_, options_);
  if (!opened) {
    FAIL() << opened.error().text().str() << " " << opened.error().detail().str();
  }
  store_ = *std::move(opened);
}

conformance::MakeStore stores(Way way) {
  return [way](const base::Clock& clock) { return std::make_unique<ScratchStore>(clock, way); };
}

}  // namespace tradepost::store::postgres::testing
