#include "tradepost/exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include "base/clock.hpp"
#include "base/ground/check.hpp"
#include "base/ids.hpp"
#include "client/exchange_state.hpp"
#include "client/reading.hpp"
#include "client/retrying.hpp"

namespace tradepost::client {
namespace {

namespace limits = base::limits;
using document::View;

bool is_one_line(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; });
}

std::string new_key() {
  base::SystemClock clock;
  base::SystemRandom random;
  return base::UuidGenerator(clock, random).next().to_string();
}

Result<calls::Address> judged_address(const Settings& settings) {
  auto address = calls::address_of(settings.url);
  if (!address) return std::unexpected(bad_argument(address.error().text().str(), "url"));
  if (settings.takes_any_certificate && !address->is_loopback) {
    return std::unexpected(
        bad_argument("takes_any_certificate is only allowed for this machine. Set "
                     "authorities_file to the authority of the exchange.",
                     "any_certificate"));
  }
  if (!address->is_tls && !address->is_loopback && !settings.takes_plain_http) {
    return std::unexpected(
        bad_argument(fmt::format("{} is another machine, and http:// would send the token "
                                 "unencrypted. Use https://, or set takes_plain_http.",
                                 address->url),
                     "plain_http"));
  }
  return *std::move(address);
}

Request wait_for(Request request, std::chrono::seconds wait) {
  if (wait.count() > 0) {
    request.waits_for = std::min(wait, limits::poll_wait_max);
    request.headers.push_back(
        {.name = "Prefer", .value = fmt::format("wait={}", request.waits_for.count())});
  }
  return request;
}

}  // namespace

Error bad_argument(std::string message, std::string code) {
  return {.kind = ErrorKind::bad_settings, .code = std::move(code), .message = std::move(message)};
}

Result<Answer> Exchange::State::ask(const Request& request) {
  const bool is_whole_url = request.path.find("://") != std::string::npos;
  if (!is_one_line(request.path) || !is_one_line(request.method) ||
      (is_whole_url ? !calls::leads_to(request.path, session.address())
                    : !request.path.starts_with('/'))) {
    return std::unexpected(bad_argument("The path does not lead to the exchange."));
  }
  if (request.body && !is_one_line(request.body->media_type)) {
    return std::unexpected(bad_argument("A media type must be one line of printable ASCII."));
  }
  for (const Header& header : request.headers) {
    if (!is_one_line(header.name) || !is_one_line(header.value)) {
      return std::unexpected(bad_argument("A header must be one line of printable ASCII."));
    }
  }
  const std::stop_token& stop = session.settings().stop;
  if (!stop.stop_requested()) {
    auto answer = session.ask(request);
    if (answer) return *std::move(answer);
    if (!stop.stop_requested()) {
      return std::unexpected(Error{.kind = ErrorKind::unreachable,
                                   .message = answer.error().text().str(),
                                   .detail = answer.error().detail().str()});
    }
  }
  return std::unexpected(Error{.kind = ErrorKind::cancelled, .message = "The call was cancelled."});
}

Error Exchange::State::no_exchange(int status) const {
  return {.kind = ErrorKind::not_an_exchange,
          .status = status,
          .message = fmt::format("The server at {} is not an exchange (status {}).",
                                 session.address().url, status)};
}

Error Exchange::State::error_of(const Answer& answer) {
  const auto json = reader.read(answer.body);
  const View view = json ? *json : View();
  Error error{.kind = ErrorKind::refused,
              .status = answer.status,
              .code = text_in(view, "code"),
              .message = text_in(view, "message"),
              .detail = {},
              .faults = faults_of(view.member("faults")),
              .error_url = text_in(view, "errorUrl"),
              .request_id = text_in(view, "requestId")};
  // A busy proxy in front of the exchange answers without the exchange's error format.
  const bool is_busy = answer.status == 429 || answer.status >= 500;
  if (error.message.empty() && !is_busy) return no_exchange(answer.status);
  if (error.message.empty()) error.message = fmt::format("The status is {}.", answer.status);
  if (error.request_id.empty()) error.request_id = answer.header("X-Request-Id");
  error.retry_after = retry_after(answer.header("Retry-After"), answer.header("Date"));
  return error;
}

Result<Read> Exchange::State::want(const Request& request) {
  auto answer = ask(request);
  if (!answer) return std::unexpected(std::move(answer.error()));
  if (!answer->is_good()) return std::unexpected(error_of(*answer));
  Read read{.answer = *std::move(answer), .json = {}};
  if (read.answer.body.empty()) return read;
  // Puts the body on the heap, because the view points into it and moving a short string moves its
  // bytes.
  read.answer.body.reserve(std::max<std::size_t>(read.answer.body.size(), 64));
  const auto json = reader.read(read.answer.body);
  if (!json) return std::unexpected(no_exchange(read.answer.status));
  read.json = *json;
  return read;
}

void Exchange::State::set_place(const View& json, bool& has_more, std::string& cursor) {
  has_more = is_true_in(json, "hasMore");
  if (has_more) cursor = text_in(json, "nextCursor");
}

Result<Exchange> Exchange::open(Settings settings) {
  auto address = judged_address(settings);
  if (!address) return std::unexpected(std::move(address.error()));
  if (settings.silence_max.count() <= 0 || settings.connect_within.count() <= 0 ||
      settings.retry_for.count() < 0) {
    return std::unexpected(bad_argument("Timeouts must be positive."));
  }
  if (settings.token.empty()) return std::unexpected(bad_argument(no_token));
  auto session = Session::open(*std::move(address), std::move(settings));
  if (!session) return std::unexpected(bad_argument(session.error().text().str()));
  return Exchange(std::make_unique<State>(*std::move(session)));
}

Exchange::Exchange(std::unique_ptr<State> state) : state_(std::move(state)) {}
Exchange::~Exchange() = default;
Exchange::Exchange(Exchange&&) noexcept = default;
Exchange& Exchange::operator=(Exchange&&) noexcept = default;

Result<Answer> Exchange::ask(const Request& request) {
  return state_->ask(request);
}

const std::string& Exchange::url() const {
  return state_->session.address().url;
}

Result<void> Exchange::ping() {
  const auto read = state_->want({.path = "/v2/ping"});
  if (!read) return std::unexpected(read.error());
  if (read->answer.status != 204) return std::unexpected(state_->no_exchange(read->answer.status));
  return {};
}

Result<Page<Transaction>> Exchange::pending(const PendingQuery& query) {
  auto path = base::PathText("/v2/transactions")
                  .add("per_page", std::to_string(query.per_page))
                  .add("filter[type]", query.type)
                  .add("cursor", query.cursor);
  return state_->page<Transaction>(wait_for({.path = path.str()}, query.wait),
                                   [this](const View& item, std::string_view text) {
                                     return transaction_of(item, text, state_->id_name);
                                   });
}

Walk<Transaction> Exchange::walk_pending(PendingQuery query) {
  return Walk<Transaction>([this, query](const std::string& cursor) mutable {
    if (!cursor.empty()) {
      query.cursor = cursor;
      query.wait = {};
    }
    return pending(query);
  });
}

Result<Page<Transaction>> Exchange::all_transactions(const HistoryQuery& query) {
  auto path = base::PathText("/v2/all-transactions")
                  .add("per_page", std::to_string(query.per_page))
                  .add("filter[type]", query.type)
                  .add("filter[flow]", query.flow)
                  .add("filter[status]", query.status)
                  .add("filter[created_between]", query.created_between)
                  .add("filter[direction]", query.direction)
                  .add("filter[identifier]", query.identifier)
                  .add("filter[partner]", query.partner)
                  .add("cursor", query.cursor);
  return state_->page<Transaction>({.path = path.str()},
                                   [this](const View& item, std::string_view text) {
                                     return transaction_of(item, text, state_->id_name);
                                   });
}

Walk<Transaction> Exchange::walk_all_transactions(HistoryQuery query) {
  return Walk<Transaction>([this, query](const std::string& cursor) mutable {
    if (!cursor.empty()) query.cursor = cursor;
    return all_transactions(query);
  });
}

Result<Transaction> Exchange::transaction(std::string_view id) {
  auto path = base::PathText("/v2/all-transactions").segment(id);
  const auto read = state_->want({.path = path.str()});
  if (!read) return std::unexpected(read.error());
  return transaction_of(read->json.member("data"), read->answer.body, state_->id_name);
}

Result<std::vector<Event>> Exchange::events(std::string_view id) {
  std::vector<Event> events;
  const std::string path = base::PathText("/v2/all-transactions").segment(id).str() + "/events";
  Walk<Event> walk([&](const std::string& cursor) {
    auto page = base::PathText(path).add("per_page", "100").add("cursor", cursor);
    return state_->page<Event>({.path = page.str()}, event_of);
  });
  while (!walk.is_over()) {
    auto page = walk.next();
    if (!page) return std::unexpected(std::move(page.error()));
    std::ranges::move(page->items, std::back_inserter(events));
  }
  return events;
}

Result<FormFile> Exchange::content(std::string_view id, const Form& form) {
  const std::string path = base::PathText("/v2/all-transactions").segment(id).str() + "/content";
  const auto query = base::PathText(path).add("format", form.name).add("language", form.language);
  auto answer = state_->ask({.path = query.str()});
  if (!answer) return std::unexpected(std::move(answer.error()));
  if (!answer->is_good()) return std::unexpected(state_->error_of(*answer));
  FormFile file{.media_type = std::string(answer->header("Content-Type"))};
  // Another server can answer any path with a page, such as a sign-in.
  const bool is_page = file.media_type.starts_with("text/html");
  if (answer->status != 200 || file.media_type.empty() || (is_page && form.name != "html")) {
    return std::unexpected(state_->no_exchange(answer->status));
  }
  file.bytes = std::move(answer->body);
  return file;
}

Result<Answer> Exchange::State::send(Request request, const SendOptions& options) {
  request.method = "POST";
  request.path = "/v2/transactions";
  if (!options.idempotency_key.empty()) {
    request.headers.push_back({.name = "Idempotency-Key", .value = options.idempotency_key});
  }
  return ask(request);
}

Result<Sent> Exchange::State::sent_of(const Answer& answer) {
  const auto read = reader.read(answer.body);
  const View view = read ? *read : View();
  Sent sent{.id = text_in(view, id_name),
            .is_held = answer.status == 202,
            .message = text_in(view, "message"),
            .warnings = faults_of(view.member("warnings"))};
  if (answer.status == 400 && !sent.id.empty()) {
    // A duplicate after a repetition is the document of the first attempt, whose answer was lost.
    sent.is_duplicate = answer.attempts == 1;
    return sent;
  }
  if (!answer.is_good()) return std::unexpected(error_of(answer));
  if (sent.id.empty()) return std::unexpected(no_exchange(answer.status));
  return sent;
}

Result<Sent> Exchange::State::send_document(Request request, const SendOptions& options) {
  const auto answer = send(std::move(request), options);
  if (!answer) return std::unexpected(answer.error());
  return sent_of(*answer);
}

Result<Sent> Exchange::send(std::string_view json, const SendOptions& options) {
  return state_->send_document({.json = std::string(json)}, options);
}

Result<Sent> Exchange::send_xml(std::string_view xml, const SendOptions& options) {
  return state_->send_document(
      {.body = Body{.media_type = "application/xml", .bytes = std::string(xml)}}, options);
}

Result<std::vector<MessageOutcome>> Exchange::send_interchange(std::string_view edifact,
                                                               const SendOptions& options) {
  const auto answer = state_->send(
      {.body = Body{.media_type = "application/edifact", .bytes = std::string(edifact)}}, options);
  if (!answer) return std::unexpected(answer.error());
  constexpr int multi_status = 207;
  if (answer->status != multi_status) return std::unexpected(state_->error_of(*answer));
  const auto read = state_->reader.read(answer->body);
  const View messages = read ? read->member("data").member("messages") : View();
  if (!messages.is_list()) return std::unexpected(state_->no_exchange(answer->status));
  std::vector<MessageOutcome> outcomes;
  std::vector<Answer> answers;
  messages.each([&](std::uint32_t, const View& message) {
    outcomes.push_back({.reference = text_in(message, "reference"),
                        .type = text_in(message, "type"),
                        .number = text_in(message, "number")});
    answers.push_back(
        {.body = bytes_in(message.member("answer"), answer->body), .attempts = answer->attempts});
    const std::string status = bytes_in(message.member("status"), answer->body);
    std::from_chars(status.data(), status.data() + status.size(), answers.back().status);
  });
  for (std::size_t i = 0; i < outcomes.size(); ++i) outcomes[i].sent = state_->sent_of(answers[i]);
  return outcomes;
}

Result<Validation> Exchange::validate(std::string_view json) {
  Request request{.method = "POST", .path = "/v2/transactions/validate"};
  request.json = std::string(json);
  const auto read = state_->want(request);
  if (!read) return std::unexpected(read.error());
  Validation validation{.is_valid = is_true_in(read->json, "valid"),
                        .faults = faults_of(read->json.member("faults")),
                        .warnings = faults_of(read->json.member("warnings")),
                        .recipient = participant_of(read->json.member("recipient"))};
  const std::string count = bytes_in(read->json.member("faultCount"), read->answer.body);
  std::from_chars(count.data(), count.data() + count.size(), validation.fault_count);
  return validation;
}

Result<std::string> Exchange::requeue(std::string_view id) {
  Request request{.method = "POST",
                  .path = base::PathText("/v2/all-transactions").segment(id).str() + "/requeue"};
  // The key prevents a second requeue if the first answer is lost.
  request.headers.push_back({.name = "Idempotency-Key", .value = new_key()});
  const auto read = state_->want(request);
  if (!read) return std::unexpected(read.error());
  return text_in(read->json, state_->id_name);
}

}  // namespace tradepost::client
