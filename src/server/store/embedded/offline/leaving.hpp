#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/crypto/random.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/folder/leaving_file.hpp"

namespace tradepost::store::embedded {

// Moves a network out of its folder, which a process may be serving. Only one process at a time may
// do this. After close() the folder stays closed until give_up() reopens it or leave() ends its
// use.
class Leaving {
 public:
  // Fails with in_use if another process is moving the network.
  static Result<std::unique_ptr<Leaving>> of(const DataFolder& data);

  // Makes the serving process stop writing, and forbids new starts. Returns the last sequence, or
  // nullopt if the folder is not served. Fails with unavailable if the serving process does not
  // answer in time.
  Result<std::optional<std::uint64_t>> close(base::Random& random,
                                             std::chrono::milliseconds patience);
  // Forbids all future starts, and makes the serving process end.
  Done leave(base::Random& random);
  // Fails with unavailable if the serving process does not end in time.
  Done wait_for_the_end(std::chrono::milliseconds patience);
  // Cancels the move. Fails with conflict if the network has left.
  Done give_up();

 private:
  Leaving(DataFolder data, std::unique_ptr<journal::Folder> folder,
          std::unique_ptr<journal::FolderLock> lock)
      : data_(std::move(data)), folder_(std::move(folder)), lock_(std::move(lock)) {}

  Result<bool> is_served();

  const DataFolder data_;
  const std::unique_ptr<journal::Folder> folder_;
  const std::unique_ptr<journal::FolderLock> lock_;
};

}  // namespace tradepost::store::embedded
