#pragma once

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>

#include "agent/sinks/sink.hpp"
#include "client/session.hpp"

namespace tradepost::agent {

// A POST for each document: its content is the body, what it is stands in headers. A status 2xx
// says that it was processed, 422 that it is faulty; any other answer, and none, that it is to be
// tried again. After a crash a document may be posted again; its Idempotency-Key is its id, always.
class HttpSink final : public Sink {
 public:
  struct Settings {
    std::string address;
    std::string token = {};  // of the receiving system; empty: none
    std::optional<std::string> authorities_file = {};
    bool takes_plain_http = false;  // to another machine
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
