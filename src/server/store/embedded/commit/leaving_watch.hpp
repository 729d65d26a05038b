#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/embedded/folder/leaving_file.hpp"

namespace tradepost::store::embedded {

// Watches for the file by which a network leaves its folder. For one thread.
class LeavingWatch {
 public:
  // `data` may be nullptr: then the network cannot leave.
  explicit LeavingWatch(journal::Folder* data) : data_(data) {}

  // Reads the file. After an error the next call tries again.
  void look() {
    if (data_ == nullptr) return;
    auto read = read_leaving(*data_);
    if (read) seen_ = *std::move(read);
  }
  // The state at the last look; nullopt if the network is not leaving.
  std::optional<LeavingFile::State> state() const {
    return seen_ ? std::optional(seen_->state) : std::nullopt;
  }
  // Answers that the store writes nothing after this sequence. Does nothing if the network is not
  // leaving.
  void note_closed(std::uint64_t sequence) {
    if (!seen_ || noted_attempt_ == seen_->attempt) return;
    if (write_closed(*data_, seen_->attempt, sequence)) noted_attempt_ = seen_->attempt;
  }

 private:
  journal::Folder* const data_;
  std::optional<LeavingFile> seen_;
  std::string noted_attempt_;
};

}  // namespace tradepost::store::embedded
