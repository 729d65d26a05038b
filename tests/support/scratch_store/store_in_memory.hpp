#pragma once

#include <cstdint>
#include <memory>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "exchange/port/person_keys.hpp"
#include "exchange/port/store.hpp"
#include "faulty_disk/faulty_disk.hpp"

namespace tradepost::store::embedded {
class EmbeddedStore;
}  // namespace tradepost::store::embedded

namespace tradepost::store::embedded::testing {

// An embedded store on a disk in memory. It starts in a few milliseconds, on files in a hundred.
class StoreInMemory {
 public:
  // `clock` outlives it.
  explicit StoreInMemory(const base::Clock& clock);
  ~StoreInMemory();

  // A restart ends the references.
  exchange::Store& store();
  exchange::PersonKeys& person_keys();
  // Simulates a restart of the process. If intents are left, the new process neither finishes them
  // nor hides their intermediate state, so that a test can look at a started intent.
  enum class Intents : std::uint8_t { are_finished, are_left };
  void restart(Intents intents = Intents::are_finished);
  // Simulates a restore from a backup: the new process begins a new epoch.
  void begin_epoch();

 private:
  void open(Intents intents);
  void close();

  const base::Clock& clock_;
  base::SystemRandom random_;
  FaultyDisk disk_{1};
  const std::unique_ptr<rocksdb::Env> index_env_;
  const std::unique_ptr<journal::Folder> journal_folder_;
  FaultyDisk disk_of_keys_{1};
  const std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<EmbeddedStore> store_;
  exchange::PersonKeys* person_keys_ = nullptr;  // of the store
};

}  // namespace tradepost::store::embedded::testing
