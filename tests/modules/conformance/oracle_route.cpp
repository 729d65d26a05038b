// Routing to sender and recipient: contract 1.2, 4.5, 4.6, 4.7.

#include <algorithm>
#include <utility>

#include "conformance/oracle.hpp"

namespace tradepost::conformance {
namespace {

template <typename T>
bool contains(const std::vector<T>& list, const T& value) {
  return std::ranges::find(list, value) != list.end();
}

std::string path_of(std::string_view role) {
  return "content.header." + std::string(role);
}

// Returns the form for comparison: without spaces and hyphens, in upper case, if a profile may have
// the identifier (contract 1.2).
Identity compared(Identity identity) {
  if (identity.domain.ends_with("_INTERNAL")) return identity;
  std::string text;
  for (const char c : identity.text) {
    if (c == ' ' || c == '-') continue;
    text += static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  }
  identity.text = text;
  return identity;
}

Identity first_identity(const Party& party) {
  return compared(party.identities.front());
}

}  // namespace

// Finds the participants of each identifier, and of all together (contract 1.2). A shared
// identifier of a group matches every member of it, and leads to none of them alone. A closed
// participant keeps its identifiers, but no party leads to it.
Oracle::Lead Oracle::lead_of(const Party& party, Member numbers_of) const {
  std::optional<std::vector<Member>> all;
  for (const Identity& written : party.identities) {
    std::vector<Member> meant = meant_by(compared(written), numbers_of);
    if (meant.empty()) continue;
    if (all) std::erase_if(*all, [&](Member member) { return !contains(meant, member); });
    if (!all) all = std::move(meant);
  }
  if (!all) return {};
  if (all->empty()) return {.member = std::nullopt, .is_ambiguous = true};
  if (all->size() > 1 || network_.members[all->front()].closed) return {};
  return {.member = all->front(), .is_ambiguous = false};
}

std::vector<Member> Oracle::meant_by(const Identity& identity, Member numbers_of) const {
  std::vector<Member> meant;
  if (identity.domain == "SENDER_INTERNAL") {
    if (!is_member(numbers_of)) return meant;
    for (const PartnerNumber& number : network_.members[numbers_of].numbers) {
      if (number.number == identity.text) meant.push_back(number.of);
    }
    return meant;
  }
  for (Member member = 0; member < network_.members.size(); ++member) {
    if (contains(network_.members[member].identities, identity)) meant.push_back(member);
  }
  return meant;
}

// Returns the first identifier of a party that leads there alone. If only several shared ones lead
// there together, returns the first of these.
Identity Oracle::leading_identity(const Party& party, Member numbers_of) const {
  for (const Identity& identity : party.identities) {
    const Party alone{.role = party.role, .identities = {identity}};
    if (lead_of(alone, numbers_of).member) return compared(identity);
  }
  for (const Identity& identity : party.identities) {
    if (!meant_by(compared(identity), numbers_of).empty()) return compared(identity);
  }
  return first_identity(party);
}

// Finds the principal of a letter (contract 4.5).
void Oracle::find_principal(const Letter& letter, Member caller, Route& route) const {
  std::vector<const Party*> named;
  for (const std::string_view role : row_of(letter.kind).from) {
    if (const Party* const party = letter.party(role)) named.push_back(party);
  }
  const Party* const technical = letter.party("technicalSender");
  const bool is_technical = technical && lead_of(*technical, no_member).member == caller;

  const auto caller_sends = [&] {
    route.principal = {.member = caller, .identity = std::nullopt};
    route.has_principal = true;
  };
  // Each ambiguous party is reported, up to the caller, which may be the intended party (contract
  // 4.2).
  if (technical && lead_of(*technical, no_member).is_ambiguous) {
    route.faults.push_back(path_of(technical->role));
  }
  for (const Party* const party : named) {
    const Lead lead = lead_of(*party, no_member);
    if (lead.is_ambiguous) route.faults.push_back(path_of(party->role));
    if (lead.member == caller) return caller_sends();
  }
  if (!route.faults.empty()) return;
  if (named.empty() && (!technical || is_technical)) return caller_sends();
  if (!is_technical) {
    route.faults.push_back(path_of(named.empty() ? technical->role : named.front()->role));
    return;
  }
  const Party& first = *named.front();
  const Lead lead = lead_of(first, no_member);
  if (!lead.member) {
    route.principal = {.member = caller, .identity = first_identity(first)};
    route.has_principal = true;
    route.agent = caller;
    return;
  }
  const auto& grants = network_.members[*lead.member].grants;
  const bool is_granted = std::ranges::any_of(grants, [&](const Grant& grant) {
    return grant.agent == caller && (grant.kinds.empty() || contains(grant.kinds, letter.kind));
  });
  route.principal = {.member = *lead.member, .identity = std::nullopt};
  if (!is_granted) {
    route.faults.push_back(path_of(first.role));
    return;
  }
  route.has_principal = true;
  route.agent = caller;
}

// Finds the recipient of a letter (contract 4.6).
void Oracle::find_recipient(const Letter& letter, Member caller, Route& route) const {
  const Member numbers_of = is_member(route.principal.member) ? route.principal.member : caller;
  if (const Party* const technical = letter.party("technicalRecipient")) {
    const Lead lead = lead_of(*technical, numbers_of);
    route.by_technical_recipient = true;
    if (!lead.member) {
      route.faults.push_back(path_of("technicalRecipient"));
      return;
    }
    route.recipient = *lead.member;
    route.routed_by = leading_identity(*technical, numbers_of);
    return;
  }

  const Party* decided = nullptr;
  const Party* principals_own = nullptr;
  std::vector<std::string> unknown;  // before the decisive one
  bool is_ambiguous = false;
  for (const std::string_view role : row_of(letter.kind).to) {
    const Party* const party = letter.party(role);
    if (!party) continue;
    const Lead lead = lead_of(*party, numbers_of);
    if (lead.is_ambiguous && !decided) {
      route.faults.push_back(path_of(role));
      is_ambiguous = true;
    } else if (!lead.member) {
      if (!decided) unknown.push_back(path_of(role));
    } else if (lead.member == numbers_of && !route.principal.identity) {
      if (!principals_own) principals_own = party;
    } else if (!decided) {
      decided = party;
    }
  }
  if (is_ambiguous) return;
  if (!decided && !principals_own) {
    route.faults.insert(route.faults.end(), unknown.begin(), unknown.end());
    return;
  }
  route.warnings += unknown.size();
  if (!decided) decided = principals_own;
  route.recipient = *lead_of(*decided, numbers_of).member;
  route.routed_by = leading_identity(*decided, numbers_of);
}

// Finds the commercial recipient of a letter (contract 5.1).
void Oracle::find_commercial(const Letter& letter, Member caller, Route& route) const {
  const Member numbers_of = is_member(route.principal.member) ? route.principal.member : caller;
  for (const std::string_view role : row_of(letter.kind).to) {
    const Party* const party = letter.party(role);
    if (!party) continue;
    const Lead lead = lead_of(*party, numbers_of);
    if (lead.is_ambiguous && route.by_technical_recipient) {
      route.faults.push_back(path_of(role));
    } else if (lead.member) {
      route.commercial = {.member = *lead.member, .identity = std::nullopt};
    } else {
      route.commercial = {.member = no_member, .identity = first_identity(*party)};
    }
    return;
  }
}

Oracle::Route Oracle::route_of(const Letter& letter, Member caller) const {
  Route route;
  find_principal(letter, caller, route);
  find_recipient(letter, caller, route);
  find_commercial(letter, caller, route);
  return route;
}

// Returns the paths that the recipient requires and the letter lacks (contract 4.7).
std::vector<std::string> Oracle::demanded_faults(const Letter& letter, const Route& route) const {
  std::vector<Demand> demands = network_.members[route.recipient].demands;
  const Member sender = route.principal.member;
  if (const KnownRelationship* const known = relationship(sender, route.recipient)) {
    demands.insert(demands.end(), known->demands.begin(), known->demands.end());
  }
  std::vector<std::string> faults;
  for (const Demand& demand : demands) {
    if (demand.kind != letter.kind) continue;
    if (!demand.when.empty() && demand.when != letter.type) continue;
    if (demand.path == "items.*.identifiers" && letter.has_supplier_id &&
        (demand.domain.empty() || demand.domain == "SUPPLIER")) {
      continue;
    }
    if (demand.path == "header.type" && !letter.type.empty()) continue;
    faults.push_back(demand.path == "header.type" ? "content.header.type"
                                                  : "content.items.0.identifiers");
  }
  return faults;
}

}  // namespace tradepost::conformance
