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

// A file as a look at it finds it.
struct FileLook {
  bool is_regular = false;  // no link, no folder, no FIFO
  std::uint64_t bytes = 0;
  std::int64_t changed_ns = 0;
  std::uint64_t inode = 0;
  bool operator==(const FileLook&) const = default;
};

// A folder in which others may write, too. It stays open, and its files are named by one word each:
// no link is followed, whoever puts it there, and a folder that another one replaces is not
// mistaken for it. A name that is no such word (empty, `..`, with a slash) is refused.
class OpenFolder {
 public:
  // Makes the folder, and what it lies in, where they are not there. The path may lead over links.
  static Result<OpenFolder> make(const std::string& path);
  // A folder in this one, which is made if it is not there. Refused: the name is a link.
  Result<OpenFolder> make_below(const std::string& name) const;

  const std::string& path() const { return path_; }
  // Refused: its path leads to nothing, or to another folder.
  Done expect_in_place() const;
  // All of them, in their order.
  Result<std::vector<std::string>> names() const;
  // nullopt: nothing has the name.
  Result<std::optional<FileLook>> look_at(const std::string& name) const;
  // Refused: read_whole() would refuse the file before its first byte.
  Done expect_readable(const std::string& name) const;
  // Refusals as those of base::read_whole.
  Result<std::string> read_whole(const std::string& name, std::size_t bytes_max) const;
  // Both as the functions of base/files/whole_file.hpp.
  Done write_whole(const std::string& name, std::string_view bytes) const;
  Done sync() const;
  // On the same file system; a file or a link that has the new name is replaced.
  Done move(const std::string& name, const OpenFolder& to, const std::string& new_name) const;
  // A file or a link; one that is not there is no error.
  Done remove(const std::string& name) const;

 private:
  OpenFolder(std::string path, Descriptor folder)
      : path_(std::move(path)), folder_(std::move(folder)) {}
  std::string path_of(const std::string& name) const { return path_ + "/" + name; }

  std::string path_;
  Descriptor folder_;
};

}  // namespace tradepost::base
