#include "exchange/administration/administer.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include "base/ground/limits.hpp"
#include "exchange/administration/background.hpp"
#include "exchange/administration/setting_change.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/rules/decide_parts.hpp"
#include "exchange/rules/profile_rules.hpp"
#include "exchange/trade/refused.hpp"
#include "exchange/trade/requeueing.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

// The edited participant, and the participants that lose an identifier to it.
struct Planned {
  Participant participant;
  std::map<ParticipantId, Participant> others;
  std::vector<DirectoryChange::Leaving> leaving;
  std::optional<IdentifierTaken> reserved;
};

std::vector<Identifier> identifiers_after(const Participant& before, const ParticipantEdit& edit) {
  std::vector<Identifier> after = edit.identifiers.value_or(before.identifiers);
  std::erase_if(after,
                [&](const Identifier& own) { return contains(edit.remove_identifiers, own); });
  after.insert(after.end(), edit.add_identifiers.begin(), edit.add_identifiers.end());
  return without_repeats(std::move(after));
}

// Moves an identifier here that another open participant holds. An identifier of a closed
// participant stays reserved.
void take_from_others(const Directory& directory, Planned& plan) {
  for (const Identifier& identifier : plan.participant.identifiers) {
    if (!is_unique(identifier.domain)) continue;
    for (const ParticipantId owner : directory.holders(identifier.domain, identifier.text)) {
      if (owner == plan.participant.id) continue;
      const Participant& present = *directory.participant(owner);
      if (present.state != ParticipantState::open) {
        plan.reserved = IdentifierTaken{.identifier = identifier, .owner = owner};
        return;
      }
      auto [at, is_new] = plan.others.try_emplace(owner, present);
      if (is_new) {
        ++at->second.revision;
        plan.leaving.push_back({.from = owner, .identifiers = {}});
      }
      const Identifier moved = comparable(identifier.domain, identifier.text);
      std::erase_if(at->second.identifiers, [&](const Identifier& own) {
        return comparable(own.domain, own.text) == moved;
      });
      const auto leaving = std::ranges::find(plan.leaving, owner, &DirectoryChange::Leaving::from);
      leaving->identifiers.push_back(moved);
    }
  }
}

Planned planned(const Directory& directory, const Participant& before,
                const ParticipantEdit& edit) {
  Planned plan{.participant = before, .others = {}, .leaving = {}, .reserved = {}};
  ++plan.participant.revision;
  if (edit.name) plan.participant.name = *edit.name;
  if (edit.requirements) plan.participant.requirements = *edit.requirements;
  if (edit.agents) plan.participant.agents = *edit.agents;
  plan.participant.identifiers = identifiers_after(before, edit);
  take_from_others(directory, plan);
  return plan;
}

// A participant that has left receives no further events.
void end_webhooks(const Directory& directory, ParticipantId participant, DirectoryChange& change) {
  for (const Endpoint* endpoint : directory.endpoints_of(participant)) {
    if (endpoint->state == EndpointState::removed) continue;
    Endpoint next = *endpoint;
    ++next.revision;
    next.state = EndpointState::removed;
    change.entries.emplace_back(std::move(next));
  }
}

DirectoryChange change_of(Desk& desk, OperatorId by, const Planned& plan, TakePending take) {
  DirectoryChange change;
  change.by = Actor::of(by);
  change.entries.emplace_back(plan.participant);
  for (const auto& [id, other] : plan.others) change.entries.emplace_back(other);
  change.leaving = plan.leaving;
  if (take == TakePending::yes && plan.leaving.size() == 1) {
    change.intent = Intent{.id = IntentId(desk.ids.next()),
                           .type = IntentType::take,
                           .from = plan.leaving.front().from,
                           .to = plan.participant.id,
                           .identifiers = plan.leaving.front().identifiers,
                           .by = change.by};
  }
  return change;
}

}  // namespace

Answering<ParticipantAnswer> add_participant(Desk& desk, OperatorId by, ParticipantRequest request,
                                             Deadline deadline) {
  Participant added;
  added.id = request.id ? *request.id : ParticipantId(desk.ids.next());
  added.revision = 1;
  added.name = std::move(request.name);
  added.identifiers = without_repeats(std::move(request.identifiers));
  added.requirements = std::move(request.requirements);
  added.agents = std::move(request.agents);
  const DirectoryPtr directory = desk.directory.current();
  auto faults = faults_of_profile(*directory, added);
  std::ranges::move(faults_of_webhooks(*directory, request.webhooks), std::back_inserter(faults));
  if (!faults.empty()) co_return ParticipantAnswer(refused_for(std::move(faults)));
  DirectoryChange change;
  change.entries.emplace_back(added);
  for (Endpoint& webhook : request.webhooks) {
    webhook.revision = 1;
    webhook.participant = added.id;
    change.entries.emplace_back(std::move(webhook));
  }
  change.by = Actor::of(by);
  CO_TRY_ASSIGN(const DirectoryAnswer said,
                co_await change_directory(desk, std::move(change), deadline));
  if (std::holds_alternative<DirectoryChanged>(said)) co_return ParticipantAnswer(std::move(added));
  if (const auto* taken = std::get_if<IdentifierTaken>(&said)) co_return ParticipantAnswer(*taken);
  if (const auto* other = std::get_if<IntentUnderWay>(&said)) co_return ParticipantAnswer(*other);
  co_return ParticipantAnswer(Busy{});
}

Answering<EditAnswer> edit_participant(Desk& desk, OperatorId by, ParticipantEdit edit,
                                       Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Participant* const before = directory->participant(edit.id);
    if (before == nullptr || before->state != ParticipantState::open)
      co_return EditAnswer(Unknown{});
    Planned plan = planned(*directory, *before, edit);
    auto faults = faults_of_profile(*directory, plan.participant);
    if (edit.take == TakePending::yes && plan.leaving.size() > 1) {
      faults.push_back(
          {.code = "participant.identifier.several_owners",
           .path = "addIdentifiers",
           .message = "With take=pending, all added identifiers must have the same owner."});
    }
    if (!faults.empty()) co_return EditAnswer(refused_for(std::move(faults)));
    if (plan.reserved) co_return EditAnswer(*plan.reserved);
    DirectoryChange change = change_of(desk, by, plan, edit.take);
    const bool has_intent = change.intent.has_value();
    CO_TRY_ASSIGN(const DirectoryAnswer said,
                  co_await change_directory(desk, std::move(change), deadline));
    if (const auto* done = std::get_if<DirectoryChanged>(&said)) {
      if (has_intent) CO_TRY(co_await finish_intents(desk, deadline));
      co_return EditAnswer(ParticipantEdited{.participant = std::move(plan.participant),
                                             .pending_elsewhere = done->counts.pending});
    }
    if (const auto* taken = std::get_if<IdentifierTaken>(&said)) co_return EditAnswer(*taken);
    if (const auto* other = std::get_if<IntentUnderWay>(&said)) co_return EditAnswer(*other);
  }
  co_return EditAnswer(Busy{});
}

Answering<CloseAnswer> close_participant(Desk& desk, OperatorId by, ParticipantId id,
                                         OnPending on_pending, Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Participant* const before = directory->participant(id);
    if (before == nullptr) co_return CloseAnswer(Unknown{});
    if (before->state == ParticipantState::closed) co_return CloseAnswer(Closed{});
    Participant next = *before;
    ++next.revision;
    next.state = ParticipantState::closing;
    DirectoryChange change;
    change.entries.emplace_back(std::move(next));
    end_webhooks(*directory, id, change);
    change.by = Actor::of(by);
    change.on_pending = on_pending;
    change.intent = Intent{.id = IntentId(desk.ids.next()),
                           .type = IntentType::close,
                           .from = id,
                           .to = {},
                           .identifiers = {},
                           .by = Actor::of(by)};
    CO_TRY_ASSIGN(const DirectoryAnswer said,
                  co_await change_directory(desk, std::move(change), deadline));
    if (const auto* done = std::get_if<DirectoryChanged>(&said)) {
      CO_TRY(co_await finish_intents(desk, deadline));
      co_return CloseAnswer(Closed{done->counts});
    }
    if (const auto* left = std::get_if<StillPending>(&said)) co_return CloseAnswer(*left);
    if (const auto* other = std::get_if<IntentUnderWay>(&said)) co_return CloseAnswer(*other);
  }
  co_return CloseAnswer(Busy{});
}

Answering<TokenAnswer> add_token(Desk& desk, Actor by, TokenRequest request, Deadline deadline) {
  const DirectoryPtr directory = desk.directory.current();
  const Participant* const owner = directory->participant(request.participant);
  if (owner == nullptr || owner->state != ParticipantState::open) co_return TokenAnswer(Unknown{});
  Token token{.id = TokenId(desk.ids.next()),
              .revision = 1,
              .participant = request.participant,
              .hash = request.hash,
              .flow = request.flow,
              .scopes = request.scopes,
              .expires = request.expires,
              .revoked = {},
              .name = std::move(request.name),
              .created_by = by};
  CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, by, token, deadline));
  if (!is_kept) co_return TokenAnswer(Busy{});
  co_return TokenAnswer(std::move(token));
}

bool is_seen_by(const Viewer& viewer, const Token& token) {
  return !viewer.participant ||
         (token.participant == *viewer.participant && token.flow == viewer.flow);
}

Answering<TokenAnswer> revoke_token(Desk& desk, Actor by, TokenId id, Viewer viewer,
                                    Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Token* const before = directory->token(id);
    if (before == nullptr || !is_seen_by(viewer, *before)) co_return TokenAnswer(Unknown{});
    if (before->revoked) co_return TokenAnswer(*before);
    Token next = *before;
    ++next.revision;
    next.revoked = desk.clock.now();
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, by, next, deadline));
    if (is_kept) co_return TokenAnswer(std::move(next));
  }
  co_return TokenAnswer(Busy{});
}

Answering<RequeueAnswer> requeue(Desk& desk, OperatorId by, TransactionId id, Deadline deadline,
                                 std::optional<std::string> reason) {
  Requeue command;
  command.id = id;
  command.by = Actor::of(by);
  auto answer = co_await requeue_as(desk, std::move(command), Viewer{}, Scopes::all(), deadline);
  if (!answer || !std::holds_alternative<Requeued>(*answer) || !reason) co_return std::move(answer);
  const FindQuery query{.id = id, .viewer = {}, .content = WithContent::no};
  const auto found = co_await desk.store.find(query, deadline);
  if (!found || !*found || !(*found)->row->feedback.case_id) co_return std::move(answer);
  CaseRequest comment;
  comment.id = *(*found)->row->feedback.case_id;
  comment.comment = std::move(reason);
  // The requeue has succeeded, even if the comment fails.
  (void)co_await change_case(desk, by, std::move(comment), deadline);
  co_return std::move(answer);
}

Answering<DiscardAnswer> discard(Desk& desk, OperatorId by, TransactionId id, std::string reason,
                                 Deadline deadline) {
  Move command = Discard{.id = id,
                         .by = Actor::of(by),
                         .reason = cut(std::move(reason), limits::reason_length_max).text,
                         .new_case = CaseId(desk.ids.next())};
  CO_TRY_ASSIGN(const MoveAnswer answer, co_await desk.store.move(std::move(command), deadline));
  if (std::holds_alternative<DiscardDone>(answer)) co_return DiscardAnswer(DiscardDone{});
  if (std::holds_alternative<WrongState>(answer)) co_return DiscardAnswer(WrongState{});
  co_return DiscardAnswer(Unknown{});
}

Answering<CaseChangeAnswer> change_case(Desk& desk, OperatorId by, CaseRequest request,
                                        Deadline deadline) {
  CaseChange change{.id = request.id,
                    .revision = request.revision,
                    .by = Actor::of(by),
                    .flow = {},
                    .comment = std::move(request.comment),
                    .status = request.status,
                    .turn = request.turn};
  auto answer = co_await desk.store.change_case(std::move(change), deadline);
  co_return std::move(answer);
}

Answering<std::variant<Changed, Busy>> set_network(Desk& desk, OperatorId by, NetworkMode mode,
                                                   Deadline deadline) {
  const auto make = [mode](const Directory&) -> std::expected<std::string, Finding> {
    return mode == NetworkMode::open ? "open" : "approved";
  };
  CO_TRY_ASSIGN(const SettingAnswer answer,
                co_await change_setting(desk, Actor::of(by), SettingName::network, make, deadline));
  const auto* const changed = std::get_if<Changed>(&answer);
  if (changed == nullptr) co_return std::variant<Changed, Busy>(Busy{});
  // Documents that are sent during the release follow the held ones in each direction (decide:
  // BehindHeld). The network is already open, so work that exceeds the deadline continues later.
  const auto released = co_await finish_releases(desk, deadline);
  const bool is_busy = !released && released.error().code() == base::ErrorCode::unavailable;
  if (!released && !is_busy) co_return base::refuse(released.error());
  co_return std::variant<Changed, Busy>(*changed);
}

}  // namespace tradepost::exchange
