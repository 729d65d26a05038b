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
  std::optional<base::Uuid> transaction;  // of those about one
};
struct LostPiece {  // records that can't be read any more
  journal::Sequence first = 0;
  journal::Sequence last = 0;
};
inline constexpr std::size_t lost_records_named_max = 10'000;

// What a repair would do.
struct Damage {
  std::vector<journal::Defect> defects;
  std::optional<journal::Place> cut;  // all from here on goes, where anything is to go
  std::vector<journal::Place> stray;  // bytes after a closed segment: no record lies there
  journal::Sequence kept = 0;         // the last record that stays
  std::vector<LostRecord> lost;       // those that can be read, and go; the first ones
  std::uint64_t lost_count = 0;       // of all that can be read, and go
  std::vector<LostPiece> unreadable;  // as far as the journal, the index or `journal-end` knows
  bool nothing_is_left = false;       // no record is whole before the damage
  bool is_anothers = false;           // the folder's own journal was another one
  bool is_to_be_finished = false;     // a repair was begun, and not ended
  LivesBefore before;                 // as far as they were seen anywhere

  bool is_there() const {
    return cut || !stray.empty() || !unreadable.empty() || is_to_be_finished || nothing_is_left ||
           is_anothers;
  }
};

struct Repaired {
  std::string kept_in;  // the folder with the cut parts; empty if nothing was cut
  NewLife life;
};

// A repair under way: nobody else has the journal, from the plan to its end.
class Repair {
 public:
  // Looks, and changes nothing. not_found, in_use, too_new.
  static Result<Repair> plan(const DataFolder& data, const Tell& tell);

  const Damage& damage() const { return damage_; }
  // Takes what can't be saved out of the journal (into DIR/cut-…, nothing is destroyed), makes the
  // index anew, and begins a new epoch. Killed in between, it is planned once more and goes on.
  Result<Repaired> carry_out(const World& world, const Tell& tell);

 private:
  Repair(DataFolder data, LockedJournal locked)
      : data_(std::move(data)), locked_(std::move(locked)) {}
  Done look(const Tell& tell);
  Done cut(const std::string& folder);
  Done keep_front(const std::string& cut_folder, journal::Place end);

  DataFolder data_;
  LockedJournal locked_;
  Damage damage_;
};

}  // namespace tradepost::store::embedded
