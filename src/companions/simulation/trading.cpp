#include "simulation/trading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/ground/result.hpp"
#include "client/reading.hpp"
#include "document/json_reader.hpp"
#include "simulation/ground/moments.hpp"
#include "simulation/incoming.hpp"

namespace tradepost::simulation {
namespace {

using base::Instant;
using std::chrono::days;
using std::chrono::milliseconds;
using std::chrono::seconds;
using std::chrono::steady_clock;

// A document older than this counts as written at its arrival. With speed 0 the limit is
// oldest_remembered, because the clocks of two companies may differ by days.
constexpr days oldest_incoming{2};

std::string documents(std::size_t count) {
  return fmt::format("{} document{}", count, count == 1 ? "" : "s");
}
constexpr days oldest_remembered{30};
constexpr std::size_t remembered_max = 5'000;
// The interval of checks for reports while the clock runs.
constexpr seconds poll_interval{5};
constexpr milliseconds pause_between_looks{10};
constexpr milliseconds pause_when_unreachable{1'000};
constexpr milliseconds time_until_quiet{500};

// Returns early if the run is stopped.
void pause(milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::unique_lock lock(mutex);
  std::condition_variable_any never;
  never.wait_for(lock, stop, time, [] { return false; });
}

std::string reason_in(const std::string& json) {
  document::JsonReader reader(base::limits::client_answer_bytes_max);
  const auto view = reader.read(json);
  return view ? client::text_in(view->member("report"), "reason") : std::string();
}

Happening about(What what, const Planned& document) {
  return {.at = document.at,
          .what = what,
          .kind = std::string(document.kind),
          .number = document.number,
          .partner = document.to.shown(),
          .about = document.about,
          .traits = document.traits};
}

Happening about(What what, const Incoming& incoming, const std::string& id) {
  return {.at = incoming.at,
          .what = what,
          .kind = incoming.kind,
          .number = incoming.number,
          .partner = incoming.from.shown(),
          .id = id};
}

}  // namespace

Trading::Trading(const Partner& partner, client::Exchange& exchange, SimulatedClock& clock,
                 TradingOptions options, OnHappening announce)
    : partner_(partner),
      exchange_(exchange),
      clock_(clock),
      options_(std::move(options)),
      on_happening_(std::move(announce)),
      started_(clock.now()) {}

void Trading::announce(Happening happening) {
  // With speed 0, an event has the time of its document.
  if (!clock_.is_manual() || happening.at == Instant()) happening.at = clock_.now();
  on_happening_(happening);
}

void Trading::stir() {
  quiet_since_ = steady_clock::now();
  is_waiting_ = false;
}

client::Result<void> Trading::run() {
  bool knows_the_past = false;
  bool is_reachable = true;
  while (!options_.stop.stop_requested()) {
    client::Result<bool> continues = true;
    if (!knows_the_past) {
      const auto remembered = remember();
      knows_the_past = remembered.has_value();
      if (!remembered) continues = std::unexpected(remembered.error());
    } else {
      continues = step();
    }
    if (options_.stop.stop_requested()) break;
    if (!continues && !continues.error().is_worth_a_retry()) {
      return std::unexpected(std::move(continues.error()));
    }
    if (continues && !*continues) break;
    if (!continues && is_reachable) {
      announce({.what = What::unreachable, .about = continues.error().message + " Trying again."});
    }
    is_reachable = continues.has_value();
    if (is_reachable) continue;
    // A report may have arrived although its answer was lost. Then its consequences are not on the
    // agenda.
    knows_the_past = false;
    pause(pause_when_unreachable, options_.stop);
  }
  announce({.what = What::ended, .about = "The simulation has ended."});
  return {};
}

client::Result<bool> Trading::step() {
  plan_days();
  TRY_ASSIGN(const bool came, pull());
  TRY(watch_reports());
  if (clock_.is_manual() && !unreported_.empty()) {
    TRY_ASSIGN(const bool was_read, read_held());
    if (came || was_read) stir();
    return wait(std::nullopt);
  }
  // Documents that arrived together with the last report are read before the next event.
  TRY_ASSIGN(const bool came_too, pull());
  TRY_ASSIGN(const bool was_read, read_held());
  if (came || came_too || was_read) {
    stir();
    return true;
  }
  const auto event = next_event();
  if (event && !is_over(*event)) {
    if (clock_.is_manual()) clock_.advance_to(*event);
    if (*event <= clock_.now()) {
      stir();
      TRY(send_next());
      return true;
    }
  }
  return wait(event);
}

std::optional<Instant> Trading::next_event() const {
  std::optional<Instant> first;
  const auto take = [&](Instant one) { first = std::min(first.value_or(one), one); };
  if (!agenda_.empty()) take(agenda_.begin()->first);
  if (!held_.empty()) take(held_.begin()->first);
  if (partner_.has_a_calendar()) take(planned_to_);
  return first;
}

// Returns true if the simulation continues.
client::Result<bool> Trading::wait(std::optional<Instant> event) {
  if (!clock_.is_manual()) {
    const Instant end = options_.until;
    if (clock_.now() >= end) return false;
    const auto left = clock_.until(std::min(event.value_or(end), end));
    if (left < seconds(1) || !put_aside_.empty()) {
      pause(std::clamp(left, pause_between_looks, milliseconds(1'000)), options_.stop);
      return true;
    }
    const auto whole = std::min(std::chrono::floor<seconds>(left), poll_interval);
    TRY(exchange_.pending({.wait = whole}));
    return true;
  }
  const bool is_quiet = steady_clock::now() - quiet_since_ > time_until_quiet;
  if (unreported_.empty() && is_quiet && !is_waiting_) {
    announce({.what = What::waiting, .about = "Nothing is left to do; waiting for documents."});
    is_waiting_ = true;
  }
  const bool has_patience = steady_clock::now() - quiet_since_ < options_.patience;
  if (has_patience) {
    pause(pause_between_looks, options_.stop);
    return true;
  }
  if (unreported_.empty()) return false;
  announce({.what = What::unreported,
            .about = fmt::format("{} {} not reported on; continuing without a report.",
                                 documents(unreported_.size()),
                                 unreported_.size() == 1 ? "was" : "were")});
  unreported_.clear();
  stir();
  return true;
}

void Trading::plan_days() {
  if (!partner_.has_a_calendar()) return;
  while (planned_to_ <= clock_.now() + days(1)) {
    for (Planned& document : partner_.plan_of(date_of(planned_to_))) {
      int& before = sent_before_[Past::key(document.kind, document.number)];
      if (document.at < begins_ || before-- > 0) continue;
      const Instant at = document.at;
      agenda_.emplace(at, std::move(document));
    }
    planned_to_ += days(1);
  }
}

client::Result<bool> Trading::pull() {
  bool came = false;
  std::set<std::string> still_aside;
  auto walk = exchange_.walk_pending();
  while (!walk.is_over()) {
    TRY_ASSIGN(const auto page, walk.next());
    for (const client::Transaction& one : page.items) {
      if (put_aside_.contains(one.id)) still_aside.insert(one.id);
      if (!one.is_latest_version || put_aside_.contains(one.id)) continue;
      const auto incoming = incoming_of(one, oldest_incoming);
      const bool is_of_others = incoming && !is_partner(incoming->from);
      if (is_of_others || (incoming && incoming->trigger == Trigger::silent)) {
        if (!is_of_others) announce(about(What::left_pending, *incoming, one.id));
        put_aside_.insert(one.id);
        still_aside.insert(one.id);
        continue;
      }
      came = true;
      if (incoming && clock_.is_manual() && incoming->at > clock_.now()) {
        put_aside_.insert(one.id);
        still_aside.insert(one.id);
        held_.emplace(incoming->at, one);
      } else {
        TRY(handle(one));
      }
    }
  }
  put_aside_ = std::move(still_aside);
  return came;
}

client::Result<bool> Trading::read_held() {
  bool was_read = false;
  while (!held_.empty() && held_.begin()->first <= clock_.now()) {
    TRY(handle(held_.begin()->second));
    put_aside_.erase(held_.begin()->second.id);
    held_.erase(held_.begin());
    was_read = true;
  }
  return was_read;
}

bool Trading::is_partner(const Party& party) const {
  return options_.partners.empty() || std::ranges::any_of(options_.partners, [&](const Party& one) {
           return is_same(one, party);
         });
}

std::optional<Incoming> Trading::incoming_of(const client::Transaction& transaction, days oldest) {
  const Instant now = clock_.now();
  return incoming_in(reader_, transaction,
                     {.first = now - (clock_.is_manual() ? oldest_remembered : oldest),
                      .last = clock_.is_manual() ? options_.until : now + days(1),
                      .otherwise = now});
}

client::Result<void> Trading::handle(const client::Transaction& transaction) {
  const auto incoming = incoming_of(transaction, oldest_incoming);
  Reaction reaction{.report = refusal("The document could not be read.")};
  if (incoming) {
    TRY_ASSIGN(reaction, decide(*incoming, transaction.sender));
  }
  // The decision comes before the report, because a document without a report is delivered again.
  TRY_ASSIGN(const auto reported, exchange_.report(transaction.id, reaction.report));
  const Incoming shown = incoming.value_or(Incoming{.kind = transaction.type});
  Happening happening =
      about(reaction.report.success ? What::processed : What::failed, shown, transaction.id);
  happening.about = reaction.report.success ? reaction.about : reaction.report.reason;
  announce(std::move(happening));
  if (!reported.is_taken && !reported.message.empty()) {
    announce({.what = What::refused, .about = "Its report was refused: " + reported.message});
  }
  if (incoming) follow(reaction, *incoming);
  return {};
}

client::Result<Reaction> Trading::decide(const Incoming& incoming,
                                         const client::Participant& with) {
  if (incoming.trigger == Trigger::fail) {
    return Reaction{
        .report = refusal("The number requests this failure.", {{"number", incoming.number}})};
  }
  std::optional<std::string> known;
  if (const auto question = partner_.question(incoming)) {
    TRY_ASSIGN(known, find(*question, with));
  }
  return partner_.react(incoming, known);
}

void Trading::follow(const Reaction& reaction, const Incoming& incoming) {
  const std::string& order = reaction.cancels_order;
  std::erase_if(agenda_, [&](const auto& entry) {
    const Planned& one = entry.second;
    const bool goes =
        !order.empty() && one.order == order && !one.is_firm && is_same(one.buyer, incoming.from);
    if (goes) {
      Happening happening = about(What::cancelled, one);
      happening.about = "the order was changed";
      announce(std::move(happening));
    }
    return goes;
  });
  for (const Planned& document : reaction.documents) agenda_.emplace(document.at, document);
}

client::Result<std::optional<std::string>> Trading::find(const Question& question,
                                                         const client::Participant& with) {
  if (question.number.empty()) return std::nullopt;
  const auto page = exchange_.all_transactions({.type = std::string(question.kind),
                                                .direction = question.is_sent ? "sent" : "received",
                                                .identifier = question.number});
  if (!page) {
    // A number that the exchange rejects as a filter exists in no document.
    if (page.error().status == 422) return std::nullopt;
    return std::unexpected(page.error());
  }
  for (const client::Transaction& one : page->items) {
    const client::Participant& partner = question.is_sent ? one.recipient : one.sender;
    if (partner.id == with.id && !one.content.empty()) return one.content;
  }
  return std::nullopt;
}

client::Result<bool> Trading::send_next() {
  if (agenda_.empty() || agenda_.begin()->first > clock_.now()) return false;
  const Planned document = agenda_.begin()->second;
  TRY(send(document));
  agenda_.erase(agenda_.begin());
  return true;
}

client::Result<void> Trading::send(const Planned& document) {
  if (!document.faulty_body.empty()) {
    const auto sent = exchange_.send(document.faulty_body);
    if (!sent && sent.error().is_worth_a_retry()) return std::unexpected(sent.error());
    if (!sent) {
      Happening happening = about(What::refused_on_purpose, document);
      happening.about = sent.error().message;
      happening.findings = sent.error().faults;
      announce(std::move(happening));
    }
  }
  TRY(send_once(document, document.body));
  if (!document.goes_twice) return {};
  return send_once(document, document.body);
}

client::Result<void> Trading::send_once(const Planned& document, const std::string& body) {
  const auto sent = exchange_.send(body);
  if (sent) {
    Happening happening = about(sent->is_duplicate ? What::repeated
                                : sent->is_held    ? What::held
                                                   : What::sent,
                                document);
    happening.id = sent->id;
    happening.findings = sent->warnings;
    announce(std::move(happening));
    if (clock_.is_manual() && !sent->is_held) unreported_.insert(sent->id);
    return {};
  }
  const client::Error& error = sent.error();
  if (error.is_worth_a_retry() || error.status == 401) return std::unexpected(error);
  ++refused_;
  Happening happening = about(What::refused, document);
  happening.about = error.message;
  happening.findings = error.faults;
  announce(std::move(happening));
  return {};
}

client::Result<void> Trading::watch_reports() {
  if (!clock_.is_manual()) return look_after_failures();
  if (unreported_.empty()) return {};
  std::set<std::string> pending;
  auto walk = exchange_.walk_all_transactions({.status = "PENDING", .direction = "sent"});
  while (!walk.is_over()) {
    TRY_ASSIGN(const auto page, walk.next());
    for (const client::Transaction& one : page.items) pending.insert(one.id);
  }
  const auto done =
      std::erase_if(unreported_, [&](const std::string& id) { return !pending.contains(id); });
  if (done == 0) return {};
  stir();
  return look_after_failures();
}

client::Result<void> Trading::look_after_failures() {
  TRY_ASSIGN(const auto page,
             exchange_.all_transactions({.status = "FAILED", .direction = "sent"}));
  std::set<std::string> seen;
  // Starts with the oldest one.
  for (auto one = page.items.rbegin(); one != page.items.rend(); ++one) {
    if (!failures_.contains(one->id)) TRY(look_after_failure(*one));
    seen.insert(one->id);
    failures_.insert(one->id);
  }
  failures_ = std::move(seen);
  return {};
}

client::Result<void> Trading::look_after_failure(const client::Transaction& failed) {
  const auto own = incoming_of(failed, oldest_remembered);
  if (!own || !is_partner(own->from)) return {};
  Happening happening = about(What::not_processed, *own, failed.id);
  happening.about = reason_in(failed.json);
  if (!is_remembering_) announce(std::move(happening));
  const auto question = partner_.question_after_failure(*own);
  if (!question || !failed.replaced_by_id.empty()) return {};
  TRY_ASSIGN(const auto known, find(*question, failed.recipient));
  for (Planned& document : partner_.mend(*own, known)) {
    const Instant at = document.at;
    agenda_.emplace(at, std::move(document));
  }
  return {};
}

client::Result<Past> Trading::read_past() {
  Past past;
  auto walk = exchange_.walk_all_transactions({});
  while (!walk.is_over() && past.count() < remembered_max) {
    TRY_ASSIGN(const auto page, walk.next());
    for (const client::Transaction& one : page.items) {
      if (const auto reading = reader_.read(one.json)) past.add(one, reading->document.head);
    }
  }
  return past;
}

client::Result<void> Trading::remember() {
  TRY_ASSIGN(Past past, read_past());
  agenda_.clear();
  held_.clear();
  put_aside_.clear();
  failures_.clear();
  // A company whose clock runs keeps up with partners that simulate the same days.
  clock_.advance_to(clock_.is_manual() ? past.last_written(started_) : past.last_of_all(started_));
  begins_ = past.has_sent() ? std::max(started_, clock_.now() - days(1)) : started_;
  planned_to_ = midnight(date_of(begins_));
  sent_before_ = past.counts();
  for (const client::Transaction& one : past.take_processed()) {
    const auto incoming = incoming_of(one, oldest_remembered);
    if (!incoming || !is_partner(incoming->from)) continue;
    TRY_ASSIGN(Reaction reaction, decide(*incoming, one.sender));
    past.leave_out_sent(reaction.documents, incoming->from, one.sender.id, one.created_at);
    follow(reaction, *incoming);
  }
  is_remembering_ = true;
  const auto looked_after = look_after_failures();
  is_remembering_ = false;
  TRY(looked_after);
  stir();
  announce(
      {.what = What::began,
       .about = fmt::format("The {} begins at {}, with {} in its history and {} still to be sent.",
                            partner_.role(), shown_text(clock_.now()), documents(past.count()),
                            agenda_.size())});
  return {};
}

}  // namespace tradepost::simulation
