#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "conformance/store_under_test.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::store::postgres::testing {

// The connection of a store to its PostgreSQL.
enum class Way : std::uint8_t { direct, through_pgbouncer };

// A store in a new database of the process's PostgreSQL. The database ends with the object.
class ScratchStore final : public conformance::StoreUnderTest {
 public:
  explicit ScratchStore(const base::Clock& clock, Way way = Way::direct);
  ~ScratchStore() override;

  PostgresStore& postgres() { return *store_; }
  exchange::Store& store() override { return *store_; }
  void restart() override;
  void close() { store_.reset(); }
  // Fails the test if it can't be opened.
  void open(HalfMoved half_moved);

  const PostgresOptions& options() const { return options_; }
  // For the test's own queries, which do not count as statements of the store.
  database::Options database() const {
    return {.address = options_.link.database.address, .application_name = "tradepost tests"};
  }

 private:
  const base::Clock& clock_;
  const std::string name_;
  PostgresOptions options_;
  std::unique_ptr<PostgresStore> store_;
};

conformance::MakeStore stores(Way way);

}  // namespace tradepost::store::postgres::testing
