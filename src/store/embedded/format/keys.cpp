#include "store/embedded/format/keys.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::store::embedded::keys {
namespace {

// A longer number stands as its digest, so that no key is longer than a few hundred bytes.
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

// Instants before 1970 sort before those after it.
std::uint64_t sortable(exchange::Instant at) {
  return static_cast<std::uint64_t>(base::epoch_ms(at)) ^ (std::uint64_t{1} << 63);
}

exchange::Instant instant_of_sortable(std::uint64_t bits) {
  return base::instant_of(static_cast<std::int64_t>(bits ^ (std::uint64_t{1} << 63)));
}

}  // namespace

Key& Key::u8(std::uint8_t value) {
  bytes_.push_back(static_cast<char>(value));
  return *this;
}

Key& Key::u32(std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes_.push_back(static_cast<char>(value >> shift));
  return *this;
}

Key& Key::u64(std::uint64_t value) {
  for (int shift = 56; shift >= 0; shift -= 8) bytes_.push_back(static_cast<char>(value >> shift));
  return *this;
}

Key& Key::id(const base::Uuid& id) {
  bytes_.append(id.bytes.begin(), id.bytes.end());
  return *this;
}

Key& Key::id_descending(const base::Uuid& id) {
  return this->id(complement(id));
}

Key& Key::digest(const Digest& digest) {
  bytes_.append(digest.bytes.begin(), digest.bytes.end());
  return *this;
}

Key& Key::text(std::string_view text) {
  if (text.size() > text_bytes_max) {
    bytes_.push_back(long_text);
    return digest(base::sha256(text));
  }
  bytes_.push_back(static_cast<char>(text.size()));
  bytes_.append(text);
  return *this;
}

Key& Key::party(const PartyKey& party) {
  u8(static_cast<std::uint8_t>((party.participant ? 1 : 0) | (party.identifier ? 2 : 0)));
  if (party.participant) id(party.participant->uuid());
  if (party.identifier) {
    u8(static_cast<std::uint8_t>(party.identifier->domain)).text(party.identifier->text);
  }
  return *this;
}

namespace {

Key of_queue(char table, const QueueName& name) {
  Key key(table);
  key.id(name.participant.uuid()).u8(static_cast<std::uint8_t>(name.flow));
  return key;
}

Key of_direction(const Direction& direction) {
  Key key('h');
  key.id(direction.to.uuid())
      .id(direction.from.uuid())
      .u8(static_cast<std::uint8_t>(direction.flow));
  return key;
}

std::string of_id(char table, const base::Uuid& id) {
  return Key(table).id(id).take();
}

}  // namespace

std::string applied() {
  return Key('a').take();
}

std::string transactions() {
  return Key('d').take();
}

TransactionId transaction_of(std::string_view rest) {
  return TransactionId(uuid_at(rest, 0));
}

std::string transaction(TransactionId id) {
  return of_id('d', id.uuid());
}

std::string behind_transaction(TransactionId id) {
  return transaction(id).substr(transactions().size()) + '\0';
}

std::string queue(const QueueName& queue) {
  return of_queue('q', queue).take();
}

std::string queued(const QueueName& queue, Position position) {
  return of_queue('q', queue).u64(position).take();
}

std::string position(Position position) {
  std::string bytes;
  for (int shift = 56; shift >= 0; shift -= 8)
    bytes.push_back(static_cast<char>(position >> shift));
  return bytes;
}

Position position_of(std::string_view rest) {
  return u64_at(rest, 0);
}

std::string held_towards(ParticipantId to) {
  return of_id('h', to.uuid());
}

std::string held(const Direction& direction) {
  return of_direction(direction).take();
}

std::string held(const Direction& direction, Sequence sent) {
  return of_direction(direction).u64(sent).take();
}

Direction direction_of(ParticipantId to, std::string_view rest) {
  const ParticipantId from(uuid_at(rest, 0));
  CHECK(rest.size() > sizeof(base::Uuid));
  return {.from = from, .to = to, .flow = static_cast<Flow>(rest[sizeof(base::Uuid)])};
}

std::string chain(const ChainKey& chain) {
  return Key('c')
      .party(chain.principal)
      .party(chain.commercial)
      .u8(static_cast<std::uint8_t>(chain.kind))
      .u8(static_cast<std::uint8_t>(chain.flow))
      .text(chain.number)
      .take();
}

std::string payload(const PayloadName& payload) {
  return Key('g')
      .id(payload.recipient.uuid())
      .u8(static_cast<std::uint8_t>(payload.flow))
      .digest(payload.digest)
      .party(payload.principal)
      .take();
}

std::string version(std::string prefix, Sequence sent) {
  return prefix + position(~sent);
}

std::string history(ParticipantId viewer, Flow flow) {
  return of_queue('v', {viewer, flow}).take();
}

std::string history_place(const HistoryPlace& place) {
  std::string key =
      Key('-').descending(sortable(place.created)).id_descending(place.id.uuid()).take();
  return key.substr(1);
}

HistoryPlace history_place_of(std::string_view rest) {
  return {.created = instant_of_sortable(~u64_at(rest, 0)),
          .id = TransactionId(complement(uuid_at(rest, 8)))};
}

std::string summaries(ParticipantId viewer, Flow flow) {
  return of_queue('S', {viewer, flow}).take();
}

std::string statistics(ParticipantId viewer, Flow flow) {
  return of_queue('T', {viewer, flow}).take();
}

Hour hour_of(exchange::Instant at) {
  return std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
}

exchange::Instant instant_of(Hour hour) {
  return exchange::Instant(std::chrono::hours(hour));
}

std::string hour(Hour hour) {
  return position(static_cast<std::uint64_t>(hour));
}

Hour hour_of(std::string_view rest) {
  return static_cast<Hour>(u64_at(rest, 0));
}

// Without its length in front, so that what begins alike stands together.
std::string number(ParticipantId viewer, Flow flow, std::string_view number) {
  return numbers(viewer, flow, number) + '\0';
}

std::string numbers(ParticipantId viewer, Flow flow, std::string_view prefix) {
  return of_queue('n', {viewer, flow}).take() +
         base::ascii_lowered(std::string(prefix.substr(0, text_bytes_max)));
}

HistoryPlace numbered_place_of(std::string_view rest) {
  constexpr std::size_t place_bytes = 8 + sizeof(base::Uuid);
  CHECK(rest.size() > place_bytes);
  return history_place_of(rest.substr(rest.size() - place_bytes));
}

std::string sscc(const SsccName& name) {
  return of_queue('s', {name.viewer, name.flow})
      .u8(static_cast<std::uint8_t>(name.kind))
      .u8(name.is_principals ? 1 : 0)
      .u64(name.number)
      .take();
}

std::string sscc(const SsccName& name, Sequence sent) {
  return version(sscc(name), sent);
}

std::string known_to(ParticipantId viewer, Flow flow, const base::Uuid& id) {
  return of_queue('i', {viewer, flow}).id(id).take();
}

std::string events(TransactionId id) {
  return of_id('e', id.uuid());
}

std::string event(TransactionId id, Sequence sequence) {
  return Key('e').id(id.uuid()).u64(sequence).take();
}

std::string feed(const QueueName& of) {
  return of_queue('f', of).take();
}

std::string feed_entry(const QueueName& of, Position position, std::uint8_t nth) {
  return of_queue('f', of).u64(position).u8(nth).take();
}

std::string key_used(const exchange::KeyUse& use) {
  return of_queue('k', {use.participant, use.flow})
      .u8(static_cast<std::uint8_t>(use.path))
      .digest(use.key)
      .take();
}

std::string keys_in_hour(ParticipantId participant, std::int64_t hour) {
  return Key('K').id(participant.uuid()).u64(static_cast<std::uint64_t>(hour)).take();
}

std::string case_row(CaseId id) {
  return of_id('x', id.uuid());
}

std::string comments(CaseId id) {
  return of_id('X', id.uuid());
}

std::string comment(CaseId id, std::uint32_t number) {
  return Key('X').id(id.uuid()).u32(number).take();
}

std::string cases(ParticipantId owner, Flow flow, exchange::CaseStatus status) {
  return of_queue('y', {owner, flow}).u8(static_cast<std::uint8_t>(status)).take();
}

std::string case_place(const exchange::CasePlace& place) {
  std::string key =
      Key('-').descending(sortable(place.opened)).id_descending(place.id.uuid()).take();
  return key.substr(1);
}

exchange::CasePlace case_place_of(std::string_view rest) {
  return {.opened = instant_of_sortable(~u64_at(rest, 0)),
          .id = CaseId(complement(uuid_at(rest, 8)))};
}

std::string rejections(ParticipantId sender, Flow flow) {
  return of_queue('r', {sender, flow}).take();
}

std::string rejection(ParticipantId sender, Flow flow, Sequence sequence) {
  return of_queue('r', {sender, flow}).u64(sequence).take();
}

std::string rejection_of(CaseId id) {
  return of_id('u', id.uuid());
}

std::string rejected_payload(ParticipantId sender, Flow flow, const Digest& payload) {
  return of_queue('P', {sender, flow}).digest(payload).take();
}

std::string entry(const exchange::DirectoryEntry& entry) {
  struct Name {
    Key key;

    std::string operator()(const exchange::Participant& it) { return id(it.id.uuid()); }
    std::string operator()(const exchange::Token& it) { return id(it.id.uuid()); }
    std::string operator()(const exchange::Relationship& it) {
      return key.id(it.from.uuid()).id(it.to.uuid()).take();
    }
    std::string operator()(const exchange::Endpoint& it) { return id(it.id.uuid()); }
    std::string operator()(const exchange::NumberRange& it) { return id(it.id.uuid()); }
    std::string operator()(const exchange::Setting& it) {
      return key.u32(static_cast<std::uint32_t>(it.name)).take();
    }
    std::string id(const base::Uuid& id) { return key.id(id).take(); }
  };
  Key key('p');
  key.u8(static_cast<std::uint8_t>(entry.index()));
  return std::visit(Name{key}, entry);
}

std::string range(RangeId id) {
  return of_id('b', id.uuid());
}

std::string ranges() {
  return Key('b').take();
}

RangeId range_of(std::string_view rest) {
  return RangeId(uuid_at(rest, 0));
}

std::string endpoint(EndpointId id) {
  return of_id('w', id.uuid());
}

std::string seen(const QueueName& of) {
  return of_queue('m', of).take();
}

std::string intent(IntentId id) {
  return of_id('o', id.uuid());
}

std::string all_counts() {
  return Key('Q').take();
}

QueueName queue_of_counts(std::string_view rest) {
  const ParticipantId participant(uuid_at(rest, 0));
  CHECK(rest.size() > sizeof(base::Uuid));
  return {.participant = participant, .flow = static_cast<Flow>(rest[sizeof(base::Uuid)])};
}

std::string frames() {
  return Key('F').take();
}

std::string frame(exchange::Instant created, Sequence first) {
  return Key('F').descending(sortable(created)).descending(first).take();
}

std::string created_in_frame(exchange::Instant created) {
  return Key('-').descending(sortable(created)).take().substr(1);
}

exchange::Instant created_in_frame(std::string_view rest) {
  return instant_of_sortable(~u64_at(rest, 0));
}

std::string entries() {
  return Key('p').take();
}

std::string intents() {
  return Key('o').take();
}

std::string endpoints() {
  return Key('w').take();
}

std::string hours_of_keys() {
  return Key('K').take();
}

KeyHour key_hour_of(std::string_view rest) {
  return {.participant = ParticipantId(uuid_at(rest, 0)),
          .hour = static_cast<std::int64_t>(u64_at(rest, sizeof(base::Uuid)))};
}

std::string all_seen() {
  return Key('m').take();
}

std::string counts(const QueueName& of) {
  return of_queue('Q', of).take();
}

std::string place_in_counts(const QueueName& of) {
  return counts(of).substr(all_counts().size());
}

std::string erased(TransactionId id) {
  return of_id('z', id.uuid());
}

std::string acts() {
  return Key('A').take();
}

std::string act(Sequence sequence) {
  return Key('A').descending(sequence).take();
}

std::string behind_act(Sequence sequence) {
  return act(sequence - 1).substr(1);
}

}  // namespace tradepost::store::embedded::keys
