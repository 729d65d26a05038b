#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tradepost::client {

// A pause before a request is repeated.
struct Pause {
  std::string_view why = {};  // valid during the call only
  std::chrono::milliseconds time = {};
};

struct Settings {
  std::string url =
      {};  // https://trade.example.org, with the path prefix of a proxy if there is one
  std::string token = {};  // of a participant: tp_live_… or tp_test_…

  // The PEM file of trusted certificate authorities. Without it, the authorities of the machine.
  std::optional<std::string> authorities_file = std::nullopt;
  bool takes_any_certificate = false;  // allowed only for an exchange on this machine
  bool takes_plain_http = false;       // http:// to another machine sends the token unencrypted
  // Without it, the environment decides (https_proxy, no_proxy). Empty: no proxy.
  std::optional<std::string> proxy = std::nullopt;

  // Limits the time in which a call is repeated if the exchange is unreachable or busy. 0: never.
  std::chrono::milliseconds retry_for{30'000};
  std::chrono::milliseconds connect_within{10'000};
  std::chrono::seconds silence_max{60};  // time without a byte that closes the connection

  std::string field_word = "platform";  // the exchange's word in the name platformTransactionId
  std::string user_agent = "tradepost";
  std::function<void(const Pause&)> on_pause = {};
  // Ends the call in progress, including its pauses. Later calls end at once.
  std::stop_token stop = {};
};

}  // namespace tradepost::client
