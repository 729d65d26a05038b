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

// The settings of the API.
struct Settings {
  // Part of three fields' names, so that the types of existing clients fit (contract 2.4).
  std::string field_word = "platform";
  // The public address of this exchange without a final slash, such as
  // https://trade.example/exchange. Without it, links begin with the request's Host.
  std::optional<std::string> public_url;
  // The proxies whose X-Forwarded-Proto, -Host, -Prefix and -For are trusted (contract 6.4).
  std::vector<AddressRange> trusted_proxies;
  // True if the server uses TLS. Links without a public_url then begin with https.
  bool tls = false;
  std::size_t body_bytes_max = base::limits::body_bytes_default;
  RateBounds rate;                                                        // per token
  RateBounds rate_without_token;                                          // per address
  std::size_t requests_at_once = base::limits::requests_at_once_default;  // 0: no limit
  // Seals cursors and links. They become invalid if it differs between nodes or after a restart.
  base::SealKey cursor_key{};
};

// Returns true for letters with a lower-case first one, because the word becomes part of names.
bool is_field_word(std::string_view text);

// The three field names that contain the word.
struct FieldNames {
  explicit FieldNames(const std::string& word);

  std::string transaction_id;  // platformTransactionId
  std::string replaces;        // replacesPlatformTransactionId
  std::string replaced_by;     // replacedByPlatformTransactionId
};

}  // namespace tradepost::api
