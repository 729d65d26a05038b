#include "exchange/drafts/drafting.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/draft_limits.hpp"

namespace tradepost::exchange {
namespace {

DraftPlace place_of(const Caller& caller) {
  return {.participant = caller.participant, .flow = caller.flow};
}

DraftEditor editor_of(const Caller& caller) {
  return {.person = caller.person, .token = caller.token};
}

// Returns the draft with the texts of the request. Its author and its instants are not set.
Draft draft_of(const Caller& caller, DraftRequest request) {
  Draft draft;
  draft.head.place = place_of(caller);
  draft.head.kind = request.kind;
  draft.head.name = std::move(request.name);
  draft.head.partner = std::move(request.partner);
  draft.head.transaction = request.transaction;
  draft.head.case_id = request.case_id;
  draft.head.editor = editor_of(caller);
  draft.head.bytes = static_cast<std::uint32_t>(request.document.size());
  draft.document = std::move(request.document);
  return draft;
}

bool has_left(const Directory& directory, ParticipantId id) {
  const Participant* const participant = directory.participant(id);
  return participant == nullptr || participant->state != ParticipantState::open;
}

}  // namespace

Answering<std::vector<DraftHead>> drafts_of(Drafts& drafts, Caller caller, Deadline deadline) {
  CO_TRY_ASSIGN(std::vector<DraftHead> heads, co_await drafts.of(place_of(caller), deadline));
  std::ranges::sort(heads, [](const DraftHead& one, const DraftHead& other) {
    return std::pair(one.updated, one.id) > std::pair(other.updated, other.id);
  });
  co_return heads;
}

Answering<DraftAnswer> begin_draft(Desk& desk, Drafts& drafts, Caller caller, DraftRequest request,
                                   Deadline deadline) {
  Draft draft = draft_of(caller, std::move(request));
  draft.head.id = DraftId(desk.ids.next());
  draft.head.created = desk.clock.now();
  draft.head.updated = draft.head.created;
  draft.head.author = draft.head.editor;
  DraftHead head = draft.head;
  CO_TRY_ASSIGN(const bool is_kept, co_await drafts.add(std::move(draft), deadline));
  if (!is_kept) co_return DraftAnswer(DraftsFull{});
  co_return DraftAnswer(std::move(head));
}

Answering<DraftAnswer> change_draft(Desk& desk, Drafts& drafts, Caller caller, DraftId id,
                                    Revision read, DraftRequest request, Deadline deadline) {
  const DraftPlace place = place_of(caller);
  CO_TRY_ASSIGN(std::optional<Draft> present, co_await drafts.find(place, id, deadline));
  if (!present) co_return DraftAnswer(NoSuchDraft{});
  Draft draft = draft_of(caller, std::move(request));
  draft.head.id = id;
  draft.head.created = present->head.created;
  draft.head.author = present->head.author;
  draft.head.revision = read + 1;
  if (present->head.revision == draft.head.revision) {
    draft.head.updated = present->head.updated;
    if (draft == *present) co_return DraftAnswer(std::move(present->head));
  }
  if (present->head.revision != read) {
    co_return DraftAnswer(DraftChanged{.present = std::move(present->head)});
  }
  draft.head.updated = desk.clock.now();
  DraftHead head = draft.head;
  CO_TRY_ASSIGN(const bool is_kept, co_await drafts.replace(std::move(draft), deadline));
  if (is_kept) co_return DraftAnswer(std::move(head));
  CO_TRY_ASSIGN(std::optional<Draft> other, co_await drafts.find(place, id, deadline));
  if (!other) co_return DraftAnswer(NoSuchDraft{});
  co_return DraftAnswer(DraftChanged{.present = std::move(other->head)});
}

Answering<bool> remove_ended_drafts(Desk& desk, Drafts& drafts, Deadline deadline) {
  CO_TRY_ASSIGN(const std::vector<ParticipantId> owners, co_await drafts.owners(deadline));
  const DirectoryPtr directory = desk.directory.current();
  for (const ParticipantId owner : owners) {
    if (has_left(*directory, owner)) CO_TRY(co_await drafts.remove_of(owner, deadline));
  }
  const Instant oldest = desk.clock.now() - base::limits::draft_kept_for;
  CO_TRY_ASSIGN(const bool may_have_more, co_await drafts.remove_unchanged_since(oldest, deadline));
  co_return !may_have_more;
}

}  // namespace tradepost::exchange
