#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"

// The interface between the journal and the disk, and the journal's only access to the outside.
// posix_folder.hpp implements it; the simulated disk of the tests loses, tears, duplicates and
// refuses writes here.
//
// Every error of write, sync, rename, remove and truncate is final for the journal, because the
// state of the disk is unknown afterwards. An implementation may retry only interrupted system
// calls. The exception is disk_full, which sync never returns: the journal undoes a write that
// found no space.
namespace tradepost::journal {

using base::Done;
using base::Result;

// An open file. Any thread may read, also during a write.
class File {
 public:
  virtual ~File() = default;

  // Returns the number of bytes read. It is less than the buffer's size only at the end of the
  // file.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<char> buffer) = 0;
  // Like read_at, but never waits for the disk: returns nullopt if a byte is not in memory.
  virtual Result<std::optional<std::size_t>> read_cached(std::uint64_t offset,
                                                         std::span<char> buffer) = 0;
  // Announces a read to the system. Never fails.
  virtual void will_need(std::uint64_t offset, std::uint64_t bytes) = 0;

  // Writes all of the bytes. After an error any part of them may be in the file.
  virtual Done write_at(std::uint64_t offset, std::string_view bytes) = 0;
  // Makes all earlier writes durable, with the metadata that reading them needs. Folder::sync makes
  // the file's name durable.
  virtual Done sync() = 0;
  virtual Done truncate(std::uint64_t bytes) = 0;
  // Allocates the space without writing it; the new part reads as zeros.
  virtual Done allocate(std::uint64_t bytes) = 0;
  virtual Result<std::uint64_t> size() = 0;
};

struct Space {
  std::uint64_t free_bytes = 0;
  std::uint64_t total_bytes = 0;
};

enum class OpenAs : std::uint8_t {
  read_only,
  read_write,
  made_new,  // an error if the name exists
};

// The effect of a second write to a byte. `copying` file systems write it to a new place, so zeros
// written ahead have no benefit.
enum class Rewriting : std::uint8_t { in_place, copying };

// Keeps the lock during its life. The lock also ends with the process.
class FolderLock {
 public:
  virtual ~FolderLock() = default;
};

// A folder without subfolders. Thread-safe. All names are the journal's own constants, never input.
class Folder {
 public:
  virtual ~Folder() = default;

  // Fails with not_found if the file does not exist.
  virtual Result<std::unique_ptr<File>> open(const std::string& name, OpenAs how) = 0;
  virtual Result<std::vector<std::string>> names() = 0;
  // Replaces a file that has the new name.
  virtual Done rename(const std::string& from, const std::string& to) = 0;
  // Succeeds if the file does not exist.
  virtual Done remove(const std::string& name) = 0;
  // Makes all earlier creations, renames and removals of names durable.
  virtual Done sync() = 0;
  virtual Result<Space> space() = 0;
  virtual Rewriting rewriting() const = 0;
  // Fails with in_use if another process has the lock. The error's detail has the number of that
  // process.
  virtual Result<std::unique_ptr<FolderLock>> lock() = 0;
};

}  // namespace tradepost::journal
