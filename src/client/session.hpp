#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "base/crypto/random.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/result.hpp"
#include "client/address.hpp"
#include "tradepost/request.hpp"
#include "tradepost/settings.hpp"

struct curl_slist;  // libcurl's, of which no header here knows more

// HTTP to an exchange, one request after the other over one connection. Proxies and trusted
// authorities are those of the machine, as libcurl finds them; redirects are not followed, so that
// a token goes nowhere but to its exchange.
namespace tradepost::client {

enum class Certificate : std::uint8_t { judged, taken_as_it_is };

struct SessionSettings {
  Address address;
  std::string token;
  std::string user_agent = "tradepost";
  std::optional<std::string> authorities_file = std::nullopt;  // PEM; none: the machine's
  Certificate certificate = Certificate::judged;
  // How long one request is tried again where the exchange can't be reached or is busy.
  std::chrono::milliseconds retry_for{0};
  std::function<void(const Pause&)> tell_of_pause = {};
  std::optional<std::string> proxy = std::nullopt;  // none: the environment's; empty: none at all
  std::chrono::milliseconds connect_within = base::limits::client_connect_within;
  std::chrono::seconds silence_max = base::limits::client_silence_max;
  std::stop_token stop = {};
};

// One thread at a time.
class Session {
 public:
  // Refused: a token or a user agent that fits in no header.
  static base::Result<Session> open(SessionSettings settings);
  ~Session();
  Session(Session&&) noexcept;

  // Any answer is good here, also a refusal; an error is that there was none, and why. Waits up to
  // `retry_for` between attempts, and as long as it takes within them. `stop` ends both.
  base::Result<Answer> ask(const Request& request);

  const Address& address() const { return settings_.address; }

 private:
  struct Handle;
  struct Attempt;
  explicit Session(SessionSettings settings);
  Attempt attempt(const Request& request);
  void prepare(const Request& request, const std::string& url, curl_slist* lines);

  int perform(const std::stop_token& stop);
  void rest(std::chrono::milliseconds pause);

  SessionSettings settings_;
  base::SystemRandom random_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tradepost::client
