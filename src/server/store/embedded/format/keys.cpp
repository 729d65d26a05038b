#include "store/embedded/format/keys.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "base/text/text.hpp"
#include "store/embedded/format/layouts.hpp"

namespace tradepost::store::embedded::keys {
namespace {

// A longer number is replaced by its digest, so that keys have at most a few hundred bytes.
constexpr std::size_t text_bytes_max = 64;
constexpr char long_text = '\xff';

std::uint64_t u64_at(std::string_view bytes, std::size_t at) {
  CHECK(at + 8 <= bytes.size());
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i)
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  return value;
}

base::Uuid uuid_at(std::string_view bytes, std::size_t at) {
  base::Uuid id;
  CHECK(at + id.bytes.size() <= bytes.size());
  std::ranges::copy(bytes.substr(at, id.bytes.size()), id.bytes.begin());
  return id;
}

base::Uuid complement(base::Uuid id) {
  for (auto& byte : id.bytes) byte = static_cast<std::uint8_t>(~byte);
  return id;
}

// Returns bits in which instants before 1970 sort before later ones.
std::uint64_t sortable(exchange::Instant at) {
  return static_cast<std::uint64_t>(base::epoch_ms(at)) ^ (std::uint64_t{1} << 63);
}

exchange::Instant instant_of_sortable(std::uint64_t bits) {
  return base::instant_of(static_cast<std::int64_t>(bits ^ (std::uint64_t{1} << 63)));
}

const base::Uuid& uuid_of(const base::Uuid& id) {
  return id;
}
template <typename Tag>
const base::Uuid& uuid_of(const base::Id<Tag>& id) {
  return id.uuid();
}

// A buffer for a key, or for the rest of one.
class KeyBytes {
 public:
  KeyBytes() = default;
  explicit KeyBytes(char table) : bytes_(1, table) {}

  template <As as, typename Value>
  void put(const Value& value) {
    if constexpr (as == As::id) {
      id(uuid_of(value));
    } else if constexpr (as == As::id_descending) {
      id(complement(uuid_of(value)));
    } else if constexpr (as == As::byte || as == As::flow) {
      number<std::uint8_t>(static_cast<std::uint8_t>(value));
    } else if constexpr (as == As::number || as == As::hour) {
      number<std::uint64_t>(static_cast<std::uint64_t>(value));
    } else if constexpr (as == As::number_descending) {
      number<std::uint64_t>(~value);
    } else if constexpr (as == As::short_number) {
      number<std::uint32_t>(static_cast<std::uint32_t>(value));
    } else if constexpr (as == As::instant_descending) {
      number<std::uint64_t>(~sortable(value));
    } else if constexpr (as == As::digest) {
      digest(value);
    } else if constexpr (as == As::text) {
      text(value);
    } else if constexpr (as == As::text_to_0) {
      bytes_.append(value).push_back('\0');
    } else {
      static_assert(as == As::party);
      party(value);
    }
  }
  std::string take() { return std::move(bytes_); }

 private:
  template <typename Unsigned>
  void number(Unsigned value) {
    for (int shift = 8 * (sizeof(value) - 1); shift >= 0; shift -= 8)
      bytes_.push_back(static_cast<char>(value >> shift));
  }
  void id(const base::Uuid& id) { bytes_.append(id.bytes.begin(), id.bytes.end()); }
  void digest(const Digest& digest) { bytes_.append(digest.bytes.begin(), digest.bytes.end()); }
  void text(std::string_view text) {
    if (text.size() > text_bytes_max) {
      bytes_.push_back(long_text);
      return digest(base::sha256(text));
    }
    bytes_.push_back(static_cast<char>(text.size()));
    bytes_.append(text);
  }
  void party(const PartyKey& party) {
    const int parts = (party.participant ? 1 : 0) | (party.identifier ? 2 : 0);
    bytes_.push_back(static_cast<char>(parts));
    if (party.participant) id(party.participant->uuid());
    if (!party.identifier) return;
    bytes_.push_back(static_cast<char>(party.identifier->domain));
    text(party.identifier->text);
  }

  std::string bytes_;
};

// `values` are the values of the layout's fields from `first` on.
template <const Layout& layout, std::size_t first, typename... Values>
void put_all(KeyBytes& key, const Values&... values) {
  static_assert(first + sizeof...(values) <= layout.field_count());
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (key.put<layout.fields[first + i].as>(values), ...);
  }(std::index_sequence_for<Values...>());
}

// Returns a key, or a prefix if the last fields have no value.
template <const Layout& layout, typename... Values>
std::string key(const Values&... values) {
  KeyBytes bytes(layout.table);
  put_all<layout, 0>(bytes, values...);
  return bytes.take();
}

// Returns the part of a key after a prefix, from the field `first` on.
template <const Layout& layout, std::size_t first, typename... Values>
std::string rest_of_key(const Values&... values) {
  KeyBytes bytes;
  put_all<layout, first>(bytes, values...);
  return bytes.take();
}

// Returns a number as in the table of numbers, in lower case.
std::string folded(std::string_view number) {
  return base::ascii_lowered(std::string(number.substr(0, text_bytes_max)));
}

// Writes the part of a directory entry's key after its type.
struct NameOfEntry {
  KeyBytes& key;

  void operator()(const exchange::Relationship& it) const {
    key.put<As::id>(it.from);
    key.put<As::id>(it.to);
  }
  void operator()(const exchange::Setting& it) const { key.put<As::short_number>(it.name); }
  void operator()(const auto& it) const { key.put<As::id>(it.id); }
};

}  // namespace

std::string applied() {
  return key<layouts::applied>();
}

std::string transactions() {
  return key<layouts::transaction>();
}

TransactionId transaction_of(std::string_view rest) {
  return TransactionId(uuid_at(rest, 0));
}

std::string transaction(TransactionId id) {
  return key<layouts::transaction>(id);
}

std::string behind_transaction(TransactionId id) {
  return transaction(id).substr(transactions().size()) + '\0';
}

std::string queue(const QueueName& queue) {
  return key<layouts::queue>(queue.participant, queue.flow);
}

std::string queued(const QueueName& queue, Position position) {
  return key<layouts::queue>(queue.participant, queue.flow, position);
}

std::string position(Position position) {
  return rest_of_key<layouts::queue, 2>(position);
}

Position position_of(std::string_view rest) {
  return u64_at(rest, 0);
}

std::string held_towards(ParticipantId to) {
  return key<layouts::held>(to);
}

std::string held(const Direction& direction) {
  return key<layouts::held>(direction.to, direction.from, direction.flow);
}

std::string held(const Direction& direction, Sequence sent) {
  return key<layouts::held>(direction.to, direction.from, direction.flow, sent);
}

Direction direction_of(ParticipantId to, std::string_view rest) {
  const ParticipantId from(uuid_at(rest, 0));
  CHECK(rest.size() > sizeof(base::Uuid));
  return {.from = from, .to = to, .flow = static_cast<Flow>(rest[sizeof(base::Uuid)])};
}

std::string chain(const ChainKey& chain) {
  return key<layouts::chain>(chain.principal, chain.commercial, chain.kind, chain.flow,
                             chain.number);
}

std::string payload(const PayloadName& payload) {
  return key<layouts::payload>(payload.recipient, payload.flow, payload.digest, payload.principal);
}

std::string version(std::string prefix, Sequence sent) {
  return prefix + position(~sent);
}

std::string history(ParticipantId viewer, Flow flow) {
  return key<layouts::history>(viewer, flow);
}

std::string history_place(const HistoryPlace& place) {
  return rest_of_key<layouts::history, 2>(place.created, place.id);
}

HistoryPlace history_place_of(std::string_view rest) {
  return {.created = instant_of_sortable(~u64_at(rest, 0)),
          .id = TransactionId(complement(uuid_at(rest, 8)))};
}

std::string summaries(ParticipantId viewer, Flow flow) {
  return key<layouts::summary>(viewer, flow);
}

std::string statistics(ParticipantId viewer, Flow flow) {
  return key<layouts::statistics>(viewer, flow);
}

Hour hour_of(exchange::Instant at) {
  return std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
}

exchange::Instant instant_of(Hour hour) {
  return exchange::Instant(std::chrono::hours(hour));
}

std::string hour(Hour hour) {
  return rest_of_key<layouts::statistics, 2>(hour);
}

Hour hour_of(std::string_view rest) {
  return static_cast<Hour>(u64_at(rest, 0));
}

// The number has no length before it, so that numbers with the same beginning are adjacent.
std::string number(ParticipantId viewer, Flow flow, std::string_view number) {
  return key<layouts::number>(viewer, flow, folded(number));
}

std::string numbers(ParticipantId viewer, Flow flow, std::string_view prefix) {
  return key<layouts::number>(viewer, flow) + folded(prefix);
}

HistoryPlace numbered_place_of(std::string_view rest) {
  constexpr std::size_t place_bytes = 8 + sizeof(base::Uuid);
  CHECK(rest.size() > place_bytes);
  return history_place_of(rest.substr(rest.size() - place_bytes));
}

std::string sscc(const SsccName& name) {
  return key<layouts::sscc>(name.viewer, name.flow, name.kind, name.is_principals, name.number);
}

std::string sscc(const SsccName& name, Sequence sent) {
  return version(sscc(name), sent);
}

std::string known_to(ParticipantId viewer, Flow flow, const base::Uuid& id) {
  return key<layouts::known>(viewer, flow, id);
}

std::string events(TransactionId id) {
  return key<layouts::event>(id);
}

std::string event(TransactionId id, Sequence sequence) {
  return key<layouts::event>(id, sequence);
}

std::string feed(const QueueName& of) {
  return key<layouts::feed>(of.participant, of.flow);
}

std::string feed_entry(const QueueName& of, Position position, std::uint8_t nth) {
  return key<layouts::feed>(of.participant, of.flow, position, nth);
}

std::string key_used(const exchange::KeyUse& use) {
  return key<layouts::key_used>(use.participant, use.flow, use.path, use.key);
}

std::string keys_in_hour(ParticipantId participant, std::int64_t hour) {
  return key<layouts::keys_in_hour>(participant, hour);
}

std::string case_row(CaseId id) {
  return key<layouts::case_row>(id);
}

std::string comments(CaseId id) {
  return key<layouts::comment>(id);
}

std::string comment(CaseId id, std::uint32_t number) {
  return key<layouts::comment>(id, number);
}

std::string cases(ParticipantId owner, Flow flow, exchange::CaseStatus status) {
  return key<layouts::cases>(owner, flow, status);
}

std::string case_place(const exchange::CasePlace& place) {
  return rest_of_key<layouts::cases, 3>(place.opened, place.id);
}

exchange::CasePlace case_place_of(std::string_view rest) {
  return {.opened = instant_of_sortable(~u64_at(rest, 0)),
          .id = CaseId(complement(uuid_at(rest, 8)))};
}

std::string rejections(ParticipantId sender, Flow flow) {
  return key<layouts::rejections>(sender, flow);
}

std::string rejection(ParticipantId sender, Flow flow, Sequence sequence) {
  return key<layouts::rejections>(sender, flow, sequence);
}

std::string rejection_of(CaseId id) {
  return key<layouts::rejection>(id);
}

std::string rejected_payload(ParticipantId sender, Flow flow, const Digest& payload) {
  return key<layouts::rejected_payload>(sender, flow, payload);
}

std::string entry(const exchange::DirectoryEntry& entry) {
  KeyBytes key(layouts::directory.table);
  key.put<As::byte>(entry.index());
  std::visit(NameOfEntry{key}, entry);
  return key.take();
}

std::string range(RangeId id) {
  return key<layouts::range>(id);
}

std::string ranges() {
  return key<layouts::range>();
}

RangeId range_of(std::string_view rest) {
  return RangeId(uuid_at(rest, 0));
}

std::string endpoint(EndpointId id) {
  return key<layouts::endpoint>(id);
}

std::string seen(const QueueName& of) {
  return key<layouts::seen>(of.participant, of.flow);
}

std::string intent(IntentId id) {
  return key<layouts::intent>(id);
}

std::string all_counts() {
  return key<layouts::counts>();
}

QueueName queue_of_counts(std::string_view rest) {
  const ParticipantId participant(uuid_at(rest, 0));
  CHECK(rest.size() > sizeof(base::Uuid));
  return {.participant = participant, .flow = static_cast<Flow>(rest[sizeof(base::Uuid)])};
}

std::string frames() {
  return key<layouts::frame>();
}

std::string frame(exchange::Instant created, Sequence first) {
  return key<layouts::frame>(created, first);
}

std::string created_in_frame(exchange::Instant created) {
  return rest_of_key<layouts::frame, 0>(created);
}

exchange::Instant created_in_frame(std::string_view rest) {
  return instant_of_sortable(~u64_at(rest, 0));
}

std::string entries() {
  return key<layouts::directory>();
}

std::string intents() {
  return key<layouts::intent>();
}

std::string endpoints() {
  return key<layouts::endpoint>();
}

std::string hours_of_keys() {
  return key<layouts::keys_in_hour>();
}

KeyHour key_hour_of(std::string_view rest) {
  return {.participant = ParticipantId(uuid_at(rest, 0)),
          .hour = static_cast<std::int64_t>(u64_at(rest, sizeof(base::Uuid)))};
}

std::string all_seen() {
  return key<layouts::seen>();
}

std::string counts(const QueueName& of) {
  return key<layouts::counts>(of.participant, of.flow);
}

std::string place_in_counts(const QueueName& of) {
  return counts(of).substr(all_counts().size());
}

std::string erased(TransactionId id) {
  return key<layouts::erased>(id);
}

std::string acts() {
  return key<layouts::act>();
}

std::string act(Sequence sequence) {
  return key<layouts::act>(sequence);
}

Sequence sequence_of_act(std::string_view rest) {
  return ~position_of(rest);
}

std::string behind_act(Sequence sequence) {
  return act(sequence - 1).substr(1);
}

}  // namespace tradepost::store::embedded::keys
