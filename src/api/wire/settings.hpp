#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/limits/rate_limit.hpp"
#include "api/wire/address_range.hpp"
#include "base/crypto/seal.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"

namespace tradepost::api {

// What an operator may set of the API.
struct Settings {
  // In the names of three fields, so that an existing client's types fit (contract 2.4).
  std::string field_word = "platform";
  // Where the world finds this exchange, without a slash at its end:
  // https://trade.example/exchange. None: what the request's Host says.
  std::optional<std::string> public_url;
  // Whose X-Forwarded-Proto, -Host, -Prefix and -For are believed (contract 6.4).
  std::vector<AddressRange> trusted_proxies;
  // Whether the server itself speaks TLS, so that links without a public_url begin with https.
  bool tls = false;
  std::size_t body_bytes_max = base::limits::body_bytes_default;
  RateBounds rate;                                                        // of a token
  RateBounds rate_without_token;                                          // of an address
  std::size_t requests_at_once = base::limits::requests_at_once_default;  // 0: without a bound
  // Seals cursors and links. The same on every node and after every start, or they end.
  base::SealKey cursor_key{};
};

// Letters alone, the first one small: it becomes a part of names.
bool is_field_word(std::string_view text);

// The three names, made of the word.
struct FieldNames {
  explicit FieldNames(const std::string& word);

  std::string transaction_id;  // platformTransactionId
  std::string replaces;        // replacesPlatformTransactionId
  std::string replaced_by;     // replacedByPlatformTransactionId
};

}  // namespace tradepost::api
