#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/ground/result.hpp"
#include "client/address.hpp"

struct curl_slist;  // libcurl's, of which no header here knows more

// HTTP to an exchange, one request after the other over one connection. Proxies and trusted
// authorities are those of the machine, as libcurl finds them; redirects are not followed, so that
// a token goes nowhere but to its exchange.
namespace tradepost::client {

struct Header {
  std::string name;
  std::string value;
};

// Whether the same request may be sent again where it isn't known what became of the first.
enum class Repeat : std::uint8_t {
  when_lost,    // a repeat changes nothing more
  when_unsent,  // only where the first had no effect: it did not arrive, or was refused as too much
};

struct Request {
  std::string method = "GET";
  std::string path;  // below the address, /v2/ping; or a whole URL that leads to it
  std::vector<Header> headers = {};
  std::optional<std::string> json = std::nullopt;
  Repeat repeat = Repeat::when_lost;
  std::chrono::seconds waits_for{0};  // what the exchange may take for it without a byte
};

struct Answer {
  int status = 0;
  std::vector<Header> headers;
  std::string body;
  unsigned attempts = 1;  // which of them this answers

  bool is_good() const { return status >= 200 && status < 300; }
  std::string_view header(std::string_view name) const;  // empty: none
};

enum class Certificate : std::uint8_t { judged, taken_as_it_is };

struct Pause {
  std::string_view why;  // a sentence
  std::chrono::milliseconds time;
};

struct SessionSettings {
  Address address;
  std::string token;
  std::string user_agent = "tradepost";
  std::optional<std::string> authorities_file = std::nullopt;  // PEM; none: the machine's
  Certificate certificate = Certificate::judged;
  // How long one request is tried again where the exchange can't be reached or is busy.
  std::chrono::milliseconds retry_for{0};
  std::function<void(const Pause&)> tell_of_pause = {};
};

// One thread at a time.
class Session {
 public:
  // Refused: a token that fits in no header.
  static base::Result<Session> open(SessionSettings settings);
  ~Session();
  Session(Session&&) noexcept;

  // Any answer is good here, also a refusal; an error is that there was none, and why. Waits up to
  // `retry_for` between attempts, and as long as it takes within them.
  base::Result<Answer> ask(const Request& request);

  const Address& address() const { return settings_.address; }

 private:
  struct Handle;
  struct Attempt;
  explicit Session(SessionSettings settings);
  Attempt attempt(const Request& request);
  void prepare(const Request& request, const std::string& url, curl_slist* lines);

  SessionSettings settings_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace tradepost::client
