#include <variant>

#include "store/embedded/entries/indexer.hpp"
#include "store/embedded/format/key.hpp"

// Entries of a network that was migrated from another store.
namespace tradepost::store::embedded {

Done Indexer::put_carried(const exchange::Sent& effect, Row& row, const Units& units) {
  row.is_removed = effect.carried->is_removed;
  if (effect.transaction.content.removed_at &&
      effect.transaction.content.digest == base::Digest()) {
    frame_.batch.put(key<layouts::erased>(effect.transaction.id), {});
  }
  if (row.is_removed) return {};  // and is in no count
  rows_.list_units(row, units, everybody, true);
  return rows_.place(row, true);
}

Done Indexer::keep(const CarriedWords& words, At at) {
  TRY_ASSIGN(Row* const about, rows_.row(words.id));
  about->warned = at.place;
  if (!words.report) return {};
  about->known.feedback.report = {.verdict = words.report->verdict,
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
  frame_.batch.put(key<layouts::act>(carried == nullptr ? at.sequence : carried->sequence),
                   encoded(RecordValue{.sequence = at.sequence, .place = at.place}));
}

Done Indexer::keep(const exchange::ActCarried&, At) {
  return {};
}

}  // namespace tradepost::store::embedded
