#include "exchange/trade/moving.hpp"

#include <optional>
#include <utility>

#include "base/crypto/sha256.hpp"
#include "base/ground/limits.hpp"
#include "exchange/rules/decide_parts.hpp"
#include "exchange/trade/judging_body.hpp"
#include "exchange/trade/refused.hpp"
#include "exchange/trade/releasing.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

bool is_waiting(const Transaction& row) {
  return row.state == State::pending || row.state == State::held;
}

bool is_movable(const Transaction& row) {
  return is_waiting(row) || row.state == State::failed || row.state == State::discarded;
}

// Lets one of two operators who move the same document at once succeed.
KeyUse key_of(const MoveRequest& request, const Transaction& row) {
  return {.participant = *row.parties.principal.participant,
          .flow = row.flow,
          .path = KeyPath::requeue,
          .key = base::sha256("move\n" + request.id.to_string()),
          .payload = base::sha256(request.recipient.to_string())};
}

Bytes body_of(const Found& found) {
  std::string body = R"({"type":")";
  body += document::row_of(found.row->kind).name;
  body += R"(","content":)";
  body += found.content.view;
  body += '}';
  return bytes_of(std::move(body));
}

MovingAnswer fault_of_recipient(std::string_view rule, std::string message) {
  std::vector<Finding> faults;
  faults.push_back({.code = "transaction.participant." + std::string(rule),
                    .path = "participant",
                    .message = std::move(message)});
  return refused_for(std::move(faults));
}

class Moving {
 public:
  Moving(Desk& desk, const MoveRequest& request, Deadline deadline)
      : desk_(desk), request_(request), deadline_(deadline) {}

  // Returns nullopt if the attempt must be repeated.
  Answering<std::optional<MovingAnswer>> attempt() {
    const FindQuery query{
        .id = request_.id, .viewer = {}, .content = WithContent::yes, .with_original = true};
    CO_TRY_ASSIGN(const std::optional<Found> found, co_await desk_.store.find(query, deadline_));
    if (!found) co_return MovingAnswer(Unknown{});
    const Transaction& row = *found->row;
    const DirectoryPtr directory = desk_.directory.current();
    if (auto fault = fault_in_recipient(*directory, row)) co_return std::move(fault);
    if (row.links.replaced_by) {
      auto known = co_await answer_of_earlier(*row.links.replaced_by, row);
      co_return std::move(known);
    }
    if (!is_movable(row)) co_return MovingAnswer(WrongState{});
    if (found->content.view.empty()) co_return MovingAnswer(ContentGone{});
    auto said = co_await hand_on(*found, directory);
    co_return std::move(said);
  }

 private:
  std::optional<MovingAnswer> fault_in_recipient(const Directory& directory,
                                                 const Transaction& row) const {
    const Participant* const to = directory.participant(request_.recipient);
    if (to == nullptr || to->state != ParticipantState::open) {
      return fault_of_recipient("unknown",
                                "There is no such participant, or it has left the network.");
    }
    if (to->id != row.recipient) return std::nullopt;
    return fault_of_recipient("same", "The participant is the recipient already.");
  }

  // Gives the answer of an earlier request again.
  Answering<std::optional<MovingAnswer>> answer_of_earlier(TransactionId next,
                                                           const Transaction& row) {
    const FindQuery query{.id = next, .viewer = {}, .content = WithContent::no};
    CO_TRY_ASSIGN(const std::optional<Found> found, co_await desk_.store.find(query, deadline_));
    if (!found || !is_moved(*found->row)) co_return MovingAnswer(WrongState{});
    const Transaction& moved = *found->row;
    if (moved.recipient != request_.recipient) co_return MovingAnswer(MovedElsewhere{});
    CO_TRY(co_await close_case(row.feedback.case_id));
    const bool is_held = moved.state == State::held;
    co_return MovingAnswer(
        Requeued{.id = next,
                 .delivery = is_held ? Delivery::when_released : Delivery::at_once,
                 .given = Given::again});
  }

  Answering<std::optional<MovingAnswer>> hand_on(const Found& found, DirectoryPtr directory) {
    const Transaction& row = *found.row;
    ToJudge asked{.caller = *row.parties.principal.participant,
                  .flow = row.flow,
                  .body = body_of(found),
                  .id = TransactionId(desk_.ids.next()),
                  .moved = ToAnotherRecipient{.row = found.row, .recipient = request_.recipient}};
    JudgedBody judged = co_await judge_body(desk_, std::move(directory), std::move(asked));
    if (!judged) co_return MovingAnswer(Busy{});
    if (judged->is_blocked) co_return MovingAnswer(Blocked{});
    if (!judged->submission) {
      co_return MovingAnswer(Refused{
          .faults = std::move(judged->faults), .fault_count = judged->fault_count, .case_id = {}});
    }
    Submission submission = *std::move(judged->submission);
    submission.original = found.original;
    submission.rules = desk_.rules;
    submission.key = key_of(request_, row);
    if (is_waiting(row)) {
      Submission trial = submission;
      trial.purpose = Purpose::validate_only;
      CO_TRY_ASSIGN(const SendAnswer tried,
                    co_await desk_.store.submit(std::move(trial), deadline_));
      if (!has_place(tried)) {
        auto said = co_await final_answer(tried, row);
        co_return std::move(said);
      }
      Move discard = Discard{.id = row.id,
                             .by = Actor::of(request_.by),
                             .reason = request_.reason,
                             .new_case = CaseId(desk_.ids.next())};
      CO_TRY_ASSIGN(const MoveAnswer ended,
                    co_await desk_.store.move(std::move(discard), deadline_));
      if (!std::holds_alternative<DiscardDone>(ended)) co_return MovingAnswer(WrongState{});
    }
    const bool makes_relationship = submission.makes_relationship;
    CO_TRY_ASSIGN(const SendAnswer answer,
                  co_await desk_.store.submit(std::move(submission), deadline_));
    // This answer does not depend on the entry: the next request that needs it reads it.
    if (makes_relationship) (void)co_await desk_.directory.catch_up(desk_.store, deadline_);
    auto said = co_await final_answer(answer, row);
    co_return std::move(said);
  }

  static bool has_place(const SendAnswer& answer) {
    return std::holds_alternative<Accepted>(answer) || std::holds_alternative<HeldBack>(answer);
  }

  Answering<std::optional<MovingAnswer>> final_answer(const SendAnswer& answer,
                                                      const Transaction& row) {
    if (std::holds_alternative<DirectoryStale>(answer) ||
        std::holds_alternative<BehindHeld>(answer)) {
      CO_TRY(co_await clear_the_way(answer, row));
      co_return std::nullopt;
    }
    if (const auto* const there = std::get_if<Duplicate>(&answer))
      co_return MovingAnswer(ThereAlready{.id = there->id});
    if (const auto* const refused = std::get_if<Refused>(&answer)) co_return MovingAnswer(*refused);
    if (std::holds_alternative<KeyMismatch>(answer)) co_return MovingAnswer(MovedElsewhere{});
    const auto* const accepted = std::get_if<Accepted>(&answer);
    const auto* const held = std::get_if<HeldBack>(&answer);
    if (accepted == nullptr && held == nullptr) co_return MovingAnswer(Busy{});
    // The discarding may have opened the case after the row was read.
    const FindQuery query{.id = request_.id, .viewer = {}, .content = WithContent::no};
    CO_TRY_ASSIGN(const std::optional<Found> found, co_await desk_.store.find(query, deadline_));
    if (found) CO_TRY(co_await close_case(found->row->feedback.case_id));
    if (accepted != nullptr) {
      co_return MovingAnswer(
          Requeued{.id = accepted->id, .delivery = Delivery::at_once, .given = accepted->given});
    }
    co_return MovingAnswer(
        Requeued{.id = held->id, .delivery = Delivery::when_released, .given = held->given});
  }

  base::Task<base::Done> clear_the_way(const SendAnswer& answer, const Transaction& row) {
    if (std::holds_alternative<BehindHeld>(answer)) {
      const Release direction{
          .from = *row.parties.principal.participant, .to = request_.recipient, .flow = row.flow};
      CO_TRY(co_await release_held(desk_, direction, deadline_));
    }
    CO_TRY(co_await desk_.directory.catch_up(desk_.store, deadline_));
    co_return base::Done();
  }

  // The old transaction needs no work any more. Its case gets the reason as a comment.
  base::Task<base::Done> close_case(std::optional<CaseId> id) {
    if (!id) co_return base::Done();
    CO_TRY_ASSIGN(const std::optional<FoundCase> found,
                  co_await desk_.store.find_case(*id, {}, deadline_));
    if (!found || found->value->status == CaseStatus::resolved) co_return base::Done();
    CaseChange change{.id = *id,
                      .revision = {},
                      .by = Actor::of(request_.by),
                      .flow = {},
                      .comment = request_.reason,
                      .status = CaseStatus::resolved,
                      .turn = {}};
    CO_TRY_ASSIGN(const CaseChangeAnswer said, co_await desk_.store.change_case(change, deadline_));
    if (std::holds_alternative<CommentsFull>(said)) {
      change.comment.reset();
      CO_TRY(co_await desk_.store.change_case(std::move(change), deadline_));
    }
    co_return base::Done();
  }

  Desk& desk_;
  const MoveRequest& request_;
  const Deadline deadline_;
};

}  // namespace

Answering<MovingAnswer> move_document(Desk& desk, MoveRequest request, Deadline deadline) {
  request.reason = cut(std::move(request.reason), limits::reason_length_max).text;
  Moving moving(desk, request, deadline);
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    CO_TRY_ASSIGN(std::optional<MovingAnswer> answer, co_await moving.attempt());
    if (answer) co_return *std::move(answer);
  }
  co_return MovingAnswer(Busy{});
}

}  // namespace tradepost::exchange
