#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The request and the answer of Exchange::ask, which gives access to the whole interface.
namespace tradepost::client {

struct Header {
  std::string name = {};
  std::string value = {};
};

// Says if the same request may be sent again when its outcome is unknown.
enum class Repeat : std::uint8_t {
  when_lost,  // a repetition changes nothing more
  // Only if the first attempt had no effect: it did not arrive, or was refused with 429 or 503.
  when_unsent,
};

// A body that is not JSON.
struct Body {
  std::string media_type = {};  // application/xml
  std::string bytes = {};
};

struct Request {
  std::string method = "GET";
  std::string path = {};  // below the address, such as /v2/ping; or a whole URL below the address
  std::vector<Header> headers = {};
  std::optional<std::string> json = std::nullopt;
  std::optional<Body> body = std::nullopt;  // instead of json
  Repeat repeat = Repeat::when_lost;
  // The silence that the exchange may need for it, added to silence_max.
  std::chrono::seconds waits_for{0};
  // Limits the time until the answer is complete. 0: only silence ends the request.
  std::chrono::milliseconds answer_within{0};
};

struct Answer {
  int status = 0;
  std::vector<Header> headers = {};
  std::string body = {};
  unsigned attempts = 1;  // the number of the attempt that got this answer

  bool is_good() const { return status >= 200 && status < 300; }
  std::string_view header(std::string_view name) const;  // empty if absent
};

}  // namespace tradepost::client
