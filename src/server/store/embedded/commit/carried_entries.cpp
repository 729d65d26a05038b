#include <variant>

#include "store/embedded/commit/indexer.hpp"
#include "store/embedded/format/keys.hpp"

// Entries of a network that was migrated from another store.
namespace tradepost::store::embedded {

Done Indexer::put_carried(const exchange::Sent& effect, const Units& units) {
  Row& row = rows_.at(effect.transaction.id);
  row.is_removed = effect.carried->is_removed;
  if (effect.transaction.content_removed_at && effect.transaction.digest == base::Digest()) {
    batch_.put(keys::erased(effect.transaction.id), {});
  }
  if (row.is_removed) return {};  // and is in no count
  list_units(row, units, everybody, true);
  return place(row, true);
}

Done Indexer::keep(const CarriedWords& words, At at) {
  TRY_ASSIGN(Row* const about, row(words.id));
  about->warned = at.place;
  if (!words.report) return {};
  about->known.report = {.verdict = words.report->verdict,
                         .reason = {},
                         .type = words.report->type,
                         .context = {},
                         .at = words.report->at,
                         .by = words.report->by};
  about->reported = at.sequence;
  about->report_place = at.place;
  return {};
}

void Indexer::put_act(const exchange::Effect& effect, At at) {
  const auto* const carried = std::get_if<exchange::ActCarried>(&effect);
  batch_.put(keys::act(carried == nullptr ? at.sequence : carried->sequence),
             encoded(RecordValue{.sequence = at.sequence, .place = at.place}));
}

Done Indexer::keep(const exchange::ActCarried&, At) {
  return {};
}

Done Indexer::keep(const exchange::FeedCarried& effect, At) {
  const auto& [position, entry] = effect.place;
  const QueueName feed{.participant = entry.participant, .flow = entry.flow};
  batch_.put(keys::feed_entry(feed, position, 0),
             encoded(FeedValue{.type = static_cast<std::uint8_t>(entry.type), .id = entry.id}));
  fed_.push_back(feed);
  return {};
}

}  // namespace tradepost::store::embedded
