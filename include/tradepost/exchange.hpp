#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tradepost/cases.hpp"
#include "tradepost/error.hpp"
#include "tradepost/request.hpp"
#include "tradepost/settings.hpp"
#include "tradepost/transactions.hpp"

// The client library of tradepost, in C++23. docs/guides/clients.md explains the loop that a
// recipient runs: pull until has_more is false, store, then report.
namespace tradepost::client {

// One participant's access to an exchange, over one connection, for one thread at a time. Every
// call blocks. A call that is safe to repeat is repeated for Settings::retry_for, after pauses of
// random length that are never shorter than the exchange requests.
class Exchange {
 public:
  // Sends nothing yet. Fails with bad_settings if the URL or the token is malformed. The code is
  // url, any_certificate or plain_http if the address is refused.
  static Result<Exchange> open(Settings settings);
  ~Exchange();
  Exchange(Exchange&&) noexcept;
  Exchange& operator=(Exchange&&) noexcept;

  // Returns the address for display, without a slash at its end.
  const std::string& url() const;

  // Succeeds if the exchange answers at this URL and accepts the token.
  Result<void> ping();

  // Returns one page of the documents that wait for a report, oldest first. Reading changes
  // nothing.
  Result<Page<Transaction>> pending(const PendingQuery& query = {});
  // Walks all pages, beginning at query.cursor.
  Walk<Transaction> walk_pending(PendingQuery query = {});

  // Returns documents that were sent or received, newest first.
  Result<Page<Transaction>> all_transactions(const HistoryQuery& query = {});
  Walk<Transaction> walk_all_transactions(HistoryQuery query = {});
  Result<Transaction> transaction(std::string_view id);
  Result<std::vector<Event>> events(std::string_view id);
  // Returns the document of a transaction in a form. The default, json, is the text that send
  // takes. If the document breaks rules of an e-invoice, the error has status 422 and a fault for
  // each rule, e_invoice.BR-DE-2.broken_rule.
  Result<FormFile> content(std::string_view id, const Form& form = {});

  // Sends `json`, which is {"type": …, "content": …}. A duplicate is a success, so sending again is
  // safe.
  Result<Sent> send(std::string_view json, const SendOptions& options = {});
  // Sends a document of UBL or an e-invoice. Both sides get these bytes by content with the form
  // `original`.
  Result<Sent> send_xml(std::string_view xml, const SendOptions& options = {});
  // Sends the messages of an interchange of EDIFACT. Returns one outcome for each message, in their
  // order. After an error, the whole call may be repeated.
  Result<std::vector<MessageOutcome>> send_interchange(std::string_view edifact,
                                                       const SendOptions& options = {});
  // Returns the faults and warnings that send would report, without sending.
  Result<Validation> validate(std::string_view json);

  // Reports the result of processing a document, which removes it from the pending ones. Store the
  // document first.
  Result<Reported> report(std::string_view id, const Report& report);
  // Reports in bulks. Returns one result for each item, in their order. A refused item does not
  // prevent the others. After an error, the whole call may be repeated.
  Result<std::vector<Reported>> report_all(std::span<const ReportItem> items);
  Result<std::vector<Reported>> report_all(std::span<const std::string> ids, const Report& report);

  // Delivers the latest version once more. Returns the id of the new transaction.
  Result<std::string> requeue(std::string_view id);

  Result<Page<Case>> cases(const CaseQuery& query = {});
  Result<Case> find_case(std::string_view id);
  Result<Case> comment_on_case(std::string_view id, std::string_view text);
  Result<Case> resolve_case(std::string_view id, std::string_view comment = {});

  // Sends any request and returns every answer as a result, also a refusal. Fails with bad_settings
  // if the path leads to another server or a header has more than one line.
  Result<Answer> ask(const Request& request);

 private:
  struct State;
  explicit Exchange(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::client
