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

// The seam between the journal and the disk: the journal's only access to the world.
// posix_folder.hpp is the real one; the tests' simulated disk forgets, tears, doubles and fails
// here.
//
// Every error of write, sync, rename, remove and truncate is final for the journal, for the state
// of the disk is then unknown. So no implementation retries anything except interrupted system
// calls. One error is not final: disk_full, which no sync returns. The journal undoes a write that
// found no space.
namespace tradepost::journal {

using base::Done;
using base::Result;

// One open file. Reads may come from any thread, also while another one writes.
class File {
 public:
  virtual ~File() = default;

  // The bytes read: fewer than asked for only at the end of the file.
  virtual Result<std::size_t> read_at(std::uint64_t offset, std::span<char> buffer) = 0;
  // The same without waiting for the disk: nothing where a byte of it is not in memory.
  virtual Result<std::optional<std::size_t>> read_cached(std::uint64_t offset,
                                                         std::span<char> buffer) = 0;
  // A hint; never fails.
  virtual void will_need(std::uint64_t offset, std::uint64_t bytes) = 0;

  // All of the bytes, or an error after which any part of them may be there.
  virtual Done write_at(std::uint64_t offset, std::string_view bytes) = 0;
  // Everything written before is on the disk when this returns, with the metadata to read it. The
  // file's name is not: that is Folder::sync.
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
  made_new,  // an error where the name exists
};

// Whether a byte that is written again lies where it lay. On copy-on-write file systems it does
// not, and writing space ahead buys nothing.
enum class Rewriting : std::uint8_t { in_place, copying };

// Held as long as the object lives, and no longer than the process.
class FolderLock {
 public:
  virtual ~FolderLock() = default;
};

// One folder, flat. Any thread. Names are the journal's own, never from outside.
class Folder {
 public:
  virtual ~Folder() = default;

  // not_found where there is no such file.
  virtual Result<std::unique_ptr<File>> open(const std::string& name, OpenAs how) = 0;
  virtual Result<std::vector<std::string>> names() = 0;
  // Replaces what has the new name.
  virtual Done rename(const std::string& from, const std::string& to) = 0;
  // No error where there is no such file.
  virtual Done remove(const std::string& name) = 0;
  // Names made, renamed and removed before are on the disk when this returns.
  virtual Done sync() = 0;
  virtual Result<Space> space() = 0;
  virtual Rewriting rewriting() const = 0;
  // in_use where another process has it; its number is in the error's detail.
  virtual Result<std::unique_ptr<FolderLock>> lock() = 0;
};

}  // namespace tradepost::journal
