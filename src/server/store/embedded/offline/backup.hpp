#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/sha256.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/offline/rebuild.hpp"

namespace tradepost::store::embedded {

// The description of a backup. The file `backup` in its folder, which is written last: a folder
// without it is the rest of an interrupted backup.
struct BackupNote {
  static constexpr std::uint32_t format_now = 1;

  std::uint32_t format = format_now;
  journal::Identity journal;
  journal::Sequence sequence = 0;  // of the last record
  base::Digest chain;              // after it
  base::Instant taken{};
};
// Fails with damaged if the backup was interrupted or is not a backup, and with too_new.
Result<BackupNote> read_backup_note(const std::string& backup);

struct BackupReport {
  BackupNote note;
  std::uint32_t segments = 0;
};

// The end of a backup's name while it is incomplete.
inline constexpr std::string_view unfinished_suffix = ".unfinished";

// Copies the journal of a network, which may be served during the backup: every frame that was
// written before the call, and only whole frames. Full segments are links if the file system has
// them; the index is not copied. The copy is read again before it gets its name.
//
// Fails with conflict if `target` or the rest of an interrupted backup exists, and with damaged if
// the journal, and so the copy, is damaged.
Result<BackupReport> back_up(const DataFolder& data, const std::string& target,
                             const base::Clock& clock, const OnProgress& on_progress);

struct RestoreReport {
  BackupNote note;
  NewLife life;
};

// Makes a network from a backup, in a folder that does not exist or is empty: copies the journal,
// builds the index and begins a new epoch. The backup's erasures are permanent, and later erasures
// in the journals of `erased_in` are repeated.
//
// Fails with conflict if the folder is not empty or a journal is another network's; with damaged if
// the backup is damaged or not a backup; with too_new.
Result<RestoreReport> restore(const std::string& backup, const DataFolder& data,
                              std::span<const std::string> erased_in, const World& world,
                              const OnProgress& on_progress);

}  // namespace tradepost::store::embedded
