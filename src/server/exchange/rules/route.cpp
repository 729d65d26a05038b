#include "exchange/rules/route.hpp"

#include <algorithm>

#include "exchange/model/findings.hpp"
#include "exchange/rules/simulated.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::string_view technical_sender = "technicalSender";
constexpr std::string_view technical_recipient = "technicalRecipient";

// The participant that the identifiers of a party lead to.
struct Resolved {
  enum class Outcome : std::uint8_t { found, unknown, ambiguous } outcome = Outcome::unknown;
  ParticipantId participant;
  Identifier by;  // the first identifier that leads there by itself

  bool is(ParticipantId id) const { return outcome == Outcome::found && participant == id; }
};

class Resolver {
 public:
  // Looks up SENDER_INTERNAL among the internal numbers of `numbers_of`.
  Resolver(const Directory& directory, ParticipantId numbers_of)
      : directory_(directory), numbers_(directory.participant(numbers_of)) {}

  Resolved resolve(const document::Party& party) const {
    std::vector<ParticipantId> candidates;
    bool is_first = true;
    for (const auto& identifier : party.identifiers) {
      auto holders = holders_of(identifier);
      if (holders.empty()) continue;  // an unknown identifier excludes no participant
      if (is_first) {
        candidates = std::move(holders);
        is_first = false;
        continue;
      }
      std::erase_if(candidates, [&](ParticipantId id) {
        return std::ranges::find(holders, id) == holders.end();
      });
      if (candidates.empty())
        return {.outcome = Resolved::Outcome::ambiguous, .participant = {}, .by = {}};
    }
    // Several participants share these identifiers, as a group may, so none is identified (contract
    // 1.2).
    if (candidates.size() != 1) return {};
    const Participant* const found = directory_.participant(candidates.front());
    if (found == nullptr || found->state != ParticipantState::open) return {};
    return {.outcome = Resolved::Outcome::found,
            .participant = found->id,
            .by = leading_to(found->id, party)};
  }

 private:
  std::vector<ParticipantId> holders_of(const document::PartyIdentifier& identifier) const {
    const auto domain = domain_of(identifier.domain);
    if (!domain) return {};
    if (*domain == Domain::sender_internal) return numbered(identifier.identifier);
    const auto holders = directory_.holders(*domain, identifier.identifier);
    return {holders.begin(), holders.end()};
  }

  std::vector<ParticipantId> numbered(std::string_view number) const {
    if (numbers_ == nullptr) return {};
    const auto at = std::ranges::find(numbers_->numbers, number, &InternalNumber::number);
    if (at == numbers_->numbers.end()) return {};
    return {at->of};
  }

  // Returns the first identifier that leads to the participant by itself. A shared identifier
  // decides only if there is none.
  Identifier leading_to(ParticipantId id, const document::Party& party) const {
    std::optional<Identifier> shared;
    for (const auto& identifier : party.identifiers) {
      const auto holders = holders_of(identifier);
      if (std::ranges::find(holders, id) == holders.end()) continue;
      auto found = comparable(*domain_of(identifier.domain), identifier.identifier);
      if (holders.size() == 1) return found;
      if (!shared) shared = std::move(found);
    }
    return shared.value_or(Identifier());
  }

  const Directory& directory_;
  const Participant* numbers_;
};

std::optional<Identifier> first_identifier(const document::Party& party) {
  for (const auto& identifier : party.identifiers) {
    if (const auto domain = domain_of(identifier.domain))
      return comparable(*domain, identifier.identifier);
  }
  return std::nullopt;
}

bool is_agent(const Participant& principal, ParticipantId agent, Kind kind) {
  return std::ranges::any_of(principal.agents, [&](const AgentGrant& grant) {
    return grant.agent == agent && grant.kinds.has(kind);
  });
}

class Router {
 public:
  Router(const Directory& directory, ParticipantId caller, Kind kind, const document::Head& head)
      : directory_(directory), caller_(caller), kind_(kind), head_(head) {}

  Routing decide() && {
    find_principal();
    find_recipient();
    Routing routing{.route = {}, .faults = std::move(faults_)};
    if (routing.faults.empty()) routing.route = std::move(route_);
    return routing;
  }

 private:
  void find_principal() {
    const Resolver resolver(directory_, caller_);
    route_.principal.participant = caller_;
    const document::Party* first = nullptr;
    Resolved first_resolved;
    bool is_technical_sender = false;
    const document::Party* other_technical_sender = nullptr;
    bool is_ambiguous = false;
    for (const auto& party : head_.from) {
      const Resolved resolved = resolver.resolve(party);
      if (resolved.outcome == Resolved::Outcome::ambiguous) {
        faults_.push_back(findings::ambiguous_party(kind_, party.role));
        is_ambiguous = true;
        continue;
      }
      if (party.role == technical_sender) {
        is_technical_sender = resolved.is(caller_);
        if (!is_technical_sender) other_technical_sender = &party;
        continue;
      }
      if (resolved.is(caller_)) return;  // it sends for itself
      if (first == nullptr) {
        first = &party;
        first_resolved = resolved;
      }
    }
    // An ambiguous party may be the caller, so the sender is not checked.
    if (is_ambiguous) return;
    if (first == nullptr) {
      if (other_technical_sender != nullptr)
        faults_.push_back(findings::not_the_sender(kind_, technical_sender));
      return;
    }
    if (!is_technical_sender) {
      faults_.push_back(findings::not_the_sender(kind_, first->role));
      return;
    }
    send_for(*first, first_resolved);
  }

  void send_for(const document::Party& party, const Resolved& resolved) {
    route_.agent = caller_;
    if (resolved.outcome == Resolved::Outcome::found) {
      const Participant& principal = *directory_.participant(resolved.participant);
      if (!is_agent(principal, caller_, kind_))
        faults_.push_back(findings::not_its_agent(kind_, party.role));
      route_.principal = {.participant = principal.id, .identifier = {}};
      return;
    }
    route_.principal.identifier = first_identifier(party);
    if (!route_.principal.identifier)
      faults_.push_back(findings::party_without_identifier(kind_, party.role));
  }

  void find_recipient() {
    const Resolver resolver(directory_, *route_.principal.participant);
    const document::Party* technical = nullptr;
    std::vector<Candidate> others;
    for (const auto& party : head_.to) {
      if (party.role == technical_recipient) {
        technical = &party;
      } else {
        others.push_back({.party = &party, .resolved = resolver.resolve(party)});
      }
    }
    bool is_found = false;
    if (technical != nullptr) {
      is_found = take_technical(*technical, resolver.resolve(*technical));
    } else {
      is_found = take_first_known(others);
    }
    // Also runs if the explicit address is unknown, so that all faults are reported.
    if (is_found || technical != nullptr) find_commercial(others);
  }

  struct Candidate {
    const document::Party* party = nullptr;
    Resolved resolved;
  };

  // An unknown explicit address is a fault; no other role takes its place.
  bool take_technical(const document::Party& party, const Resolved& resolved) {
    switch (resolved.outcome) {
      case Resolved::Outcome::found:
        receive(party, resolved);
        return true;
      case Resolved::Outcome::unknown:
        faults_.push_back(findings::unknown_party(kind_, party.role));
        return false;
      case Resolved::Outcome::ambiguous:
        break;
    }
    faults_.push_back(findings::ambiguous_party(kind_, party.role));
    return false;
  }

  bool is_principal(const Resolved& resolved) const {
    return route_.principal.is_participant() && resolved.is(*route_.principal.participant);
  }

  bool take_first_known(const std::vector<Candidate>& candidates) {
    const Candidate* itself = nullptr;
    std::vector<Finding> unknown;
    bool is_ambiguous = false;
    for (const Candidate& candidate : candidates) {
      const auto& [party, resolved] = candidate;
      if (resolved.outcome == Resolved::Outcome::ambiguous) {
        faults_.push_back(findings::ambiguous_party(kind_, party->role));
        is_ambiguous = true;
      } else if (resolved.outcome == Resolved::Outcome::unknown) {
        unknown.push_back(findings::unknown_party(kind_, party->role));
      } else if (is_principal(resolved)) {
        if (itself == nullptr) itself = &candidate;
      } else {
        if (is_ambiguous) return false;
        receive(*party, resolved);
        route_.warnings = std::move(unknown);
        return true;
      }
    }
    if (is_ambiguous) return false;
    if (itself != nullptr) {
      receive(*itself->party, itself->resolved);
      route_.warnings = std::move(unknown);
      return true;
    }
    if (unknown.empty()) unknown.push_back(findings::no_recipient(kind_));
    std::ranges::move(unknown, std::back_inserter(faults_));
    return false;
  }

  void receive(const document::Party& party, const Resolved& resolved) {
    route_.recipient = resolved.participant;
    route_.routed_by = {.role = std::string(party.role), .identifier = resolved.by};
  }

  // Finds the first party that the document is meant for, even if another party collects it
  // (contract 5.1).
  void find_commercial(const std::vector<Candidate>& candidates) {
    if (candidates.empty()) {
      route_.commercial = PartyKey{.participant = route_.recipient, .identifier = {}};
      return;
    }
    const auto& [party, resolved] = candidates.front();
    if (resolved.outcome == Resolved::Outcome::ambiguous) {
      faults_.push_back(findings::ambiguous_party(kind_, party->role));
    } else if (resolved.outcome == Resolved::Outcome::found) {
      route_.commercial = PartyKey{.participant = resolved.participant, .identifier = {}};
    } else if (auto identifier = first_identifier(*party)) {
      route_.commercial = PartyKey{.participant = {}, .identifier = std::move(identifier)};
    }
  }

  const Directory& directory_;
  const ParticipantId caller_;
  const Kind kind_;
  const document::Head& head_;
  Route route_;
  std::vector<Finding> faults_;
};

}  // namespace

Routing route(const Directory& directory, ParticipantId caller, Kind kind,
              const document::Head& head) {
  return Router(directory, caller, kind, head).decide();
}

Admissibility admissibility(const Directory& directory, ParticipantId from, ParticipantId to,
                            Kind kind, Flow flow) {
  using enum Admissibility::Verdict;
  Admissibility standing{.verdict = taken, .is_new = false, .relationship = nullptr};
  if (from == to) return standing;  // sending to oneself needs no relationship
  const Relationship* const relationship = directory.relationship(from, to);
  standing.relationship = relationship;
  const bool is_open = directory.mode() == NetworkMode::open;
  const bool is_active =
      relationship != nullptr && relationship->status == RelationshipStatus::active;
  if (is_simulated(to) && flow == Flow::live) {
    standing.verdict = flow_not_taken;
  } else if (is_simulated(to) && !is_active) {
    standing.verdict = blocked;
  } else if (relationship == nullptr) {
    standing.is_new = !is_open;
    standing.verdict = is_open ? taken : held;
  } else if (relationship->status == RelationshipStatus::blocked) {
    standing.verdict = blocked;
  } else if (!relationship->kinds.has(kind)) {
    standing.verdict = kind_not_taken;
  } else if (!has(relationship->flows, flow)) {
    standing.verdict = flow_not_taken;
  } else if (relationship->status == RelationshipStatus::requested && !is_open) {
    standing.verdict = held;
  }
  return standing;
}

RouteSeen route_seen(const Directory& directory, ParticipantId principal, ParticipantId recipient) {
  const auto revision = [](const auto* entry) { return entry == nullptr ? 0 : entry->revision; };
  return {.principal = revision(directory.participant(principal)),
          .recipient = revision(directory.participant(recipient)),
          .relationship = revision(directory.relationship(principal, recipient)),
          .network = revision(directory.setting(SettingName::network))};
}

}  // namespace tradepost::exchange
