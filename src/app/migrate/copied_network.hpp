#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "journal/disk/file.hpp"
#include "store/embedded/embedded_store.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {

// A copy of the network in a folder, DIR.migrating, which exists as long as this object. The folder
// may be served. The copy has every operation that was acknowledged before it was made.
class CopiedNetwork {
 public:
  // Fails if the backup fails, or if the store of the copy cannot be opened.
  static base::Result<std::unique_ptr<CopiedNetwork>> of(
      const std::string& folder, const base::Clock& clock,
      const store::embedded::OnProgress& on_progress);
  ~CopiedNetwork();
  // Copies the newer records, too, without reading the others again. References that store() has
  // returned before become invalid.
  base::Done catch_up(const base::Clock& clock, const store::embedded::OnProgress& on_progress);
  CopiedNetwork(const CopiedNetwork&) = delete;
  CopiedNetwork& operator=(const CopiedNetwork&) = delete;

  exchange::Store& store() { return *store_; }
  // Identifies the network and its epoch: a restored network has a different identity.
  const std::string& identity() const { return identity_; }
  std::uint64_t last_sequence() const { return last_sequence_; }
  // Returns true if no process served the folder at the last copy. None can while this object
  // lives.
  bool is_locked() const { return lock_.lock != nullptr; }

 private:
  explicit CopiedNetwork(const std::string& folder);
  base::Done lock();
  base::Done open(const base::Clock& clock, const store::embedded::OnProgress& on_progress);

  const std::string source_;
  const std::string path_;
  store::embedded::LockedJournal lock_;
  base::SystemRandom random_;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<store::embedded::EmbeddedStore> store_;
  std::string identity_;
  std::uint64_t last_sequence_ = 0;
};

}  // namespace tradepost::app
