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

// A network's folder, for the commands that work on it unserved: check, repair, restore.
namespace tradepost::store::embedded {

struct DataFolder {
  std::string path;

  std::string journal() const { return path + "/journal"; }
  std::string index() const { return path + "/index"; }
  std::string journal_end() const { return path + "/journal-end"; }
};

// How far some work is that takes its time.
struct Stage {
  std::string_view what;
  std::uint64_t done = 0;
  std::uint64_t of = 0;
};
using Tell = std::function<void(const Stage&)>;  // may be empty

// Nobody else has the journal open as long as this lives.
struct LockedJournal {
  std::unique_ptr<journal::Folder> folder;
  std::unique_ptr<journal::FolderLock> lock;
};
// not_found, in_use (the detail has the process).
Result<LockedJournal> lock_journal(const DataFolder& data);

// A folder `check-…` beside the index: empty when it is made, removed with the object. The folder
// of a killed process is removed first, so the caller must hold the journal's lock.
class ScratchFolder {
 public:
  static Result<ScratchFolder> in(const DataFolder& data);
  ~ScratchFolder();
  ScratchFolder(ScratchFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

  std::string index() const { return path_ + "/index"; }
  // Replaces the index with the one that was made here; the old one is removed.
  Done replace_index(const DataFolder& data) const;

 private:
  explicit ScratchFolder(std::string path) : path_(std::move(path)) {}
  std::string path_;
};

// What there is of an index, without changing it.
struct SeenIndex {
  enum class State : std::uint8_t { none, unreadable, foreign, readable };
  State state = State::none;
  std::string why;                 // of an unreadable one, for the operator
  std::unique_ptr<Index> index;    // of a readable one
  std::optional<Applied> applied;  // the same
};
// too_new where a newer version has made it.
Result<SeenIndex> see_index(const DataFolder& data, const journal::Identity& journal);

// Small: everything is read once here.
IndexOptions options_of_work();

// Files that were made, renamed or removed in the folder are on the disk when this returns.
Done sync_folder(const std::string& path);
bool is_there(const std::string& path);
bool is_empty_folder(const std::string& path);
Done make_folder(const std::string& path);
Done rename_path(const std::string& from, const std::string& to);
// The first `bytes` of a file, or all of it where there are fewer, as a new file that is synced.
// One of the name that is there goes.
Done copy_front(const std::string& from, const std::string& to, std::uint64_t bytes);
// A second name of a file that nobody writes any more, or a copy where the file system has none.
Done link_or_copy(const std::string& from, const std::string& to);
// 20261120T134559Z: in names of files, where a colon is not welcome.
std::string name_of_moment(base::Instant instant);

}  // namespace tradepost::store::embedded
