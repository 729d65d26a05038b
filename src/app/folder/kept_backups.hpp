#pragma once

#include <cstddef>
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

// Returns the complete backups in the folder, newest first.
base::Result<std::vector<KeptBackup>> backups_in(const std::string& folder);

// Appends the time of the newest complete backup to the text of /metrics; 0 if there is none.
void append_backup_line(std::string& text, const std::string& folder);

// Returns the name of a backup that is taken now, such as 2026-03-02T021500Z. Only backups with
// such a name are removed. Names sort by time.
std::string backup_name(base::Instant now);

// Removes the backups of one network, except the newest `keep`, and incomplete backups that began
// more than a day before `now`. Returns the number of removed backups.
base::Result<std::size_t> remove_old_backups(const std::string& folder,
                                             const journal::Identity& network, std::size_t keep,
                                             base::Instant now);

}  // namespace tradepost::app
