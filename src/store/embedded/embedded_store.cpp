#include "store/embedded/embedded_store.hpp"

#include <span>
#include <utility>

#include "store/embedded/indexer.hpp"
#include "store/embedded/keys.hpp"
#include "store/embedded/payload.hpp"

namespace tradepost::store::embedded {
struct EmbeddedStore::Opening {
  std::unique_ptr<journal::Journal> journal;
  std::unique_ptr<Index> index;
  LoadedStanding loaded;
  Applied applied;
};

namespace {

// An index that fits the journal, or a new one.
struct OpenIndex {
  std::unique_ptr<Index> index;
  std::optional<Applied> applied;
};

Result<OpenIndex> new_index(const Ground& ground, const IndexOptions& options) {
  TRY(Index::destroy(ground.index_folder, options));
  TRY_ASSIGN(auto index, Index::open(ground.index_folder, options));
  return OpenIndex{.index = std::move(index), .applied = {}};
}

Result<OpenIndex> open_index(const Ground& ground, const IndexOptions& options) {
  // Who has the journal has the index too, and is told by name.
  TRY(ground.folder.lock());
  TRY_ASSIGN(const auto identity, identity_in(ground.folder));
  auto index = Index::open(ground.index_folder, options);
  if (!index) {
    if (index.error().code() != base::ErrorCode::damaged) return base::refuse(index.error());
    return new_index(ground, options);
  }
  TRY_ASSIGN(const auto applied, applied_in(**index, identity));
  if (applied) return OpenIndex{.index = *std::move(index), .applied = applied};
  index->reset();
  return new_index(ground, options);
}

// The first record of a new journal: its life has a number.
Result<Applied> begin_epoch(journal::Journal& journal, Index& index, const base::Clock& clock,
                            Standing& standing) {
  PayloadEncoder encoder;
  encoder.add(EpochBegun{.epoch = 1, .at = clock.now(), .from = {}});
  const Encoded& encoded = encoder.records().front();
  const journal::NewRecord record{
      .kind = encoded.kind, .version = encoded.version, .head = encoded.head, .body = {}};
  TRY_ASSIGN(const auto appended,
             journal.writer().append({&record, 1}, std::chrono::steady_clock::now()));
  return replay(index, journal.reader(), Applied::nothing(journal.opened().identity), standing,
                appended.first, {});
}

}  // namespace

Result<std::unique_ptr<EmbeddedStore>> EmbeddedStore::open(const Ground& ground,
                                                           const EmbeddedOptions& options) {
  TRY_ASSIGN(OpenIndex found, open_index(ground, options.index));
  journal::Identity fresh;
  ground.random.fill(std::as_writable_bytes(std::span(fresh.bytes)));
  const journal::Start start{
      .identity = fresh,
      .proven = found.applied ? std::optional(found.applied->next) : std::nullopt};
  Opening opening;
  TRY_ASSIGN(opening.journal, journal::Journal::open(ground.folder, options.journal, start));
  if (found.applied) {
    TRY_ASSIGN(const bool fits, is_of(*opening.journal, *found.applied));
    if (!fits) {
      found.index.reset();
      TRY_ASSIGN(found, new_index(ground, options.index));
    }
  }
  opening.index = std::move(found.index);
  const Applied from = found.applied.value_or(Applied::nothing(opening.journal->opened().identity));
  TRY_ASSIGN(LoadedStanding loaded, load_standing(*opening.index, from));
  TRY_ASSIGN(opening.applied,
             replay(*opening.index, opening.journal->reader(), from, loaded.standing,
                    opening.journal->opened().end.next - 1, ground.watch));
  if (opening.applied.sequence == 0) {
    TRY_ASSIGN(opening.applied,
               begin_epoch(*opening.journal, *opening.index, ground.clock, loaded.standing));
  }
  TRY_ASSIGN(opening.loaded, load_standing(*opening.index, opening.applied));
  std::unique_ptr<EmbeddedStore> store(new EmbeddedStore(ground, options, std::move(opening)));
  TRY(store->load_marks());
  return store;
}

EmbeddedStore::EmbeddedStore(const Ground& ground, const EmbeddedOptions& options, Opening opening)
    : clock_(ground.clock),
      on_failure_(ground.on_failure),
      epoch_(opening.applied.epoch),
      journal_(std::move(opening.journal)),
      index_(std::move(opening.index)),
      records_(*index_, journal_->reader()),
      queues_(*index_, options.queue_bytes_max),
      views_(records_, journal_->reader(), queues_, shown_, marks_) {
  const auto on_failure = [this](const base::Error& error) { fail(error); };
  shown_.load(opening.loaded.standing, opening.loaded.entries);
  preparer_ = std::make_unique<journal::Preparer>(*journal_, on_failure);
  flusher_ = std::make_unique<Flusher>(*index_, *journal_, options.flush, on_failure);
  index_stage_ = std::make_unique<IndexStage>(IndexStage::Parts{.index = *index_,
                                                                .records = records_,
                                                                .queues = queues_,
                                                                .shown = shown_,
                                                                .feed_looks = feed_looks_},
                                              opening.loaded.standing, on_failure);
  committer_ = std::make_unique<Committer>(Committer::Parts{.has_failed = failed_,
                                                            .journal = *journal_,
                                                            .records = records_,
                                                            .queues = queues_,
                                                            .index = *index_stage_,
                                                            .marks = marks_,
                                                            .clock = clock_,
                                                            .random = ground.random},
                                           options.committer, std::move(opening.loaded.standing),
                                           opening.applied, on_failure);
  pool_ = std::make_unique<ReadPool>(options.read_threads);
}

EmbeddedStore::~EmbeddedStore() {
  pool_.reset();
  committer_.reset();
  index_stage_.reset();
  flusher_.reset();
  preparer_.reset();
  if (failed_) return;
  // What can't be done now is done by the next start.
  if (index_->flush()) static_cast<void>(journal_->writer().seal());
}

void EmbeddedStore::fail(const base::Error& error) {
  if (failed_.exchange(true)) return;
  on_failure_(error);
}

Done EmbeddedStore::load_marks() {
  Reading reading;
  auto walk = index_->walk(keys::all_seen(), {}, reading);
  while (walk.next()) {
    TRY_ASSIGN(const auto seen, kept_as<exchange::Seen>(walk.value()));
    marks_.load(seen);
  }
  return walk.done();
}

EmbeddedStore::Figures EmbeddedStore::figures() const {
  return {.free_bytes = journal_->free_bytes(),
          .room = journal_->room(),
          .index_bytes = index_->bytes_on_disk()};
}

}  // namespace tradepost::store::embedded
