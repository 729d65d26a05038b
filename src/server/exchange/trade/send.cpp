#include "exchange/trade/send.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "document/summary.hpp"
#include "exchange/desk/cause.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/trade/judging_body.hpp"
#include "exchange/trade/releasing.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

std::optional<KeyUse> key_of(const SendRequest& request, const Digest& document) {
  if (!request.key) return std::nullopt;
  return KeyUse{.participant = request.caller.participant,
                .flow = request.caller.flow,
                .path = KeyPath::send,
                .key = *request.key,
                .payload = request.payload.value_or(document)};
}

// The transaction of an answer that is given again, and the place of its warnings.
struct Repeated {
  TransactionId id;
  Warnings* warnings;
};

std::optional<Repeated> repeated(SendAnswer& answer) {
  if (auto* it = std::get_if<Accepted>(&answer); it != nullptr && it->given == Given::again)
    return Repeated{.id = it->id, .warnings = &it->warnings};
  if (auto* it = std::get_if<HeldBack>(&answer); it != nullptr && it->given == Given::again)
    return Repeated{.id = it->id, .warnings = &it->warnings};
  return std::nullopt;
}

// Returns the first answer again. The warnings are in the row and never change; if the row was
// erased since, the answer has only the id.
Answering<SendAnswer> replayed(Desk& desk, Caller caller, SendAnswer first, Deadline deadline) {
  const Repeated again = *repeated(first);
  const FindQuery query{.id = again.id,
                        .viewer = {.participant = caller.participant, .flow = caller.flow},
                        .content = WithContent::no};
  CO_TRY_ASSIGN(const std::optional<Found> found, co_await desk.store.find(query, deadline));
  if (found) *again.warnings = found->row->warnings;
  co_return std::move(first);
}

Answering<std::optional<SendAnswer>> answer_of(Desk& desk, KeyUse use, Caller caller,
                                               Deadline deadline) {
  using Known = std::optional<SendAnswer>;
  CO_TRY_ASSIGN(const std::optional<KeyFact> known, co_await desk.store.key(use, deadline));
  if (!known) co_return Known();
  if (known->payload != use.payload) co_return Known(KeyMismatch{});
  CO_TRY_ASSIGN(SendAnswer again,
                co_await replayed(desk, caller, sent_again(known->answer), deadline));
  co_return Known(std::move(again));
}

Rejected rejection_of(const SendRequest& request, const Judged& judged, CaseId id) {
  const document::Document& document = judged.read->document;
  return {.id = id,
          .sender = request.caller.participant,
          .flow = request.caller.flow,
          .kind = document.kind,
          .at = {},
          .payload = document.kind ? document.digest : base::sha256(request.body.view),
          .content = std::string(
              base::beginning_of(document.content, limits::rejection_content_bytes_max)),
          .faults = judged.faults,
          .fault_count = judged.fault_count};
}

// Opens a case for a rejection, so that a clerk can see it (contract 4.2).
Answering<SendAnswer> refuse(Desk& desk, SendRequest request, Judged judged, Deadline deadline) {
  Refused refused{.faults = judged.faults, .fault_count = judged.fault_count, .case_id = {}};
  if (desk.rejections.take(request.caller.participant, request.caller.flow, desk.clock.now())) {
    const auto id = CaseId(desk.ids.next());
    CaseOpening opening = OpenRejection{.rejected = rejection_of(request, judged, id),
                                        .person = request.caller.person,
                                        .number = std::string(judged.read->document.head.number)};
    CO_TRY_ASSIGN(const CaseOpeningAnswer answer,
                  co_await desk.store.open_case(std::move(opening), deadline));
    if (const auto* opened = std::get_if<CaseOpened>(&answer)) refused.case_id = opened->id;
  }
  co_return SendAnswer(std::move(refused));
}

// If the directory refuses the document today, the first answer is still valid for a repetition
// (contract 4.9).
Answering<SendAnswer> refuse_or_replay(Desk& desk, SendRequest request, Judged judged,
                                       Deadline deadline) {
  const auto use = key_of(request, judged.read->document.digest);
  if (use && (judged.read->is_good_document || request.payload)) {
    CO_TRY_ASSIGN(auto known, co_await answer_of(desk, *use, request.caller, deadline));
    if (known) co_return *std::move(known);
  }
  if (judged.is_blocked && judged.fault_count == 0) co_return SendAnswer(Blocked{});
  auto answer = co_await refuse(desk, std::move(request), std::move(judged), deadline);
  co_return std::move(answer);
}

bool is_obstacle(const SendAnswer& answer) {
  return std::holds_alternative<DirectoryStale>(answer) ||
         std::holds_alternative<BehindHeld>(answer);
}

// Removes the obstacle: an old directory, or held documents that precede this one.
base::Task<base::Done> clear_the_way(Desk& desk, SendAnswer answer, Release direction,
                                     Deadline deadline) {
  if (std::holds_alternative<BehindHeld>(answer)) {
    CO_TRY(co_await release_held(desk, direction, deadline));
  }
  CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  co_return base::Done();
}

Release direction_of(const Submission& submission) {
  const Transaction& row = submission.transaction;
  return {.from = *row.parties.principal.participant, .to = row.recipient, .flow = row.flow};
}

ToJudge to_judge(const SendRequest& request, TransactionId id) {
  return {.caller = request.caller.participant,
          .flow = request.caller.flow,
          .body = request.body,
          .id = id};
}

// Larger documents get no summary, because this thread reads them once more for it.
constexpr std::size_t summed_bytes_max = 1u << 20;

std::optional<std::string> summary_of(const document::Document& document) {
  if (!document.kind || document.content.size() > summed_bytes_max) return {};
  return document::calculated_summary(*document.kind, document.content);
}

}  // namespace

Answering<SendAnswer> send(Desk& desk, SendRequest request, Deadline deadline) {
  ToJudge asked = to_judge(request, TransactionId(desk.ids.next()));
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    tracing::Step judging(request.trace, "judge");
    JudgedBody judged = co_await judge_body(desk, directory, asked);
    judging.end();
    if (!judged) co_return SendAnswer(judged.error());
    asked.read = judged->read;
    if (!judged->submission) {
      auto refused =
          co_await refuse_or_replay(desk, std::move(request), *std::move(judged), deadline);
      co_return std::move(refused);
    }
    Submission submission = *std::move(judged->submission);
    submission.key = key_of(request, asked.read->document.digest);
    submission.original = request.original;
    submission.rules = desk.rules;
    submission.person = request.caller.person;
    const Release direction = direction_of(submission);
    const bool makes_relationship = submission.makes_relationship;
    // A webhook may be called as soon as the store has the document.
    if (request.trace != nullptr)
      request.trace->note_cause(cause_of(FeedType::pending, asked.id.uuid()));
    tracing::Step storing(request.trace, "store");
    CO_TRY_ASSIGN(SendAnswer answer, co_await desk.store.submit(std::move(submission), deadline));
    storing.end();
    if (repeated(answer)) {
      auto again = co_await replayed(desk, request.caller, std::move(answer), deadline);
      co_return std::move(again);
    }
    if (auto* refused = std::get_if<Refused>(&answer)) {
      judged->add(std::move(refused->faults.front()));
      auto with_case = co_await refuse(desk, std::move(request), *std::move(judged), deadline);
      co_return std::move(with_case);
    }
    if (is_obstacle(answer)) {
      CO_TRY(co_await clear_the_way(desk, std::move(answer), direction, deadline));
      continue;
    }
    // This answer does not depend on the entry: if the read fails, the next request that needs it
    // repeats it.
    if (makes_relationship) (void)co_await desk.directory.catch_up(desk.store, deadline);
    co_return std::move(answer);
  }
  co_return SendAnswer(DirectoryStale{});
}

Answering<std::optional<SendAnswer>> answer_of_key(Desk& desk, SendRequest request,
                                                   Deadline deadline) {
  const auto use = key_of(request, {});
  if (!use) co_return std::optional<SendAnswer>();
  auto known = co_await answer_of(desk, *use, request.caller, deadline);
  co_return std::move(known);
}

Answering<ValidateAnswer> validate(Desk& desk, SendRequest request, Deadline deadline) {
  ToJudge asked = to_judge(request, TransactionId(desk.ids.next()));
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    JudgedBody judged = co_await judge_body(desk, directory, asked);
    if (!judged) co_return ValidateAnswer(judged.error());
    asked.read = judged->read;
    const auto kind = asked.read->document.kind;
    if (judged->is_blocked) judged->add(findings::blocked(*kind));
    if (judged->submission) {
      Submission submission = *std::move(judged->submission);
      submission.rules = desk.rules;
      submission.purpose = Purpose::validate_only;
      CO_TRY_ASSIGN(SendAnswer answer, co_await desk.store.submit(std::move(submission), deadline));
      if (std::holds_alternative<DirectoryStale>(answer)) {
        CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
        continue;
      }
      if (auto* refused = std::get_if<Refused>(&answer))
        judged->add(std::move(refused->faults.front()));
      if (std::holds_alternative<Duplicate>(answer)) judged->add(findings::duplicate(*kind));
      if (const auto* accepted = std::get_if<Accepted>(&answer))
        judged->warnings = accepted->warnings;
      if (const auto* held = std::get_if<HeldBack>(&answer)) judged->warnings = held->warnings;
    }
    co_return ValidateAnswer(Validation{.faults = std::move(judged->faults),
                                        .fault_count = judged->fault_count,
                                        .warnings = std::move(judged->warnings),
                                        .recipient = judged->recipient,
                                        .summary = summary_of(asked.read->document)});
  }
  co_return base::refuse(
      base::Error(base::ErrorCode::unavailable,
                  base::CallerText("The network changes too quickly to judge this. Try again.")));
}

}  // namespace tradepost::exchange
