#pragma once

#include <optional>
#include <vector>

#include "base/crypto/seal.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::exchange {

// The key of the sealed text in the entry of a person. `address` is a keyed digest of the person's
// e-mail address, by which the person signs in.
struct PersonKey {
  PersonId person;
  base::SealKey key{};
  Digest address;

  bool operator==(const PersonKey&) const = default;
};

// The keys of people, which are outside of the records and of backups. The promises of Store hold
// for every function.
class PersonKeys {
 public:
  virtual ~PersonKeys() = default;

  // Returns the keys of these people, without the people that have none, in any order.
  virtual Answering<std::vector<PersonKey>> of(std::vector<PersonId> people, Deadline deadline) = 0;
  virtual Answering<std::optional<PersonKey>> with_address(Digest address, Deadline deadline) = 0;
  // Adds the key or replaces the person's earlier one. Returns false if another person has the
  // address; nothing is kept then.
  virtual Answering<bool> keep(PersonKey key, Deadline deadline) = 0;
  // Without its key, the data of a person can't be read again.
  virtual Answering<std::monostate> remove(PersonId person, Deadline deadline) = 0;
};

}  // namespace tradepost::exchange
