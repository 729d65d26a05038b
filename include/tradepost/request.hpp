#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What Exchange::ask takes and gives: any request of the interface, and the answer as it came.
namespace tradepost::client {

struct Header {
  std::string name = {};
  std::string value = {};
};

// Whether the same request may be sent again if its outcome is unknown.
enum class Repeat : std::uint8_t {
  when_lost,    // a repeat changes nothing more
  when_unsent,  // only if the first had no effect: it did not arrive, or was refused as too much
};

struct Request {
  std::string method = "GET";
  std::string path = {};  // below the address, /v2/ping; or a whole URL that leads to it
  std::vector<Header> headers = {};
  std::optional<std::string> json = std::nullopt;
  Repeat repeat = Repeat::when_lost;
  std::chrono::seconds waits_for{0};  // what the exchange may take for it without a byte
  // For the whole answer; 0: silence alone ends the request.
  std::chrono::milliseconds answer_within{0};
};

struct Answer {
  int status = 0;
  std::vector<Header> headers = {};
  std::string body = {};
  unsigned attempts = 1;  // which of them this answers

  bool is_good() const { return status >= 200 && status < 300; }
  std::string_view header(std::string_view name) const;  // empty: none
};

}  // namespace tradepost::client
