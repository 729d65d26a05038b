#include "app/session/exchange_client.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

#include "app/console/input.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/version.hpp"
#include "base/text/text.hpp"
#include "base/text/url_text.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : std::string(value);
}

ExitOr<std::string> token_in(const std::string& path) {
  auto token = first_line_of(path, limits::bearer_token_bytes_max);
  if (token) return *std::move(token);
  say(stderr, "tradepost: {}\n", token.error().text().str());
  return std::unexpected(ExitStatus::failed);
}

// Returns a sentence about refused settings, in the words of the options.
std::string words_for(const client::Error& error, const ExchangeOptions& options) {
  if (error.code == "url") return fmt::format("--url {}: {}", options.url, error.message);
  if (error.code == "any_certificate") {
    return "--insecure is only allowed for this machine. Otherwise an attacker on the way could "
           "read the\ntoken. Use --cacert with the certificate authority of the exchange.";
  }
  if (error.code == "plain_http") {
    return fmt::format(
        "{} is another machine, and http:// would send the token unencrypted. Use https://, or "
        "use\n--plain-http if you trust the network.",
        options.url);
  }
  return error.message;
}

void show_pause(const client::Pause& pause) {
  say(stderr, "tradepost: {}; retrying in {:.1f} s\n", pause.why,
      static_cast<double>(pause.time.count()) / 1000);
}

// Returns advice for the user.
std::string_view advice_for(int status, Speaker speaker) {
  const bool is_operators = speaker == Speaker::administrator;
  switch (status) {
    case 401:
      return is_operators ? "Check that --token or TRADEPOST_OPERATOR_TOKEN is an operator's token "
                            "of this exchange."
                          : "Check that --token or TRADEPOST_TOKEN is a token of this exchange. It "
                            "may have expired or been revoked.";
    case 429:
    case 503:
      return "The exchange is busy. Use --retry-for SECONDS to retry for longer.";
    default:
      return "";
  }
}

client::Error error_of(const Reply& reply) {
  client::Error error{.status = reply.status(),
                      .message = reply.text("message"),
                      .request_id = reply.text("requestId")};
  at(reply.json(), "faults").each([&](std::uint32_t, const document::View& fault) {
    error.faults.push_back({.path = text_at(fault, "path"), .message = text_at(fault, "message")});
  });
  return error;
}

ExitStatus status_of(int http_status) {
  const bool is_answer = http_status >= 400 && http_status < 500;
  const bool could_not_be_asked = http_status == 401 || http_status == 429;
  return is_answer && !could_not_be_asked ? ExitStatus::faulty : ExitStatus::failed;
}

}  // namespace

std::optional<Reply> Reply::read(client::Answer answer) {
  Reply reply;
  reply.parts_->answer = std::move(answer);
  if (reply.body().empty()) return reply;
  const auto json = reply.parts_->reader.read(reply.parts_->answer.body);
  if (!json) return std::nullopt;
  reply.parts_->json = *json;
  return reply;
}

std::string Reply::text(std::string_view path) const {
  return text_at(json(), path);
}

ExitOr<std::string> token_of(const ExchangeOptions& options) {
  if (!options.token.empty()) return options.token;
  if (!options.token_file.empty()) return token_in(options.token_file);
  const bool is_operators = options.speaker == Speaker::administrator;
  std::string token = is_operators ? environment("TRADEPOST_OPERATOR_TOKEN") : std::string();
  if (token.empty()) token = environment("TRADEPOST_TOKEN");
  if (!token.empty()) return token;
  return std::unexpected(
      print_usage_error(is_operators ? "This command requires an operator's token: --token, "
                                       "--token-file or TRADEPOST_OPERATOR_TOKEN.\nThe first start "
                                       "of `tradepost serve` created one and printed where it is."
                                     : "This command requires your token: --token, --token-file or "
                                       "TRADEPOST_TOKEN.\n`tradepost token create` creates one."));
}

ExitOr<client::Settings> settings_of(const ExchangeOptions& options) {
  TRY_ASSIGN(auto token, token_of(options));
  client::Settings settings{.url = options.url,
                            .token = std::move(token),
                            .takes_any_certificate = options.takes_any_certificate,
                            .takes_plain_http = options.takes_plain_http,
                            .retry_for = std::chrono::seconds(options.retry_for_s),
                            .field_word = options.field_word,
                            .user_agent = fmt::format("tradepost/{}", version)};
  if (!options.authorities_file.empty()) settings.authorities_file = options.authorities_file;
  return settings;
}

ExitOr<client::Exchange> open_exchange(const ExchangeOptions& options) {
  TRY_ASSIGN(client::Settings settings, settings_of(options));
  if (::isatty(STDERR_FILENO) == 1) settings.on_pause = show_pause;
  auto exchange = client::Exchange::open(std::move(settings));
  if (!exchange) return std::unexpected(print_usage_error(words_for(exchange.error(), options)));
  return *std::move(exchange);
}

ExitOr<ExchangeClient> ExchangeClient::open(const ExchangeOptions& options) {
  TRY_ASSIGN(auto exchange, open_exchange(options));
  return ExchangeClient(std::move(exchange), options);
}

ExchangeClient::ExchangeClient(client::Exchange exchange, const ExchangeOptions& options)
    : exchange_(std::move(exchange)),
      options_(options),
      id_name_(options.field_word + "TransactionId") {}

std::string ExchangeClient::replaces_name() const {
  std::string word = options_.field_word;
  if (!word.empty()) word[0] = base::ascii_upper(word[0]);
  return "replaces" + word + "TransactionId";
}

std::string ExchangeClient::replaced_by_name() const {
  std::string name = replaces_name();
  return name.replace(0, std::string_view("replaces").size(), "replacedBy");
}

ExitOr<Reply> ExchangeClient::ask(const client::Request& request) {
  auto answer = exchange_.ask(request);
  if (!answer) return std::unexpected(print_error(answer.error()));
  return read_reply(*std::move(answer));
}

ExitOr<Reply> ExchangeClient::read_reply(client::Answer answer) const {
  const int status = answer.status;
  auto reply = Reply::read(std::move(answer));
  const bool is_an_exchanges = reply && (status < 300 || status >= 400) &&
                               (reply->is_good() || !reply->text("message").empty());
  if (is_an_exchanges) return *std::move(reply);
  return std::unexpected(print_no_exchange(status));
}

ExitOr<Reply> ExchangeClient::want(const client::Request& request) {
  TRY_ASSIGN(Reply reply, ask(request));
  if (reply.is_good()) return reply;
  if (options_.json) print_json(on_one_line(reply.body()));
  return std::unexpected(print_refusal(reply));
}

ExitOr<client::Answer> ExchangeClient::want_file(const client::Request& request,
                                                 std::string_view media_type) {
  auto answer = exchange_.ask(request);
  if (!answer) return std::unexpected(print_error(answer.error()));
  if (answer->is_good()) {
    if (answer->header("Content-Type") == media_type) return *std::move(answer);
    return std::unexpected(print_no_exchange(answer->status));
  }
  TRY_ASSIGN(const Reply refusal, read_reply(*std::move(answer)));
  return std::unexpected(print_refusal(refusal));
}

ExitOr<std::vector<client::Reported>> ExchangeClient::report(std::span<const std::string> ids,
                                                             const client::Report& report) {
  auto reported = exchange_.report_all(ids, report);
  if (!reported) return std::unexpected(print_error(reported.error()));
  return *std::move(reported);
}

ExitStatus ExchangeClient::print_refusal(const Reply& reply) const {
  return print_refused(error_of(reply));
}

ExitStatus ExchangeClient::print_error(const client::Error& error) const {
  switch (error.kind) {
    case client::ErrorKind::refused:
      return print_refused(error);
    case client::ErrorKind::not_an_exchange:
      return print_no_exchange(error.status);
    case client::ErrorKind::bad_settings:
      return print_usage_error(error.message);
    case client::ErrorKind::unreachable:
    case client::ErrorKind::cancelled:
      break;
  }
  say(stderr,
      "tradepost: {} ({})\nIs `tradepost serve` running? Set --url or TRADEPOST_URL to its "
      "address, and --cacert or TRADEPOST_CACERT to the authority of its certificate.\n",
      error.message, error.detail);
  return ExitStatus::failed;
}

ExitStatus ExchangeClient::print_refused(const client::Error& error) const {
  say(stderr, "tradepost: {}\n", error.message);
  for (const client::Fault& fault : error.faults) {
    say(stderr, "  {}{}{}\n", fault.path, fault.path.empty() ? "" : ": ", fault.message);
  }
  const auto advice = advice_for(error.status, options_.speaker);
  if (!advice.empty()) say(stderr, "{}\n", advice);
  if (error.status >= 500 && !error.request_id.empty()) {
    say(stderr, "The exchange's log has the request as {}.\n", error.request_id);
  }
  return status_of(error.status);
}

ExitStatus ExchangeClient::print_no_exchange(int http_status) const {
  // A proxy sends 502 to 504 without a message if it has lost its node, or has none.
  if (http_status >= 502 && http_status <= 504) {
    say(stderr,
        "tradepost: The proxy at {} got no answer from the exchange (status {}). Try again.\n",
        url(), http_status);
    return ExitStatus::failed;
  }
  say(stderr,
      "tradepost: The server at {} is not an exchange (status {}). Set --url to the "
      "exchange,\nincluding the path of a proxy.\n",
      url(), http_status);
  return ExitStatus::failed;
}

PageWalk::PageWalk(ExchangeClient& exchange, std::string path)
    : exchange_(exchange), path_(std::move(path)) {}

ExitOr<Reply> PageWalk::next() {
  client::Request request{.path = base::PathText(path_).add("cursor", cursor_).str()};
  if (wait_.count() > 0) {
    request.headers.push_back({.name = "Prefer", .value = fmt::format("wait={}", wait_.count())});
    request.waits_for = wait_;
    wait_ = {};
  }
  TRY_ASSIGN(Reply page, exchange_.want(request));
  TRY(step_behind(page));
  return page;
}

ExitStatus PageWalk::print_no_page() const {
  say(stderr, "tradepost: The server at {} did not answer with a page of an exchange.\n",
      exchange_.url());
  return ExitStatus::failed;
}

// Follows the cursor, not the link, which could lead the token to another server.
ExitOr<void> PageWalk::step_behind(const Reply& page) {
  const document::View items = at(page.json(), "items");
  const document::View more = at(page.json(), "hasMore");
  if (!items.is_list() || !is_flag(more)) return std::unexpected(print_no_page());
  is_over_ = !is_true(more);
  if (is_over_) return {};
  const std::string cursor = page.text("nextCursor");
  const bool is_stuck = cursor.empty() || cursor == cursor_;
  if (is_stuck || !items.has_elements()) return std::unexpected(print_no_page());
  cursor_ = cursor;
  return {};
}

ExitStatus print_usage_error(std::string_view problem) {
  say(stderr, "tradepost: {}\n", problem.substr(0, problem.find('\n')));
  if (const auto rest = problem.find('\n'); rest != std::string_view::npos)
    say_lines(stderr, fmt::format("{}\n", problem.substr(rest + 1)));
  return ExitStatus::usage;
}

}  // namespace tradepost::app
