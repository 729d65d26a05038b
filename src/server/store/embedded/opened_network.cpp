#include "store/embedded/opened_network.hpp"

#include <chrono>
#include <span>
#include <utility>

#include "journal/disk/space.hpp"
#include "store/embedded/commit/journal_end.hpp"
#include "store/embedded/folder/format_file.hpp"
#include "store/embedded/folder/leaving_file.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/format/payload.hpp"

namespace tradepost::store::embedded {
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

// Replays the journal to its end into the index, and loads the state in memory from the index.
Done bring_up(OpenedNetwork& opened, const Environment& environment, const Applied& from) {
  TRY_ASSIGN(LoadedState loaded, load_state(*opened.index, from));
  TRY_ASSIGN(opened.applied, replay(*opened.index, opened.journal->reader(), from, loaded.committed,
                                    opened.journal->opened().end.next - 1, environment.watch));
  if (opened.applied.sequence == 0) {
    TRY_ASSIGN(opened.applied,
               begin_epoch(*opened.journal, *opened.index, environment.clock, loaded.committed));
  }
  TRY_ASSIGN(opened.loaded, load_state(*opened.index, opened.applied));
  TRY_ASSIGN(opened.seen, seen_in(*opened.index));
  return {};
}

}  // namespace

Result<OpenedNetwork> open_network(const Environment& environment, const EmbeddedOptions& options) {
  // The lock is first: the process that holds it also has the index, and the error names it.
  TRY(environment.folder.lock());
  if (environment.data != nullptr) {
    TRY(refuse_if_leaving(*environment.data));
    TRY(read_format(*environment.data, options.newest_format));
  }
  // On a full disk the ballast is deleted first, because a start writes.
  TRY(journal::SpaceGauge(environment.folder, options.journal).watch());
  std::optional<journal::Proven> by_file;
  if (environment.data != nullptr) {
    TRY_ASSIGN(by_file, proven_by_file(*environment.data, environment.folder));
    TRY_ASSIGN(const auto journal, identity_in(environment.folder));
    if (!journal) TRY(begin_format(*environment.data, options.newest_format));
  }
  TRY_ASSIGN(OpenIndex found, open_index(environment, options.index));
  journal::Identity fresh;
  environment.random.fill(std::as_writable_bytes(std::span(fresh.bytes)));
  const journal::Start start{.identity = fresh, .proven = larger_of(by_file, found.applied)};
  OpenedNetwork opened;
  TRY_ASSIGN(opened.journal, journal::Journal::open(environment.folder, options.journal, start));
  if (found.applied) {
    TRY_ASSIGN(const bool fits, is_of(*opened.journal, *found.applied));
    if (!fits) {
      found.index.reset();
      TRY_ASSIGN(found, new_index(environment, options.index));
    }
  }
  opened.index = std::move(found.index);
  opened.mended = std::move(found.mended);
  const auto nothing = Applied::nothing(opened.journal->opened().identity);
  if (const Done up = bring_up(opened, environment, found.applied.value_or(nothing)); !up) {
    opened.mended = opened.index->damage();
    if (!opened.mended) return base::refuse(up.error());
    opened.index.reset();
    TRY_ASSIGN(OpenIndex rebuilt, new_index(environment, options.index));
    opened.index = std::move(rebuilt.index);
    TRY(bring_up(opened, environment, nothing));
  }
  TRY(opened.index->begin_serving());
  return opened;
}

}  // namespace tradepost::store::embedded
