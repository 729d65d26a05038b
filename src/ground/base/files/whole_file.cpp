#include "base/files/whole_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "base/files/descriptor.hpp"

namespace tradepost::base {
namespace {

Descriptor opened(const std::string& folder) {
  return Descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
}

}  // namespace

Done write_whole(const std::string& folder, const std::string& name, std::string_view bytes) {
  const std::string path = folder + "/" + name;
  const Descriptor place = opened(folder);
  if (place.get() < 0) return refuse(cannot_write(path, errno));
  return write_whole_in(place.get(), name, path, bytes);
}

Done sync_folder(const std::string& folder) {
  const Descriptor place = opened(folder);
  if (place.get() < 0 || ::fsync(place.get()) != 0) return refuse(cannot_write(folder, errno));
  return {};
}

Result<std::string> read_whole(const std::string& path, std::size_t bytes_max) {
  TRY_ASSIGN(const Descriptor file, open_to_read(AT_FDCWD, path, path));
  return read_to_end(file.get(), path, bytes_max);
}

Done make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return refuse(cannot_write(folder, error.value()));
  return {};
}

}  // namespace tradepost::base
