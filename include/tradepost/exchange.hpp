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

// One participant's access to an exchange, over one connection. One thread at a time. Every call
// blocks; it is repeated for Settings::retry_for if that is safe, after pauses of random length
// that are never shorter than the exchange asks for.
class Exchange {
 public:
  // bad_settings: a URL or a token that can't be one. Nothing is sent yet. The code is url,
  // any_certificate or plain_http where the address is refused.
  static Result<Exchange> open(Settings settings);
  ~Exchange();
  Exchange(Exchange&&) noexcept;
  Exchange& operator=(Exchange&&) noexcept;

  // As it is shown, without a slash at its end.
  const std::string& url() const;

  // Whether URL and token are good.
  Result<void> ping();

  // One page of the documents that wait for a report, oldest first. Reading changes nothing.
  Result<Page<Transaction>> pending(const PendingQuery& query = {});
  // All pages, from query.cursor on.
  Walk<Transaction> walk_pending(PendingQuery query = {});

  // Documents that were sent or received, newest first.
  Result<Page<Transaction>> all_transactions(const HistoryQuery& query = {});
  Walk<Transaction> walk_all_transactions(HistoryQuery query = {});
  Result<Transaction> transaction(std::string_view id);
  Result<std::vector<Event>> events(std::string_view id);

  // `json` is {"type": …, "content": …}. A duplicate is no error: sending again is safe.
  Result<Sent> send(std::string_view json, const SendOptions& options = {});
  // What send would say, without sending.
  Result<Validation> validate(std::string_view json);

  // A document that was reported on is not pending any more. Store it before.
  Result<Reported> report(std::string_view id, const Report& report);
  // In bulks. One result for each item, in their order: an item that is not taken does not keep
  // the others. After an error, the whole call may be repeated.
  Result<std::vector<Reported>> report_all(std::span<const ReportItem> items);
  Result<std::vector<Reported>> report_all(std::span<const std::string> ids, const Report& report);

  // Delivers the latest version once more; the result is the id of the new transaction.
  Result<std::string> requeue(std::string_view id);

  Result<Page<Case>> cases(const CaseQuery& query = {});
  Result<Case> find_case(std::string_view id);
  Result<Case> comment_on_case(std::string_view id, std::string_view text);
  Result<Case> resolve_case(std::string_view id, std::string_view comment = {});

  // Any request. Every answer is a result here, a refusal too. A path that leads to another server
  // and a header of more than one line are bad_settings.
  Result<Answer> ask(const Request& request);

 private:
  struct State;
  explicit Exchange(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::client
