#pragma once

#include "exchange/model/effects.hpp"
#include "store/embedded/format/fields.hpp"

// Records 20 to 33: cases, keys, numbers, webhooks, soft marks.
namespace tradepost::store::embedded {

template <typename Io>
void head(Io& io, Like<exchange::CaseSet> auto& set) {
  auto& value = set.value;
  io(value.id, value.revision, value.changed, value.changed_by, value.opened, value.flow);
  io(value.owners, value.status, value.turn, value.type, value.origin);
  io(value.transaction, value.kind, value.count, value.resolved_by);
}
template <typename Io>
void body(Io& io, Like<exchange::CaseSet> auto& set) {
  io(set.value.reason, set.value.context, set.value.transaction_identifier);
}

template <typename Io>
void head(Io& io, Like<exchange::CaseCommented> auto& comment) {
  io(comment.id, comment.number, comment.at, comment.by);
}
template <typename Io>
void body(Io& io, Like<exchange::CaseCommented> auto& comment) {
  io(comment.text);
}

template <typename Io>
void head(Io& io, Like<exchange::Rejected> auto& rejected) {
  io(rejected.id, rejected.sender, rejected.flow, rejected.kind, rejected.at, rejected.payload,
     rejected.fault_count);
}
template <typename Io>
void body(Io& io, Like<exchange::Rejected> auto& rejected) {
  io(rejected.content, rejected.faults);
}

template <typename Io>
void head(Io& io, Like<exchange::RejectedGone> auto& gone) {
  io(gone.id, gone.at);
}

template <typename Io>
void head(Io& io, Like<exchange::KeyUsed> auto& used) {
  io(used.use, used.at, used.answer);
}

template <typename Io>
void head(Io& io, Like<exchange::NumbersTaken> auto& taken) {
  io(taken.range, taken.first, taken.next, taken.at);
}

template <typename Io>
void head(Io& io, Like<exchange::EndpointProgress> auto& progress) {
  io(progress.endpoint, progress.position, progress.failures, progress.failing_since,
     progress.next_attempt, progress.fence, progress.state);
}

template <typename Io>
void head(Io& io, Like<exchange::Seen> auto& seen) {
  io(seen.participant, seen.flow, seen.last_poll, seen.listed_up_to, seen.tokens);
}

}  // namespace tradepost::store::embedded
