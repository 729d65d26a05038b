#include "exchange/trade/requeueing.hpp"

#include <concepts>

#include "base/ground/limits.hpp"
#include "exchange/rules/route.hpp"
#include "exchange/trade/releasing.hpp"

namespace tradepost::exchange {
namespace {

// A participant requeues as sender or as recipient, and its token must permit that.
bool may(const Viewer& viewer, Scopes scopes, const Transaction& row) {
  if (!viewer.participant) return true;
  const bool is_sender = row.is_senders(*viewer.participant);
  const bool is_recipient = row.recipient == *viewer.participant;
  return (is_sender && scopes.has(Scopes::send)) || (is_recipient && scopes.has(Scopes::report)) ||
         (!is_sender && !is_recipient);
}

// Returns nullopt if the requeue may proceed.
std::optional<RequeueAnswer> refused(const Directory& directory, const Transaction& row,
                                     const Admissibility& admitted) {
  const Participant* const recipient = directory.participant(row.recipient);
  if (recipient == nullptr || recipient->state != ParticipantState::open) return WrongState{};
  switch (admitted.verdict) {
    case Admissibility::Verdict::taken:
    case Admissibility::Verdict::held:
      return std::nullopt;
    case Admissibility::Verdict::blocked:
    case Admissibility::Verdict::kind_not_taken:
    case Admissibility::Verdict::flow_not_taken:
      break;
  }
  return Blocked{};
}

template <typename Answer, typename Known>
inline constexpr bool may_be = false;
template <typename... Alternatives, typename Known>
inline constexpr bool may_be<std::variant<Alternatives...>, Known> =
    (std::same_as<Alternatives, Known> || ...);

// Returns nullopt if the attempt must be repeated.
std::optional<RequeueAnswer> final_answer(const MoveAnswer& answer) {
  return std::visit(
      []<typename One>(const One& one) -> std::optional<RequeueAnswer> {
        if constexpr (may_be<RequeueAnswer, One>) {
          return one;
        } else {
          return std::nullopt;
        }
      },
      answer);
}

}  // namespace

Answering<RequeueAnswer> requeue_as(Desk& desk, Requeue command, Viewer viewer, Scopes scopes,
                                    Deadline deadline) {
  command.new_id = TransactionId(desk.ids.next());
  command.rules = desk.rules;
  if (command.key) {
    CO_TRY_ASSIGN(const std::optional<KeyFact> known,
                  co_await desk.store.key(*command.key, deadline));
    if (known && known->payload != command.key->payload) co_return RequeueAnswer(KeyMismatch{});
    if (known) co_return RequeueAnswer(requeued_again(known->answer));
  }
  const FindQuery query{.id = command.id, .viewer = viewer, .content = WithContent::no};
  for (std::uint32_t attempt = 0; attempt < base::limits::route_attempts_max; ++attempt) {
    CO_TRY_ASSIGN(const std::optional<Found> found, co_await desk.store.find(query, deadline));
    if (!found) co_return RequeueAnswer(Unknown{});
    const Transaction& row = *found->row;
    if (!may(viewer, scopes, row)) co_return RequeueAnswer(ScopeMissing{});
    const DirectoryPtr directory = desk.directory.current();
    const ParticipantId from = *row.parties.principal.participant;
    const Admissibility admitted =
        admissibility(*directory, from, row.recipient, row.kind, row.flow);
    if (auto answer = refused(*directory, row, admitted)) co_return *std::move(answer);
    command.delivery = admitted.delivery();
    command.makes_relationship = admitted.is_new;
    command.seen = route_seen(*directory, from, row.recipient);
    Move move = command;
    CO_TRY_ASSIGN(const MoveAnswer answer, co_await desk.store.move(std::move(move), deadline));
    if (auto said = final_answer(answer)) {
      // This answer does not depend on the entry: if the read fails, the next request that needs it
      // repeats it.
      if (admitted.is_new) (void)co_await desk.directory.catch_up(desk.store, deadline);
      co_return *std::move(said);
    }
    if (std::holds_alternative<BehindHeld>(answer)) {
      const Release direction{.from = from, .to = row.recipient, .flow = row.flow};
      CO_TRY(co_await release_held(desk, direction, deadline));
    }
    CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  }
  co_return RequeueAnswer(Busy{});
}

Answering<RequeueAnswer> requeue(Desk& desk, RequeueRequest request, Deadline deadline) {
  Requeue command;
  command.id = request.id;
  command.by = request.caller.actor();
  command.flow = request.caller.flow;
  if (request.key) {
    command.key = KeyUse{.participant = request.caller.participant,
                         .flow = request.caller.flow,
                         .path = KeyPath::requeue,
                         .key = *request.key,
                         .payload = base::sha256(request.id.to_string())};
  }
  const Viewer viewer = request.caller.viewer();
  auto answer =
      co_await requeue_as(desk, std::move(command), viewer, request.caller.scopes, deadline);
  co_return std::move(answer);
}

}  // namespace tradepost::exchange
