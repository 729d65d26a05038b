#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "store/embedded/offline/backup.hpp"

// A folder of backups, as a timer takes them.
namespace tradepost::app {

struct KeptBackup {
  std::string path;
  store::embedded::BackupNote note;
};

// Returns the identity of the network in a data folder.
base::Result<journal::Identity> identity_of(const std::string& data);

// Returns the complete backups of the network in the folder, newest first; nullopt: of all
// networks.
base::Result<std::vector<KeptBackup>> backups_in(const std::string& folder,
                                                 const std::optional<journal::Identity>& network);

// Returns the name of a backup that is taken now, such as 2026-03-02T021500Z. Only backups with
// such a name are removed. Names sort by time.
std::string backup_name(base::Instant now);

// Removes incomplete backups that an interruption left.
base::Done remove_unfinished_backups(const std::string& folder, base::Instant now);
// Removes the backups of the network, except `taken` and the newest of the others, so that `keep`
// remain. Returns the number of removed backups.
base::Result<std::size_t> remove_old_backups(const std::string& folder, const KeptBackup& taken,
                                             std::size_t keep);

}  // namespace tradepost::app
