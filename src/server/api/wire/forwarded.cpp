#include "api/wire/forwarded.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "api/wire/negotiation.hpp"
#include "base/text/header_text.hpp"
#include "base/text/text.hpp"
#include "http/wire/address.hpp"

namespace tradepost::api {
namespace {

bool is_trusted(const http::Address& address, const Settings& settings) {
  return std::ranges::any_of(settings.trusted_proxies,
                             [&](const AddressRange& range) { return range.has(address); });
}

bool comes_from_proxy(const http::Request& request, const Settings& settings) {
  if (settings.trusted_proxies.empty()) return false;
  const auto peer = http::Address::parse(request.peer());
  return peer && is_trusted(*peer, settings);
}

// Removes and returns the last element of a list.
std::string_view take_last(std::string_view& list) {
  const auto comma = list.rfind(',');
  const bool is_only = comma == std::string_view::npos;
  const std::string_view last = is_only ? list : list.substr(comma + 1);
  list = is_only ? std::string_view() : list.substr(0, comma);
  return base::without_blanks(last);
}

// Returns the trusted proxy's own value: the last element of the last header with this name. Any
// client may have written the elements before it.
std::string_view said(const http::Request& request, std::string_view name) {
  std::string_view value;
  for (std::size_t i = 0; i < request.field_count(); ++i) {
    const http::Field field = request.field(i);
    if (base::equal_ignoring_ascii_case(field.name, name)) value = field.value;
  }
  return take_last(value);
}

// Accepts /, /exchange and /a/b/. The caller removes a final slash.
bool is_plain_prefix(std::string_view prefix) {
  if (!prefix.starts_with('/') || prefix.find("//") != std::string_view::npos) return false;
  if (prefix.find("/.") != std::string_view::npos) return false;
  return std::ranges::all_of(prefix, [](char c) {
    const char lower = base::ascii_lower(c);
    return (lower >= 'a' && lower <= 'z') || base::is_ascii_digit(c) ||
           std::string_view("/-._~").find(c) != std::string_view::npos;
  });
}

// Accepts 192.0.2.1, 192.0.2.1:4711, 2001:db8::1 and [2001:db8::1]:4711.
std::optional<http::Address> address_in(std::string_view element) {
  if (element.starts_with('[')) {
    const auto end = element.find(']');
    if (end == std::string_view::npos) return std::nullopt;
    return http::Address::parse(element.substr(1, end - 1));
  }
  if (std::ranges::count(element, ':') == 1) element = element.substr(0, element.find(':'));
  return http::Address::parse(element);
}

}  // namespace

std::optional<std::string> base_url_of(const http::Request& request, const Settings& settings) {
  if (settings.public_url) return settings.public_url;
  std::string_view scheme = settings.tls ? "https" : "http";
  std::string_view host = request.header("Host").value_or("");
  if (const auto& origin = request.target().origin()) {  // has priority over Host (RFC 9112, 3.2.2)
    scheme = origin->scheme == http::Scheme::https ? "https" : "http";
    host = origin->authority;
  }
  std::string_view prefix;
  if (comes_from_proxy(request, settings)) {
    const std::string_view proto = said(request, "X-Forwarded-Proto");
    if (base::equal_ignoring_ascii_case(proto, "https")) scheme = "https";
    if (base::equal_ignoring_ascii_case(proto, "http")) scheme = "http";
    const std::string_view forwarded_host = said(request, "X-Forwarded-Host");
    if (!forwarded_host.empty()) host = forwarded_host;
    prefix = said(request, "X-Forwarded-Prefix");
    if (!prefix.empty() && !is_plain_prefix(prefix)) return std::nullopt;
    if (prefix.ends_with('/')) prefix.remove_suffix(1);
  }
  if (!is_plain_host(host)) return std::nullopt;
  std::string url(scheme);
  return std::move(url.append("://").append(host).append(prefix));
}

std::string client_of(const http::Request& request, const Settings& settings) {
  if (!comes_from_proxy(request, settings)) return request.peer();
  std::string client = request.peer();
  for (std::size_t i = request.field_count(); i-- > 0;) {
    const http::Field field = request.field(i);
    if (!base::equal_ignoring_ascii_case(field.name, "X-Forwarded-For")) continue;
    for (std::string_view list = field.value; !list.empty();) {
      const auto address = address_in(take_last(list));
      if (!address) return client;
      client = address->to_string();
      if (!is_trusted(*address, settings)) return client;
    }
  }
  return client;
}

}  // namespace tradepost::api
