#include "agent/receiver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text/text.hpp"

namespace tradepost::agent {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr std::chrono::seconds poll_wait{30};
// After so many failures, the sink is considered away, and no document is at fault.
constexpr unsigned failures_in_a_row_max = 3;
constexpr std::size_t reports_at_once = 1'000;
constexpr std::size_t open_at_once = 100'000;

base::Error error_of(const client::Error& error) {
  return {base::ErrorCode::unavailable, base::CallerText(error.message)};
}

// Returns the beginning of a reason: a program's error output can be long.
std::string shown(const std::string& reason) {
  constexpr std::size_t shown_bytes_max = 1'000;
  return std::string(base::beginning_of(reason, shown_bytes_max));
}

base::Error sink_failed(const std::string& reason) {
  return {base::ErrorCode::unavailable,
          base::CallerText(fmt::format("Documents can't be handed over. {}", shown(reason)))};
}

// Returns the standing of a document that the sink has accepted or refused, or nothing.
std::optional<Standing> standing_after(Verdict verdict) {
  switch (verdict) {
    case Verdict::processed:
      return Standing::processed;
    case Verdict::refused:
      return Standing::refused;
    case Verdict::awaited:
      return Standing::awaited;
    case Verdict::later:
    case Verdict::away:
    case Verdict::unknown:
      break;
  }
  return std::nullopt;
}

}  // namespace

Receiver::Receiver(Condition condition, client::Exchange exchange, std::unique_ptr<Sink> sink,
                   std::uint32_t attempts_max)
    : condition_(std::move(condition)),
      exchange_(std::move(exchange)),
      sink_(std::move(sink)),
      attempts_max_(attempts_max) {}

void Receiver::run() {
  while (!condition_.is_over()) {
    const auto began = steady_clock::now();
    const auto walked = walk();
    walk_time_ = std::chrono::duration_cast<milliseconds>(steady_clock::now() - began);
    if (condition_.is_over()) return;
    if (!walked) {
      condition_.has(walked.error().text().str());
      condition_.rest(condition_.pause());
    } else if (const auto rest = rest_before_next_walk(); rest.count() > 0) {
      condition_.rest(rest);
    }
  }
}

base::Done Receiver::run_once() {
  const auto walked = walk();
  if (!walked) {
    condition_.has(walked.error().text().str());
    return walked;
  }
  if (pauses_.empty()) return {};
  return base::refuse(
      {base::ErrorCode::unavailable,
       base::CallerText(fmt::format(
           "{} documents could not be handed over yet. They will be retried.", pauses_.size()))});
}

// Returns 0 if no documents are left, because the exchange itself waits for the next one.
milliseconds Receiver::rest_before_next_walk() const {
  constexpr milliseconds shortest{100};
  constexpr milliseconds longest{2'000};
  // Each walk lists all remaining documents, so more documents mean fewer walks.
  constexpr int walks_are_a_part_of = 5;
  const bool is_left = !seen_open_.empty();
  const bool is_refused_a_wait = has_waited_ && found_ == 0 && walk_time_ < shortest;
  if (!is_left) return is_refused_a_wait ? longest : milliseconds(0);
  auto next = steady_clock::now() + longest;
  for (const auto& [id, pause] : pauses_) next = std::min(next, pause.next_try);
  const auto until_next = std::chrono::duration_cast<milliseconds>(next - steady_clock::now());
  return std::max({until_next, shortest, listing_time_ * walks_are_a_part_of});
}

base::Done Receiver::walk() {
  TRY(recall());
  if (!has_walked_) clear_away();
  TRY(report());
  // The first walk does not wait, so that it shows at once whether the exchange answers.
  has_waited_ = std::exchange(has_walked_, true) && seen_open_.empty();
  seen_open_.clear();
  found_ = 0;
  listing_time_ = {};
  auto pages = exchange_.walk_pending({.wait = has_waited_ ? poll_wait : std::chrono::seconds(0)});
  bool may_wait = has_waited_;
  while (!pages.is_over()) {
    const auto asked = steady_clock::now();
    const auto page = pages.next();
    if (!page) return base::refuse(error_of(page.error()));
    const auto answered = steady_clock::now();
    if (!std::exchange(may_wait, false)) {
      listing_time_ += std::chrono::duration_cast<milliseconds>(answered - asked);
    }
    condition_.has_contact();
    found_ += page->items.size();
    const auto handed = hand_over(*page);
    // Accepted documents are reported even after an error.
    TRY(report());
    TRY(handed);
    if (condition_.is_over()) return {};
  }
  is_sparing_ = false;
  TRY_ASSIGN(const bool is_any_waiting, withdraw_unseen());
  sink_is_away_ = sink_is_away_ && is_any_waiting;
  if (!sink_is_away_) condition_.is_well();
  return {};
}

base::Done Receiver::hand_over(const client::Page<client::Transaction>& page) {
  std::vector<Due> batch;
  auto last_report = steady_clock::now();
  for (const client::Transaction& document : page.items) {
    Due due{.document = &document, .attempts = 0};
    TRY_ASSIGN(const bool is_due_now, is_due(document, due));
    if (!is_due_now) continue;
    batch.push_back(due);
    if (batch.size() < sink_->batch_max()) continue;
    TRY(hand_over(std::exchange(batch, {})));
    if (condition_.is_over()) return {};
    if (steady_clock::now() - last_report > std::chrono::seconds(1)) {
      TRY(report());
      last_report = steady_clock::now();
    }
  }
  return hand_over(batch);
}

base::Result<bool> Receiver::is_due(const client::Transaction& document, Due& due) {
  if (!document.is_latest_version) return false;
  TRY_ASSIGN(const auto entry, condition_.ledger().find(bridge(), document.id));
  if (!entry) return true;
  due.attempts = entry->attempts;
  switch (entry->standing) {
    case Standing::waiting: {
      const auto pause = pauses_.find(document.id);
      const bool is_paused =
          pause != pauses_.end() && (is_sparing_ || pause->second.next_try > steady_clock::now());
      if (is_paused) seen_open_.insert(document.id);
      return !is_paused;
    }
    case Standing::set_aside:
    case Standing::handing:
    case Standing::awaited:
      seen_open_.insert(document.id);
      return false;
    case Standing::reported:
      // The exchange was restored to an older state and has lost the report.
      TRY(condition_.ledger().report_again(bridge(), *entry));
      return false;
    case Standing::withdrawn:
      return true;
    case Standing::processed:
    case Standing::refused:
      break;
  }
  return false;
}

base::Done Receiver::hand_over(std::span<const Due> batch) {
  if (batch.empty()) return {};
  std::vector<Delivery> deliveries;
  for (const Due& one : batch) {
    deliveries.push_back({.document = one.document, .attempt = one.attempts + 1});
  }
  if (const auto prepared = sink_->prepare(deliveries); !prepared) {
    return base::refuse(sink_failed(prepared.error().text().str()));
  }
  TRY(condition_.ledger().begin_handing_over(bridge(), deliveries));
  const std::vector<Outcome> outcomes = sink_->hand_over(deliveries);
  std::vector<Ledger::Settled> settled;
  std::string last_reason;
  for (std::size_t place = 0; place < batch.size(); ++place) {
    const Outcome& outcome = outcomes.at(place);
    const bool is_taken = standing_after(outcome.verdict).has_value();
    failures_in_a_row_ = is_taken ? 0 : failures_in_a_row_ + 1;
    if (!is_taken) last_reason = outcome.report.reason;
    if (outcome.verdict == Verdict::unknown) {
      seen_open_.insert(batch[place].document->id);
      continue;
    }
    settled.push_back(judge(batch[place], outcome));
  }
  TRY(settle(settled));
  if (failures_in_a_row_ < failures_in_a_row_max) return {};
  failures_in_a_row_ = 0;
  sink_is_away_ = true;
  is_sparing_ = true;
  return base::refuse(sink_failed(last_reason));
}

Ledger::Settled Receiver::judge(const Due& one, const Outcome& outcome) {
  const auto standing = standing_after(outcome.verdict);
  if (!standing) return put_off(one, outcome);
  if (*standing == Standing::awaited) seen_open_.insert(one.document->id);
  ++taken_;
  pauses_.erase(one.document->id);
  condition_.is_well();
  if (std::exchange(sink_is_away_, false)) {
    // Documents that failed during the outage are due now.
    for (auto& [id, pause] : pauses_) pause.next_try = steady_clock::now();
  }
  condition_.log().info("document_handed_over", {{"bridge", bridge()},
                                                 {"id", one.document->id},
                                                 {"type", one.document->type},
                                                 {"outcome", name_of(*standing)}});
  condition_.slots().add(*standing == Standing::refused ? condition_.meters().refused
                                                        : condition_.meters().processed);
  return {.id = one.document->id,
          .type = one.document->type,
          .standing = *standing,
          .report = outcome.report,
          .attempts = one.attempts + 1,
          .message = outcome.message};
}

// Counts an attempt only if the sink has accepted another document since the last one, and if no
// service was away. So a sink that is away for a day sets no document aside.
Ledger::Settled Receiver::put_off(const Due& one, const Outcome& outcome) {
  Pause& pause = pauses_[one.document->id];
  const bool counts =
      outcome.verdict != Verdict::away && (one.attempts == 0 || taken_ > pause.taken_before);
  const unsigned attempts = one.attempts + (counts ? 1 : 0);
  pause.taken_before = taken_;
  pause.next_try = steady_clock::now() + pause_after(pause.failures++);
  condition_.slots().add(condition_.meters().later);
  seen_open_.insert(one.document->id);
  const bool is_enough = attempts >= attempts_max_;
  condition_.log().warning(is_enough ? "document_set_aside" : "document_not_taken",
                           {{"bridge", bridge()},
                            {"id", one.document->id},
                            {"attempts", attempts},
                            {"reason", shown(outcome.report.reason)}});
  if (is_enough) pauses_.erase(one.document->id);
  return {.id = one.document->id,
          .type = one.document->type,
          .standing = is_enough ? Standing::set_aside : Standing::waiting,
          .report = outcome.report,
          .attempts = attempts};
}

base::Done Receiver::settle(std::span<const Ledger::Settled> all) {
  if (all.empty()) return {};
  TRY(condition_.ledger().settle(bridge(), all));
  for (const Ledger::Settled& one : all) sink_->forget(one.id, one.type);
  return {};
}

base::Done Receiver::recall() {
  TRY_ASSIGN(const auto all, condition_.ledger().all(bridge(), Standing::handing, open_at_once));
  for (const Entry& entry : all) {
    const auto outcome = sink_->recall(entry.id, entry.type);
    if (!outcome) return base::refuse(sink_failed(outcome.error().text().str()));
    Ledger::Settled settled{.id = entry.id,
                            .type = entry.type,
                            .standing = Standing::waiting,
                            .report = entry.report,
                            // The interrupted attempt is repeated.
                            .attempts = entry.attempts > 0 ? entry.attempts - 1 : 0};
    if (*outcome) {
      const client::Transaction document{.id = entry.id, .type = entry.type};
      settled = judge({.document = &document, .attempts = settled.attempts}, **outcome);
    }
    TRY(settle(std::span(&settled, 1)));
    condition_.log().info(
        "hand_over_recalled",
        {{"bridge", bridge()}, {"id", entry.id}, {"standing", name_of(settled.standing)}});
  }
  return {};
}

void Receiver::clear_away() {
  sink_->clear_away([this](const std::string& id) {
    const auto entry = condition_.ledger().find(bridge(), id);
    return entry && *entry && (*entry)->standing != Standing::handing;
  });
}

base::Done Receiver::report() {
  for (const Standing standing : {Standing::processed, Standing::refused}) {
    for (;;) {
      TRY_ASSIGN(const auto all, condition_.ledger().all(bridge(), standing, reports_at_once));
      if (all.empty()) break;
      std::vector<client::ReportItem> items;
      for (const Entry& entry : all) items.push_back({.id = entry.id, .report = entry.report});
      const auto reported = exchange_.report_all(items);
      if (!reported) return base::refuse(error_of(reported.error()));
      std::vector<Ledger::Settled> settled;
      for (std::size_t place = 0; place < all.size(); ++place) {
        const client::Reported& one = reported->at(place);
        settled.push_back({.id = all[place].id,
                           .type = all[place].type,
                           .standing = Standing::reported,
                           .report = all[place].report,
                           .attempts = all[place].attempts});
        if (one.is_taken) continue;
        // Another client has reported differently, or the document is another participant's.
        // Retries would fail, too.
        condition_.log().warning(
            "report_refused",
            {{"bridge", bridge()}, {"id", one.id}, {"code", one.code}, {"message", one.message}});
      }
      TRY(condition_.ledger().settle(bridge(), settled));
      condition_.slots().add(condition_.meters().reports, settled.size());
    }
  }
  return {};
}

base::Result<bool> Receiver::withdraw_unseen() {
  std::int64_t set_aside = 0;
  std::int64_t waiting = 0;
  for (const Standing standing : {Standing::waiting, Standing::set_aside, Standing::awaited}) {
    TRY_ASSIGN(const auto all, condition_.ledger().all(bridge(), standing, open_at_once));
    std::vector<Ledger::Settled> settled;
    for (const Entry& entry : all) {
      if (seen_open_.contains(entry.id)) {
        waiting += standing == Standing::waiting ? 1 : 0;
        set_aside += standing == Standing::set_aside ? 1 : 0;
        continue;
      }
      pauses_.erase(entry.id);
      settled.push_back({.id = entry.id,
                         .type = entry.type,
                         .standing = Standing::withdrawn,
                         .report = entry.report,
                         .attempts = entry.attempts});
    }
    TRY(settle(settled));
  }
  condition_.slots().set(condition_.meters().waiting, waiting);
  condition_.slots().set(condition_.meters().set_aside, set_aside);
  return waiting > 0;
}

}  // namespace tradepost::agent
