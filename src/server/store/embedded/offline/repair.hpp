#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "journal/recovery/verify.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/offline/rebuild.hpp"

namespace tradepost::store::embedded {

struct LostRecord {
  journal::Sequence sequence = 0;
  std::uint16_t kind = 0;
  std::optional<base::Uuid> transaction;  // of a record about one transaction
};
struct LostPiece {  // records that are unreadable
  journal::Sequence first = 0;
  journal::Sequence last = 0;
};
inline constexpr std::size_t lost_records_named_max = 10'000;

// The plan of a repair.
struct Damage {
  std::vector<journal::Defect> defects;
  std::optional<journal::Place> cut;  // everything from here is cut; nullopt: nothing is
  std::vector<journal::Place> stray;  // bytes after a closed segment, without records
  journal::Sequence kept = 0;         // the last record that remains
  std::vector<LostRecord> lost;       // readable records that are cut; the first ones
  std::uint64_t lost_count = 0;       // number of readable records that are cut
  std::vector<LostPiece> unreadable;  // as known from journal, index or `journal-end`
  bool nothing_is_left = false;       // the damage begins before the first whole record
  bool is_anothers = false;           // `journal-end` belongs to another journal
  bool is_to_be_finished = false;     // a repair was interrupted
  LivesBefore before;                 // as found in journal and index

  bool is_there() const {
    return cut || !stray.empty() || !unreadable.empty() || is_to_be_finished || nothing_is_left ||
           is_anothers;
  }
};

struct Repaired {
  std::string kept_in;  // the folder with the cut parts; empty if nothing was cut
  NewLife life;
};

// A repair. It keeps other processes from opening the journal, from the plan to its end.
class Repair {
 public:
  // Examines the journal and changes nothing. Fails with not_found, in_use or too_new.
  static Result<Repair> plan(const DataFolder& data, const OnProgress& on_progress);

  const Damage& damage() const { return damage_; }
  // Moves unrecoverable parts of the journal into DIR/cut-…, rebuilds the index and begins a new
  // epoch. Nothing is deleted. After a kill, a new plan continues the repair.
  Result<Repaired> carry_out(const World& world, const OnProgress& on_progress);

 private:
  Repair(DataFolder data, LockedJournal locked)
      : data_(std::move(data)), locked_(std::move(locked)) {}
  Done look(const OnProgress& on_progress);
  Done cut(const std::string& folder);
  Done keep_front(const std::string& cut_folder, journal::Place end);

  DataFolder data_;
  LockedJournal locked_;
  Damage damage_;
};

}  // namespace tradepost::store::embedded
