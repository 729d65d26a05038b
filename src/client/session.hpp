#pragma once

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

#include "base/crypto/random.hpp"
#include "base/ground/result.hpp"
#include "client/address.hpp"
#include "tradepost/request.hpp"
#include "tradepost/settings.hpp"

struct curl_slist;  // libcurl's, of which no header here knows more

// HTTP to an exchange, one request after the other over one connection. Proxies and trusted
// authorities are those of the machine, as libcurl finds them; redirects are not followed, so that
// a token goes nowhere but to its exchange.
namespace tradepost::client {

inline constexpr const char* no_token =
    "This is not a valid token. A token has letters, digits and punctuation, and no blanks.";

// One thread at a time.
class Session {
 public:
  // Refused: a token or a user agent that fits in no header. An empty token is not sent.
  static base::Result<Session> open(Address address, Settings settings);
  ~Session();
  Session(Session&&) noexcept;

  // Any answer is good here, also a refusal; an error is that there was none, and why. Waits up to
  // `retry_for` between attempts, and as long as it takes within them. `stop` ends both.
  base::Result<Answer> ask(const Request& request);

  const Address& address() const { return address_; }
  const Settings& settings() const { return settings_; }

 private:
  struct Handle;
  struct Attempt;
  Session(Address address, Settings settings);
  Attempt attempt(const Request& request);
  void prepare(const Request& request, const std::string& url, curl_slist* lines);

  int perform(const std::stop_token& stop);
  void rest(std::chrono::milliseconds pause);

  Address address_;
  Settings settings_;
  base::SystemRandom random_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tradepost::client
