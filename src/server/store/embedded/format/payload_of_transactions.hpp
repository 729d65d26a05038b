#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "exchange/model/effects.hpp"
#include "store/embedded/format/fields.hpp"
#include "store/embedded/format/payload.hpp"

// Records 1 to 11, 70 and 71: the life of a document.
namespace tradepost::store::embedded {

// The body of a Sent has a separate format, the input of its digest: kind, line feed, content
// (payload.cpp).
template <typename Io>
void head(Io& io, Like<exchange::Sent> auto& sent) {
  auto& row = sent.transaction;
  io(row.id, row.created, row.flow, row.kind, row.state, row.origin.cause, row.origin.requeued);
  io(row.parties.principal, row.parties.agent, row.recipient, row.parties.commercial, row.viewers);
  io(row.number, row.version, row.links.replaces, row.links.delivered_replaces, row.starts_versions,
     row.has_chain);
  io(row.routed_by, row.units, row.content.bytes);
  if (!sent.carried) return;
  io(row.position, row.links.replaced_by, row.links.delivered_replaced_by, row.feedback.case_id,
     row.content.removed_at, sent.carried->is_removed);
}

template <typename Io>
void head(Io& io, Like<exchange::Superseded> auto& superseded) {
  io(superseded.id, superseded.by, superseded.at);
}

template <typename Io>
void head(Io& io, Like<exchange::Released> auto& released) {
  io(released.id, released.at, released.relationship_revision);
}

template <typename Io>
void head(Io& io, Like<exchange::Reported> auto& reported) {
  auto& report = reported.report;
  io(reported.id, report.at, report.by, report.verdict, report.type);
  io(reported.effect, reported.state_after, reported.cause);
}
template <typename Io>
void body(Io& io, Like<exchange::Reported> auto& reported) {
  io(reported.report.reason, reported.report.context);
}

template <typename Io>
void head(Io& io, Like<exchange::Discarded> auto& discarded) {
  io(discarded.id, discarded.at, discarded.by);
}
template <typename Io>
void body(Io& io, Like<exchange::Discarded> auto& discarded) {
  io(discarded.reason);
}

template <typename Io>
void head(Io& io, Like<exchange::Moved> auto& moved) {
  io(moved.id, moved.at, moved.from, moved.to, moved.viewers, moved.intent);
}

template <typename Io>
void head(Io& io, Like<exchange::Noted> auto& noted) {
  io(noted.id, noted.at, noted.type, noted.by);
}
template <typename Io>
void body(Io& io, Like<exchange::Noted> auto& noted) {
  io(noted.detail);
}

template <typename Io>
void head(Io& io, Like<exchange::Removed> auto& removed) {
  io(removed.id, removed.at, removed.what);
}

template <typename Io>
void head(Io& io, Like<exchange::Erased> auto& erased) {
  io(erased.id, erased.at, erased.by);
}

// The body is the text.
template <typename Io>
void head(Io& io, Like<exchange::OriginalKept> auto& kept) {
  io(kept.id, kept.original.form);
}

template <typename Io>
void head(Io& io, Like<Warned> auto& warned) {
  io(warned.id);
}
template <typename Io>
void body(Io& io, Like<Warned> auto& warned) {
  if constexpr (std::is_const_v<std::remove_reference_t<decltype(warned)>>) {
    io(warned.warnings.list());
  } else {
    std::vector<exchange::Finding> list;
    io(list);
    warned.warnings = exchange::Warnings(std::move(list));
  }
}

template <typename Io>
void fields(Io& io, Like<exchange::Event> auto& event) {
  io(event.at, event.type, event.by, event.detail, event.audience);
}

template <typename Io>
void head(Io& io, Like<CarriedWords> auto& words) {
  io(words.id);
}
template <typename Io>
void body(Io& io, Like<CarriedWords> auto& words) {
  constexpr bool is_written = std::is_const_v<std::remove_reference_t<decltype(words)>>;
  bool has_report = words.report.has_value();
  io(has_report);
  if (has_report) {
    if constexpr (!is_written) words.report.emplace();
    auto& report = *words.report;
    io(report.verdict, report.reason, report.type, report.context, report.at, report.by);
  }
  if constexpr (is_written) {
    io(words.warnings.list());
  } else {
    std::vector<exchange::Finding> list;
    io(list);
    words.warnings = exchange::Warnings(std::move(list));
  }
  io(words.events);
}

}  // namespace tradepost::store::embedded
