#include "exchange/port/directory_facts.hpp"

#include <algorithm>
#include <variant>

#include "exchange/rules/number_spans.hpp"

namespace tradepost::exchange {

std::optional<DirectoryEntry> present(const Directory& directory, const DirectoryEntry& entry) {
  const auto found = [](const auto* value) {
    return value == nullptr ? std::optional<DirectoryEntry>()
                            : std::optional<DirectoryEntry>(*value);
  };
  struct Finder {
    const Directory& directory;
    decltype(found) give;

    auto operator()(const Participant& it) const { return give(directory.participant(it.id)); }
    auto operator()(const Token& it) const { return give(directory.token(it.id)); }
    auto operator()(const Relationship& it) const {
      return give(directory.relationship(it.from, it.to));
    }
    auto operator()(const Endpoint& it) const { return give(directory.endpoint(it.id)); }
    auto operator()(const NumberRange& it) const { return give(directory.range(it.id)); }
    auto operator()(const Setting& it) const { return give(directory.setting(it.name)); }
    auto operator()(const Person& it) const { return give(directory.person(it.id)); }
    auto operator()(const DocumentNumbers& it) const {
      return give(directory.numbers(it.participant, it.flow, it.kind));
    }
  };
  return std::visit(Finder{directory, found}, entry);
}

void add_holders(const Directory& directory, const Participant& participant,
                 DirectoryFacts& facts) {
  for (const Identifier& own : participant.identifiers) {
    if (!is_unique(own.domain)) continue;
    for (const ParticipantId owner : directory.holders(own.domain, own.text)) {
      facts.holders.push_back({.identifier = comparable(own.domain, own.text), .owner = owner});
    }
  }
}

void add_overlapped(const Directory& directory, const NumberRange& range, DirectoryFacts& facts) {
  const NumberRange* const other = overlapping(directory, range);
  if (other != nullptr) facts.overlapped = other->id;
}

std::shared_ptr<const Relationship> standing_between(const Directory& directory, ParticipantId from,
                                                     ParticipantId to) {
  const Relationship* const found = directory.relationship(from, to);
  return found == nullptr ? nullptr : std::make_shared<const Relationship>(*found);
}

RouteSeen route_of(const Directory& directory, const Transaction& sent) {
  const auto revision = [](const auto* entry) { return entry == nullptr ? 0 : entry->revision; };
  const ParticipantId principal = *sent.parties.principal.participant;
  return {.principal = revision(directory.participant(principal)),
          .recipient = revision(directory.participant(sent.recipient)),
          .relationship = revision(directory.relationship(principal, sent.recipient)),
          .network = revision(directory.setting(SettingName::network))};
}

std::vector<RangeFact> ranges_for(const Directory& directory, const Transaction& sent,
                                  const NextNumbers& next) {
  std::vector<RangeFact> facts;
  const auto add = [&](const std::optional<ParticipantId>& owner) {
    for (const NumberRange* range : directory.ranges_of(owner)) {
      if (range->flow != sent.flow) continue;
      const auto [first, end] = span_of(*range);
      const auto taken = next.find(range->id);
      const bool was_used = taken != next.end();
      facts.push_back({.id = range->id,
                       .is_networks = !owner,
                       .first = first,
                       .next = was_used ? std::max(first, taken->second) : first,
                       .end = end});
    }
  };
  add(sent.parties.principal.participant);
  add(std::nullopt);
  return facts;
}

bool is_routed_by(const Transaction& row, const std::vector<Identifier>& identifiers) {
  return std::ranges::find(identifiers, row.routed_by.identifier) != identifiers.end();
}

}  // namespace tradepost::exchange
