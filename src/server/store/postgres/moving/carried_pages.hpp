#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "database/connection.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/postgres/moving/carrying.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// The pages of effects. The tables have no log: Carrying builds the effects from the current rows
// and numbers them each time. The pages form one sequence only if nothing is written between them,
// and are read in order. Any thread.
class CarriedPages {
 public:
  // Both must outlive this.
  CarriedPages(const database::Options& database, Node& node) : database_(database), node_(node) {}

  base::Result<exchange::EffectsPage> page(std::uint64_t after, std::uint32_t count_max);

 private:
  base::Result<exchange::EffectsPage> carried(std::uint64_t after, std::uint32_t count_max);

  const database::Options& database_;
  Node& node_;

  std::mutex mutex_;
  std::unique_ptr<Carrying> carrying_;  // guarded by mutex_; nullptr before the first page
};

}  // namespace tradepost::store::postgres
