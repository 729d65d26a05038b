#include "exchange/administration/acts.hpp"

#include <array>
#include <utility>
#include <vector>

#include "exchange/desk/cursor.hpp"

namespace tradepost::exchange {

std::string_view name_of(ActType type) {
  constexpr std::array<std::string_view, 26> names = {
      "participant.added",    "participant.changed",  "participant.closing",   "participant.closed",
      "pending.taken",        "token.added",          "token.revoked",         "relationship.set",
      "webhook.added",        "webhook.changed",      "webhook.removed",       "sscc-range.set",
      "setting.changed",      "case.commented",       "transaction.discarded", "transaction.erased",
      "transaction.requeued", "person.invited",       "person.joined",         "person.changed",
      "person.disabled",      "person.enabled",       "person.erased",         "person.secured",
      "number-range.set",     "number-range.removed",
  };
  return names[static_cast<std::size_t>(type) - 1];
}

std::optional<ParticipantId> participant_of(const Directory& directory, const Act& act) {
  const auto owner = [](const auto* entry) -> std::optional<ParticipantId> {
    if (entry == nullptr) return std::nullopt;
    return entry->participant;
  };
  switch (act.type) {
    case ActType::participant_added:
    case ActType::participant_changed:
    case ActType::participant_closing:
    case ActType::participant_closed:
    case ActType::pending_taken:
    case ActType::relationship_set:
    case ActType::numbers_set:
    case ActType::numbers_removed:
      return ParticipantId(act.subject);
    case ActType::token_added:
    case ActType::token_revoked:
      return owner(directory.token(TokenId(act.subject)));
    case ActType::webhook_added:
    case ActType::webhook_changed:
    case ActType::webhook_removed:
      return owner(directory.endpoint(EndpointId(act.subject)));
    case ActType::range_set:
      return owner(directory.range(RangeId(act.subject)));
    default:
      return std::nullopt;
  }
}

Answering<DirectoryPageAnswer<Act>> acts(Desk& desk, OperatorId /*by*/, PageOf page,
                                         Deadline deadline) {
  using Answer = DirectoryPageAnswer<Act>;
  Cursor place = operators_cursor(desk, Cursor::List::acts, 0);
  if (page.cursor && !is_for(*page.cursor, place)) co_return Answer(BadCursor{});
  ActQuery query{.before = {}, .count_max = page.count_max};
  if (page.cursor) query.before = page.cursor->position;
  CO_TRY_ASSIGN(const ActPage found, co_await desk.store.acts(query, deadline));
  DirectoryPage<Act> shown;
  for (const auto& [sequence, act] : found.acts) {
    shown.items.push_back(act);
    place.position = sequence;
  }
  if (found.more) shown.next = place;
  co_return Answer(std::move(shown));
}

}  // namespace tradepost::exchange
