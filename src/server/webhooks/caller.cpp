#include "webhooks/caller.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <utility>

#include "base/ground/limits.hpp"
#include "base/metrics.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/desk/cause.hpp"
#include "exchange/webhooks/webhooks.hpp"
#include "webhooks/envelope.hpp"
#include "webhooks/signature.hpp"

namespace tradepost::webhooks {
namespace {

namespace limits = base::limits;
using base::Task;
using exchange::Endpoint;
using exchange::WebhookCall;

std::string why_refused(int status) {
  if (status / 100 == 3)
    return fmt::format("It answered with {}. Redirects are not followed.", status);
  return fmt::format("It answered with {}.", status);
}

void add_headers(std::vector<calls::Header>& headers, const tracing::TraceContext& context) {
  headers.push_back(
      {.name = std::string(tracing::parent_header), .value = tracing::traceparent_of(context)});
  if (context.state.empty()) return;
  headers.push_back({.name = std::string(tracing::state_header), .value = context.state});
}

struct TracedCall {
  std::string_view host;
  calls::CallEnd end;
  std::chrono::nanoseconds took;
};

// The span has no URL, because its path may be a secret of the receiver.
void finish(tracing::Trace& trace, const WebhookCall& made, const TracedCall& call) {
  const int status = call.end.status;
  std::vector<tracing::Attribute> attributes{
      {.key = "http.request.method", .value = "POST"},
      {.key = "server.address", .value = std::string(call.host)},
      {.key = "tradepost.event", .value = std::string(made.type)},
      {.key = "tradepost.event_id", .value = made.event.to_string()}};
  if (status != 0)
    attributes.push_back({.key = "http.response.status_code", .value = std::int64_t{status}});
  const bool is_error = status / 100 != 2;
  if (is_error) {
    attributes.push_back(
        {.key = "error.type", .value = status == 0 ? "no_answer" : std::to_string(status)});
  }
  trace.finish({.name = "POST",
                .kind = tracing::SpanKind::client,
                .duration = call.took,
                .attributes = std::move(attributes),
                .status = is_error ? tracing::SpanStatus::error : tracing::SpanStatus::unset});
}

}  // namespace

Caller::Caller(const Options& options, const base::Clock& clock)
    : clock_(clock),
      tracer_(options.tracer),
      log_(clock, options.log),
      sealer_(options.seal_key),
      calls_(options.authorities_file) {}

bool Caller::take_test_place(exchange::ParticipantId participant) {
  const std::lock_guard lock(mutex_);
  const bool has_one = test_places_.has_one_for(participant);
  if (has_one) test_places_.take(participant);
  return has_one;
}

void Caller::give_back_test_place(exchange::ParticipantId participant) {
  const std::lock_guard lock(mutex_);
  test_places_.give_back(participant);
}

base::Uuid Caller::new_id() {
  const std::lock_guard lock(mutex_);
  return ids_.next();
}

std::optional<std::string> Caller::secret_of(const Endpoint& endpoint) {
  const std::lock_guard lock(mutex_);
  return sealer_.open(endpoint.sealed_secret, exchange::purpose_of_secret(endpoint.participant));
}

std::vector<calls::Header> Caller::headers_of(const Message& message,
                                              std::string_view secret) const {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(clock_.now());
  const std::string timestamp = std::to_string(seconds.time_since_epoch().count());
  return {{.name = "Content-Type", .value = "application/json"},
          {.name = "Tradepost-Event", .value = message.event.to_string()},
          {.name = "Tradepost-Timestamp", .value = timestamp},
          {.name = "Tradepost-Signature", .value = signature(secret, timestamp, message.body)}};
}

std::optional<tracing::Trace> Caller::begin_trace(const std::optional<tracing::Cause>& cause,
                                                  const base::Executor& executor) const {
  if (tracer_ == nullptr) return std::nullopt;
  return tracing::Trace({.tracer = *tracer_, .executor = executor},
                        cause ? tracer_->causes().find(*cause) : std::nullopt,
                        tracing::CallerFlag::followed);
}

Task<std::optional<WebhookCall>> Caller::call(exchange::DirectoryPtr directory, Endpoint endpoint,
                                              Message message) {
  WebhookCall made{.id = new_id(),
                   .event = message.event,
                   .type = message.type,
                   .about = message.about,
                   .position = message.position,
                   .cause = message.why,
                   .at = clock_.now(),
                   .attempt = 1,
                   .status = 0,
                   .why_not = {},
                   .took = {}};
  const auto targets = exchange::WebhookTargets::of(*directory);
  const auto host = exchange::host_of(endpoint.url);
  const auto secret = secret_of(endpoint);
  if (!host || !targets.allow(*host)) {
    made.why_not = "The operator does not allow this host.";
  } else if (!secret) {
    made.why_not = "The exchange has lost the key of the webhook's secret. Set a new secret.";
  } else {
    using calls::Reach;
    calls::Call call{.url = endpoint.url,
                     .headers = headers_of(message, *secret),
                     .body = std::move(message.body),
                     .reach = targets.name_itself(*host) ? Reach::any : Reach::public_only,
                     .also = targets.addresses()};
    base::Executor& executor = co_await base::this_executor();
    auto trace = begin_trace(message.cause, executor);
    if (trace) add_headers(call.headers, trace->context());
    base::Completion<calls::CallEnd> ended(executor);
    const auto began = executor.now();
    calls_.make(std::move(call), [completer = ended.completer()](calls::CallEnd end) mutable {
      completer.fulfil(end);
    });
    const calls::CallEnd end = co_await ended.wait();
    if (trace) finish(*trace, made, {.host = *host, .end = end, .took = executor.now() - began});
    if (end.is_ended) co_return std::nullopt;
    // An immediate answer would reveal which names exist in the exchange's own network.
    if (end.is_out_of_reach) co_await base::sleep_until(began + limits::call_out_of_reach_after);
    made.took = std::chrono::duration_cast<std::chrono::milliseconds>(executor.now() - began);
    made.status = end.status;
    if (end.status == 0) {
      made.why_not = std::string(end.why) + ".";
    } else if (end.status / 100 != 2) {
      made.why_not = why_refused(end.status);
    }
  }
  record_.count(made);
  const exchange::MadeCall recorded = log_.add(endpoint.id, std::move(made));
  co_return *recorded;
}

Task<std::optional<WebhookCall>> Caller::call_on_request(exchange::DirectoryPtr directory,
                                                         Endpoint endpoint, Message message) {
  const exchange::ParticipantId participant = endpoint.participant;
  if (!take_test_place(participant)) co_return std::nullopt;
  auto made = co_await call(std::move(directory), std::move(endpoint), std::move(message));
  give_back_test_place(participant);
  co_return std::move(made);
}

Task<std::optional<WebhookCall>> Caller::test(exchange::DirectoryPtr directory, Endpoint endpoint,
                                              base::Uuid event) {
  base::JsonWriter body;
  begin_envelope(body, {.event = event,
                        .type = test_type,
                        .at = clock_.now(),
                        .to = exchange::named(*directory, endpoint.participant),
                        .flow = endpoint.flow});
  body.end_object();
  Message message{.event = event,
                  .type = test_type,
                  .about = {},
                  .position = 0,
                  .why = exchange::CallCause::test,
                  .cause = {},
                  .body = std::move(body).finish()};
  auto making = call_on_request(std::move(directory), std::move(endpoint), std::move(message));
  co_return co_await std::move(making);
}

Task<std::optional<WebhookCall>> Caller::replay(exchange::DirectoryPtr directory, Endpoint endpoint,
                                                exchange::Replayed replayed) {
  const exchange::FeedEntry& entry = replayed.event.entry;
  Message message{.event = replayed.event.id,
                  .type = exchange::name_of(entry.type),
                  .about = entry.id,
                  .position = replayed.position,
                  .why = exchange::CallCause::replay,
                  .cause = exchange::cause_of(entry.type, entry.id),
                  .body = body_of(replayed.event, *directory, replayed.write_subject)};
  auto making = call_on_request(std::move(directory), std::move(endpoint), std::move(message));
  co_return co_await std::move(making);
}

base::Done Caller::keep_calls_in(const std::string& folder, const base::Log& log) {
  TRY_ASSIGN(file_, CallFile::open(folder, log_, clock_, log));
  return {};
}

void Caller::forget(const std::function<bool(exchange::EndpointId)>& is_gone) {
  record_.forget(is_gone);
  const std::size_t forgotten = log_.forget(is_gone);
  if (forgotten > 0 && file_) file_->replace_soon();
}

void Caller::append_lines(std::string& text) const {
  record_.append_lines(text, clock_.now());
  base::append_gauge(text, "tradepost_webhook_log_bytes",
                     "Memory of the recorded calls of webhooks.",
                     static_cast<double>(log_.bytes_in_use()));
}

}  // namespace tradepost::webhooks
