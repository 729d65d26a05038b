#include "exchange/administration/partners.hpp"

#include <algorithm>
#include <map>

#include "base/ground/limits.hpp"
#include "exchange/administration/sampling.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/desk/cursor.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/rules/profile_rules.hpp"
#include "exchange/rules/requirements.hpp"
#include "exchange/trade/refused.hpp"
#include "exchange/trade/releasing.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

std::map<ParticipantId, Partner> partners_in(const Directory& directory, ParticipantId own) {
  std::map<ParticipantId, Partner> partners;
  for (const Relationship* relationship : directory.relationships_of(own)) {
    const bool is_incoming = relationship->to == own;
    const ParticipantId other = is_incoming ? relationship->from : relationship->to;
    Partner& partner = partners[other];
    partner.partner = named(directory, other);
    (is_incoming ? partner.incoming : partner.outgoing) = *relationship;
  }
  return partners;
}

Relationship changed(const Relationship* before, const RelationshipRequest& request) {
  Relationship next;
  if (before != nullptr) next = *before;
  next.from = request.from;
  next.to = request.to;
  ++next.revision;
  next.status = request.status;
  if (request.kinds) next.kinds = *request.kinds;
  if (request.flows) next.flows = *request.flows;
  if (request.requirements) next.requirements = *request.requirements;
  return next;
}

bool can_be_asked(const Directory& directory, ParticipantId own, ParticipantId partner) {
  const Participant* const found = directory.participant(partner);
  return found != nullptr && partner != own && found->state == ParticipantState::open;
}

bool has_status(const Partner& partner, std::optional<RelationshipStatus> wanted) {
  return !wanted || (partner.incoming && partner.incoming->status == *wanted);
}

}  // namespace

Answering<std::vector<Partner>> partners(Desk& desk, Caller caller, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<HeldState> held,
                co_await desk.store.held(caller.participant, deadline));
  const DirectoryPtr directory = desk.directory.current();
  auto known = partners_in(*directory, caller.participant);
  for (const HeldState& state : held) {
    if (state.flow != caller.flow) continue;
    const bool is_incoming = state.to == caller.participant;
    const auto at = known.find(is_incoming ? state.from : state.to);
    if (at == known.end()) continue;
    (is_incoming ? at->second.held_incoming : at->second.held_outgoing) = state.held;
  }
  std::vector<Partner> answer;
  answer.reserve(known.size());
  for (auto& [id, partner] : known) answer.push_back(std::move(partner));
  co_return std::move(answer);
}

Answering<PartnersAnswer> list_partners(Desk& desk, PartnersRequest request, Deadline deadline) {
  const auto status =
      request.status ? std::to_string(static_cast<unsigned>(*request.status)) : std::string();
  Cursor cursor = cursor_of(desk, request.caller, Cursor::List::partners, filter_number({status}));
  if (request.cursor && !is_for(*request.cursor, cursor)) co_return PartnersAnswer(BadCursor{});
  CO_TRY_ASSIGN(std::vector<Partner> all, co_await partners(desk, request.caller, deadline));
  const std::size_t count_max = std::min(request.count_max, limits::page_items_max);
  PartnersPage page;
  for (Partner& partner : all) {
    const bool is_behind = !request.cursor || request.cursor->id < partner.partner.id->uuid();
    if (!is_behind || !has_status(partner, request.status)) continue;
    if (page.items.size() == count_max) {
      cursor.id = page.items.back().partner.id->uuid();
      page.next = cursor;
      break;
    }
    page.items.push_back(std::move(partner));
  }
  co_return PartnersAnswer(std::move(page));
}

Answering<std::optional<Partner>> find_partner(Desk& desk, Caller caller, ParticipantId partner,
                                               Deadline deadline) {
  CO_TRY_ASSIGN(std::vector<Partner> all, co_await partners(desk, caller, deadline));
  const auto found = std::ranges::find(all, std::optional(partner),
                                       [](const Partner& one) { return one.partner.id; });
  if (found == all.end()) co_return std::optional<Partner>();
  co_return std::optional(std::move(*found));
}

Answering<AskAnswer> ask_partner(Desk& desk, Caller caller, ParticipantId partner,
                                 Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    if (!can_be_asked(*directory, caller.participant, partner)) co_return AskAnswer(Unknown{});
    const auto* const present = directory->relationship(caller.participant, partner);
    if (present != nullptr && present->status == RelationshipStatus::blocked)
      co_return AskAnswer(Blocked{});
    if (present != nullptr) co_return AskAnswer(PartnerAsked{*present});
    Relationship asked;
    asked.from = caller.participant;
    asked.to = partner;
    asked.revision = 1;
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, caller.actor(), asked, deadline));
    if (is_kept) co_return AskAnswer(PartnerAsked{std::move(asked)});
  }
  co_return AskAnswer(Busy{});
}

Answering<PartnerAnswer> put_relationship(Desk& desk, Actor by, RelationshipRequest request,
                                          Deadline deadline) {
  if (request.requirements) {
    auto faults = faults_of(*request.requirements);
    if (!faults.empty()) co_return PartnerAnswer(refused_for(std::move(faults)));
  }
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    if (directory->participant(request.from) == nullptr ||
        directory->participant(request.to) == nullptr || request.from == request.to) {
      co_return PartnerAnswer(Unknown{});
    }
    PartnerChanged answer;
    answer.incoming = changed(directory->relationship(request.from, request.to), request);
    DirectoryChange change;
    change.entries.emplace_back(answer.incoming);
    change.by = by;
    CO_TRY_ASSIGN(const DirectoryAnswer said,
                  co_await change_directory(desk, std::move(change), deadline));
    if (const auto* done = std::get_if<DirectoryChanged>(&said)) {
      answer.released = done->released;
      if (done->more_held) {
        CO_TRY_ASSIGN(const std::uint32_t rest,
                      co_await release_held(desk, request.from, request.to, deadline));
        answer.released += rest;
      }
      if (request.requirements) {
        SampleRequest asked{.recipient = request.to,
                            .flow = request.sample_of,
                            .sender = request.from,
                            .since = {},
                            .requirements = *request.requirements};
        CO_TRY_ASSIGN(answer.sample, co_await sample(desk, std::move(asked), deadline));
      }
      co_return PartnerAnswer(std::move(answer));
    }
  }
  co_return PartnerAnswer(Busy{});
}

Answering<PartnerAnswer> set_partner(Desk& desk, Caller caller, PartnerRequest request,
                                     Deadline deadline) {
  RelationshipRequest incoming{.from = request.partner,
                               .to = caller.participant,
                               .status = request.status,
                               .kinds = request.kinds,
                               .flows = {},
                               .requirements = std::move(request.requirements),
                               .sample_of = caller.flow};
  auto answer = co_await put_relationship(desk, caller.actor(), std::move(incoming), deadline);
  co_return std::move(answer);
}

Answering<ProfileAnswer> change_profile(Desk& desk, Caller caller, ProfileRequest request,
                                        Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Participant* const own = directory->participant(caller.participant);
    if (own == nullptr) break;
    Participant next = *own;
    ++next.revision;
    if (request.requirements) next.requirements = *request.requirements;
    if (request.agents) next.agents = *request.agents;
    if (request.numbers) next.numbers = *request.numbers;
    auto faults = faults_of_profile(*directory, next);
    if (!faults.empty()) co_return ProfileAnswer(refused_for(std::move(faults)));
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, caller.actor(), next, deadline));
    if (!is_kept) continue;
    ProfileChanged answer{.profile = std::move(next), .sample = {}};
    if (request.requirements) {
      SampleRequest asked{.recipient = caller.participant,
                          .flow = caller.flow,
                          .sender = {},
                          .since = {},
                          .requirements = *request.requirements};
      CO_TRY_ASSIGN(answer.sample, co_await sample(desk, std::move(asked), deadline));
    }
    co_return ProfileAnswer(std::move(answer));
  }
  co_return ProfileAnswer(Busy{});
}

}  // namespace tradepost::exchange
