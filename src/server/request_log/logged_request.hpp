#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "exchange/model/model.hpp"

namespace tradepost::request_log {

// The number of faults of a refusal that are kept, and the largest body that is kept.
inline constexpr std::size_t faults_kept_max = 20;
inline constexpr std::size_t body_bytes_kept_max = 64u << 10;

// The participant and the flow of a request.
struct Owner {
  exchange::ParticipantId participant;
  exchange::Flow flow{};

  bool operator==(const Owner&) const = default;
};

// The error answer of a request. Its sentences are English.
struct Refusal {
  std::string code;
  std::string detail_code;  // empty: none
  std::string message;
  std::vector<exchange::Finding> faults;  // the first ones
  std::uint64_t fault_count = 0;          // of all faults
  std::optional<std::string> body;        // as sent; nullopt: not kept
};

// A request that was answered. It has no header and no secret.
struct LoggedRequest {
  base::Uuid id;           // of version 7: a later request has a larger one
  exchange::Instant at{};  // of its first byte
  std::string method;
  std::string target;  // the path, and the parameters of the query that are not secret
  std::string request_id;
  std::uint64_t body_bytes = 0;
  std::chrono::milliseconds took{0};
  int status = 0;
  exchange::TokenId token;    // zero for a person
  exchange::PersonId person;  // zero for a program
  std::unique_ptr<const Refusal> refusal = {};
};

// Shared: a reader may still use a request that has left the log.
using Logged = std::shared_ptr<const LoggedRequest>;

// Returns the memory that the request needs, approximately.
std::size_t memory_of(const LoggedRequest& request);

}  // namespace tradepost::request_log
