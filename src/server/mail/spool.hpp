#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "base/ids.hpp"
#include "base/log.hpp"
#include "mail/message.hpp"
#include "mail/smtp.hpp"
#include "mail/spool_folder.hpp"
#include "mail/spooled.hpp"

namespace tradepost::mail {

inline constexpr std::chrono::days rejected_kept_for{30};

struct SpoolLimits {
  std::size_t messages_max = 10'000;  // that wait, and as many rejected ones
  std::size_t bytes_max = 64u << 20;  // of the texts of waiting messages
  // Due messages are searched at least so often, because the calendar clock may jump.
  std::chrono::seconds look_every{10};
};

enum class Added : std::uint8_t {
  added,
  full,  // so many messages wait that this one was not stored
};

struct DueMessage {
  base::Uuid id;
  Letter letter;
};

// A message that will not arrive. Its text is deleted.
struct RejectedMessage {
  base::Uuid id;
  base::Instant made;
  base::Instant rejected_at;
  std::string to;
  std::string subject;
  std::string reason;
};

struct SpoolFigures {
  std::size_t waiting = 0;
  std::size_t waiting_bytes = 0;             // of their texts
  std::uint64_t sent = 0;                    // since the spool was opened
  std::uint64_t rejected = 0;                // the same
  std::optional<base::Instant> oldest = {};  // of the waiting messages
};

// The queue of messages on disk. One process may open a folder. Any thread may call add(),
// rejected() and figures(); one thread at a time takes due messages and settles them.
//
// Invariants: 1. A message that was added is sent at least once or rejected, also after a crash. 2.
// It is sent again only if the process ends, or a file cannot be removed, between the answer of the
// mail server and the removal. Then both copies have the same Message-ID. 3. A file that cannot be
// read delays no other message.
class Spool {
 public:
  // `clock` and `log` must outlive the spool. Reads all files. Refuses if the folder cannot be
  // used.
  static base::Result<std::unique_ptr<Spool>> open(const std::string& folder, base::Sealer sealer,
                                                   const base::Clock& clock, const base::Log& log,
                                                   SpoolLimits limits = {});

  // Returns after the message is synced to the disk. A message whose id the spool has already is
  // not added again. Refuses a message as mime_text() does, and if the disk fails.
  base::Result<Added> add(const Message& message);

  // Returns the waiting message whose attempt has been due for the longest time, or nullopt.
  std::optional<DueMessage> next_due();
  // Waits until a message is due. Returns nullopt after a request to stop.
  std::optional<DueMessage> wait_for_due(const std::stop_token& stop);
  // Stores the outcome of an attempt.
  void settle(const DueMessage& message, const Outcome& outcome);

  // Returns the messages that were rejected in the last 30 days, in the order in which they were
  // made.
  std::vector<RejectedMessage> rejected() const;
  SpoolFigures figures() const;

 private:
  struct Entry {
    Spooled message;  // without its text
    std::size_t text_bytes = 0;
  };
  using Entries = std::map<base::Uuid, Entry>;

  Spool(SpoolFolder folder, const base::Clock& clock, const base::Log& log, SpoolLimits limits)
      : clock_(clock), log_(log), limits_(limits), folder_(std::move(folder)) {}

  // These require the lock.
  base::Done read_all();
  void keep(const base::Uuid& id, Spooled message);
  Entries::iterator drop(Entries::iterator at);
  Entries::iterator first_due();
  std::optional<DueMessage> due_message();
  void forget_old_rejected();
  void postpone_or_reject(Entries::iterator at, const Letter& letter);
  void reject(Entries::iterator at);
  void store(const base::Uuid& id, const Spooled& message);
  void remove_file(const base::Uuid& id);
  void set_aside(const base::Uuid& id, const base::Error& error);

  const base::Clock& clock_;
  const base::Log& log_;
  const SpoolLimits limits_;

  mutable std::mutex mutex_;
  // Guarded by mutex_.
  SpoolFolder folder_;
  Entries entries_;
  SpoolFigures figures_;  // without `oldest`
  std::uint64_t additions_ = 0;
  std::condition_variable_any added_;
};

}  // namespace tradepost::mail
