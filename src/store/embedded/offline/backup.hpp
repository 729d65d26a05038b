#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/crypto/sha256.hpp"
#include "journal/disk/place.hpp"
#include "journal/frames/format.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/offline/rebuild.hpp"

namespace tradepost::store::embedded {

// The content of a backup. Written last, as the file `backup` in its folder: a folder without one
// is the rest of an interrupted backup.
struct BackupNote {
  static constexpr std::uint32_t format_now = 1;

  std::uint32_t format = format_now;
  journal::Identity journal;
  journal::Sequence sequence = 0;  // of the last record
  base::Digest chain;              // after it
  base::Instant taken{};
};
// damaged: it was interrupted, or is none. too_new.
Result<BackupNote> read_backup_note(const std::string& backup);

struct BackupReport {
  BackupNote note;
  std::uint32_t segments = 0;
};

// Copies the journal of a network that may be served meanwhile: every frame that was written when
// this was called, and only whole frames. Full segments are links if the file system has them; the
// index is not copied. The copy is read once more before it gets its name.
//
// conflict: `target` exists, or the rest of an interrupted backup beside it. damaged: the journal
// is, and so would be the copy.
Result<BackupReport> back_up(const DataFolder& data, const std::string& target,
                             const base::Clock& clock, const Tell& tell);

struct RestoreReport {
  BackupNote note;
  NewLife life;
};

// Makes a network from a backup, in a folder that does not exist or is empty: the journal is
// copied, the index built from it, and a new epoch begun. Erasures of the backup stay, and later
// erasures by the journals of these folders are repeated.
//
// conflict: the folder is not empty, or a journal is another network's. damaged: the backup is, or
// is none. too_new.
Result<RestoreReport> restore(const std::string& backup, const DataFolder& data,
                              std::span<const std::string> erased_in, const World& world,
                              const Tell& tell);

}  // namespace tradepost::store::embedded
