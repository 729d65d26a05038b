#include "agent/sinks/http_sink.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text/text.hpp"
#include "base/text/url_text.hpp"
#include "document/json_reader.hpp"

namespace tradepost::agent {
namespace {

constexpr int status_refused = 422;
constexpr std::size_t shown_bytes_max = 1'000;

std::string shown(std::string_view body) {
  const auto text = base::beginning_of(base::trimmed(body), shown_bytes_max);
  return base::is_utf8(text) ? std::string(text) : std::string();
}

// Reads the fields of a report, with the names of the exchange's API. A body that is not a JSON
// object is the reason.
client::Report report_of(const client::Answer& answer) {
  client::Report report{.success = false, .error_type = "DATA"};
  document::JsonReader reader;
  if (const auto json = reader.read(answer.body); json && json->is_object()) {
    const auto text = [&](std::string_view name) {
      const auto member = json->member(name);
      return member && member.is_text() ? member.text() : std::string();
    };
    report.reason = text("reason");
    if (const auto type = text("errorType"); type == "INTERNAL") report.error_type = type;
    json->member("errorContext")
        .each_member([&](const document::View& name, const document::View& value) {
          if (value && value.is_text()) report.context[name.text()] = value.text();
        });
  } else {
    report.reason = shown(answer.body);
  }
  if (report.reason.empty()) report.reason = "The document can't be imported.";
  return report;
}

// Percent-encodes the value: texts of an exchange have any characters, headers have not.
void add(client::Request& request, const char* name, const std::string& value) {
  if (!value.empty()) {
    request.headers.push_back({.name = name, .value = base::percent_encoded(value)});
  }
}

}  // namespace

base::Result<HttpSink> HttpSink::open(Settings settings) {
  TRY_ASSIGN(calls::Address address, calls::address_of(settings.address));
  if (!address.is_tls && !address.is_loopback && !settings.takes_plain_http) {
    return base::refuse(
        {base::ErrorCode::invalid,
         base::CallerText(fmt::format("{} is another machine, and http:// would send documents "
                                      "unencrypted. Use https://, or set plain_http.",
                                      address.url))});
  }
  TRY_ASSIGN(auto session, client::Session::open(std::move(address),
                                                 {.token = settings.token,
                                                  .authorities_file = settings.authorities_file,
                                                  .takes_plain_http = settings.takes_plain_http,
                                                  .retry_for = std::chrono::milliseconds(0),
                                                  .silence_max = settings.timeout,
                                                  .user_agent = "tradepost-agent",
                                                  .stop = settings.stop}));
  return HttpSink(std::move(session), std::move(settings.bridge), settings.timeout);
}

std::vector<Outcome> HttpSink::hand_over(std::span<const Delivery> batch) {
  std::vector<Outcome> outcomes;
  for (const Delivery& one : batch) outcomes.push_back(hand_over(one));
  return outcomes;
}

Outcome HttpSink::hand_over(const Delivery& delivery) {
  const auto& document = *delivery.document;
  client::Request request{.method = "POST", .path = "", .answer_within = timeout_};
  request.json = document.content;
  add(request, "Idempotency-Key", document.id);
  add(request, "Tradepost-Bridge", bridge_);
  add(request, "Tradepost-Id", document.id);
  add(request, "Tradepost-Type", document.type);
  add(request, "Tradepost-Flow", document.flow);
  add(request, "Tradepost-Sender", document.sender.name);
  add(request, "Tradepost-Sender-Id", document.sender.id);
  add(request, "Tradepost-Created-At", document.created_at);
  add(request, "Tradepost-Replaces", document.replaces_id);
  add(request, "Tradepost-Attempt", std::to_string(delivery.attempt));
  const auto answer = session_.ask(request);
  const std::string& url = session_.address().url;
  if (!answer && session_.settings().stop.stop_requested()) return {.verdict = Verdict::unknown};
  if (!answer) {
    return later(fmt::format("{} gave no answer: {}", url, answer.error().detail().str()));
  }
  if (answer->is_good()) return {};
  if (answer->status == status_refused) {
    return {.verdict = Verdict::refused, .report = report_of(*answer)};
  }
  return later(
      fmt::format("{} answered with status {}. {}", url, answer->status, shown(answer->body)));
}

}  // namespace tradepost::agent
