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

// A copy of the network in a folder, which may be served meanwhile: all that was acknowledged when
// it was made. It stands beside the folder as DIR.migrating, and goes with the object.
class CopiedNetwork {
 public:
  // What backup() and the start of a store refuse.
  static base::Result<std::unique_ptr<CopiedNetwork>> of(const std::string& folder,
                                                         const base::Clock& clock,
                                                         const store::embedded::Tell& tell);
  ~CopiedNetwork();
  // What was acknowledged meanwhile, too; what was copied is not read again. The stores that it
  // gave out before are gone.
  base::Done catch_up(const base::Clock& clock, const store::embedded::Tell& tell);
  CopiedNetwork(const CopiedNetwork&) = delete;
  CopiedNetwork& operator=(const CopiedNetwork&) = delete;

  exchange::Store& store() { return *store_; }
  // Other than that of any other network, and than that of the same one after a restore.
  const std::string& identity() const { return identity_; }
  std::uint64_t last_sequence() const { return last_sequence_; }
  // Nobody served the folder when the copy was last made, and nobody does as long as this lives.
  bool is_locked() const { return lock_.lock != nullptr; }

 private:
  explicit CopiedNetwork(const std::string& folder);
  base::Done lock();
  base::Done open(const base::Clock& clock, const store::embedded::Tell& tell);

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
