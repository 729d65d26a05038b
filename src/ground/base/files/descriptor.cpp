#include "base/files/descriptor.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace tradepost::base {
namespace {

// Writes all bytes and syncs the file. Returns 0, or the error number of the system.
int write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

Error cannot_write(const std::string& path, int error) {
  const auto code = error == ENOSPC ? ErrorCode::disk_full : ErrorCode::unavailable;
  return {code, CallerText(fmt::format("{} can't be written: {}.", path,
                                       std::generic_category().message(error)))};
}

Error cannot_read(const std::string& path, int error) {
  if (error == ELOOP) {
    return {ErrorCode::unreadable,
            CallerText(fmt::format("{} is a link, and links are not followed.", path))};
  }
  const auto code = error == ENOENT ? ErrorCode::not_found : ErrorCode::unavailable;
  return {code, CallerText(fmt::format("{} can't be read: {}.", path,
                                       std::generic_category().message(error)))};
}

Result<Descriptor> open_to_read(int folder, const std::string& name, const std::string& path) {
  // Without O_NONBLOCK, opening a FIFO waits for its writer.
  Descriptor file(
      ::openat(folder, name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) return refuse(cannot_read(path, errno));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return refuse(cannot_read(path, errno));
  if (!S_ISREG(status.st_mode)) {
    return refuse({ErrorCode::unreadable, CallerText(fmt::format("{} is not a file.", path))});
  }
  return file;
}

Result<std::string> read_to_end(int file, const std::string& path, std::size_t bytes_max) {
  std::string bytes;
  while (bytes.size() <= bytes_max) {
    constexpr std::size_t step = 65'536;
    const std::size_t had = bytes.size();
    bytes.resize(had + step);
    const auto count = ::read(file, bytes.data() + had, step);
    bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) return refuse(cannot_read(path, errno));
  }
  return refuse({ErrorCode::too_large,
                 CallerText(fmt::format("{} has more than {} bytes.", path, bytes_max))});
}

Done write_whole_in(int folder, const std::string& name, const std::string& path,
                    std::string_view bytes, Readers readers) {
  const std::string unfinished = "." + name + ".unfinished";
  // A crash leaves such a file behind. A link of this name may lead to any file of the user, so no
  // existing file is opened: the link itself is removed, and O_EXCL fails if another one appears in
  // between.
  if (::unlinkat(folder, unfinished.c_str(), 0) != 0 && errno != ENOENT) {
    return refuse(cannot_write(path, errno));
  }
  const Descriptor file(::openat(folder, unfinished.c_str(),
                                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                 readers == Readers::owner ? 0600 : 0666));
  if (file.get() < 0) return refuse(cannot_write(path, errno));
  const int error = write_all(file.get(), bytes);
  if (error == 0 && ::renameat(folder, unfinished.c_str(), folder, name.c_str()) == 0) return {};
  const auto refusal = cannot_write(path, error == 0 ? errno : error);
  ::unlinkat(folder, unfinished.c_str(), 0);
  return refuse(refusal);
}

}  // namespace tradepost::base
