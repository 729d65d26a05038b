#include "store/embedded/format/keys.hpp"

#include <variant>

#include "base/text/text.hpp"

namespace tradepost::store::embedded::keys {
namespace {

// Returns a number as in the table of numbers, in lower case.
std::string folded(std::string_view number) {
  return base::ascii_lowered(std::string(number.substr(0, key_text_bytes_max)));
}

// Writes the part of a directory entry's key after its type.
struct NameOfEntry {
  KeyWriter& key;

  void operator()(const exchange::Relationship& it) const {
    key.put<As::id>(it.from);
    key.put<As::id>(it.to);
  }
  void operator()(const exchange::Setting& it) const { key.put<As::short_number>(it.name); }
  void operator()(const exchange::DocumentNumbers& it) const {
    key.put<As::id>(it.participant);
    key.put<As::flow>(it.flow);
    key.put<As::byte>(it.kind);
  }
  void operator()(const auto& it) const { key.put<As::id>(it.id); }
};

}  // namespace

std::string behind_transaction(TransactionId id) {
  return rest_of_key<layouts::transaction, 0>(id) + '\0';
}

std::string position(Position position) {
  return rest_of_key<layouts::queue, 2>(position);
}

Position position_of(std::string_view rest) {
  return value_of<layouts::queue, 2, Position>(rest);
}

std::string held(const Direction& direction) {
  return key<layouts::held>(direction.to, direction.from, direction.flow);
}

std::string held(const Direction& direction, Sequence sent) {
  return key<layouts::held>(direction.to, direction.from, direction.flow, sent);
}

Direction direction_of(ParticipantId to, std::string_view rest) {
  const auto [from, flow] = values_of<layouts::held, 1, ParticipantId, Flow>(rest);
  return {.from = from, .to = to, .flow = flow};
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

std::string history_place(const HistoryPlace& place) {
  return rest_of_key<layouts::history, 2>(place.created, place.id);
}

HistoryPlace history_place_of(std::string_view rest) {
  const auto [created, id] = values_of<layouts::history, 2, exchange::Instant, TransactionId>(rest);
  return {.created = created, .id = id};
}

Hour hour_of(exchange::Instant at) {
  return std::chrono::floor<std::chrono::hours>(at).time_since_epoch().count();
}

exchange::Instant instant_of(Hour hour) {
  return exchange::Instant(std::chrono::hours(hour));
}

// The number has no length before it, so that numbers with the same beginning are adjacent.
std::string number(ParticipantId viewer, Flow flow, std::string_view number) {
  return key<layouts::number>(viewer, flow, folded(number));
}

std::string naming(ParticipantId viewer, Flow flow, std::string_view number) {
  return key<layouts::naming>(viewer, flow, folded(number));
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

std::string key_used(const exchange::KeyUse& use) {
  return key<layouts::key_used>(use.participant, use.flow, use.path, use.key);
}

std::string case_place(const exchange::CasePlace& place) {
  return rest_of_key<layouts::cases, 3>(place.opened, place.id);
}

exchange::CasePlace case_place_of(std::string_view rest) {
  const auto [opened, id] = values_of<layouts::cases, 3, exchange::Instant, exchange::CaseId>(rest);
  return {.opened = opened, .id = id};
}

std::string entry(const exchange::DirectoryEntry& entry) {
  KeyWriter key(layouts::directory.table);
  key.put<As::byte>(entry.index());
  std::visit(NameOfEntry{key}, entry);
  return key.take();
}

std::string behind_act(Sequence sequence) {
  return rest_of_key<layouts::act, 0>(sequence - 1);
}

}  // namespace tradepost::store::embedded::keys
