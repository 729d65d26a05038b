#include "mail/spool.hpp"

#include <algorithm>
#include <utility>

#include "mail/encoding.hpp"

namespace tradepost::mail {
namespace {

// The pause after a file could not be opened, for example because too many files are open.
constexpr std::chrono::minutes pause_after_unreadable{1};

}  // namespace

base::Result<std::unique_ptr<Spool>> Spool::open(const std::string& folder, base::Sealer sealer,
                                                 const base::Clock& clock, const base::Log& log,
                                                 SpoolLimits limits) {
  TRY_ASSIGN(SpoolFolder files, SpoolFolder::open(folder, std::move(sealer)));
  std::unique_ptr<Spool> spool(new Spool(std::move(files), clock, log, limits));
  const std::lock_guard lock(spool->mutex_);
  TRY(spool->read_all());
  return spool;
}

base::Done Spool::read_all() {
  TRY_ASSIGN(const auto ids, folder_.ids());
  for (const base::Uuid& id : ids) {
    auto read = folder_.read(id);
    if (read) {
      keep(id, *std::move(read));
    } else {
      set_aside(id, read.error());
    }
  }
  forget_old_rejected();
  return {};
}

base::Result<Added> Spool::add(const Message& message) {
  TRY_ASSIGN(std::string text, mime_text(message));
  const base::Instant now = clock_.now();
  Spooled spooled{
      .made = now,
      .next_attempt = now,
      .subject = header_value(message.subject, header_text_bytes_max),
      .letter = {.from = message.from.address, .to = message.to.address, .text = std::move(text)}};
  const std::lock_guard lock(mutex_);
  if (entries_.contains(message.id)) return Added::added;
  if (figures_.waiting >= limits_.messages_max ||
      figures_.waiting_bytes + spooled.letter.text.size() > limits_.bytes_max) {
    return Added::full;
  }
  auto written = folder_.write(message.id, spooled);
  if (written) written = folder_.sync();
  if (!written) {
    static_cast<void>(folder_.remove(message.id));
    return base::refuse(std::move(written).error());
  }
  keep(message.id, std::move(spooled));
  ++additions_;
  added_.notify_all();
  return Added::added;
}

void Spool::keep(const base::Uuid& id, Spooled message) {
  Entry entry{.message = std::move(message)};
  entry.text_bytes = std::exchange(entry.message.letter.text, {}).size();
  if (!entry.message.rejected_at) {
    ++figures_.waiting;
    figures_.waiting_bytes += entry.text_bytes;
  }
  entries_.insert_or_assign(id, std::move(entry));
}

Spool::Entries::iterator Spool::drop(Entries::iterator at) {
  if (!at->second.message.rejected_at) {
    --figures_.waiting;
    figures_.waiting_bytes -= at->second.text_bytes;
  }
  return entries_.erase(at);
}

std::optional<DueMessage> Spool::next_due() {
  const std::lock_guard lock(mutex_);
  return due_message();
}

std::optional<DueMessage> Spool::wait_for_due(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (!stop.stop_requested()) {
    if (auto due = due_message()) return due;
    std::chrono::milliseconds wait = limits_.look_every;
    for (const auto& [id, entry] : entries_) {
      if (!entry.message.rejected_at) {
        wait = std::min(wait, entry.message.next_attempt - clock_.now());
      }
    }
    added_.wait_for(lock, stop, wait, [&, before = additions_] { return additions_ != before; });
  }
  return std::nullopt;
}

Spool::Entries::iterator Spool::first_due() {
  const base::Instant now = clock_.now();
  auto first = entries_.end();
  for (auto at = entries_.begin(); at != entries_.end(); ++at) {
    const Spooled& message = at->second.message;
    if (message.rejected_at || !is_due(message.next_attempt, now)) continue;
    if (first == entries_.end() || message.next_attempt < first->second.message.next_attempt) {
      first = at;
    }
  }
  return first;
}

std::optional<DueMessage> Spool::due_message() {
  forget_old_rejected();
  for (auto at = first_due(); at != entries_.end(); at = first_due()) {
    auto read = folder_.read(at->first);
    if (read) return DueMessage{.id = at->first, .letter = std::move(read->letter)};
    if (read.error().code() == base::ErrorCode::unavailable) {
      log_.warning("mail_not_read",
                   {{"id", at->first.to_string()}, {"reason", read.error().text().str()}});
      at->second.message.next_attempt = clock_.now() + pause_after_unreadable;
      continue;
    }
    set_aside(at->first, read.error());
    drop(at);
  }
  return std::nullopt;
}

void Spool::settle(const DueMessage& message, const Outcome& outcome) {
  const std::lock_guard lock(mutex_);
  const auto at = entries_.find(message.id);
  if (at == entries_.end() || outcome.delivery == Delivery::stopped) return;
  Spooled& entry = at->second.message;
  ++entry.attempts;
  entry.answer = outcome.answer;
  switch (outcome.delivery) {
    case Delivery::delivered:
      ++figures_.sent;
      log_.info("mail_sent", {{"id", message.id.to_string()}, {"attempts", entry.attempts}});
      drop(at);
      remove_file(message.id);
      return;
    case Delivery::rejected:
      return reject(at);
    case Delivery::later:
      return postpone_or_reject(at, message.letter);
    case Delivery::stopped:
      return;
  }
}

void Spool::postpone_or_reject(Entries::iterator at, const Letter& letter) {
  Spooled& message = at->second.message;
  const auto next = next_attempt_after(message.attempts, message.made, clock_.now());
  if (!next) return reject(at);
  message.next_attempt = *next;
  log_.info(
      "mail_postponed",
      {{"id", at->first.to_string()}, {"attempts", message.attempts}, {"reason", message.answer}});
  Spooled whole = message;
  whole.letter = letter;
  store(at->first, whole);
}

void Spool::reject(Entries::iterator at) {
  const base::Uuid id = at->first;
  Spooled message = std::move(at->second.message);
  drop(at);
  message.rejected_at = clock_.now();
  ++figures_.rejected;
  log_.warning("mail_rejected", {{"id", id.to_string()}, {"reason", message.answer}});
  store(id, message);
  keep(id, std::move(message));
  forget_old_rejected();
}

void Spool::store(const base::Uuid& id, const Spooled& message) {
  // Without this write, a crash repeats an attempt, which is not a loss. So the folder is not
  // synced.
  const auto written = folder_.write(id, message);
  if (written) return;
  log_.warning("mail_not_stored",
               {{"id", id.to_string()}, {"reason", written.error().text().str()}});
}

void Spool::remove_file(const base::Uuid& id) {
  auto removed = folder_.remove(id);
  if (removed) removed = folder_.sync();
  if (removed) return;
  log_.warning("mail_not_stored",
               {{"id", id.to_string()}, {"reason", removed.error().text().str()}});
}

void Spool::set_aside(const base::Uuid& id, const base::Error& error) {
  const bool is_moved = folder_.set_aside(id).has_value();
  log_.warning("mail_set_aside",
               {{"id", id.to_string()}, {"reason", error.text().str()}, {"moved", is_moved}});
}

void Spool::forget_old_rejected() {
  const base::Instant oldest = clock_.now() - rejected_kept_for;
  std::size_t count = entries_.size() - figures_.waiting;
  for (auto at = entries_.begin(); at != entries_.end() && count > 0;) {
    const auto& rejected_at = at->second.message.rejected_at;
    const bool is_old = rejected_at && (*rejected_at <= oldest || count > limits_.messages_max);
    if (!is_old) {
      ++at;
      continue;
    }
    remove_file(at->first);
    at = drop(at);
    --count;
  }
}

std::vector<RejectedMessage> Spool::rejected() const {
  const std::lock_guard lock(mutex_);
  std::vector<RejectedMessage> messages;
  for (const auto& [id, entry] : entries_) {
    const Spooled& message = entry.message;
    if (!message.rejected_at) continue;
    messages.push_back({.id = id,
                        .made = message.made,
                        .rejected_at = *message.rejected_at,
                        .to = message.letter.to,
                        .subject = message.subject,
                        .reason = message.answer});
  }
  return messages;
}

SpoolFigures Spool::figures() const {
  const std::lock_guard lock(mutex_);
  SpoolFigures figures = figures_;
  for (const auto& [id, entry] : entries_) {
    if (entry.message.rejected_at) continue;
    figures.oldest = std::min(figures.oldest.value_or(entry.message.made), entry.message.made);
  }
  return figures;
}

}  // namespace tradepost::mail
