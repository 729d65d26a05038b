#include "api/bodies/page_answer.hpp"
#include "api/handlers/handlers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/list_filters.hpp"
#include "api/bodies/report_body.hpp"
#include "api/request/answer_room.hpp"
#include "api/request/signed_link.hpp"
#include "api/request/transaction_json.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/desk/access.hpp"
#include "exchange/desk/cause.hpp"
#include "exchange/trade/pull.hpp"
#include "exchange/trade/report.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Finding;
using http::Response;

Response bad_body(std::span<const Finding> faults) {
  return answers::faults({.message = "The report is not valid.", .named = faults});
}

// Listing

using IncomingQuery = ListQuery<WantedTransactions>;

Response listed(LoopContext& context, const Call& call, const IncomingQuery& query,
                const exchange::PullAnswer& answer) {
  const auto* const found = std::get_if<exchange::IncomingPage>(&answer);
  if (found == nullptr) return with_bad_cursor();
  const TransportLabels labels(context, call);
  return page_answer(context.sealer, {.base = call.base_url, .path = call.path}, query.page, *found,
                     [&](http::Body& body, const exchange::Incoming& item) {
                       append_incoming(body, item, context.names, labels);
                     });
}

exchange::PullRequest request_of(const Call& call, const IncomingQuery& query,
                                 std::uint64_t bytes_max) {
  return {.caller = call.caller,
          .kind = query.wanted.filter.kind,
          .cursor = query.page.cursor,
          .count_max = query.page.per_page,
          .bytes_max = bytes_max};
}

bool is_cut_short(const exchange::PullAnswer& answer, const IncomingQuery& query) {
  const auto* const page = std::get_if<exchange::IncomingPage>(&answer);
  return page != nullptr && page->next && page->items.size() < query.page.per_page;
}

bool has_come(const exchange::PullAnswer& answer) {
  const auto* const page = std::get_if<exchange::IncomingPage>(&answer);
  return page == nullptr || !page->items.empty();
}

exchange::Answering<exchange::PullAnswer> pulled(LoopContext& context, const Call& call,
                                                 const IncomingQuery& query,
                                                 std::uint64_t bytes_max) {
  return exchange::pull(context.desk, request_of(call, query, bytes_max), context.deadline());
}

// Checks the token after each short stretch: a revoked token ends the wait without data
// (contract 8.2). If the client leaves, the wait ends with an answer, because a client that closed
// only its sending side still reads it.
Task<Response> first_page(LoopContext& context, Call call, IncomingQuery query) {
  const auto end = context.loop.now() + call.poll->wait_time;
  auto page = co_await pulled(context, call, query, call.room.page_bytes());
  for (;;) {
    if (!page) co_return answers::failure(page.error());
    if (!is_still_admitted(context, call.caller)) co_return answers::token_not_valid();
    const bool is_over =
        context.loop.now() >= end || call.poll->client_has_left || context.services.is_stopping;
    if (has_come(*page) || is_over) {
      Response response = listed(context, call, query, *page);
      response.header("Preference-Applied", fmt::format("wait={}", call.poll->wait_time.count()));
      co_return response;
    }
    call.room.give_back();
    const auto stretch = context.loop.now() + base::limits::poll_token_check_every;
    const auto come = co_await exchange::wait_for_document(context.desk, request_of(call, query, 0),
                                                           std::min(end, stretch));
    if (!come) co_return answers::failure(come.error());
    if (!*come) continue;
    // A waiting request holds no room for a page, and most need none.
    page = co_await pulled(context, call, query, base::limits::short_page_bytes_max);
    if (page && is_cut_short(*page, query))
      page = co_await pulled(context, call, query, call.room.page_bytes());
  }
}

Task<Response> wait_for_first(LoopContext& context, Call call, IncomingQuery query) {
  Poll* const poll = call.poll;
  if (auto taken = context.services.limits.polls.take_place(counted_as(call.caller))) {
    poll->place.emplace(*std::move(taken));
  } else {
    // Without this pause a refused client would retry at once in an endless loop.
    co_await base::sleep_until(context.loop.now() + base::limits::refusal_pause);
    co_return answers::too_many_polls();
  }
  Response response = co_await first_page(context, std::move(call), std::move(query));
  poll->place.reset();
  co_return response;
}

// Reporting

// Before the store has the report, because the sender's webhook may be called from then on.
void note_report(const Call& call, exchange::TransactionId id) {
  if (call.trace == nullptr) return;
  call.trace->note_cause(exchange::cause_of(exchange::FeedType::reported, id.uuid()));
}

std::string_view message_of(exchange::ReportOutcome outcome, exchange::Verdict verdict) {
  switch (outcome) {
    case exchange::ReportOutcome::done:
      return verdict == exchange::Verdict::success ? "Marked as processed."
                                                   : "Marked as failed. The sender is notified.";
    case exchange::ReportOutcome::same:
      return "Already reported with the same result. Nothing was changed.";
    case exchange::ReportOutcome::mended:
      return "Marked as processed. The earlier failure is resolved.";
    case exchange::ReportOutcome::recorded:
      return "Recorded. A newer version had already replaced the document.";
    case exchange::ReportOutcome::conflict:
    case exchange::ReportOutcome::unknown:
      break;
  }
  base::check_failed(__FILE__, __LINE__, "an outcome that was kept");
}

void write_outcome(base::JsonWriter& body, LoopContext& context, const Call& call,
                   const exchange::ReportItemAnswer& outcome, exchange::Verdict verdict) {
  body.key("message").string(message_of(outcome.outcome, verdict));
  if (outcome.case_id) body.key("errorUrl").string(error_url(context, call, *outcome.case_id));
}

std::string_view code_of(exchange::BadItemCode code) {
  switch (code) {
    case exchange::BadItemCode::unknown:
      return "unknown";
    case exchange::BadItemCode::conflict:
      return "conflict";
    case exchange::BadItemCode::malformed:
      break;
  }
  return "malformed";
}

// Returns nullopt for malformed items, because their faults are already reported.
std::optional<Finding> fault_of(const exchange::BadItem& item, std::string_view id_name) {
  const bool is_unknown = item.code == exchange::BadItemCode::unknown;
  if (item.code == exchange::BadItemCode::malformed) return std::nullopt;
  return Finding{
      .code = is_unknown ? "report.item.unknown" : "report.item.conflict",
      .path = fmt::format("items.{}.{}", item.index, id_name),
      .message = is_unknown
                     ? "You have no transaction with this id to report on."
                     : "The transaction was already reported as processed. That can't be changed."};
}

Response bad_bulk(const LoopContext& context, const exchange::BadItems& bad,
                  const std::vector<ReportRead>& read) {
  std::vector<Finding> faults;
  std::vector<answers::BadReport> items;
  for (const exchange::BadItem& item : bad.items) {
    const ReportRead& as_read = read[item.index];
    faults.insert(faults.end(), as_read.faults.begin(), as_read.faults.end());
    if (auto fault = fault_of(item, context.names.transaction_id)) {
      faults.push_back(*std::move(fault));
    }
    items.push_back({.index = item.index, .id = as_read.given_id, .code = code_of(item.code)});
  }
  return answers::bad_reports(context.names.transaction_id, items, faults);
}

Response good_bulk(LoopContext& context, const Call& call, const exchange::ReportsKept& kept,
                   const std::vector<ReportRead>& read) {
  base::JsonWriter body;
  body.begin_object().key("data").begin_array();
  for (std::size_t i = 0; i < read.size(); ++i) {
    body.begin_object().key(context.names.transaction_id).string(read[i].item->id.to_string());
    write_outcome(body, context, call, kept.items[i], read[i].item->verdict);
    body.end_object();
  }
  body.end_array().end_object();
  return json(200, std::move(body).finish());
}

Response not_one(const exchange::BadItems& bad) {
  const bool is_conflict = bad.items.front().code == exchange::BadItemCode::conflict;
  return is_conflict ? answers::verdict_is_final() : answers::not_found();
}

}  // namespace

Task<Response> ping(LoopContext& /*place*/, Call /*call*/) {
  co_return Response(204);
}

Task<Response> list_incoming(LoopContext& context, Call call) {
  const auto query = list_query_of(call.request.target(), context.sealer,
                                   shapes::list_incoming_transactions, incoming_wanted);
  if (!query) co_return answers::bad_query(query.error());
  if (call.poll) {
    Response response = co_await wait_for_first(context, call, *query);
    co_return response;
  }
  const auto page = co_await pulled(context, call, *query, call.room.page_bytes());
  if (!page) co_return answers::failure(page.error());
  co_return listed(context, call, *query, *page);
}

Task<Response> report_one(LoopContext& context, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  ReportRead read = read_report(*body, *id);
  if (!read.faults.empty()) co_return bad_body(read.faults);

  const exchange::Verdict verdict = read.item->verdict;
  note_report(call, *id);
  std::vector<std::optional<exchange::ReportItem>> items;
  items.push_back(std::move(read.item));
  const auto reported =
      co_await exchange::report(context.desk, call.caller, std::move(items), context.deadline());
  if (!reported) co_return answers::failure(reported.error());
  if (const auto* bad = std::get_if<exchange::BadItems>(&*reported)) co_return not_one(*bad);

  co_return data_json(200, [&](base::JsonWriter& answer) {
    write_outcome(answer, context, call, std::get<exchange::ReportsKept>(*reported).items.front(),
                  verdict);
  });
}

Task<Response> report_many(LoopContext& context, Call call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BulkRead bulk = read_bulk(*body, context.names.transaction_id);
  if (!bulk.faults.empty()) co_return bad_body(bulk.faults);

  // An item that was moved from keeps its id and its verdict, for the answer.
  std::vector<std::optional<exchange::ReportItem>> items;
  for (ReportRead& read : bulk.items) {
    if (read.item) note_report(call, read.item->id);
    items.push_back(std::move(read.item));
  }
  const auto reported =
      co_await exchange::report(context.desk, call.caller, std::move(items), context.deadline());
  if (!reported) co_return answers::failure(reported.error());
  if (const auto* bad = std::get_if<exchange::BadItems>(&*reported)) {
    co_return bad_bulk(context, *bad, bulk.items);
  }
  co_return good_bulk(context, call, std::get<exchange::ReportsKept>(*reported), bulk.items);
}

}  // namespace tradepost::api
