#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/files/descriptor.hpp"
#include "base/ground/result.hpp"

namespace tradepost::base {

// A file to which records are appended. Each one is written completely or not at all, unless the
// process ends during the write. Only its owner may read it.
class AppendedFile {
 public:
  // Opens the file, and creates it if it does not exist. A link is refused.
  static Result<AppendedFile> open(const std::string& path);

  // If the bytes cannot be written, removes their beginning, because readers end at half a record.
  Done append(std::string_view bytes);
  std::uint64_t bytes() const { return bytes_; }
  // Returns false if half a record could not be removed. The file then takes no more records.
  bool is_whole() const { return is_whole_; }

 private:
  AppendedFile(std::string path, Descriptor file, std::uint64_t bytes)
      : path_(std::move(path)), file_(std::move(file)), bytes_(bytes) {}

  std::string path_;
  Descriptor file_;
  std::uint64_t bytes_ = 0;
  bool is_whole_ = true;
};

}  // namespace tradepost::base
