#include "store/embedded/embedded_store.hpp"

#include <functional>
#include <utility>

namespace tradepost::store::embedded {

Result<std::unique_ptr<EmbeddedStore>> EmbeddedStore::open(const Environment& environment,
                                                           const EmbeddedOptions& options) {
  TRY_ASSIGN(OpenedNetwork opened, open_network(environment, options));
  return std::unique_ptr<EmbeddedStore>(new EmbeddedStore(environment, options, std::move(opened)));
}

EmbeddedStore::EmbeddedStore(const Environment& environment, const EmbeddedOptions& options,
                             OpenedNetwork opened)
    : epoch_(opened.applied.epoch),
      mended_(std::move(opened.mended)),
      files_(std::move(opened.journal), std::move(opened.index), environment.data,
             environment.on_failure),
      records_(files_.index(), files_.journal().reader()),
      queues_(files_.index(), options.queue_bytes_max),
      marks_(opened.seen),
      published_(opened.loaded.committed, opened.loaded.entries),
      views_(records_, files_.journal().reader(), queues_, published_, marks_),
      webhook_reads_(views_, published_, leases_, feed_looks_),
      preparer_(files_.journal(), files_.on_failure()),
      flusher_(files_.index(), files_.journal(), environment.data, options.flush,
               files_.on_failure()),
      index_stage_({.index = files_.index(),
                    .records = records_,
                    .queues = queues_,
                    .published = published_,
                    .feed_looks = feed_looks_,
                    .changes = environment.changes},
                   opened.loaded.committed, files_.on_failure()),
      committer_({.has_failed = files_.has_failed(),
                  .journal = files_.journal(),
                  .records = records_,
                  .queues = queues_,
                  .index = index_stage_,
                  .marks = marks_,
                  .clock = environment.clock,
                  .random = environment.random,
                  .on_clock_fall = environment.on_clock_fall,
                  .data = environment.data},
                 options.committer, std::move(opened.loaded.committed), opened.applied,
                 files_.on_failure()),
      reads_(published_, pool_, options.committer),
      commands_(records_, queues_, committer_, pool_),
      pool_({.name = "reader", .threads = options.read_threads}, [] { return base::NoTool(); }) {}

EmbeddedStore::~EmbeddedStore() {
  files_.index().end_waits();
}

Result<exchange::PersonKeys*> EmbeddedStore::open_person_keys(journal::Folder& data) {
  TRY_ASSIGN(person_keys_, PersonKeyFile::open(data, pool_));
  return person_keys_.get();
}

void EmbeddedStore::end_waits() {
  queues_.end_waits();
  published_.end_waits();
  committer_.end_waits();
}

EmbeddedStore::Figures EmbeddedStore::figures() const {
  const bool has_room = files_.journal().room() == journal::Room::ample;
  return {.free_bytes = files_.journal().free_bytes(),
          .takes_documents = has_room && !files_.index().waits_for_space(),
          .journal_bytes = files_.journal().bytes(),
          .index_bytes = files_.index().bytes_on_disk(),
          .is_index_stalled = index_stage_.is_stalled(),
          .last_instant = committer_.clock().last(),
          .clock_falls = committer_.clock().falls()};
}

}  // namespace tradepost::store::embedded
