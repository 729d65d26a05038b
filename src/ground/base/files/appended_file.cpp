#include "base/files/appended_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>

namespace tradepost::base {
namespace {

Done write_all(int file, std::string_view bytes, const std::string& path) {
  while (!bytes.empty()) {
    const auto written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return refuse(cannot_write(path, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

}  // namespace

Result<AppendedFile> AppendedFile::open(const std::string& path) {
  constexpr mode_t of_owner = 0600;
  Descriptor file(
      ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, of_owner));
  if (file.get() < 0) return refuse(cannot_write(path, errno));
  const off_t bytes = ::lseek(file.get(), 0, SEEK_END);
  if (bytes < 0) return refuse(cannot_write(path, errno));
  return AppendedFile(path, std::move(file), static_cast<std::uint64_t>(bytes));
}

Done AppendedFile::append(std::string_view bytes) {
  Done done = write_all(file_.get(), bytes, path_);
  if (done) {
    bytes_ += bytes.size();
  } else if (::ftruncate(file_.get(), static_cast<off_t>(bytes_)) != 0) {
    is_whole_ = false;
  }
  return done;
}

}  // namespace tradepost::base
