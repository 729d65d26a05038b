#include "calls/address.hpp"

#include <curl/curl.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::calls {
namespace {

struct FreeUrl {
  void operator()(CURLU* url) const { curl_url_cleanup(url); }
};
using Url = std::unique_ptr<CURLU, FreeUrl>;

Url parsed(const std::string& text) {
  if (text.find("://") == std::string::npos) return nullptr;  // libcurl would guess a scheme
  Url url(curl_url());
  CHECK(url != nullptr);
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) url.reset();
  return url;
}

std::optional<std::string> part(const Url& url, CURLUPart which, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url.get(), which, &text, flags) != CURLUE_OK) return std::nullopt;
  std::string copy(text);
  curl_free(text);
  return copy;
}

bool is_visible(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c < 0x7f; });
}

bool is_loopback(std::string_view host) {
  return host == "localhost" || host == "[::1]" ||
         (host.starts_with("127.") &&
          host.find_first_not_of("0123456789.") == std::string_view::npos);
}

std::string host_of(const Url& url) {
  return base::ascii_lowered(part(url, CURLUPART_HOST).value_or(""));
}

std::string origin_of(const Url& url) {
  return part(url, CURLUPART_SCHEME).value_or("") + "://" + host_of(url) + ":" +
         part(url, CURLUPART_PORT, CURLU_DEFAULT_PORT).value_or("");
}

bool has_any(const Url& url, std::initializer_list<CURLUPart> parts) {
  return std::ranges::any_of(parts, [&](CURLUPart which) { return part(url, which).has_value(); });
}

base::Error no_address() {
  return {base::ErrorCode::invalid,
          base::CallerText("This is not a valid address of an exchange. Use the form "
                           "https://trade.example.org or http://127.0.0.1:8480.")};
}

}  // namespace

base::Result<Address> address_of(std::string_view text) {
  while (text.ends_with('/')) text.remove_suffix(1);
  const std::string given(text);
  const Url url = is_visible(text) ? parsed(given) : nullptr;
  if (url == nullptr) return base::refuse(no_address());
  const std::string scheme = part(url, CURLUPART_SCHEME).value_or("");
  const std::string host = host_of(url);
  const bool is_web = scheme == "http" || scheme == "https";
  if (!is_web || host.empty() ||
      has_any(url, {CURLUPART_USER, CURLUPART_PASSWORD, CURLUPART_QUERY, CURLUPART_FRAGMENT})) {
    return base::refuse(no_address());
  }
  return Address{.url = given,
                 .origin = origin_of(url),
                 .is_tls = scheme == "https",
                 .is_loopback = is_loopback(host)};
}

bool leads_to(std::string_view text, const Address& address) {
  const Url url = is_visible(text) ? parsed(std::string(text)) : nullptr;
  return url != nullptr && !has_any(url, {CURLUPART_USER, CURLUPART_PASSWORD}) &&
         origin_of(url) == address.origin;
}

}  // namespace tradepost::calls
