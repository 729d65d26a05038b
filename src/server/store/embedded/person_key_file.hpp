#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "exchange/port/person_keys.hpp"
#include "journal/disk/file.hpp"
#include "store/embedded/read_runner.hpp"

namespace tradepost::store::embedded {

// Returns the keys of the file `people-keys`; none if the file does not exist.
Result<std::vector<exchange::PersonKey>> read_person_keys(journal::Folder& data);
// Replaces the file. Returns `disk_full` if it would be larger than a reader accepts.
Done write_person_keys(journal::Folder& data, std::span<const exchange::PersonKey> keys);

// The keys of people in the file `people-keys` of the data folder. They are in memory; a change
// replaces the file on a thread of the pool. A backup does not have the file, and a restored folder
// begins without it (docs/operate/backup.md).
class PersonKeyFile final : public exchange::PersonKeys {
 public:
  // The folder must outlive this; the threads of `pool` must be joined before this is destroyed.
  static Result<std::unique_ptr<PersonKeyFile>> open(journal::Folder& data, ReadPool& pool);

  Answering<std::vector<exchange::PersonKey>> of(std::vector<exchange::PersonId> people,
                                                 Deadline deadline) override;
  Answering<std::optional<exchange::PersonKey>> with_address(exchange::Digest address,
                                                             Deadline deadline) override;
  Answering<bool> keep(exchange::PersonKey key, Deadline deadline) override;
  Answering<std::monostate> remove(exchange::PersonId person, Deadline deadline) override;

 private:
  using Keys = std::map<exchange::PersonId, exchange::PersonKey>;

  PersonKeyFile(journal::Folder& data, ReadPool& pool, Keys keys)
      : data_(data), pool_(pool), keys_(std::make_shared<const Keys>(std::move(keys))) {}

  std::shared_ptr<const Keys> keys() const;
  Result<bool> kept(const exchange::PersonKey& key);
  Result<std::monostate> removed(exchange::PersonId person);
  Done replace(Keys keys);

  journal::Folder& data_;
  ReadPool& pool_;
  std::mutex writing_;  // held by the thread that replaces the file
  mutable std::mutex mutex_;
  std::shared_ptr<const Keys> keys_;  // guarded by mutex_; shared with readers
};

}  // namespace tradepost::store::embedded
