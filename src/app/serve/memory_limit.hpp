#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "app/serve/serve_options.hpp"
#include "base/ground/result.hpp"

namespace tradepost::app {

// Memory that the system allows the process.
struct MemoryLimit {
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t address_space = none;  // RLIMIT_AS
  std::uint64_t resident = none;       // memory of the machine, or limit of the control group
};
MemoryLimit memory_limit();

// Returns the memory for large bodies and answers: the setting, or the remaining memory if that is
// less. Fails if the address space is too small for a start.
base::Result<std::uint64_t> transfer_bytes_within(const MemoryLimit& limit,
                                                  const ServeOptions& options);

}  // namespace tradepost::app
