#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/embedded/folder/leaving_file.hpp"

namespace tradepost::store::embedded {

// Whether the network leaves the folder that the process serves. One thread.
class LeavingWatch {
 public:
  // nullptr: it stays.
  explicit LeavingWatch(journal::Folder* data) : data_(data) {}

  // What can't be read is looked at the next time.
  void look() {
    if (data_ == nullptr) return;
    auto read = read_leaving(*data_);
    if (read) seen_ = *std::move(read);
  }
  // As of the last look. Nothing: the network stays.
  std::optional<LeavingFile::State> state() const {
    return seen_ ? std::optional(seen_->state) : std::nullopt;
  }
  // Nothing is written after this sequence, as long as the last look saw that the network leaves.
  void tell_closed(std::uint64_t sequence) {
    if (!seen_ || told_ == seen_->attempt) return;
    if (write_closed(*data_, seen_->attempt, sequence)) told_ = seen_->attempt;
  }

 private:
  journal::Folder* const data_;
  std::optional<LeavingFile> seen_;
  std::string told_;
};

}  // namespace tradepost::store::embedded
