#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "base/crypto/random.hpp"
#include "base/ground/result.hpp"
#include "calls/address.hpp"
#include "tradepost/request.hpp"
#include "tradepost/settings.hpp"

struct curl_slist;  // declared here so that no header includes libcurl

// HTTP requests to an exchange, one at a time over one connection. libcurl finds the machine's
// proxies and trusted authorities. Redirects are not followed, so a token is sent to its exchange
// only.
namespace tradepost::client {

inline constexpr const char* no_token =
    "This is not a valid token. A token has letters, digits and punctuation, and no blanks.";

// A session is used by one thread at a time.
class Session {
 public:
  // Refuses a token or a user agent that can't be a header value. An empty token is not sent.
  static base::Result<Session> open(calls::Address address, Settings settings);
  ~Session();
  Session(Session&&) noexcept;

  // Returns any answer, also a refusal. An error is the reason why no answer came. Repeats for up
  // to `retry_for`; an attempt itself may take longer. `stop` ends pauses and attempts.
  base::Result<Answer> ask(const Request& request);

  const calls::Address& address() const { return address_; }
  const Settings& settings() const { return settings_; }

 private:
  struct Handle;
  struct Attempt;
  Session(calls::Address address, Settings settings);
  Attempt attempt(const Request& request);
  void prepare(const Request& request, const std::string& url, curl_slist* lines);

  int perform(const std::stop_token& stop);
  void rest(std::chrono::milliseconds pause);

  calls::Address address_;
  Settings settings_;
  base::SystemRandom random_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tradepost::client
