#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/files/descriptor.hpp"
#include "base/ground/result.hpp"

namespace tradepost::base {

// The state of a file when it was examined.
struct FileLook {
  bool is_regular = false;  // false: a link, a folder, a FIFO and so on
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileLook&) const = default;
};

// An open folder in which other programs may also write. Each file is named by one word: no link is
// followed, and a new folder at the same path is not mistaken for this one. A name that is not one
// word (empty, `..`, with a slash) is refused.
class OpenFolder {
 public:
  // Opens the folder, and creates it and its parents if they do not exist. The path may contain
  // links.
  static Result<OpenFolder> make(const std::string& path);
  // Opens a folder in this one, and creates it if it does not exist. A link is refused.
  Result<OpenFolder> make_below(const std::string& name) const;

  const std::string& path() const { return path_; }
  // Refuses if the path leads to nothing or to another folder.
  Done expect_in_place() const;
  // Returns all names, sorted.
  Result<std::vector<std::string>> names() const;
  // Returns nullopt if no entry has the name.
  Result<std::optional<FileLook>> look_at(const std::string& name) const;
  // Refuses if read_whole() would refuse the file before its first byte.
  Done expect_readable(const std::string& name) const;
  // Refuses as base::read_whole() does.
  Result<std::string> read_whole(const std::string& name, std::size_t bytes_max) const;
  // These do the same as the functions of base/files/whole_file.hpp.
  Done write_whole(const std::string& name, std::string_view bytes,
                   Readers readers = Readers::as_umask_permits) const;
  Done sync() const;
  // Moves a file within one file system. A file or a link with the new name is replaced.
  Done move(const std::string& name, const OpenFolder& to, const std::string& new_name) const;
  // Removes a file or a link. A missing one is not an error.
  Done remove(const std::string& name) const;

 private:
  OpenFolder(std::string path, Descriptor folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}
  std::string path_of(const std::string& name) const { return path_ + "/" + name; }

  std::string path_;
  Descriptor folder_;
};

}  // namespace tradepost::base
