#include "base/files/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace tradepost::base {
namespace {

Error cannot_write(const std::string& path, int error) {
  const auto code = error == ENOSPC ? ErrorCode::disk_full : ErrorCode::unavailable;
  return {code, CallerText(fmt::format("{} can't be written: {}.", path,
                                       std::generic_category().message(error)))};
}

Error cannot_read(const std::string& path, int error) {
  const auto code = error == ENOENT ? ErrorCode::not_found : ErrorCode::unavailable;
  return {code, CallerText(fmt::format("{} can't be read: {}.", path,
                                       std::generic_category().message(error)))};
}

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

// 0, or the error's number.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto count = ::write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return errno;
    if (count > 0) bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return ::fsync(descriptor) == 0 ? 0 : errno;
}

}  // namespace

Done write_whole(const std::string& folder, const std::string& name, std::string_view bytes) {
  const std::string path = folder + "/" + name;
  const std::string unfinished = folder + "/." + name + ".unfinished";
  const Descriptor file(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) return refuse(cannot_write(path, errno));
  const int error = write_all(file.get(), bytes);
  if (error == 0 && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
  const auto refusal = cannot_write(path, error == 0 ? errno : error);
  ::unlink(unfinished.c_str());
  return refuse(refusal);
}

Done sync_folder(const std::string& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0 || ::fsync(opened.get()) != 0) {
    return refuse(cannot_write(folder, errno));
  }
  return {};
}

Done move_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) return refuse(cannot_write(to, errno));
  return {};
}

Result<std::string> read_whole(const std::string& path, std::size_t bytes_max) {
  // Without O_NONBLOCK, opening a FIFO waits for its writer.
  const Descriptor file(
      ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY));
  if (file.get() < 0) return refuse(cannot_read(path, errno));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) return refuse(cannot_read(path, errno));
  if (!S_ISREG(status.st_mode)) {
    return refuse({ErrorCode::unreadable, CallerText(fmt::format("{} is not a file.", path))});
  }
  std::string bytes;
  while (bytes.size() <= bytes_max) {
    constexpr std::size_t step = 65'536;
    const std::size_t had = bytes.size();
    bytes.resize(had + step);
    const auto count = ::read(file.get(), bytes.data() + had, step);
    bytes.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    if (count == 0) return bytes;
    if (count < 0 && errno != EINTR) return refuse(cannot_read(path, errno));
  }
  return refuse({ErrorCode::too_large,
                 CallerText(fmt::format("{} has more than {} bytes.", path, bytes_max))});
}

Done make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return refuse(cannot_write(folder, error.value()));
  return {};
}

}  // namespace tradepost::base
