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

// Texts have the form of the API: times are ISO 8601 in UTC, and words are its words. Fields that
// an answer does not contain are empty.
namespace tradepost::client {

struct Participant {
  std::string id = {};  // empty for an operator, the network, or a sender outside of the network
  std::string name = {};
};

struct Transaction {
  std::string id = {};
  std::string type = {};  // ORDER, INVOICE, …
  std::string flow = {};  // LIVE or TEST
  std::string created_at = {};
  Participant sender = {};
  Participant agent = {};  // the participant that sent it on behalf of the sender, if there is one
  bool is_latest_version = true;
  std::string replaces_id = {};
  std::string replaced_by_id = {};
  std::string content = {};  // the content of the document, byte for byte as in the answer
  std::string json = {};     // the whole item, byte for byte as in the answer

  // Only in the history:
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
  bool has_more = false;         // the only sign that the list continues
  std::string next_cursor = {};  // empty on the last page
};

struct PendingQuery {
  std::string type = {};    // one kind; empty for all
  std::string cursor = {};  // of the previous page; empty for the first page
  unsigned per_page = 100;
  // The time for which an empty first page waits for a document, at most a minute (Prefer: wait).
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

// Reads the pages of a list one by one. It refers to its Exchange, which must not be moved or
// destroyed during the walk.
template <typename T>
class Walk {
 public:
  using Fetch = std::function<Result<Page<T>>(const std::string& cursor)>;
  explicit Walk(Fetch fetch) : fetch_(std::move(fetch)) {}

  // True after a page without has_more. An empty page does not end a list.
  bool is_over() const { return is_over_; }
  // Returns the next page. After an error, a further call requests the same page again.
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
  // 1 to 255 printable ASCII characters, preferably the id of the export in your own system. For 24
  // hours the exchange answers a repetition with the first result. With a new key, a document that
  // equals an older version is sent as a new version; without a key it is a duplicate.
  std::string idempotency_key = {};
};

struct Sent {
  std::string id = {};   // of the transaction; for a duplicate, the id of the existing transaction
  bool is_held = false;  // true until the recipient accepts the sender as a partner
  bool is_duplicate = false;  // the exchange had the document before this call
  std::string message = {};
  std::vector<Fault> warnings = {};
};

// The outcome of a message of an interchange.
struct MessageOutcome {
  std::string reference = {};  // of UNH
  std::string type = {};       // ORDERS, …
  std::string number = {};     // of the document; empty if the message has none
  Result<Sent> sent = {};
};

struct Validation {
  bool is_valid = false;
  std::size_t fault_count = 0;  // of all faults; `faults` contains at most 1,000
  std::vector<Fault> faults = {};
  std::vector<Fault> warnings = {};
  Participant recipient = {};
};

// A form in which the exchange gives a document (docs/guides/forms.md).
struct Form {
  std::string name = "json";  // html, pdf, ubl, xrechnung, cii, xrechnung-cii, zugferd, edifact, …
  std::string language = {};  // of html, pdf and zugferd: en or de; empty: English
};

// A document in a form.
struct FormFile {
  std::string media_type = {};  // application/pdf
  std::string bytes = {};
};

// The result of processing a document in the recipient's own system.
struct Report {
  bool success = true;
  std::string reason = {};      // the reason of the failure, for the sender's clerk
  std::string error_type = {};  // DATA: the sender has to act; INTERNAL: the recipient
  std::map<std::string, std::string> context = {};
};

struct ReportItem {
  std::string id = {};
  Report report = {};
};

// The exchange's answer to one report.
struct Reported {
  std::string id = {};
  bool is_taken = false;
  std::string code = {};       // if it was not accepted: unknown, conflict or malformed
  std::string message = {};    // a sentence
  std::string error_url = {};  // the page of the case that a failure opened
};

}  // namespace tradepost::client
