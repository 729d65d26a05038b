#include "app/remote/webhook_listen.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <system_error>
#include <utility>

#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "base/clock.hpp"
#include "base/ground/limits.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/completion.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/whole_number.hpp"
#include "calls/address.hpp"
#include "calls/calls.hpp"
#include "exchange/webhooks/webhooks.hpp"
#include "http/server.hpp"
#include "webhooks/signature.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;

struct Place {
  std::string address;
  std::uint16_t port = 0;
};

ExitOr<Place> place_in(const std::string& text) {
  const auto colon = text.rfind(':');
  const auto port = colon == std::string::npos
                        ? std::nullopt
                        : base::whole_number<std::uint16_t>(text.substr(colon + 1));
  std::string address = text.substr(0, std::min(colon, text.size()));
  const bool has_brackets = address.starts_with('[') && address.ends_with(']');
  if (has_brackets) address = address.substr(1, address.size() - 2);
  if (port && http::Address::parse(address)) return Place{.address = address, .port = *port};
  return std::unexpected(print_usage_error(
      fmt::format("--listen {}: use an address and a port, such as 127.0.0.1:8090.", text)));
}

// The state of the listener while it runs.
struct Listening {
  const std::string forward;  // empty: nowhere
  const bool json;
  const std::string id_name;  // platformTransactionId
  const base::SystemClock clock = {};
  calls::Calls calls = calls::Calls();

  std::mutex mutex = {};
  // Guarded by mutex.
  std::string secret = {};
};

http::Response text_response(int status, std::string_view text) {
  http::Response response(status);
  response.header("Content-Type", "text/plain; charset=utf-8");
  response.body.append(fmt::format("{}\n", text));
  return response;
}

// Returns why the call is not from the exchange, or an empty text.
std::string_view fault_of(Listening& listening, const http::Request& request) {
  const std::string timestamp(request.header("Tradepost-Timestamp").value_or(""));
  const auto sent = base::whole_number<std::int64_t>(timestamp);
  const auto now = std::chrono::floor<std::chrono::seconds>(listening.clock.now());
  const std::int64_t now_s = now.time_since_epoch().count();
  constexpr std::int64_t off_max = std::chrono::seconds(limits::listened_call_off_max).count();
  if (!sent || *sent < now_s - off_max || *sent > now_s + off_max) {
    return "Its timestamp is missing, or differs too much from the clock of this machine.";
  }
  const std::lock_guard lock(listening.mutex);
  if (listening.secret.empty()) return "The webhook is not ready yet.";
  const auto right = webhooks::signature(listening.secret, timestamp, request.body());
  const auto given = request.header("Tradepost-Signature").value_or("");
  // Digests are compared, so the time of the comparison reveals nothing.
  return base::sha256(right) == base::sha256(given) ? "" : "Its signature is wrong.";
}

base::Task<calls::CallEnd> forwarded(Listening& listening, const http::Request& request) {
  calls::Call call{.url = listening.forward,
                   .headers = {},
                   .body = std::string(request.body()),
                   .reach = calls::Reach::any};
  for (const char* name :
       {"Content-Type", "Tradepost-Event", "Tradepost-Timestamp", "Tradepost-Signature"}) {
    if (const auto value = request.header(name)) {
      call.headers.push_back({.name = name, .value = std::string(*value)});
    }
  }
  base::Executor& executor = co_await base::this_executor();
  base::Completion<calls::CallEnd> ended(executor);
  listening.calls.make(std::move(call), [completer = ended.completer()](
                                            calls::CallEnd end) mutable { completer.fulfil(end); });
  const calls::CallEnd end = co_await ended.wait();
  co_return end;
}

std::string subject_of(const document::View& event, const std::string& id_name) {
  const auto text = [&](const std::string& path) { return text_at(event, path); };
  if (const document::View opened = at(event, "case")) {
    return fmt::format("{} {}: {} (case {})", text("case.transactionType"),
                       text("case.transactionIdentifier"), text("case.reason"), text("case.id"));
  }
  if (!at(event, "transaction")) return {};
  const std::string document =
      fmt::format("{} {}", text("transaction.type"), text("transaction." + id_name));
  if (text("transaction.direction") == "received") {
    return fmt::format("{} from {}", document, text("transaction.sender.name"));
  }
  const std::string reason = text("transaction.report.reason");
  return fmt::format("{} to {}: {}{}{}", document, text("transaction.recipient.name"),
                     text("transaction.status"), reason.empty() ? "" : ", ", reason);
}

// `outcome` is the result of forwarding; empty: the call is not forwarded.
void show(const Listening& listening, std::string_view body, const std::string& outcome) {
  try {
    document::JsonReader reader(limits::listened_call_bytes_max);
    const auto event = reader.read(body);
    if (!event) {
      say("{}\n", body);
    } else if (listening.json) {
      print_json(on_one_line(body));
    } else {
      say("{}  {}  {}{}\n", shown_time(text_at(*event, "at")), text_at(*event, "type"),
          subject_of(*event, listening.id_name), outcome.empty() ? "" : "  " + outcome);
    }
    std::fflush(stdout);
  } catch (const std::system_error&) {
    // If the file takes no more, fmt throws and ferror() reports it below.
  }
  // The output is closed or full: the command ends, as after a signal.
  if (std::ferror(stdout) != 0) ::kill(::getpid(), SIGTERM);
}

class CallVisit final : public http::RequestHandler {
 public:
  CallVisit(Listening& listening, bool is_post) : listening_(listening), is_post_(is_post) {}

  std::optional<http::Response> refusal() override {
    if (is_post_) return std::nullopt;
    return std::move(text_response(405, "Only POST is answered.").header("Allow", "POST"));
  }
  std::size_t body_bytes_max() const override { return limits::listened_call_bytes_max; }
  base::Task<http::Response> answer(http::Request& request) override {
    const std::string_view fault = fault_of(listening_, request);
    if (!fault.empty()) {
      say(stderr, "tradepost: refused a call of {}: {}\n", request.peer(), fault);
      co_return text_response(401, fault);
    }
    http::Response response(204);
    std::string outcome;
    if (!listening_.forward.empty()) {
      const calls::CallEnd end = co_await forwarded(listening_, request);
      if (end.is_ended) co_return text_response(503, "The listener ends.");
      outcome = end.status == 0 ? fmt::format("not forwarded: {}.", end.why)
                                : fmt::format("forwarded: {}", end.status);
      // The exchange retries a call that the receiver refuses.
      const bool is_refusal = end.status >= 400 && end.status < 600;
      if (end.status / 100 != 2) response = text_response(is_refusal ? end.status : 502, outcome);
    }
    show(listening_, request.body(), outcome);
    co_return response;
  }

 private:
  Listening& listening_;
  const bool is_post_;
};

class CallService final : public http::Service {
 public:
  explicit CallService(Listening& listening) : listening_(listening) {}

  std::unique_ptr<http::RequestHandler> admit(const http::Request& request) override {
    return std::make_unique<CallVisit>(listening_, request.method() == "POST");
  }
  http::Response refuse(const base::Error& error, const http::Request* /*request*/) override {
    return text_response(base::row_of(error.code()).http_status, error.text().str());
  }

 private:
  Listening& listening_;
};

// Returns the URL that the exchange must call.
ExitOr<std::string> public_url_of(const Call& call, const Place& place) {
  const std::string& given = call.given.text("--public-url");
  if (!given.empty()) return given;
  const bool is_version_6 = place.address.contains(':');
  const std::string host = is_version_6 ? "[" + place.address + "]" : place.address;
  std::string url = fmt::format("http://{}:{}/", host, place.port);
  const auto own = calls::address_of(url);
  const auto exchange = calls::address_of(call.exchange.url());
  if (!own || !exchange || !own->is_loopback || exchange->is_loopback) return url;
  return std::unexpected(
      print_usage_error(fmt::format("{} is another machine, which can't reach {}. Use --public-url "
                                    "to give the URL at\nwhich it reaches the listener.",
                                    call.exchange.url(), place.address)));
}

// Adds the webhook, and returns it with its secret.
ExitOr<Reply> add_webhook(Call& call, const std::string& url) {
  base::JsonWriter json;
  json.begin_object().key("url").string(url);
  const auto& events = call.given.list("--event");
  if (!events.empty()) {
    json.key("events").begin_array();
    for (const std::string& event : events) json.string(event);
    json.end_array();
  }
  TRY_ASSIGN(Reply added, call.exchange.ask({.method = "POST",
                                             .path = "/v2/profile/webhooks",
                                             .json = std::move(json.end_object()).finish(),
                                             .repeat = client::Repeat::when_unsent}));
  if (added.is_good()) return added;
  const ExitStatus status = call.exchange.print_refusal(added);
  if (added.status() == 422) {
    say(stderr, "The URL was {}. An operator allows its host with PUT /admin/webhook-targets.\n",
        url);
  }
  return std::unexpected(status);
}

ExitOr<ExitStatus> remove_webhook(ExchangeClient& exchange, const std::string& id) {
  const auto removed = exchange.ask({.method = "DELETE", .path = "/v2/profile/webhooks/" + id});
  constexpr int gone = 404;  // it was removed elsewhere
  if (removed && (removed->is_good() || removed->status() == gone)) return ExitStatus::good;
  const ExitStatus status = removed ? exchange.print_refusal(*removed) : removed.error();
  say(stderr, "The webhook is still there. Remove it: tradepost webhook remove {}\n", id);
  return std::unexpected(status);
}

sigset_t ends() {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaddset(&signals, signal);
  return signals;
}

ExitOr<std::unique_ptr<http::Server>> serve(const Place& place, Listening& listening,
                                            const base::Log& log) {
  constexpr std::size_t connections_max = limits::listener_connections_max;
  auto server = http::Server::start(
      {.address = place.address,
       .port = place.port,
       .loops = 1,
       .compressors = 1,
       .connections = {.in_all = connections_max, .per_address = connections_max},
       .name = "listener"},
      [&](base::Executor& /*loop*/) { return std::make_unique<CallService>(listening); },
      listening.clock, log);
  if (server) return *std::move(server);
  say(stderr, "tradepost: {}\n", server.error().text().str());
  return std::unexpected(ExitStatus::failed);
}

}  // namespace

ExitOr<ExitStatus> listen_to_calls(Call& call) {
  TRY_ASSIGN(Place place, place_in(call.given.text("--listen")));
  const std::string& forward = call.given.text("--forward");
  if (!forward.empty() && !exchange::host_of(forward)) {
    return std::unexpected(print_usage_error(
        fmt::format("--forward {}: a URL begins with http:// or https://.", forward)));
  }
  // Threads inherit the mask, so it is set before they begin.
  const sigset_t signals = ends();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  ::signal(SIGPIPE, SIG_IGN);

  Listening listening{.forward = forward, .json = call.json(), .id_name = call.exchange.id_name()};
  base::StandardErrorSink standard_error;
  const base::Log log(listening.clock, standard_error, {.lowest = base::LogLevel::warning});
  TRY_ASSIGN(auto server, serve(place, listening, log));
  place.port = server->port();
  TRY_ASSIGN(const std::string url, public_url_of(call, place));
  TRY_ASSIGN(const Reply webhook, add_webhook(call, url));
  {
    const std::lock_guard lock(listening.mutex);
    listening.secret = webhook.text("secret");
  }
  say(stderr, "tradepost: webhook {} calls {}\nits secret: {}\nCtrl-C removes it.\n",
      webhook.text("id"), url, webhook.text("secret"));

  int signal = 0;
  while (::sigwait(&signals, &signal) != 0) {
  }
  // A second signal ends the process at once.
  ::signal(signal, SIG_DFL);
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
  const auto removed = remove_webhook(call.exchange, webhook.text("id"));
  listening.calls.end();
  return removed;
}

}  // namespace tradepost::app
