#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/crypto/random.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/folder/leaving_file.hpp"

namespace tradepost::store::embedded {

// Takes a network out of its folder, which a process may serve meanwhile. One process at a time
// does so. Without leave() the folder stays as it is until the move is given up.
class Leaving {
 public:
  // in_use: another process moves the network.
  static Result<std::unique_ptr<Leaving>> of(const DataFolder& data);

  // From now on who serves the folder writes nothing, and nobody begins to serve it. Returns the
  // last sequence; nothing: nobody served it. unavailable: who serves it did not answer in time.
  Result<std::optional<std::uint64_t>> close(base::Random& random,
                                             std::chrono::milliseconds patience);
  // Nobody begins to serve the folder any more, and who serves it ends.
  Done leave(base::Random& random);
  // unavailable: who serves it does not end in time.
  Done wait_for_the_end(std::chrono::milliseconds patience);
  // conflict: the network has left.
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
