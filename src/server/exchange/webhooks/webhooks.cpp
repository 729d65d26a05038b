#include "exchange/webhooks/webhooks.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "base/ground/check.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/records/feed.hpp"
#include "exchange/trade/refused.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

struct NamedType {
  FeedType type;
  std::string_view name;
};
constexpr NamedType named_types[] = {
    {FeedType::pending, "transaction.pending"},
    {FeedType::reported, "transaction.reported"},
    {FeedType::case_opened, "case.opened"},
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Returns true for 127.0.0.1, 0x7f.1, 2130706433 and [::1]: a host whose last label begins with a
// digit is not a name.
bool is_address(std::string_view host) {
  if (host.starts_with('[')) return true;
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return last.empty() || is_digit(last.front());
}

bool is_local(std::string_view host) {
  constexpr std::string_view local = "localhost";
  if (host.size() < local.size()) return false;
  const std::string_view end = host.substr(host.size() - local.size());
  const bool is_whole_label =
      host.size() == end.size() || host[host.size() - end.size() - 1] == '.';
  return is_whole_label && base::equal_ignoring_ascii_case(end, local);
}

bool is_of_name(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.';
}

bool is_host(std::string_view host) {
  constexpr std::size_t length_max = 253;
  if (host.empty() || host.size() > length_max) return false;
  if (host.starts_with('[')) {
    in6_addr address{};
    return host.ends_with(']') &&
           ::inet_pton(AF_INET6, std::string(host.substr(1, host.size() - 2)).c_str(), &address) ==
               1;
  }
  return std::ranges::all_of(host, is_of_name) && host.front() != '.' && host.front() != '-' &&
         host.find("..") == std::string_view::npos;
}

bool is_port(std::string_view port) {
  return !port.empty() && port.size() <= 5 && std::ranges::all_of(port, is_digit);
}

}  // namespace

std::vector<Finding> faults_of_endpoint(const Directory& directory, std::string_view url,
                                        std::uint8_t events) {
  std::vector<Finding> faults;
  const auto host = host_of(url);
  if (!host) {
    faults.push_back(findings::bad_endpoint("url", "The URL must begin with http:// or https://."));
  } else if (!WebhookTargets::of(directory).allow(*host)) {
    faults.push_back(findings::bad_endpoint("url", "The operator does not allow this host."));
  }
  constexpr unsigned all = static_cast<unsigned>(FeedType::pending) |
                           static_cast<unsigned>(FeedType::reported) |
                           static_cast<unsigned>(FeedType::case_opened);
  if (events == 0 || (events & ~all) != 0) {
    faults.push_back(
        findings::bad_endpoint("events", "At least one of the three events is required."));
  }
  return faults;
}

std::vector<Finding> faults_of_webhooks(const Directory& directory,
                                        const std::vector<Endpoint>& webhooks) {
  std::vector<Finding> faults;
  for (std::size_t i = 0; i < webhooks.size(); ++i) {
    for (Finding& fault : faults_of_endpoint(directory, webhooks[i].url, webhooks[i].events)) {
      fault.path = fmt::format("webhooks.{}.{}", i, fault.path);
      faults.push_back(std::move(fault));
    }
  }
  return faults;
}

namespace {

// Returns the caller's own endpoint, unless it was removed.
const Endpoint* own(const Directory& directory, const Caller& caller, EndpointId id) {
  const Endpoint* const found = directory.endpoint(id);
  const bool is_own = found != nullptr && found->participant == caller.participant &&
                      found->flow == caller.flow && found->state != EndpointState::removed;
  return is_own ? found : nullptr;
}

}  // namespace

WebhookTargets::WebhookTargets(std::string_view setting) {
  while (!setting.empty()) {
    const auto end = std::min(setting.find(' '), setting.size());
    if (end != 0) names_.emplace_back(setting.substr(0, end));
    setting.remove_prefix(std::min(end + 1, setting.size()));
  }
}

WebhookTargets WebhookTargets::of(const Directory& directory) {
  const Setting* const setting = directory.setting(SettingName::webhook_targets);
  return WebhookTargets(setting == nullptr ? std::string_view() : setting->value);
}

bool WebhookTargets::can_match(std::string_view name) {
  if (name == "*") return true;
  const bool is_below = name.starts_with("*.");
  const std::string_view host = is_below ? name.substr(2) : name;
  if (!is_host(host) || host.ends_with('.')) return false;
  return !is_below || (!is_address(host) && !is_local(host));
}

bool WebhookTargets::allow(std::string_view host) const {
  if (host.ends_with('.')) host.remove_suffix(1);
  const bool is_plain_name = !is_address(host) && !is_local(host);
  return std::ranges::any_of(names_, [&](std::string_view name) {
    if (base::equal_ignoring_ascii_case(name, host)) return true;
    if (!is_plain_name || !name.starts_with('*')) return false;
    const std::string_view end = name.substr(1);  // .example.org
    return end.empty() ||
           (end.starts_with('.') && host.size() > end.size() &&
            base::equal_ignoring_ascii_case(host.substr(host.size() - end.size()), end));
  });
}

bool WebhookTargets::name_itself(std::string_view host) const {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (!is_address(host) && !is_local(host)) return false;
  return std::ranges::any_of(
      names_, [&](std::string_view name) { return base::equal_ignoring_ascii_case(name, host); });
}

std::vector<std::string> WebhookTargets::addresses() const {
  std::vector<std::string> addresses;
  for (const std::string& name : names_) {
    if (!is_address(name)) continue;
    const bool has_brackets = name.size() > 2 && name.starts_with('[') && name.ends_with(']');
    addresses.push_back(has_brackets ? name.substr(1, name.size() - 2) : name);
  }
  return addresses;
}

std::string_view name_of(FeedType type) {
  const auto* const found = std::ranges::find(named_types, type, &NamedType::type);
  CHECK(found != std::end(named_types));
  return found->name;
}

std::optional<FeedType> feed_type_named(std::string_view name) {
  const auto* const found = std::ranges::find(named_types, name, &NamedType::name);
  return found == std::end(named_types) ? std::nullopt : std::optional(found->type);
}

std::vector<FeedType> feed_types_of(std::uint8_t events) {
  std::vector<FeedType> types;
  for (const NamedType& one : named_types) {
    if ((events & static_cast<unsigned>(one.type)) != 0) types.push_back(one.type);
  }
  return types;
}

std::string purpose_of_secret(ParticipantId participant) {
  return "webhook secret of " + participant.to_string();
}

std::optional<std::string_view> host_of(std::string_view url) {
  if (url.size() > limits::endpoint_url_bytes_max) return std::nullopt;
  if (!std::ranges::all_of(url,
                           [](char c) { return c > ' ' && c < 0x7f && c != '#' && c != '\\'; }))
    return std::nullopt;
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::nullopt;
  const std::string_view name = url.substr(0, scheme);
  if (!base::equal_ignoring_ascii_case(name, "https") &&
      !base::equal_ignoring_ascii_case(name, "http"))
    return std::nullopt;
  std::string_view authority = url.substr(scheme + 3);
  authority = authority.substr(0, authority.find_first_of("/?"));
  const auto behind = authority.rfind(']');
  const auto colon = authority.find(':', behind == std::string_view::npos ? 0 : behind);
  const std::string_view host = authority.substr(0, colon);
  if (!is_host(host)) return std::nullopt;
  if (colon != std::string_view::npos && !is_port(authority.substr(colon + 1))) return std::nullopt;
  return host;
}

std::vector<Endpoint> endpoints(const Directory& directory, const Caller& caller) {
  std::vector<Endpoint> answer;
  for (const Endpoint* endpoint : directory.endpoints_of(caller.participant)) {
    if (endpoint->flow == caller.flow && endpoint->state != EndpointState::removed)
      answer.push_back(*endpoint);
  }
  return answer;
}

Answering<EndpointAnswer> set_endpoint(Desk& desk, Caller caller, EndpointRequest request,
                                       Deadline deadline) {
  const auto new_id = EndpointId(desk.ids.next());
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    Endpoint next;
    next.id = new_id;
    next.participant = caller.participant;
    next.flow = caller.flow;
    if (request.id) {
      const Endpoint* const before = own(*directory, caller, *request.id);
      if (before == nullptr) co_return EndpointAnswer(Unknown{});
      next = *before;
    } else if (endpoints(*directory, caller).size() >= limits::endpoints_max) {
      co_return EndpointAnswer(
          refused_for({findings::bad_endpoint("", "The limit of webhooks is reached.")}));
    }
    ++next.revision;
    next.state = EndpointState::active;
    next.url = request.url;
    next.events = request.events;
    if (request.sealed_secret) next.sealed_secret = *request.sealed_secret;
    auto faults = faults_of_endpoint(*directory, next.url, next.events);
    if (!faults.empty()) co_return EndpointAnswer(refused_for(std::move(faults)));
    CO_TRY_ASSIGN(const bool is_set, co_await put(desk, caller.actor(), next, deadline));
    if (is_set) co_return EndpointAnswer(std::move(next));
  }
  co_return EndpointAnswer(Busy{});
}

namespace {

// Makes the store retry the endpoint at once, by a change of the endpoint. `find` returns nullptr
// for an unknown endpoint.
Answering<EndpointAnswer> restart_calls(Desk& desk, Actor by,
                                        std::function<const Endpoint*(const Directory&)> find,
                                        Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Endpoint* const before = find(*directory);
    if (before == nullptr) co_return EndpointAnswer(Unknown{});
    Endpoint next = *before;
    ++next.revision;
    auto faults = faults_of_endpoint(*directory, next.url, next.events);
    if (!faults.empty()) co_return EndpointAnswer(refused_for(std::move(faults)));
    CO_TRY_ASSIGN(const bool is_set, co_await put(desk, by, next, deadline));
    if (is_set) co_return EndpointAnswer(std::move(next));
  }
  co_return EndpointAnswer(Busy{});
}

}  // namespace

Answering<EndpointAnswer> redeliver(Desk& desk, Caller caller, EndpointId id, Deadline deadline) {
  return restart_calls(
      desk, caller.actor(),
      [caller, id](const Directory& directory) { return own(directory, caller, id); }, deadline);
}

Answering<EndpointAnswer> redeliver(Desk& desk, OperatorId by, EndpointId id, Deadline deadline) {
  const auto find = [id](const Directory& directory) {
    const Endpoint* const found = directory.endpoint(id);
    const bool is_there = found != nullptr && found->state != EndpointState::removed;
    return is_there ? found : nullptr;
  };
  return restart_calls(desk, Actor::of(by), find, deadline);
}

Answering<EndpointAnswer> remove_endpoint(Desk& desk, Caller caller, EndpointId id,
                                          Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::route_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const Endpoint* const before = own(*directory, caller, id);
    if (before == nullptr) co_return EndpointAnswer(Unknown{});
    Endpoint next = *before;
    ++next.revision;
    next.state = EndpointState::removed;
    CO_TRY_ASSIGN(const bool is_removed, co_await put(desk, caller.actor(), next, deadline));
    if (is_removed) co_return EndpointAnswer(std::move(next));
  }
  co_return EndpointAnswer(Busy{});
}

}  // namespace tradepost::exchange
