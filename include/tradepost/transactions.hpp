#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tradepost/error.hpp"

// Texts stand as the exchange gives them: times as ISO 8601 in UTC, words as the interface names
// them. What an answer does not have is empty.
namespace tradepost::client {

struct Participant {
  std::string id = {};  // none: an operator, the network, or a sender outside of it
  std::string name = {};
};

struct Transaction {
  std::string id = {};
  std::string type = {};  // ORDER, INVOICE, …
  std::string flow = {};  // LIVE or TEST
  std::string created_at = {};
  Participant sender = {};
  Participant agent = {};  // who sent it for the sender, if anybody did
  bool is_latest_version = true;
  std::string replaces_id = {};
  std::string replaced_by_id = {};
  std::string content = {};  // of the document, byte for byte as the exchange gave it
  std::string json = {};     // the whole item, likewise

  // Of the history only:
  std::string status = {};     // PENDING, SUCCESS, FAILED or DROPPED
  std::string direction = {};  // sent or received
  Participant recipient = {};
  bool is_held = false;
};

struct Event {
  std::string at = {};
  std::string type = {};
  Participant by = {};
  std::string json = {};  // the whole event, with its detail
};

template <typename T>
struct Page {
  std::vector<T> items = {};
  bool has_more = false;         // alone says whether the list goes on
  std::string next_cursor = {};  // empty if it does not
};

struct PendingQuery {
  std::string type = {};    // one kind; empty: all
  std::string cursor = {};  // of the page before; empty: the beginning
  unsigned per_page = 100;
  // How long an empty first page waits for a document, up to a minute (Prefer: wait).
  std::chrono::seconds wait{0};
};

struct HistoryQuery {
  std::string type = {};
  std::string flow = {};
  std::string status = {};
  std::string created_between = {};  // 2026-01-01,2026-01-31
  std::string direction = {};
  std::string identifier = {};  // the number of the document
  std::string partner = {};     // the id of a participant
  std::string cursor = {};
  unsigned per_page = 100;
};

// The pages of a list, one after the other. Uses its Exchange, which must stay where it is
// meanwhile.
template <typename T>
class Walk {
 public:
  using Fetch = std::function<Result<Page<T>>(const std::string& cursor)>;
  explicit Walk(Fetch fetch) : fetch_(std::move(fetch)) {}

  // Only a page without has_more ends a list; an empty page does not.
  bool is_over() const { return is_over_; }
  // After an error, the same page may be asked for again.
  Result<Page<T>> next() {
    auto page = fetch_(cursor_);
    if (!page) return page;
    if (page->has_more && (page->next_cursor.empty() || page->next_cursor == cursor_)) {
      return std::unexpected(Error{.kind = ErrorKind::not_an_exchange,
                                   .message = "The list does not advance: its cursor stays."});
    }
    is_over_ = !page->has_more;
    cursor_ = page->next_cursor;
    return page;
  }

 private:
  Fetch fetch_;
  std::string cursor_;
  bool is_over_ = false;
};

struct SendOptions {
  // 1 to 255 printable ASCII characters, best the id of the export in your own system. For 24
  // hours the exchange answers a repetition with the first result. With a new key, a document that
  // equals an older version is sent as a new version; without one it is a duplicate.
  std::string idempotency_key = {};
};

struct Sent {
  std::string id = {};        // of the transaction; of a duplicate, the one that was there
  bool is_held = false;       // until the recipient accepts the sender as a partner
  bool is_duplicate = false;  // the exchange had the document before this call
  std::string message = {};
  std::vector<Fault> warnings = {};
};

struct Validation {
  bool is_valid = false;
  std::size_t fault_count = 0;  // of which at most 1,000 are named
  std::vector<Fault> faults = {};
  std::vector<Fault> warnings = {};
  Participant recipient = {};
};

// What became of a document in the recipient's own system.
struct Report {
  bool success = true;
  std::string reason = {};      // why it failed: the sender's clerk reads this
  std::string error_type = {};  // DATA: the sender has to act; INTERNAL: the recipient
  std::map<std::string, std::string> context = {};
};

struct ReportItem {
  std::string id = {};
  Report report = {};
};

// What the exchange made of a report.
struct Reported {
  std::string id = {};
  bool is_taken = false;
  std::string code = {};       // if it was not taken: unknown, conflict or malformed
  std::string message = {};    // a sentence
  std::string error_url = {};  // the page of the case that a failure opened
};

}  // namespace tradepost::client
