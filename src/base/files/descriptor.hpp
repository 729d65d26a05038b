#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/ground/result.hpp"

// Files as the system has them open. What is opened here follows no link at its name.
namespace tradepost::base {

// Closes what it has. Negative: it has nothing, and errno says why.
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

// disk_full or unavailable, after the number of the system's error.
Error cannot_write(const std::string& path, int error);
// not_found, or unreadable if the path is a link, or unavailable.
Error cannot_read(const std::string& path, int error);

// `name` is looked up in `folder`, which may be AT_FDCWD; `path` stands in errors. unreadable: it
// is a link, or no regular file. A FIFO that nobody writes is no wait, either.
Result<Descriptor> open_to_read(int folder, const std::string& name, const std::string& path);
// too_large where it has more bytes.
Result<std::string> read_to_end(int file, const std::string& path, std::size_t bytes_max);
// Under a name of its own first, `.NAME.unfinished`. A file or a link that has one of the two names
// is replaced.
Done write_whole_in(int folder, const std::string& name, const std::string& path,
                    std::string_view bytes);

}  // namespace tradepost::base
