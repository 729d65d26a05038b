#include "exchange/simulated/simulated_partners.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/trade/releasing.hpp"
#include "gs1/check_digit.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

// One change revokes so many tokens of earlier runs. Each start revokes all earlier ones, so more
// exist only if an operator made them.
constexpr std::size_t revoked_at_once_max = 100;

bool is_valid(const Token& token, Instant now) {
  return !token.revoked && (!token.expires || *token.expires > now);
}

std::vector<const Token*> tokens_of_runs(const Directory& directory, ParticipantId company,
                                         Instant now) {
  return directory.tokens({}, revoked_at_once_max, [&](const Token& token) {
    return token.participant == company && token.flow == Flow::test && is_valid(token, now);
  });
}

void revoke_all(const Directory& directory, ParticipantId company, Instant now,
                DirectoryChange& change) {
  for (const Token* token : tokens_of_runs(directory, company, now)) {
    Token next = *token;
    ++next.revision;
    next.revoked = now;
    change.entries.emplace_back(std::move(next));
  }
}

// Returns a free GLN of the range 9529 of GS1, which is for examples. The first try is derived from
// the id, so that two companies rarely try the same one.
Identifier free_gln(const Directory& directory, ParticipantId company) {
  constexpr std::uint64_t count = 100'000'000;
  std::uint64_t number = 0;
  for (const std::uint8_t byte : company.uuid().bytes) number = (number * 257 + byte) % count;
  for (;; number = (number + 1) % count) {
    std::string digits = fmt::format("9529{:08}", number);
    digits += gs1::check_digit(digits);
    if (directory.holders(Domain::gs1, digits).empty()) return {Domain::gs1, std::move(digits)};
  }
}

Participant new_company(const Directory& directory, const Participant& owner, SimulatedRole role) {
  Participant company;
  company.id = simulated_id(owner.id, role);
  company.revision = 1;
  constexpr std::size_t name_bytes_max = 200;  // the words before it have room below 255
  company.name = fmt::format("Simulated {} of {}", name_of(role),
                             base::beginning_of(owner.name, name_bytes_max));
  company.identifiers = {free_gln(directory, company.id)};
  return company;
}

// Adds the direction to the change, unless it is open for TEST only already.
void open_direction(const Directory& directory, ParticipantId from, ParticipantId to,
                    DirectoryChange& change) {
  const Relationship* const before = directory.relationship(from, to);
  Relationship next;
  if (before != nullptr) next = *before;
  if (before != nullptr && before->status == RelationshipStatus::active &&
      before->flows == FlowSet::test) {
    return;
  }
  next.from = from;
  next.to = to;
  ++next.revision;
  next.status = RelationshipStatus::active;
  next.flows = FlowSet::test;
  change.entries.emplace_back(std::move(next));
}

Answering<std::monostate> release_both(Desk& desk, ParticipantId one, ParticipantId other,
                                       Deadline deadline) {
  CO_TRY(co_await release_held(desk, one, other, deadline));
  CO_TRY(co_await release_held(desk, other, one, deadline));
  co_return std::monostate();
}

}  // namespace

const Participant* simulated_partner(const Directory& directory, ParticipantId owner,
                                     SimulatedRole role) {
  return directory.participant(simulated_id(owner, role));
}

const Token* simulated_token(const Directory& directory, ParticipantId company, Instant now) {
  const Token* last = nullptr;
  for (const Token* token : tokens_of_runs(directory, company, now)) {
    const bool is_later =
        last == nullptr || !token->expires || (last->expires && *token->expires > *last->expires);
    if (is_later) last = token;
  }
  return last;
}

Answering<SimulatedAnswer> start_simulated(Desk& desk, Caller caller, SimulatedStart request,
                                           Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Participant* const owner = directory->participant(caller.participant);
    if (owner == nullptr) break;
    SimulatedStarted started;
    DirectoryChange change;
    change.by = caller.actor();
    const Participant* const present =
        simulated_partner(*directory, caller.participant, request.role);
    if (present == nullptr) {
      started.company = new_company(*directory, *owner, request.role);
      change.entries.emplace_back(started.company);
    } else {
      if (present->state != ParticipantState::open) co_return SimulatedAnswer(SimulatedClosed{});
      started.company = *present;
    }
    const ParticipantId company = started.company.id;
    open_direction(*directory, owner->id, company, change);
    open_direction(*directory, company, owner->id, change);
    revoke_all(*directory, company, desk.clock.now(), change);
    started.token = Token{.id = TokenId(desk.ids.next()),
                          .revision = 1,
                          .participant = company,
                          .hash = request.hash,
                          .flow = Flow::test,
                          .scopes = Scopes(Scopes::read | Scopes::send | Scopes::report),
                          .expires = request.until,
                          .revoked = {},
                          .name = "Simulated partner",
                          .created_by = change.by};
    change.entries.emplace_back(started.token);
    CO_TRY_ASSIGN(const DirectoryAnswer said,
                  co_await change_directory(desk, std::move(change), deadline));
    const auto* const done = std::get_if<DirectoryChanged>(&said);
    if (done == nullptr) continue;
    if (done->more_held) CO_TRY(co_await release_both(desk, owner->id, company, deadline));
    co_return SimulatedAnswer(std::move(started));
  }
  co_return SimulatedAnswer(Busy{});
}

Answering<std::variant<Changed, Busy>> stop_simulated(Desk& desk, Actor by, ParticipantId company,
                                                      Deadline deadline) {
  using Answer = std::variant<Changed, Busy>;
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    DirectoryChange change;
    change.by = by;
    revoke_all(*desk.directory.current(), company, desk.clock.now(), change);
    if (change.entries.empty()) co_return Answer(Changed{});
    CO_TRY_ASSIGN(const DirectoryAnswer said,
                  co_await change_directory(desk, std::move(change), deadline));
    if (std::holds_alternative<DirectoryChanged>(said)) co_return Answer(Changed{});
  }
  co_return Answer(Busy{});
}

}  // namespace tradepost::exchange
