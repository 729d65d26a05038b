#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Stored forms of passwords: Argon2id in the text form of its reference implementation,
//   $argon2id$v=19$m=65536,t=2,p=1$spYDZVMzm0rrRLKWB+cxHA$Navfgf3sByHI8HxnQm4slwS1Gtpp37DCxmcZKeBbmTQ
//
// The bytes of a password are hashed as the person typed them, without Unicode normalisation,
// because no linked library has it. Browsers send composed characters from the keyboards of all
// common systems, so the bytes differ only if a person pastes decomposed characters.
namespace tradepost::credentials {

struct Cost {
  std::uint32_t memory_kib = 0;
  std::uint32_t passes = 0;

  bool operator==(const Cost&) const = default;
};

// OWASP's minimum is 19 MiB with 2 passes, which take 25 ms on one core of the machine of
// docs/reference/benchmarks.md. This cost takes 80 ms. Each call holds the memory until it returns,
// so the caller limits the number of concurrent calls.
inline constexpr Cost usual_cost{.memory_kib = 64 * 1024, .passes = 2};
// The least cost of the algorithm, for tests and fuzzing.
inline constexpr Cost least_cost{.memory_kib = 8, .passes = 1};
// A stored hash with a higher cost is malformed: it would occupy the exchange.
inline constexpr Cost cost_max{.memory_kib = 256 * 1024, .passes = 16};

// Returns a hash with a new salt. Missing memory ends the process, as for any other allocation.
std::string hashed(std::string_view password, const Cost& cost = usual_cost);

// Returns true if the hash was made from this password. A malformed hash is false. It takes the
// time and the memory of the hash's cost, whatever the result, and ends the process without memory.
bool matches(std::string_view hash, std::string_view password);

// Returns a hash that no known password matches. A sign-in to an unknown account calls matches()
// with it, and so takes the same time as one to an account with a hash of the same cost.
std::string hash_of_no_password(const Cost& cost = usual_cost);

// Returns the cost of a hash, or nullopt if the hash is malformed or exceeds cost_max.
std::optional<Cost> cost_of(std::string_view hash);

// Returns true if the hash has another cost, or is malformed. The caller then stores a new hash
// after the next sign-in with the right password.
bool needs_new_hash(std::string_view hash, const Cost& cost = usual_cost);

}  // namespace tradepost::credentials
