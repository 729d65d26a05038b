#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ground/result.hpp"
#include "journal/disk/file.hpp"

// How a network leaves its folder for a database (docs/internals/embedded-store.md 3.5): `tradepost
// migrate` writes the file `leaving` into the data folder, and the process that serves the folder
// answers in the file `closed`.
namespace tradepost::store::embedded {

using base::Done;
using base::Result;

struct LeavingFile {
  enum class State : std::uint8_t {
    closing,  // nothing is written any more
    left,     // nothing is answered any more, and nobody serves the folder again
  };
  State state = State::closing;
  std::string attempt;  // the answer names it
};

// Nothing: the network is here to stay.
Result<std::optional<LeavingFile>> read_leaving(journal::Folder& data);
Done write_leaving(journal::Folder& data, const LeavingFile& leaving);
// The answer too.
Done remove_leaving(journal::Folder& data);

// No record will be kept after this sequence.
Done write_closed(journal::Folder& data, const std::string& attempt, std::uint64_t sequence);
// Nothing: there is no answer to this attempt.
Result<std::optional<std::uint64_t>> read_closed(journal::Folder& data, const std::string& attempt);

// conflict: the network leaves the folder, or has left it.
Done refuse_if_leaving(journal::Folder& data);
base::Error has_left();

}  // namespace tradepost::store::embedded
