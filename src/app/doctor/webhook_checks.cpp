#include "app/doctor/webhook_checks.hpp"

#include <fmt/format.h>
#include <netdb.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/session/exchange_client.hpp"
#include "app/settings/secrets.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::app {
namespace {

constexpr std::string_view check = "webhooks";

std::optional<std::string> operator_token(const ServeOptions& options) {
  const char* const variable = std::getenv("TRADEPOST_OPERATOR_TOKEN");
  if (variable != nullptr && *variable != '\0') return variable;
  const auto kept =
      read_secret(options.operator_token_file.value_or(options.data + "/operator-token"));
  return kept ? std::optional(*kept) : std::nullopt;
}

// The certificate is for the public name of the exchange, so it is not checked on this machine.
client::Settings settings_of(const ServeOptions& options, std::string token) {
  const bool is_everywhere = options.listen.address == "0.0.0.0" || options.listen.address == "::";
  const std::string& address = is_everywhere ? "127.0.0.1" : options.listen.address;
  const bool is_ipv6 = address.contains(':');
  return {.url = fmt::format("{}://{}{}{}:{}", options.tls ? "https" : "http", is_ipv6 ? "[" : "",
                             address, is_ipv6 ? "]" : "", options.listen.port),
          .token = std::move(token),
          .takes_any_certificate = options.tls.has_value(),
          .proxy = "",
          .retry_for = std::chrono::milliseconds(0),
          .connect_within = std::chrono::seconds(5)};
}

// Resolves each host once.
class Hosts {
 public:
  // Returns the reason why the host of the URL has no address; empty if it has one.
  const std::string& fault_of(std::string_view url) {
    std::string host(exchange::host_of(url).value_or(""));
    if (host.starts_with('[')) host = host.substr(1, host.size() - 2);
    const auto [entry, is_new] = faults_.try_emplace(host);
    if (is_new) entry->second = resolve(host);
    return entry->second;
  }

 private:
  static std::string resolve(const std::string& host) {
    addrinfo wanted{};
    wanted.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    const int error = ::getaddrinfo(host.c_str(), nullptr, &wanted, &found);
    if (error != 0) return ::gai_strerror(error);
    ::freeaddrinfo(found);
    return {};
  }

  std::map<std::string, std::string> faults_;  // by host
};

bool is_well(const document::View& webhook, Hosts& hosts, Findings& findings) {
  const std::string url = webhook.member("url").text();
  const std::string name =
      fmt::format("The webhook {} of {}", url, webhook.member("participant").member("name").text());
  if (const std::string& fault = hosts.fault_of(url); !fault.empty()) {
    findings.add_warning(check, fmt::format("{} has a host without an address: {}.", name, fault),
                         "Check the name server of this machine, or ask the participant.");
    return false;
  }
  if (webhook.member("state").text() == "given_up") {
    findings.add_warning(check, name + " was given up.",
                         "Ask the participant to correct it, then run tradepost webhook redeliver "
                         "--everybody " +
                             webhook.member("id").text());
    return false;
  }
  if (const auto since = webhook.member("failingSince")) {
    findings.add_warning(
        check, fmt::format("{} has failed since {}.", name, since.text()),
        "Ask the participant: GET /v2/profile/webhooks/{id}/deliveries has the reasons.");
    return false;
  }
  return true;
}

}  // namespace

void check_webhooks(const ServeOptions& options, Findings& findings) {
  auto token = operator_token(options);
  if (!token) return;
  const auto unasked = [&](std::string_view reason) {
    findings.add_warning(check, fmt::format("The exchange was not asked for webhooks: {}.", reason),
                         "Start it, or check its address and the operator's token.");
  };
  auto exchange = client::Exchange::open(settings_of(options, *std::move(token)));
  if (!exchange) return unasked("its address is not one of this machine");
  std::size_t all = 0;
  std::size_t well = 0;
  Hosts hosts;
  std::string cursor;
  do {
    auto answer = exchange->ask({.path = "/admin/webhooks?per_page=100" + cursor});
    if (!answer) return unasked("it does not answer");
    if (!answer->is_good()) return unasked(fmt::format("it answers {}", answer->status));
    const auto page = Reply::read(*std::move(answer));
    if (!page) return unasked("its answer is not JSON");
    page->json().member("items").each([&](std::uint32_t /*index*/, const document::View& webhook) {
      ++all;
      if (is_well(webhook, hosts, findings)) ++well;
    });
    const auto next = page->json().member("nextCursor");
    cursor = next ? "&cursor=" + next.text() : "";
  } while (!cursor.empty());
  if (well == all)
    findings.add_good(check, fmt::format("{} webhooks are called without failures.", all));
}

}  // namespace tradepost::app
