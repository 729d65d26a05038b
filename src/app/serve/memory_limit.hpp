#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "app/serve/serve_options.hpp"
#include "base/ground/result.hpp"

namespace tradepost::app {

// How much memory the system lets the process have.
struct MemoryLimit {
  static constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

  std::uint64_t address_space = none;  // RLIMIT_AS
  std::uint64_t resident = none;       // of the machine, or of the control group the process is in
};
MemoryLimit memory_limit();

// What large bodies and answers may take of it: as it is set, or what the rest of the process
// leaves. Refused where the address space does not suffice for a start.
base::Result<std::uint64_t> transfer_bytes_within(const MemoryLimit& limit,
                                                  const ServeOptions& options);

}  // namespace tradepost::app
