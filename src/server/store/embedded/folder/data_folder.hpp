#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "journal/disk/file.hpp"
#include "store/embedded/format/values.hpp"
#include "store/embedded/index/index.hpp"

// A network's folder, for commands on a folder that is not served: check, repair, restore.
namespace tradepost::store::embedded {

struct DataFolder {
  std::string path;

  std::string journal() const { return path + "/journal"; }
  std::string index() const { return path + "/index"; }
  std::string journal_end() const { return path + "/journal-end"; }
  std::string format() const { return path + "/format"; }
  std::string drafts() const { return path + "/drafts"; }
};

// The progress of a long task.
struct Stage {
  std::string_view what;
  std::uint64_t done = 0;
  std::uint64_t of = 0;
};
using OnProgress = std::function<void(const Stage&)>;  // may be empty

// Keeps other processes from opening the journal during its life.
struct LockedJournal {
  std::unique_ptr<journal::Folder> folder;
  std::unique_ptr<journal::FolderLock> lock;
};
// Fails with not_found, with too_new, or with in_use (the detail has the process).
Result<LockedJournal> lock_journal(const DataFolder& data);

// An empty folder `check-…` in the data folder, which the destructor removes. Creation also removes
// the folders of killed processes, so the caller must hold the journal's lock.
class ScratchFolder {
 public:
  static Result<ScratchFolder> in(const DataFolder& data);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

  std::string index() const { return path_ + "/index"; }
  // Replaces the data folder's index with the scratch folder's one, and removes the old one.
  Done replace_index(const DataFolder& data) const;

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// The state of an index, which is not changed.
struct SeenIndex {
  enum class State : std::uint8_t { none, unreadable, foreign, readable };
  State state = State::none;
  std::string why;                 // of an unreadable one, for the operator
  std::unique_ptr<Index> index;    // of a readable one
  std::optional<Applied> applied;  // of a readable one
};
// Fails with too_new if a newer version wrote the index.
Result<SeenIndex> see_index(const DataFolder& data, const journal::Identity& journal);

// Options with a small cache, for a task that reads everything once.
IndexOptions options_of_work();

// Makes all files that were created, renamed or removed in the folder durable.
Done sync_folder(const std::string& path);
bool is_there(const std::string& path);
bool is_empty_folder(const std::string& path);
Done make_folder(const std::string& path);
Done rename_path(const std::string& from, const std::string& to);
// Copies the first `bytes` of a file, or the whole file if it is shorter, and syncs the copy.
// Replaces an existing file.
Done copy_front(const std::string& from, const std::string& to, std::uint64_t bytes);
// Makes a second name for a file that is never written again, or a copy if the file system has no
// links.
Done link_or_copy(const std::string& from, const std::string& to);
// Returns 20261120T134559Z: a file name without colons.
std::string name_of_moment(base::Instant instant);

}  // namespace tradepost::store::embedded
