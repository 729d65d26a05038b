#include "store/embedded/commit/opening.hpp"

#include <utility>
#include <vector>

#include "journal/frames/segment.hpp"
#include "store/embedded/entries/indexer.hpp"
#include "store/embedded/format/key.hpp"
#include "store/embedded/index/records.hpp"

namespace tradepost::store::embedded {
namespace {

constexpr journal::Sequence progress_every = 10'000;

// Returns the last instant, not the largest: instants fall after a time when the clock was ahead.
exchange::Instant last_in(const Payload& payload, exchange::Instant before) {
  const auto* const effect = std::get_if<exchange::Effect>(&payload);
  return effect == nullptr ? before : exchange::last_instant_after(*effect, before);
}

base::Error was_ended() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The start was interrupted before the journal was read.")};
}

}  // namespace

Result<std::optional<journal::Identity>> identity_in(journal::Folder& folder) {
  TRY_ASSIGN(const auto segments, journal::list_segments(folder));
  if (segments.empty()) return std::optional<journal::Identity>();
  TRY_ASSIGN(const auto file,
             folder.open(journal::segment_name(segments.front()), journal::OpenAs::read_only));
  TRY_ASSIGN(const auto header, journal::read_segment_header(*file, segments.front()));
  return std::optional(header.identity);
}

Result<std::optional<Applied>> applied_in(const Index& index,
                                          const std::optional<journal::Identity>& journal) {
  ReadContext context;
  TRY_ASSIGN(const auto bytes, index.get(key<layouts::applied>(), context));
  if (!bytes) return std::optional<Applied>();
  const auto applied = decoded<Applied>(*bytes, "applied");
  const bool is_ours =
      applied && applied->format == Applied::format_now && journal && applied->journal == *journal;
  return is_ours ? std::optional(*applied) : std::nullopt;
}

Result<bool> is_of(const journal::Journal& journal, const Applied& applied) {
  if (applied.next > journal.opened().end.place) return false;
  const auto frame = journal.reader().frame_at(applied.frame);
  if (!frame && frame.error().code() != base::ErrorCode::damaged) {
    return base::refuse(frame.error());
  }
  return frame && *frame && (*frame)->header.chain == applied.chain &&
         (*frame)->header.next_sequence() == applied.sequence + 1;
}

Result<LoadedState> load_state(const Index& index, const Applied& applied) {
  LoadedState loaded;
  ReadContext context;
  auto entries = index.walk(key<layouts::directory>(), {}, context);
  while (entries.next()) {
    TRY_ASSIGN(const auto value, decoded<EntryValue>(entries.value(), "directory"));
    TRY_ASSIGN(auto set, kept_as<exchange::DirectorySet>(value.kept));
    loaded.entries.emplace(value.whole, std::move(set.entry));
  }
  TRY(entries.done());
  std::vector<exchange::DirectoryEntry> all;
  for (const auto& [whole, entry] : loaded.entries) all.push_back(entry);
  CommittedState& committed = loaded.committed;
  committed.directory = committed.directory->with(all, applied.directory);

  auto intents = index.walk(key<layouts::intent>(), {}, context);
  while (intents.next()) {
    TRY_ASSIGN(const auto value, decoded<IntentValue>(intents.value(), "intents"));
    TRY_ASSIGN(auto set, kept_as<exchange::IntentSet>(value.kept));
    const auto id = set.intent.id;
    committed.intents[id] = {.intent = std::move(set.intent), .steps = value.steps};
  }
  TRY(intents.done());
  auto endpoints = index.walk(key<layouts::endpoint>(), {}, context);
  while (endpoints.next()) {
    TRY_ASSIGN(const auto progress, kept_as<exchange::EndpointProgress>(endpoints.value()));
    committed.endpoints[progress.endpoint] = progress;
  }
  TRY(endpoints.done());
  auto hours = index.walk(key<layouts::keys_in_hour>(), {}, context);
  while (hours.next()) {
    const auto [participant, hour] =
        values_of<layouts::keys_in_hour, 0, exchange::ParticipantId, std::int64_t>(hours.key());
    TRY_ASSIGN(const auto count, decoded<std::uint32_t>(hours.value(), "keys"));
    committed.keys.set(participant, hour, count);
  }
  TRY(hours.done());
  auto ranges = index.walk(key<layouts::range>(), {}, context);
  while (ranges.next()) {
    const auto id = value_of<layouts::range, 0, exchange::RangeId>(ranges.key());
    TRY_ASSIGN(committed.next_numbers[id], decoded<std::uint64_t>(ranges.value(), "ranges"));
  }
  TRY(ranges.done());
  return loaded;
}

Result<Applied> replay(Index& index, const journal::Reader& journal, Applied from,
                       CommittedState& committed, journal::Sequence until, const Watch& watch) {
  const Records records(index, journal);
  Indexer indexer(records, committed);
  journal::Sequence reported = from.sequence;
  journal::Place place = from.sequence == 0 ? journal.begin() : from.next;
  while (from.sequence < until) {
    TRY_ASSIGN(const auto frame, journal.frame_at(place));
    if (!frame) break;
    if (!frame->records.empty()) {
      indexer.begin();
      journal::Place at{place.segment,
                        place.offset + static_cast<std::uint32_t>(journal::frame_header_bytes)};
      for (const journal::RecordView& record : frame->records) {
        TRY_ASSIGN(const Payload payload, payload_of(record, frame->owner));
        from.last_instant = last_in(payload, from.last_instant);
        TRY(indexer.apply(payload, record.sequence, at));
        at.offset += static_cast<std::uint32_t>(record.stored_bytes);
      }
      from.epoch = indexer.epoch().value_or(from.epoch);
      from.sequence = frame->header.next_sequence() - 1;
      from.frame = place;
      from.next = frame->next;
      from.chain = frame->header.chain;
      from.directory = committed.directory->revision();
      TRY_ASSIGN(Batch* const entries, indexer.finish(from));
      TRY(index.write(*entries));
      if (watch.on_progress && from.sequence - reported >= progress_every) {
        reported = from.sequence;
        watch.on_progress({.done = from.sequence, .of = until});
      }
      if (watch.is_to_end && watch.is_to_end()) return base::refuse(was_ended());
    }
    place = frame->next;
  }
  return from;
}

}  // namespace tradepost::store::embedded
