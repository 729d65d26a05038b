#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/ground/result.hpp"
#include "journal/disk/file.hpp"

// The files by which a network moves from its folder to a database
// (docs/internals/embedded-store.md 3.5): `tradepost migrate` writes `leaving` into the data
// folder, and the process that serves the folder answers with `closed`.
namespace tradepost::store::embedded {

using base::Done;
using base::Result;

struct LeavingFile {
  enum class State : std::uint8_t {
    closing,  // the store writes nothing more
    left,     // the store answers nothing more, and the folder is never served again
  };
  State state = State::closing;
  std::string attempt;  // the answer names it
};

// Returns nullopt if the network is not leaving the folder.
Result<std::optional<LeavingFile>> read_leaving(journal::Folder& data);
Done write_leaving(journal::Folder& data, const LeavingFile& leaving);
// Removes `leaving` and the answer.
Done remove_leaving(journal::Folder& data);

// Answers that the store stores no record after this sequence.
Done write_closed(journal::Folder& data, const std::string& attempt, std::uint64_t sequence);
// Returns nullopt if this attempt has no answer.
Result<std::optional<std::uint64_t>> read_closed(journal::Folder& data, const std::string& attempt);

// Fails with conflict if the network is leaving the folder or has left it.
Done refuse_if_leaving(journal::Folder& data);
base::Error has_left();

}  // namespace tradepost::store::embedded
