#include "store/embedded/commit/committer.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/tasks/thread_name.hpp"
#include "base/tasks/thread_priority.hpp"
#include "store/embedded/commit/opening.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::Effect;

constexpr std::chrono::seconds marks_every{1};
// The pause after a batch that found no space, so that repeated attempts do not use the processor.
constexpr std::chrono::milliseconds pause_without_space{50};

base::SteadyTime steady_now() {
  return std::chrono::steady_clock::now();
}

bool is_full(const base::Error& error) {
  return error.code() == base::ErrorCode::disk_full;
}

constexpr std::string_view is_shutting_down =
    "The exchange is shutting down. Try again after its restart.";

}  // namespace

Committer::Committer(const Parts& parts, const CommitterOptions& options, CommittedState committed,
                     const Applied& end, std::function<void(const base::Error&)> on_failure)
    : parts_(parts),
      options_(options),
      on_failure_(std::move(on_failure)),
      clock_(parts.clock, parts.on_clock_fall, end.last_instant),
      queue_(options.queue),
      committed_(std::move(committed)),
      end_(end),
      leaving_(parts.data),
      thread_([this] { run(); }) {}

Committer::~Committer() {
  queue_.stop();
  thread_.join();
}

StoreState Committer::state_for(const Job& job) const {
  if (parts_.has_failed) return StoreState::failed;
  const auto room = parts_.journal.room();
  const bool is_stalled = parts_.index.is_stalled();
  const bool index_waits = parts_.index.waits_for_space();
  if (room == journal::Room::none || (index_waits && is_stalled)) return StoreState::full;
  if (!job.needs_room()) return StoreState::ready;
  if (room == journal::Room::low || index_waits) return StoreState::full;
  return is_stalled ? StoreState::behind : StoreState::ready;
}

void Committer::take(std::unique_ptr<Job> job) {
  job->queued_at = steady_now();
  const StoreState state = state_for(*job);
  queue_.add(std::move(job), state);
}

void Committer::refuse_large(std::unique_ptr<Job> job, std::string_view why) {
  queue_.release_large(job->bytes());
  job->refuse(unavailable(why));
}

void Committer::refuse_waiting(std::string_view why) {
  for (auto& job : waiting_) job->refuse(unavailable(why));
  waiting_.clear();
  all_wait_for_intent_ = false;
}

void Committer::refuse_behind_intent() {
  LargeJobs& large = queue_.large();
  if (large.waits_for_intent()) refuse_large(large.take(), is_shutting_down);
  if (all_wait_for_intent_) refuse_waiting(is_shutting_down);
}

void Committer::run() {
  base::name_thread("committer");
  base::set_time_slice(base::limits::commit_step);
  while (gather()) {
    if (parts_.has_failed) {
      refuse_waiting(store_has_stopped);
      LargeJobs& large = queue_.large();
      while (!large.is_empty()) refuse_large(large.take(), store_has_stopped);
      continue;
    }
    if (intent_is_due()) step_intents();
    if (!waiting_.empty()) queue_.large().others_traded(steady_now());
    if (!parts_.has_failed) round();
    if (!parts_.has_failed) large_round();
    if (queue_.waits_have_ended()) refuse_behind_intent();
    keep_marks();
    check_leaving();
    const auto due = parts_.journal.writer().proof_due();
    if (due && steady_now() >= *due) {
      const Done proven = parts_.journal.writer().prove(steady_now());
      if (!proven && !is_full(proven.error())) on_failure_(proven.error());
    }
  }
}

bool Committer::gather() {
  const bool may_sleep = (waiting_.empty() || all_wait_for_intent_) && !intent_is_due();
  for (auto& job : queue_.gather(may_sleep ? std::optional(next_call()) : std::nullopt)) {
    waiting_.push_back(std::move(job));
  }
  return !waiting_.empty() || !queue_.large().is_empty() || !queue_.has_ended();
}

base::SteadyTime Committer::next_call() const {
  const base::SteadyTime at_last = steady_now() + marks_every;
  const LargeJobs& large = queue_.large();
  if (parts_.has_failed) return large.is_empty() ? at_last : base::SteadyTime::min();
  const auto never = base::SteadyTime::max();
  return std::min({parts_.journal.writer().proof_due().value_or(never), large.due().value_or(never),
                   intent_due().value_or(never), at_last});
}

std::optional<base::SteadyTime> Committer::intent_due() const {
  return options_.finishes_intents ? intents_.due(committed_.intents) : std::nullopt;
}

bool Committer::intent_is_due() const {
  const auto due = intent_due();
  return due && !parts_.has_failed && (queue_.has_ended() || steady_now() >= *due);
}

Committed Committer::begin_batch() {
  encoder_.clear();
  Committed batch;
  batch.number = ++batch_;
  return batch;
}

void Committer::round() {
  if (waiting_.empty()) return;
  Committed batch = begin_batch();
  Jobs later;
  bool is_full = false;
  bool all_wait_for_intent = true;
  for (auto& job : waiting_) {
    const Taken taken = is_full ? Taken::put_off : take_one(job, batch);
    if (job) all_wait_for_intent &= taken == Taken::behind_intent;
    if (job) later.push_back(std::move(job));
    is_full |= taken == Taken::batch_is_full;
  }
  waiting_ = std::move(later);
  all_wait_for_intent_ = !waiting_.empty() && all_wait_for_intent;
  if (!batch.jobs.empty()) intents_.others_traded();
  const bool has_effects = !batch.effects.empty();
  if (has_effects) {
    commit(std::move(batch));
  } else {
    --batch_;
    answer(std::move(batch.jobs));
  }
  // Deferred commands need the batches that the index stage is writing.
  if (!waiting_.empty() && !all_wait_for_intent_) parts_.index.await_all();
}

// Writes at most one large document, in a separate batch.
void Committer::large_round() {
  LargeJobs& large = queue_.large();
  const base::SteadyTime began = steady_now();
  while (auto late = large.take_late(began)) {
    refuse_large(std::move(late),
                 "The exchange is busy with documents of other participants. Try again later.");
  }
  const auto due = large.due();
  if (!due || (*due > began && !queue_.has_ended())) return;
  Jobs others = std::exchange(waiting_, {});
  const bool others_wait_for_intent = all_wait_for_intent_;
  waiting_.push_back(large.take());
  const std::size_t bytes = waiting_.front()->bytes();
  const std::uint64_t batch_before = batch_;
  round();
  if (waiting_.empty()) {
    queue_.release_large(bytes);
    if (batch_ > batch_before) large.was_kept(began, steady_now());
  } else {
    large.put_back(std::move(waiting_.front()));
    if (all_wait_for_intent_) large.await_intent();
  }
  waiting_ = std::move(others);
  all_wait_for_intent_ = others_wait_for_intent;
}

Committer::Taken Committer::take_one(std::unique_ptr<Job>& job, Committed& batch) {
  if (job->is_exclusive()) {
    if (concerns_intent(*job)) return Taken::behind_intent;
    if (!batch.effects.empty()) return Taken::batch_is_full;
    parts_.index.await_all();
    job->as_of.reset();
  }
  if (batch.bytes + job->bytes() > options_.batch_bytes_max && batch.bytes > 0) {
    return Taken::batch_is_full;
  }
  if (is_stale(*job)) {
    if (const Done fetched = fetch(*job); !fetched) {
      // The index cannot be read, so no more decisions are possible.
      on_failure_(fetched.error());
      job->refuse(fetched.error());
      job.reset();
      return Taken::batch_is_full;
    }
    if (is_stale(*job)) return Taken::put_off;
  }
  if (concerns_intent(*job)) return Taken::behind_intent;
  const bool is_exclusive = job->is_exclusive();
  batch.bytes += job->bytes();
  decide(std::move(job), batch);
  if (!is_exclusive) return Taken::decided;
  // Its read set and write set are incomplete.
  if (!batch.effects.empty()) writes_.note_all(batch.number);
  return Taken::batch_is_full;
}

Done Committer::fetch(Job& job) {
  job.read_set.clear();
  job.as_of = parts_.index.indexed();
  ReadContext context;
  FactReader reader(parts_.records, parts_.queues, clock_.about_now(), context, job.read_set);
  return job.fetch(reader, committed_);
}

bool Committer::concerns_intent(const Job& job) const {
  return std::ranges::any_of(committed_.intents,
                             [&](const auto& it) { return job.concerns(it.second.intent); });
}

void Committer::decide(std::unique_ptr<Job> job, Committed& batch) {
  std::vector<Effect> effects;
  job->decide({.now = clock_.next(), .committed = committed_}, effects);
  batch.jobs.push_back(std::move(job));
  add_effects(std::move(effects), batch);
}

void Committer::add_effects(std::vector<Effect> effects, Committed& batch) {
  WriteSet writes;
  for (Effect& effect : effects) {
    encoder_.add(effect);
    add_writes(effect, writes);
    committed_.keep(effect, end_.sequence + encoder_.count());
    batch.effects.push_back(std::move(effect));
  }
  writes_.note(writes, batch.number);
}

void Committer::step_intents() {
  const base::SteadyTime began = steady_now();
  parts_.index.await_all();
  Committed batch = begin_batch();
  const IntentStepper::Slice next = intents_.next(committed_.intents);
  ReadContext context;
  ReadSet read_set;
  FactReader reader(parts_.records, parts_.queues, clock_.next(), context, read_set);
  const auto slice = reader.facts_for(next.work, next.from, committed_);
  if (!slice) return on_failure_(slice.error());
  add_effects(exchange::decide(next.work, slice->facts).effects, batch);
  writes_.note_all(batch.number);
  const bool is_stored = commit(std::move(batch));
  intents_.was_stepped(is_stored ? slice->reached : next.from, began, steady_now());
  queue_.large().intent_stepped();
}

void Committer::keep_marks() {
  const auto now = steady_now();
  const bool is_full = parts_.journal.room() == journal::Room::none;
  if (now - marks_kept_at_ < marks_every || parts_.has_failed || is_full) return;
  if (leaving_.state()) return;
  marks_kept_at_ = now;
  auto due = parts_.marks.take_due(now);
  if (due.empty()) return;
  Committed batch = begin_batch();
  std::vector<Effect> effects(std::make_move_iterator(due.begin()),
                              std::make_move_iterator(due.end()));
  add_effects(std::move(effects), batch);
  commit(std::move(batch));
}

// Answers only when all accepted commands are decided and all intents are finished, because reads
// wait for intents.
void Committer::check_leaving() {
  const auto now = steady_now();
  if (now - leaving_looked_at_ < marks_every || parts_.has_failed) return;
  leaving_looked_at_ = now;
  leaving_.look();
  if (leaving_.state() == LeavingFile::State::left) return on_failure_(has_left());
  if (!leaving_.state()) return queue_.reopen();
  const bool is_idle = queue_.close() && waiting_.empty() && committed_.intents.empty();
  if (is_idle) leaving_.note_closed(end_.sequence);
}

bool Committer::commit(Committed batch) {
  if (const Done kept = append(batch); !kept) {
    const Done forgotten = is_full(kept.error()) ? forget_batch() : kept;
    if (!forgotten) on_failure_(forgotten.error());
    for (const auto& job : batch.jobs) job->refuse(kept.error());
    if (forgotten) queue_.pause(pause_without_space);
    return false;
  }
  writes_.was_stored(batch.number);
  parts_.index.hand_over(std::move(batch));
  return true;
}

// Reads the state in memory again from the index, which has every batch before this one.
Done Committer::forget_batch() {
  parts_.index.await_all();
  if (parts_.has_failed) return base::refuse(unavailable(store_has_stopped));
  TRY_ASSIGN(LoadedState loaded, load_state(parts_.records.index(), end_));
  committed_ = std::move(loaded.committed);
  writes_.forget_after(--batch_);
  return {};
}

Done Committer::append(Committed& batch) {
  std::vector<journal::NewRecord> records;
  records.reserve(encoder_.count());
  auto effect = batch.effects.begin();
  for (const Encoded& encoded : encoder_.records()) {
    auto& record = records.emplace_back();
    record = {.kind = encoded.kind, .version = encoded.version, .head = encoded.head, .body = {}};
    const bool is_warned = encoded.kind == Warned::record;
    const Effect& of = is_warned ? *std::prev(effect) : *effect++;
    if (!encoded.has_body) continue;
    journal::Salt salt;
    parts_.random.fill(std::as_writable_bytes(std::span(salt)));
    const auto* const sent = is_warned ? nullptr : std::get_if<exchange::Sent>(&of);
    const auto digest =
        sent != nullptr ? sent->transaction.content.digest : digest_of_body(encoded);
    record.body = journal::KeptBody{.front = encoded.body_front,
                                    .bytes = encoded.content,
                                    .proof = journal::prove(salt, digest)};
  }
  TRY_ASSIGN(journal::Appended appended, parts_.journal.writer().append(records, steady_now()));
  const journal::Position& end = parts_.journal.writer().end();
  batch.first = appended.first;
  batch.places = std::move(appended.places);
  end_.sequence = end.next - 1;
  end_.frame = batch.places.front();
  end_.frame.offset -= static_cast<std::uint32_t>(journal::frame_header_bytes);
  end_.next = end.place;
  end_.chain = end.chain;
  end_.last_instant = clock_.last();
  end_.directory = committed_.directory->revision();
  batch.applied = end_;
  return {};
}

}  // namespace tradepost::store::embedded
