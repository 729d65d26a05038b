#include "app/console/whole_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace tradepost::app {
namespace {

base::Error cannot_write(const std::string& path, int error) {
  const auto code = error == ENOSPC ? base::ErrorCode::disk_full : base::ErrorCode::unavailable;
  return {code, base::CallerText(fmt::format("{} can't be written: {}.", path,
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

base::Done write_whole(const std::string& folder, const std::string& name, std::string_view bytes) {
  const std::string path = folder + "/" + name;
  const std::string unfinished = folder + "/." + name + ".unfinished";
  const Descriptor file(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) return base::refuse(cannot_write(path, errno));
  const int error = write_all(file.get(), bytes);
  if (error == 0 && std::rename(unfinished.c_str(), path.c_str()) == 0) return {};
  const auto refusal = cannot_write(path, error == 0 ? errno : error);
  ::unlink(unfinished.c_str());
  return base::refuse(refusal);
}

base::Done sync_folder(const std::string& folder) {
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.get() < 0 || ::fsync(opened.get()) != 0) {
    return base::refuse(cannot_write(folder, errno));
  }
  return {};
}

base::Done make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return base::refuse(cannot_write(folder, error.value()));
  return {};
}

}  // namespace tradepost::app
