// Commands that change participants, identifiers and relationships.

#include <fmt/format.h>

#include <utility>

#include "conformance/driver.hpp"
#include "conformance/translation.hpp"
#include "exchange/administration/number_ranges.hpp"

namespace tradepost::conformance {
namespace {

exchange::KindSet taken_kinds(const std::optional<std::vector<std::string>>& kinds) {
  return kinds_of(*kinds);
}

std::vector<exchange::AgentGrant> grants_of(const std::vector<Grant>& grants,
                                            const std::vector<exchange::ParticipantId>& members) {
  std::vector<exchange::AgentGrant> translated;
  for (const Grant& grant : grants) {
    translated.push_back({.agent = members[grant.agent], .kinds = kinds_of(grant.kinds)});
  }
  return translated;
}

std::vector<exchange::InternalNumber> numbers_of(
    const std::vector<PartnerNumber>& numbers,
    const std::vector<exchange::ParticipantId>& members) {
  std::vector<exchange::InternalNumber> translated;
  for (const PartnerNumber& number : numbers) {
    translated.push_back({.of = members[number.of], .number = number.number});
  }
  return translated;
}

}  // namespace

std::string Driver::apply_one(const AddMember& command, const Said& /*said*/) {
  exchange::ParticipantRequest request{.id = exchange::ParticipantId(member_ids_.next()),
                                       .name = command.name,
                                       .identifiers = identifiers_of(command.identities),
                                       .requirements = {},
                                       .agents = {}};
  const auto answer =
      run(exchange::add_participant(*desk_, operator_, std::move(request), deadline()));
  if (!answer) return store_failed;
  if (const auto* const added = std::get_if<exchange::Participant>(&*answer)) {
    members_.push_back(added->id);
    return "added";
  }
  if (const auto* const taken = std::get_if<exchange::IdentifierTaken>(&*answer)) {
    return "taken by " + name_of(taken->owner);
  }
  return refusal_words(*answer);
}

std::string Driver::apply_one(const AddRange& command, const Said& /*said*/) {
  exchange::RangeRequest request{.participant = {},
                                 .flow = command.flow,
                                 .prefix = std::string(range_prefix),
                                 .next = command.first,
                                 .end = command.first + command.count};
  if (command.owner != no_member) request.participant = members_[command.owner];
  const auto answer = run(exchange::add_range(*desk_, operator_, std::move(request), deadline()));
  if (!answer) return store_failed;
  if (const auto* const added = std::get_if<exchange::NumberRange>(&*answer)) {
    last_range_id_ = added->id.to_string();
    return "added";
  }
  return refusal_words(*answer);
}

std::string Driver::apply_one(const SetProfile& command, const Said& /*said*/) {
  exchange::ProfileRequest request;
  if (command.demands) request.requirements = requirements_of(*command.demands);
  if (command.grants) request.agents = grants_of(*command.grants, members_);
  if (command.numbers) request.numbers = numbers_of(*command.numbers, members_);
  const auto answer = run(
      exchange::change_profile(*desk_, caller_of(command.caller), std::move(request), deadline()));
  if (!answer) return store_failed;
  if (std::holds_alternative<exchange::ProfileChanged>(*answer)) return "changed";
  return refusal_words(*answer);
}

std::string Driver::apply_one(const SetRelationship& command, const Said& /*said*/) {
  std::optional<exchange::KindSet> kinds;
  if (command.kinds) kinds = taken_kinds(command.kinds);
  std::optional<std::vector<exchange::Requirement>> requirements;
  if (command.demands) requirements = requirements_of(*command.demands);
  std::optional<exchange::PartnerAnswer> answer;
  if (command.by_operator) {
    exchange::RelationshipRequest request{.from = members_[command.from],
                                          .to = members_[command.to],
                                          .status = status_of(command.standing),
                                          .kinds = kinds,
                                          .flows = {},
                                          .requirements = requirements};
    answer = run(exchange::put_relationship(*desk_, exchange::Actor::of(operator_),
                                            std::move(request), deadline()));
  } else {
    exchange::PartnerRequest request{.partner = members_[command.from],
                                     .status = status_of(command.standing),
                                     .kinds = kinds,
                                     .requirements = requirements};
    const Caller caller{.member = command.to, .flow = Flow::live};
    answer = run(exchange::set_partner(*desk_, caller_of(caller), std::move(request), deadline()));
  }
  if (!answer) return store_failed;
  if (const auto* const changed = std::get_if<exchange::PartnerChanged>(&*answer)) {
    return fmt::format("changed, {} released", changed->released);
  }
  return refusal_words(*answer);
}

std::string Driver::apply_one(const SetNetwork& command, const Said& /*said*/) {
  const auto mode =
      command.mode == Mode::open ? exchange::NetworkMode::open : exchange::NetworkMode::approved;
  const auto answer = run(exchange::set_network(*desk_, operator_, mode, deadline()));
  if (!answer) return store_failed;
  if (std::holds_alternative<exchange::Changed>(*answer)) return "changed";
  return refusal_words(*answer);
}

std::string Driver::apply_one(const MoveIdentity& command, const Said& /*said*/) {
  exchange::ParticipantEdit edit{
      .id = members_[command.to],
      .name = {},
      .identifiers = {},
      .add_identifiers = {identifier_of(command.identity)},
      .remove_identifiers = {},
      .requirements = {},
      .agents = {},
      .take = command.take == Take::yes ? exchange::TakePending::yes : exchange::TakePending::no};
  const auto answer =
      run(exchange::edit_participant(*desk_, operator_, std::move(edit), deadline()));
  if (!answer) return store_failed;
  if (const auto* const edited = std::get_if<exchange::ParticipantEdited>(&*answer)) {
    return fmt::format("moved, {} pending", edited->pending_elsewhere);
  }
  if (const auto* const taken = std::get_if<exchange::IdentifierTaken>(&*answer)) {
    return "taken by " + name_of(taken->owner);
  }
  return refusal_words(*answer);
}

std::string Driver::apply_one(const RemoveIdentity& command, const Said& /*said*/) {
  exchange::ParticipantEdit edit{.id = members_[command.from],
                                 .name = {},
                                 .identifiers = {},
                                 .add_identifiers = {},
                                 .remove_identifiers = {identifier_of(command.identity)},
                                 .requirements = {},
                                 .agents = {}};
  const auto answer =
      run(exchange::edit_participant(*desk_, operator_, std::move(edit), deadline()));
  if (!answer) return store_failed;
  if (std::holds_alternative<exchange::ParticipantEdited>(*answer)) return "removed";
  return refusal_words(*answer);
}

std::string Driver::apply_one(const Close& command, const Said& /*said*/) {
  const auto on_pending =
      command.fail_pending ? exchange::OnPending::fail : exchange::OnPending::refuse;
  const auto answer = run(exchange::close_participant(*desk_, operator_, members_[command.member],
                                                      on_pending, deadline()));
  if (!answer) return store_failed;
  const auto counted = [](std::string_view how, const exchange::QueueCounts& counts) {
    return fmt::format("{} {} pending and {} held", how, counts.pending, counts.held);
  };
  if (const auto* const closed = std::get_if<exchange::Closed>(&*answer)) {
    return counted("closed over", closed->counts);
  }
  if (const auto* const pending = std::get_if<exchange::StillPending>(&*answer)) {
    return counted("still", pending->counts);
  }
  return refusal_words(*answer);
}

}  // namespace tradepost::conformance
