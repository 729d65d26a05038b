#pragma once

#include <optional>
#include <vector>

#include "exchange/port/person_keys.hpp"
#include "store/postgres/read_runner.hpp"

namespace tradepost::store::postgres {

// The keys of people in the table `person_key`.
class PersonKeyTable final : public exchange::PersonKeys {
 public:
  // Both must outlive this.
  PersonKeyTable(ReadRunner& reads, Pool& pool) : reads_(reads), pool_(pool) {}

  Answering<std::vector<exchange::PersonKey>> of(std::vector<exchange::PersonId> people,
                                                 Deadline deadline) override;
  Answering<std::optional<exchange::PersonKey>> with_address(exchange::Digest address,
                                                             Deadline deadline) override;
  Answering<bool> keep(exchange::PersonKey key, Deadline deadline) override;
  Answering<std::monostate> remove(exchange::PersonId person, Deadline deadline) override;

 private:
  ReadRunner& reads_;
  Pool& pool_;
};

}  // namespace tradepost::store::postgres
