#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"
#include "exchange/port/drafts.hpp"

// Drafts of documents, shared by the people of a participant (contract 15).
namespace tradepost::exchange {

struct DraftRequest {
  Kind kind{};
  std::string name;
  std::string partner;
  std::optional<TransactionId> transaction = {};
  std::optional<CaseId> case_id = {};
  std::string document;
};

struct NoSuchDraft {};
// The place has as many drafts as it can have.
struct DraftsFull {};
// A later revision is there.
struct DraftChanged {
  DraftHead present;
};
using DraftAnswer = std::variant<DraftHead, NoSuchDraft, DraftsFull, DraftChanged>;

// Newest change first.
Answering<std::vector<DraftHead>> drafts_of(Drafts& drafts, Caller caller, Deadline deadline);
Answering<DraftAnswer> begin_draft(Desk& desk, Drafts& drafts, Caller caller, DraftRequest request,
                                   Deadline deadline);
// Replaces the revision that the caller has read. The repeat of a change that was kept has the same
// answer, until the next change.
Answering<DraftAnswer> change_draft(Desk& desk, Drafts& drafts, Caller caller, DraftId id,
                                    Revision read, DraftRequest request, Deadline deadline);

// Removes the drafts of participants that have left, and the drafts that were not changed for
// base::limits::draft_kept_for. Returns false if there may be more.
Answering<bool> remove_ended_drafts(Desk& desk, Drafts& drafts, Deadline deadline);

}  // namespace tradepost::exchange
