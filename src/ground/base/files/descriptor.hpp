#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/ground/result.hpp"

// File descriptors. The functions here follow no link at the name that they open.
namespace tradepost::base {

// Owns a file descriptor and closes it. If the number is negative, it owns none, and errno has the
// reason.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

// Makes a refusal from the system's error number: disk_full or unavailable.
Error cannot_write(const std::string& path, int error);
// Makes a refusal from the system's error number: not_found, unreadable if the path is a link, or
// unavailable.
Error cannot_read(const std::string& path, int error);

// Opens `name` in `folder`, which may be AT_FDCWD; errors show `path`. It refuses a link, and
// everything but a regular file, as unreadable. A FIFO without a writer does not block it.
Result<Descriptor> open_to_read(int folder, const std::string& name, const std::string& path);
// Reads the rest of the file. It refuses a file of more than `bytes_max` bytes as too_large.
Result<std::string> read_to_end(int file, const std::string& path, std::size_t bytes_max);
// The users who may read a new file.
enum class Readers : std::uint8_t {
  as_umask_permits,
  owner,  // mode 0600
};
// Writes `.NAME.unfinished` first and renames it. A file or a link of either name is replaced.
Done write_whole_in(int folder, const std::string& name, const std::string& path,
                    std::string_view bytes, Readers readers = Readers::as_umask_permits);

}  // namespace tradepost::base
