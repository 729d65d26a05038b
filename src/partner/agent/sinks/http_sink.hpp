#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/sinks/sink.hpp"
#include "client/session.hpp"

namespace tradepost::agent {

// Sends a POST for each document: the body is its content, the headers describe it. Status 2xx
// means processed and 422 means faulty; any other status or a missing response causes a retry. A
// document can be posted again after a crash. Its Idempotency-Key is always its id.
class HttpSink final : public Sink {
 public:
  struct Settings {
    std::string address;
    std::string token = {};  // token for the receiving system; empty: none
    std::optional<std::string> authorities_file = {};
    bool takes_plain_http = false;  // also to another machine
    std::string bridge;
    std::chrono::seconds timeout{60};
    std::stop_token stop = {};
  };
  static base::Result<HttpSink> open(Settings settings);

  std::size_t batch_max() const override { return 1; }
  std::vector<Outcome> hand_over(std::span<const Delivery> batch) override;
  base::Result<std::optional<Outcome>> recall(const std::string& /*id*/,
                                              const std::string& /*type*/) override {
    return std::optional<Outcome>();
  }

 private:
  HttpSink(client::Session session, std::string bridge, std::chrono::seconds timeout)
      : session_(std::move(session)), bridge_(std::move(bridge)), timeout_(timeout) {}
  Outcome hand_over(const Delivery& delivery);

  client::Session session_;
  std::string bridge_;
  std::chrono::seconds timeout_;
};

}  // namespace tradepost::agent
