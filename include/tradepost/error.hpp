#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

namespace tradepost::client {

// A violation of one rule at one place of a document or of a request.
struct Fault {
  std::string code = {};     // for programs: invoice.item.identifiers.missing
  std::string path = {};     // content.items.0.quantity
  std::string message = {};  // for people
};

enum class ErrorKind : std::uint8_t {
  unreachable,      // no answer came within Settings::retry_for
  refused,          // the exchange answered, and refuses
  cancelled,        // Settings::stop was requested
  not_an_exchange,  // the answer does not come from an exchange: the URL is wrong
  bad_settings,     // a setting or an argument can't be used; nothing was sent
};

// The reason why a call failed. Strings that the answer does not contain are empty.
struct Error {
  ErrorKind kind = ErrorKind::refused;
  int status = 0;            // the HTTP status, if an answer came
  std::string code = {};     // of a refusal, for programs: not_found, duplicate
  std::string message = {};  // a sentence for people
  std::string detail = {};   // of a failed connection: the words of the network library, for a log
  std::vector<Fault> faults = {};
  std::string error_url = {};   // the page of the case that a rejection opened
  std::string request_id = {};  // the id of the request in the log of the exchange
  // The pause that the exchange requests.
  std::optional<std::chrono::milliseconds> retry_after = {};

  // Returns true if the same call may succeed later. The library has already repeated it for
  // Settings::retry_for.
  bool is_worth_a_retry() const {
    const bool is_busy = status == 429 || status >= 500 || (status == 409 && retry_after);
    return kind == ErrorKind::unreachable || (kind == ErrorKind::refused && is_busy);
  }
};

template <typename T>
using Result = std::expected<T, Error>;

}  // namespace tradepost::client
