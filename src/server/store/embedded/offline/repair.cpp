#include "store/embedded/offline/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

#include "journal/disk/posix_folder.hpp"
#include "journal/frames/segment.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/folder/erasures.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {
namespace {

using journal::Place;
using journal::Sequence;

constexpr std::string_view cut_prefix = "cut-";
constexpr std::string_view unfinished = ".unfinished";

// Finds the place of the first damage. Bytes after a closed segment are a separate case, because no
// record is lost there.
class FirstDamage final : public journal::Spectator {
 public:
  void frame(Place place, const journal::SeenFrame& frame) override {
    if (stray_ && stray_->segment == place.segment) {
      found(*stray_);
    } else if (stray_) {
      strays_.push_back(*stray_);
    }
    stray_.reset();
    closed_ = frame.header.kind == journal::FrameKind::close ? place.segment : 0;
  }
  // A closed segment always has a successor.
  void end(std::uint32_t last_segment) {
    if (closed_ != 0 && closed_ == last_segment) found({closed_ + 1, 0});
  }
  void defect(const journal::Defect& defect) override {
    if (closed_ != 0 && defect.place.segment == closed_ && !stray_) {
      stray_ = defect.place;
    } else {
      found(defect.place);
    }
  }

  const std::optional<Place>& first() const { return first_; }
  // Returns the stray bytes before the first damage.
  std::vector<Place> strays() const {
    auto all = strays_;
    if (stray_) all.push_back(*stray_);
    if (first_) std::erase_if(all, [&](Place place) { return place > *first_; });
    return all;
  }

 private:
  void found(Place place) { first_ = first_ ? std::min(*first_, place) : place; }

  std::uint32_t closed_ = 0;  // the segment that the last frame closed
  std::optional<Place> stray_;
  std::vector<Place> strays_;
  std::optional<Place> first_;
};

std::optional<base::Uuid> transaction_of(const journal::RecordView& record) {
  const bool is_of_one =
      (record.kind >= exchange::Sent::record && record.kind <= exchange::OriginalKept::record) ||
      is_sent(record.kind) || has_words_of_sent(record.kind);
  base::Uuid id;
  if (!is_of_one || record.head.size() < id.bytes.size()) return std::nullopt;
  std::ranges::copy(record.head.substr(0, id.bytes.size()), id.bytes.begin());
  return id;
}

// Collects the records before and after the damage.
class BothSides final : public journal::Spectator {
 public:
  BothSides(std::optional<Place> first, Damage& damage) : first_(first), damage_(damage) {}

  void frame(Place place, const journal::SeenFrame& frame) override {
    const auto& header = frame.header;
    if (first_ && place >= *first_) {
      if (header.first_sequence > next_) {
        damage_.unreadable.push_back({.first = next_, .last = header.first_sequence - 1});
      }
      for (const auto& record : frame.records) lose(record);
      erased_.frame(place, frame);
      next_ = std::max(next_, header.next_sequence());
      return;
    }
    damage_.kept = header.next_sequence() - 1;
    next_ = header.next_sequence();
    const bool closes = header.kind == journal::FrameKind::close;
    end_ = closes ? place
                  : Place{place.segment,
                          place.offset + static_cast<std::uint32_t>(header.frame_bytes())};
    for (const auto& record : frame.records) see_epoch(record);
  }

  // The end of the last whole frame before the damage. It excludes a frame that closes its segment,
  // because another segment would have to follow.
  const std::optional<Place>& end() const { return end_; }
  Sequence next() const { return next_; }
  // Returns the erasures in records that are cut; their documents may remain.
  std::vector<exchange::Erased> take_erased() { return erased_.take(); }

 private:
  void lose(const journal::RecordView& record) {
    see_epoch(record);
    if (++damage_.lost_count > lost_records_named_max) return;
    damage_.lost.push_back(
        {.sequence = record.sequence, .kind = record.kind, .transaction = transaction_of(record)});
  }
  void see_epoch(const journal::RecordView& record) {
    if (record.kind != EpochBegun::record) return;
    const auto payload = payload_of(record, nullptr);
    const auto* const begun = payload ? std::get_if<EpochBegun>(&*payload) : nullptr;
    if (begun != nullptr) damage_.before.epoch = std::max(damage_.before.epoch, begun->epoch);
  }

  const std::optional<Place> first_;
  Damage& damage_;
  std::optional<Place> end_;
  Sequence next_ = 1;
  ErasuresSeen erased_{0};
};

// Returns the folder of an interrupted repair.
std::optional<std::string> begun_folder(const DataFolder& data) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(data.path, error)) {
    const auto name = entry.path().filename().string();
    if (name.starts_with(cut_prefix) && name.ends_with(unfinished)) return entry.path().string();
  }
  return std::nullopt;
}

}  // namespace

Result<Repair> Repair::plan(const DataFolder& data, const OnProgress& on_progress) {
  TRY_ASSIGN(LockedJournal locked, lock_journal(data));
  Repair repair(data, std::move(locked));
  TRY(repair.look(on_progress));
  return repair;
}

Done Repair::look(const OnProgress& on_progress) {
  if (on_progress) on_progress({.what = "looking for damage", .done = 0, .of = 0});
  FirstDamage first_damage;
  TRY_ASSIGN(const auto verdict, journal::verify(*locked_.folder, {}, first_damage));
  first_damage.end(verdict.last_segment);
  damage_.defects = verdict.defects;
  damage_.stray = first_damage.strays();
  damage_.is_to_be_finished = begun_folder(data_).has_value();
  const auto first = first_damage.first();
  if (on_progress) on_progress({.what = "examining the damage", .done = 0, .of = 0});
  BothSides sides(first, damage_);
  TRY(journal::verify(*locked_.folder, {}, sides));
  damage_.before.erased = sides.take_erased();
  if (first) damage_.cut = sides.end();
  // The journal of every network has a first record.
  damage_.nothing_is_left = damage_.kept == 0;
  TRY_ASSIGN(const auto data, journal::open_posix_folder(data_.path, journal::Missing::refuse));
  TRY_ASSIGN(const auto noted, read_journal_end(*data));
  damage_.is_anothers = noted && noted->journal != verdict.identity;
  Sequence known = noted && !damage_.is_anothers ? noted->sequence : 0;
  TRY_ASSIGN(const auto seen, see_index(data_, verdict.identity));
  if (seen.applied) {
    damage_.before.epoch = std::max(damage_.before.epoch, seen.applied->epoch);
    known = std::max(known, seen.applied->sequence);
  }
  if (known >= sides.next()) damage_.unreadable.push_back({.first = sides.next(), .last = known});
  return {};
}

// Keeps only the front of a segment, as a new file: a backup may have a link to the old file, which
// is stored with the cut parts.
Done Repair::keep_front(const std::string& cut_folder, Place end) {
  const auto name = journal::segment_name(end.segment);
  const auto path = data_.journal() + "/" + name;
  TRY(link_or_copy(path, cut_folder + "/" + name));
  TRY(sync_folder(cut_folder));
  TRY(copy_front(path, path + ".new", end.offset));
  TRY(locked_.folder->rename(name + ".new", name));
  return locked_.folder->sync();
}

// Moves the last segment first, so that a kill leaves no new gap in the journal.
Done Repair::cut(const std::string& folder) {
  TRY_ASSIGN(const auto into, journal::open_posix_folder(folder, journal::Missing::make));
  if (damage_.cut) {
    TRY_ASSIGN(auto names, locked_.folder->names());
    std::ranges::reverse(names);
    for (const auto& name : names) {
      const auto number = journal::segment_number(name);
      if (!number || *number <= damage_.cut->segment) continue;
      TRY(rename_path(data_.journal() + "/" + name, folder + "/" + name));
      TRY(into->sync());
      TRY(locked_.folder->sync());
    }
    TRY(keep_front(folder, *damage_.cut));
  }
  for (const Place place : damage_.stray) TRY(keep_front(folder, place));
  return {};
}

Result<Repaired> Repair::carry_out(const World& world, const OnProgress& on_progress) {
  Repaired repaired;
  auto folder = begun_folder(data_);
  if (!folder) {
    folder = data_.path + "/" + std::string(cut_prefix) + name_of_moment(world.clock.now()) +
             std::string(unfinished);
  }
  TRY(cut(*folder));
  // The index may be at a cut record, so that a normal start would fail.
  locked_.lock.reset();
  TRY_ASSIGN(repaired.life, begin_new_life(data_, damage_.before, world, on_progress));
  repaired.kept_in = folder->substr(0, folder->size() - unfinished.size());
  TRY(rename_path(*folder, repaired.kept_in));
  TRY(sync_folder(data_.path));
  return repaired;
}

}  // namespace tradepost::store::embedded
