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

// What a backup holds. Written last, as the file `backup` in its folder: a folder without one is no
// backup, but what is left of one that was interrupted.
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
// this was called, and nothing that is no whole frame. Full segments are links where the file
// system has them; the index is not copied. The copy is read once more before it gets its name.
//
// conflict: `target` is there, or what is left of an interrupted one beside it. damaged: the
// journal is, and so would be the copy.
Result<BackupReport> back_up(const DataFolder& data, const std::string& target,
                             const base::Clock& clock, const Tell& tell);

struct RestoreReport {
  BackupNote note;
  NewLife life;
};

// Makes a network of a backup, in a folder that is not there or is empty: the journal is copied,
// the index made of it, and a new epoch begun. What is erased in the backup stays erased, and what
// was erased since by the journals of these folders is erased again.
//
// conflict: there is something in the folder, or a journal is another network's. damaged: the
// backup is, or is none. too_new.
Result<RestoreReport> restore(const std::string& backup, const DataFolder& data,
                              std::span<const std::string> erased_in, const World& world,
                              const Tell& tell);

}  // namespace tradepost::store::embedded
