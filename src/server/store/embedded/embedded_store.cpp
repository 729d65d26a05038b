#include "store/embedded/embedded_store.hpp"

#include <span>
#include <utility>
#include <vector>

#include "journal/disk/space.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/folder/leaving_file.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/payload.hpp"

namespace tradepost::store::embedded {
struct EmbeddedStore::Opening {
  std::unique_ptr<journal::Journal> journal;
  std::unique_ptr<Index> index;
  LoadedState loaded;
  std::vector<exchange::Seen> seen;
  Applied applied;
  std::optional<base::Error> mended;
};

namespace {

// An index that fits the journal, or a new one.
struct OpenIndex {
  std::unique_ptr<Index> index;
  std::optional<Applied> applied;
  std::optional<base::Error> mended;  // the damage of the earlier index
};

Result<OpenIndex> new_index(const Environment& environment, const IndexOptions& options,
                            std::optional<base::Error> mended = {}) {
  TRY(Index::destroy(environment.index_folder, options));
  TRY_ASSIGN(auto index, Index::open(environment.index_folder, options));
  return OpenIndex{.index = std::move(index), .applied = {}, .mended = std::move(mended)};
}

Result<OpenIndex> open_index(const Environment& environment, const IndexOptions& options) {
  TRY_ASSIGN(const auto identity, identity_in(environment.folder));
  auto index = Index::open(environment.index_folder, options);
  if (!index) {
    if (index.error().code() != base::ErrorCode::damaged) return base::refuse(index.error());
    return new_index(environment, options, index.error());
  }
  const auto applied = applied_in(**index, identity);
  if (applied && *applied) {
    return OpenIndex{.index = *std::move(index), .applied = *applied, .mended = {}};
  }
  const auto damage = (*index)->damage();
  if (!applied && !damage) return base::refuse(applied.error());
  index->reset();
  return new_index(environment, options, damage);
}

Result<std::vector<exchange::Seen>> seen_in(const Index& index) {
  std::vector<exchange::Seen> seen;
  ReadContext context;
  auto walk = index.walk(key<layouts::seen>(), {}, context);
  while (walk.next()) {
    TRY_ASSIGN(seen.emplace_back(), kept_as<exchange::Seen>(walk.value()));
  }
  TRY(walk.done());
  return seen;
}

std::optional<journal::Proven> larger_of(const std::optional<journal::Proven>& by_file,
                                         const std::optional<Applied>& applied) {
  if (!applied || (by_file && by_file->place > applied->next)) return by_file;
  return journal::Proven{.place = applied->next, .by = "the index"};
}

// Writes the first record of a new journal: the number of its epoch.
Result<Applied> begin_epoch(journal::Journal& journal, Index& index, const base::Clock& clock,
                            CommittedState& committed) {
  PayloadEncoder encoder;
  encoder.add(EpochBegun{.epoch = 1, .at = clock.now(), .from = {}});
  const Encoded& encoded = encoder.records().front();
  const journal::NewRecord record{
      .kind = encoded.kind, .version = encoded.version, .head = encoded.head, .body = {}};
  TRY_ASSIGN(const auto appended,
             journal.writer().append({&record, 1}, std::chrono::steady_clock::now()));
  return replay(index, journal.reader(), Applied::nothing(journal.opened().identity), committed,
                appended.first, {});
}

}  // namespace

Result<std::unique_ptr<EmbeddedStore>> EmbeddedStore::open(const Environment& environment,
                                                           const EmbeddedOptions& options) {
  // The lock is first: the process that holds it also has the index, and the error names it.
  TRY(environment.folder.lock());
  if (environment.data != nullptr) TRY(refuse_if_leaving(*environment.data));
  // On a full disk the ballast is deleted first, because a start writes.
  TRY(journal::SpaceGauge(environment.folder, options.journal).watch());
  std::optional<journal::Proven> by_file;
  if (environment.data != nullptr) {
    TRY_ASSIGN(by_file, proven_by_file(*environment.data, environment.folder));
  }
  TRY_ASSIGN(OpenIndex found, open_index(environment, options.index));
  journal::Identity fresh;
  environment.random.fill(std::as_writable_bytes(std::span(fresh.bytes)));
  const journal::Start start{.identity = fresh, .proven = larger_of(by_file, found.applied)};
  Opening opening;
  TRY_ASSIGN(opening.journal, journal::Journal::open(environment.folder, options.journal, start));
  if (found.applied) {
    TRY_ASSIGN(const bool fits, is_of(*opening.journal, *found.applied));
    if (!fits) {
      found.index.reset();
      TRY_ASSIGN(found, new_index(environment, options.index));
    }
  }
  opening.index = std::move(found.index);
  opening.mended = std::move(found.mended);
  const auto nothing = Applied::nothing(opening.journal->opened().identity);
  if (const Done up = bring_up(opening, environment, found.applied.value_or(nothing)); !up) {
    opening.mended = opening.index->damage();
    if (!opening.mended) return base::refuse(up.error());
    opening.index.reset();
    TRY_ASSIGN(OpenIndex rebuilt, new_index(environment, options.index));
    opening.index = std::move(rebuilt.index);
    TRY(bring_up(opening, environment, nothing));
  }
  TRY(opening.index->begin_serving());
  return std::unique_ptr<EmbeddedStore>(
      new EmbeddedStore(environment, options, std::move(opening)));
}

// Replays the journal to its end into the index, and loads the state in memory from the index.
Done EmbeddedStore::bring_up(Opening& opening, const Environment& environment,
                             const Applied& from) {
  TRY_ASSIGN(LoadedState loaded, load_state(*opening.index, from));
  TRY_ASSIGN(opening.applied,
             replay(*opening.index, opening.journal->reader(), from, loaded.committed,
                    opening.journal->opened().end.next - 1, environment.watch));
  if (opening.applied.sequence == 0) {
    TRY_ASSIGN(opening.applied,
               begin_epoch(*opening.journal, *opening.index, environment.clock, loaded.committed));
  }
  TRY_ASSIGN(opening.loaded, load_state(*opening.index, opening.applied));
  TRY_ASSIGN(opening.seen, seen_in(*opening.index));
  return {};
}

EmbeddedStore::EmbeddedStore(const Environment& environment, const EmbeddedOptions& options,
                             Opening opening)
    : environment_(environment),
      epoch_(opening.applied.epoch),
      mended_(std::move(opening.mended)),
      finishes_intents_(options.committer.finishes_intents),
      journal_(std::move(opening.journal)),
      index_(std::move(opening.index)),
      records_(*index_, journal_->reader()),
      queues_(*index_, options.queue_bytes_max),
      views_(records_, journal_->reader(), queues_, published_, marks_) {
  const auto on_failure = [this](const base::Error& error) { fail(error); };
  published_.load(opening.loaded.committed, opening.loaded.entries);
  for (const exchange::Seen& seen : opening.seen) marks_.load(seen);
  preparer_ = std::make_unique<journal::Preparer>(*journal_, on_failure);
  flusher_ =
      std::make_unique<Flusher>(*index_, *journal_, environment_.data, options.flush, on_failure);
  index_stage_ = std::make_unique<IndexStage>(IndexStage::Parts{.index = *index_,
                                                                .records = records_,
                                                                .queues = queues_,
                                                                .published = published_,
                                                                .feed_looks = feed_looks_,
                                                                .changes = environment.changes},
                                              opening.loaded.committed, on_failure);
  committer_ = std::make_unique<Committer>(
      Committer::Parts{.has_failed = failed_,
                       .journal = *journal_,
                       .records = records_,
                       .queues = queues_,
                       .index = *index_stage_,
                       .marks = marks_,
                       .clock = environment_.clock,
                       .random = environment.random,
                       .on_clock_fall = environment_.on_clock_fall,
                       .data = environment_.data},
      options.committer, std::move(opening.loaded.committed), opening.applied, on_failure);
  pool_ = std::make_unique<ReadPool>(
      ReadPool::Options{.name = "reader", .threads = options.read_threads},
      [] { return base::NoTool(); });
}

EmbeddedStore::~EmbeddedStore() {
  index_->end_waits();
  pool_.reset();
  committer_.reset();
  index_stage_.reset();
  flusher_.reset();
  preparer_.reset();
  if (index_->damage()) index_->mark_damaged();
  if (failed_) return;
  // The next start does the rest.
  static_cast<void>(end_well());
}

Done EmbeddedStore::end_well() {
  TRY(index_->flush());
  TRY(journal_->writer().seal());
  if (environment_.data != nullptr) TRY(write_journal_end(*environment_.data, *index_, {}));
  return {};
}

void EmbeddedStore::end_waits() {
  queues_.end_waits();
  published_.end_waits();
  committer_->end_waits();
}

void EmbeddedStore::fail(const base::Error& error) {
  if (failed_.exchange(true)) return;
  if (index_->damage()) index_->mark_damaged();  // at once: the process may be killed
  environment_.on_failure(error);
}

EmbeddedStore::Figures EmbeddedStore::figures() const {
  const bool has_room = journal_->room() == journal::Room::ample;
  return {.free_bytes = journal_->free_bytes(),
          .takes_documents = has_room && !index_->waits_for_space(),
          .index_bytes = index_->bytes_on_disk(),
          .last_instant = committer_->clock().last(),
          .clock_falls = committer_->clock().falls()};
}

}  // namespace tradepost::store::embedded
