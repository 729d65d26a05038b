#include "store/embedded/index/summaries.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "base/crypto/sha256.hpp"
#include "base/text/text.hpp"
#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::HistoryPlace;
using exchange::ParticipantId;
using exchange::Transaction;

constexpr std::size_t newest_read = 32;
constexpr std::size_t blocks_kept_max = 40'000;
// A row after a pause of this length begins a block, even if the previous one is not full. If a
// wrong clock caused the pause, later rows have instants before it and join older blocks.
constexpr std::chrono::days pause_max{14};

constexpr HistoryPlace before_everything{.created = exchange::Instant::min(), .id = {}};

// Returns the random end of a UUIDv7. In a block with a thousand partners, another partner's name
// collides once in sixty blocks.
std::uint16_t short_name(ParticipantId id) {
  const auto& bytes = id.uuid().bytes;
  return static_cast<std::uint16_t>(bytes[14] << 8 | bytes[15]);
}

// Returns a part of a hash. In a block with a thousand numbers, two collide once in eight thousand
// blocks.
std::uint32_t short_name(std::string_view number) {
  const base::Digest digest = base::sha256(base::ascii_lowered(std::string(number)));
  std::uint32_t name = 0;
  for (std::size_t i = 0; i < sizeof name; ++i) name = name << 8 | digest.bytes[i];
  return name;
}

void add_number(SummaryValue& summary, std::string_view number) {
  const std::uint32_t name = short_name(number);
  const auto at = std::ranges::lower_bound(summary.numbers, name);
  if (at == summary.numbers.end() || *at != name) summary.numbers.insert(at, name);
}

template <typename Enum>
constexpr std::uint8_t bit(Enum value) {
  return static_cast<std::uint8_t>(1u << static_cast<unsigned>(value));
}

bool add_partner(SummaryValue& summary, const std::optional<ParticipantId>& partner) {
  if (!partner || summary.has_any_partner) return false;
  const std::uint16_t name = short_name(*partner);
  const auto at = std::ranges::lower_bound(summary.partners, name);
  if (at != summary.partners.end() && *at == name) return false;
  if (summary.partners.size() == partners_of_block_max) {
    summary.has_any_partner = true;
    summary.partners.clear();
  } else {
    summary.partners.insert(at, name);
  }
  return true;
}

exchange::Direction direction_of(const Transaction& row, ParticipantId viewer) {
  return row.is_senders(viewer) ? exchange::Direction::sent : exchange::Direction::received;
}

}  // namespace

bool add_to(SummaryValue& summary, const Transaction& row, ParticipantId viewer) {
  const std::uint8_t status = bit(exchange::status_of(row.state));
  const std::uint8_t direction = bit(direction_of(row, viewer));
  bool is_new = !summary.kinds.has(row.kind) || (summary.statuses & status) == 0 ||
                (summary.directions & direction) == 0;
  summary.kinds.add(row.kind);
  summary.statuses |= status;
  summary.directions |= direction;
  if (viewer == everybody) return is_new;
  for (const auto& partner : {row.parties.principal.participant, row.parties.agent,
                              std::optional(row.recipient), row.parties.commercial.participant}) {
    is_new |= add_partner(summary, partner);
  }
  return is_new;
}

bool may_match(const SummaryValue& summary, const exchange::HistoryFilter& filter) {
  if (filter.kind && !summary.kinds.has(*filter.kind)) return false;
  if (filter.status && (summary.statuses & bit(*filter.status)) == 0) return false;
  if (filter.direction && (summary.directions & bit(*filter.direction)) == 0) return false;
  if (filter.number && !std::ranges::binary_search(summary.numbers, short_name(*filter.number))) {
    return false;
  }
  return !filter.partner || summary.has_any_partner ||
         std::ranges::binary_search(summary.partners, short_name(*filter.partner));
}

void Summaries::begin() {
  for (Known* const known : asked_for_older_) known->older.clear();
  asked_for_older_.clear();
  changed_.clear();
  if (blocks_ > blocks_kept_max) {
    known_.clear();
    blocks_ = 0;
  }
}

Result<Summaries::Known*> Summaries::known(const QueueName& of, ReadContext& context) {
  const auto at = known_.find(of);
  if (at != known_.end()) return &at->second;
  Known known;
  const auto prefix = key<layouts::summary>(of.participant, of.flow);
  auto walk = records_.index().walk(prefix, {}, context);
  while (known.newest.size() < newest_read && walk.next()) {
    TRY_ASSIGN(auto value, decoded<SummaryValue>(walk.value(), "summaries"));
    known.newest[keys::history_place_of(walk.key())].value = std::move(value);
  }
  TRY(walk.done());
  if (known.newest.empty()) known.newest[before_everything];
  blocks_ += known.newest.size();
  return &known_.emplace(of, std::move(known)).first->second;
}

Result<Summaries::Found*> Summaries::block_at(const QueueName& of, const HistoryPlace& place,
                                              ReadContext& context) {
  TRY_ASSIGN(Known* const known, this->known(of, context));
  const auto newest = known->newest.lower_bound(place);
  if (newest != known->newest.end()) return &*newest;
  if (known->older.empty()) asked_for_older_.push_back(known);
  auto walk = records_.index().walk(key<layouts::summary>(of.participant, of.flow),
                                    keys::history_place(place), context);
  if (!walk.next()) {
    TRY(walk.done());
    return base::refuse(index_damaged("summaries"));
  }
  // A block that the frame has added may be nearer than the block in the index.
  const HistoryPlace begins = keys::history_place_of(walk.key());
  const auto made = known->older.lower_bound(place);
  if (made != known->older.end() && made->first >= begins) return &*made;
  TRY_ASSIGN(auto value, decoded<SummaryValue>(walk.value(), "summaries"));
  const auto added =
      known->older.emplace(begins, Block{.value = std::move(value), .is_changed = false});
  return &*added.first;
}

Done Summaries::note(const Transaction& row, ParticipantId viewer, Joins joins,
                     ReadContext& context) {
  const QueueName of{.participant = viewer, .flow = row.flow};
  const HistoryPlace place{.created = row.created, .id = row.id};
  TRY_ASSIGN(Found * found, block_at(of, place, context));
  const SummaryValue& block_before = found->second.value;
  const bool is_full = block_before.rows >= rows_of_block;
  const bool is_behind_pause =
      block_before.rows > 0 && row.created - block_before.newest.created > pause_max;
  if (joins == Joins::newly && (is_full || is_behind_pause) && place > block_before.newest) {
    Known& known = known_.at(of);
    const bool is_newest = found->first >= known.newest.rbegin()->first;
    found = &*(is_newest ? known.newest : known.older).try_emplace(place).first;
    if (is_newest) ++blocks_;
  }
  Block& block = found->second;
  bool is_changed = add_to(block.value, row, viewer);
  if (joins == Joins::newly) {
    ++block.value.rows;
    block.value.newest = std::max(block.value.newest, place);
    if (viewer == everybody && !row.number.empty()) add_number(block.value, row.number);
    is_changed = true;
  }
  if (is_changed && !std::exchange(block.is_changed, true)) changed_.emplace_back(of, found);
  return {};
}

void Summaries::finish(Batch& batch) {
  for (const auto& [of, found] : changed_) {
    found->second.is_changed = false;
    batch.put(key<layouts::summary>(of.participant, of.flow) + keys::history_place(found->first),
              encoded(found->second.value));
  }
  changed_.clear();
}

}  // namespace tradepost::store::embedded
