#include "base/files/open_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <utility>

#include "base/files/whole_file.hpp"

namespace tradepost::base {
namespace {

constexpr int as_folder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

Done expect_one_word(const std::string& name) {
  const bool is_one_word =
      !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos;
  if (is_one_word) return {};
  return refuse({ErrorCode::invalid, CallerText(fmt::format("\"{}\" names no file.", name))});
}

struct CloseStream {
  void operator()(DIR* stream) const { ::closedir(stream); }
};

}  // namespace

Result<OpenFolder> OpenFolder::make(const std::string& path) {
  TRY(make_folder(path));
  Descriptor folder(::open(path.c_str(), as_folder));
  if (folder.get() < 0) return refuse(cannot_read(path, errno));
  return OpenFolder(path, std::move(folder));
}

Result<OpenFolder> OpenFolder::make_below(const std::string& name) const {
  TRY(expect_one_word(name));
  const std::string path = path_of(name);
  if (::mkdirat(folder_.get(), name.c_str(), 0777) != 0 && errno != EEXIST) {
    return refuse(cannot_write(path, errno));
  }
  Descriptor folder(::openat(folder_.get(), name.c_str(), as_folder | O_NOFOLLOW));
  if (folder.get() >= 0) return OpenFolder(path, std::move(folder));
  if (errno != ENOTDIR && errno != ELOOP) return refuse(cannot_read(path, errno));
  return refuse(
      {ErrorCode::unavailable,
       CallerText(fmt::format("{} is not a folder. A link to one is not followed.", path))});
}

Done OpenFolder::expect_in_place() const {
  struct stat own{};
  struct stat there{};
  if (::fstat(folder_.get(), &own) != 0 || ::stat(path_.c_str(), &there) != 0) {
    return refuse(cannot_read(path_, errno));
  }
  if (own.st_dev == there.st_dev && own.st_ino == there.st_ino) return {};
  return refuse({ErrorCode::unavailable,
                 CallerText(fmt::format("{} was replaced by another folder.", path_))});
}

Result<std::vector<std::string>> OpenFolder::names() const {
  // The stream needs a separate descriptor with a separate position in the folder.
  const int again = ::openat(folder_.get(), ".", as_folder);
  const std::unique_ptr<DIR, CloseStream> stream(again < 0 ? nullptr : ::fdopendir(again));
  if (!stream) {
    const int error = errno;
    if (again >= 0) ::close(again);
    return refuse(cannot_read(path_, error));
  }
  std::vector<std::string> names;
  errno = 0;
  while (const dirent* const entry = ::readdir(stream.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
    errno = 0;
  }
  if (errno != 0) return refuse(cannot_read(path_, errno));
  std::ranges::sort(names);
  return names;
}

Result<std::optional<FileLook>> OpenFolder::look_at(const std::string& name) const {
  TRY(expect_one_word(name));
  struct stat status{};
  if (::fstatat(folder_.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
    if (errno == ENOENT) return std::optional<FileLook>();
    return refuse(cannot_read(path_of(name), errno));
  }
  constexpr std::int64_t second_ns = 1'000'000'000;
  return std::optional(
      FileLook{.is_regular = S_ISREG(status.st_mode),
               .bytes = static_cast<std::uint64_t>(status.st_size),
               .changed_ns = status.st_mtim.tv_sec * second_ns + status.st_mtim.tv_nsec,
               .inode = status.st_ino});
}

Done OpenFolder::expect_readable(const std::string& name) const {
  TRY(expect_one_word(name));
  TRY(open_to_read(folder_.get(), name, path_of(name)));
  return {};
}

Result<std::string> OpenFolder::read_whole(const std::string& name, std::size_t bytes_max) const {
  TRY(expect_one_word(name));
  TRY_ASSIGN(const Descriptor file, open_to_read(folder_.get(), name, path_of(name)));
  return read_to_end(file.get(), path_of(name), bytes_max);
}

Done OpenFolder::write_whole(const std::string& name, std::string_view bytes,
                             Readers readers) const {
  TRY(expect_one_word(name));
  return write_whole_in(folder_.get(), name, path_of(name), bytes, readers);
}

Done OpenFolder::sync() const {
  if (::fsync(folder_.get()) != 0) return refuse(cannot_write(path_, errno));
  return {};
}

Done OpenFolder::move(const std::string& name, const OpenFolder& to,
                      const std::string& new_name) const {
  TRY(expect_one_word(name));
  TRY(expect_one_word(new_name));
  if (::renameat(folder_.get(), name.c_str(), to.folder_.get(), new_name.c_str()) == 0) return {};
  return refuse(cannot_write(to.path_of(new_name), errno));
}

Done OpenFolder::remove(const std::string& name) const {
  TRY(expect_one_word(name));
  if (::unlinkat(folder_.get(), name.c_str(), 0) == 0 || errno == ENOENT) return {};
  return refuse(cannot_write(path_of(name), errno));
}

}  // namespace tradepost::base
