#pragma once

#include <memory>
#include <string>

#include "base/clock.hpp"
#include "conformance/store_under_test.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::store::postgres::testing {

// A store in a database of its own, in the PostgreSQL of the process; both are gone with it.
class ScratchStore final : public conformance::StoreUnderTest {
 public:
  explicit ScratchStore(const base::Clock& clock);
  ~ScratchStore() override;

  PostgresStore& postgres() { return *store_; }
  exchange::Store& store() override { return *store_; }
  void restart() override;

  const PostgresOptions& options() const { return options_; }

 private:
  const base::Clock& clock_;
  const std::string name_;
  PostgresOptions options_;
  std::unique_ptr<PostgresStore> store_;
};

std::unique_ptr<conformance::StoreUnderTest> make_store(const base::Clock& clock);

}  // namespace tradepost::store::postgres::testing
