#include "store/embedded/offline/rebuild.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "exchange/rules/number_spans.hpp"
#include "journal/disk/posix_folder.hpp"
#include "journal/disk/refusal.hpp"
#include "journal/journal.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/format/payload.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {
namespace {

// A journal and its new index, while the network is not served.
class Rebuilding {
 public:
  explicit Rebuilding(const DataFolder& data) : data_(data) {}

  // The expected journal: with everything that `journal-end` proves, or only with the remains.
  enum class Expect : std::uint8_t { what_was_there, what_is_left };
  Done run(Expect expect, const OnProgress& on_progress);
  Result<NewLife> begin_life(const LivesBefore& before, const World& world);
  Done put_in_place();
  const Applied& applied() const { return applied_; }

 private:
  Result<std::vector<Jump>> jumps();
  Result<std::vector<exchange::Erased>> those_there(std::span<const exchange::Erased> erased);
  Done append(std::span<const Encoded> encoded);

  const DataFolder& data_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<journal::Folder> folder_;  // the folder of the journal
  std::unique_ptr<journal::Journal> journal_;
  std::optional<ScratchFolder> scratch_;
  std::unique_ptr<Index> index_;
  CommittedState committed_;
  Applied applied_;
};

Done Rebuilding::run(Expect expect, const OnProgress& on_progress) {
  TRY_ASSIGN(folder_, journal::open_posix_folder(data_.journal(), journal::Missing::refuse));
  // A missing journal is not created.
  TRY_ASSIGN(const auto identity, identity_in(*folder_));
  if (!identity) return base::refuse(journal::no_journal());
  TRY_ASSIGN(data_folder_, journal::open_posix_folder(data_.path, journal::Missing::refuse));
  journal::Start start;
  if (expect == Expect::what_was_there) {
    TRY_ASSIGN(start.proven, proven_by_file(*data_folder_, *folder_));
  }
  TRY_ASSIGN(journal_, journal::Journal::open(*folder_, {}, start));
  TRY_ASSIGN(ScratchFolder scratch, ScratchFolder::in(data_));
  scratch_.emplace(std::move(scratch));
  TRY_ASSIGN(index_, Index::open(scratch_->index(), {}));
  const Watch watch{.on_progress = [&](const Progress& progress) {
    if (on_progress)
      on_progress({.what = "applying record", .done = progress.done, .of = progress.of});
  }};
  TRY_ASSIGN(applied_,
             replay(*index_, journal_->reader(), Applied::nothing(journal_->opened().identity),
                    committed_, journal_->opened().end.next - 1, watch));
  return {};
}

Result<std::vector<Jump>> Rebuilding::jumps() {
  std::vector<Jump> jumps;
  TRY_ASSIGN(const LoadedState loaded, load_state(*index_, applied_));
  const auto& next_numbers = loaded.committed.next_numbers;
  for (const auto& [revision, entry] : loaded.entries) {
    const auto* const range = std::get_if<exchange::NumberRange>(&entry);
    if (range == nullptr) continue;
    const auto [first, end] = exchange::span_of(*range);
    const auto taken = next_numbers.find(range->id);
    const auto next = taken == next_numbers.end() ? first : std::max(first, taken->second);
    const auto left = end > next ? end - next : 0;
    const auto count = std::min<std::uint64_t>(jump_max, (left + 9) / 10);
    if (count == 0) continue;
    jumps.push_back(
        {.range = range->id, .first = next, .count = static_cast<std::uint32_t>(count)});
  }
  return jumps;
}

// Returns the erased documents that the journal has with their content, without duplicates.
Result<std::vector<exchange::Erased>> Rebuilding::those_there(
    std::span<const exchange::Erased> erased) {
  const Records records(*index_, journal_->reader());
  ReadContext context;
  std::vector<exchange::Erased> there;
  for (const exchange::Erased& each : erased) {
    TRY_ASSIGN(const auto row, records.row(each.id, context));
    const bool is_there = row && !row->known.content.removed_at;
    if (is_there && std::ranges::find(there, each.id, &exchange::Erased::id) == there.end()) {
      there.push_back(each);
    }
  }
  return there;
}

// Writes records without a body.
Done Rebuilding::append(std::span<const Encoded> encoded) {
  std::vector<journal::NewRecord> records;
  for (const Encoded& each : encoded) {
    records.push_back({.kind = each.kind, .version = each.version, .head = each.head, .body = {}});
  }
  TRY_ASSIGN(const auto appended,
             journal_->writer().append(records, std::chrono::steady_clock::now()));
  TRY_ASSIGN(applied_, replay(*index_, journal_->reader(), applied_, committed_,
                              appended.first + records.size() - 1, {}));
  return {};
}

Result<NewLife> Rebuilding::begin_life(const LivesBefore& before, const World& world) {
  NewLife life;
  // The step is random, because two restores of one backup are two lives.
  life.epoch = std::max(applied_.epoch, before.epoch) + 1 + (world.random.next_uint64() >> 32);
  TRY_ASSIGN(life.jumps, jumps());
  TRY_ASSIGN(const auto erased, those_there(before.erased));
  life.erased = erased.size();
  const auto now = world.clock.now();
  // The records are divided into frames of limited size. The epoch is in the first.
  constexpr std::size_t at_once = 1000;
  PayloadEncoder encoder;
  encoder.add(
      EpochBegun{.epoch = life.epoch, .at = now, .cause = EpochBegun::Cause::restored, .from = {}});
  const auto add = [&](exchange::Effect effect) -> Done {
    encoder.add(effect);
    if (encoder.count() < at_once) return {};
    TRY(append(encoder.records()));
    encoder.clear();
    return {};
  };
  for (const Jump& jump : life.jumps) {
    TRY(add(exchange::NumbersTaken{
        .range = jump.range, .first = jump.first, .next = jump.first + jump.count, .at = now}));
  }
  for (const exchange::Erased& each : erased) TRY(add(each));
  if (encoder.count() > 0) TRY(append(encoder.records()));
  life.sequence = applied_.sequence;
  return life;
}

Done Rebuilding::put_in_place() {
  TRY(index_->flush());
  index_.reset();
  TRY(scratch_->replace_index(data_));
  TRY(journal_->writer().seal());
  return write_journal_end(*data_folder_, JournalEnd::of(applied_));
}

}  // namespace

Result<Rebuilt> rebuild_index(const DataFolder& data, const OnProgress& on_progress) {
  Rebuilding rebuilding(data);
  TRY(rebuilding.run(Rebuilding::Expect::what_was_there, on_progress));
  TRY(rebuilding.put_in_place());
  return Rebuilt{.sequence = rebuilding.applied().sequence, .epoch = rebuilding.applied().epoch};
}

Result<NewLife> begin_new_life(const DataFolder& data, const LivesBefore& before,
                               const World& world, const OnProgress& on_progress) {
  Rebuilding rebuilding(data);
  TRY(rebuilding.run(Rebuilding::Expect::what_is_left, on_progress));
  TRY_ASSIGN(NewLife life, rebuilding.begin_life(before, world));
  TRY(rebuilding.put_in_place());
  return life;
}

}  // namespace tradepost::store::embedded
