#include "app/settings/secrets.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string_view>
#include <system_error>

#include "base/crypto/base64url.hpp"
#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {
namespace {

using base::CallerText;
using base::Error;
using base::ErrorCode;
using base::LogText;

constexpr std::size_t random_bytes = 32;
constexpr std::size_t line_bytes_max = 4'096;

Error error_of(ErrorCode code, std::string_view what, const std::string& path) {
  return Error(code, CallerText(fmt::format("{} {}.", what, path)), LogText(std::strerror(errno)));
}

std::string random_text(base::Random& random) {
  std::array<std::byte, random_bytes> bytes;
  random.fill(bytes);
  return base::base64url({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

}  // namespace

base::Result<std::string> read_secret(const std::string& path) {
  errno = 0;
  std::ifstream file(path);
  if (!file) {
    const auto code = errno == ENOENT ? ErrorCode::not_found : ErrorCode::unavailable;
    return base::refuse(error_of(code, "Can't read", path));
  }
  std::string line(line_bytes_max, '\0');
  file.getline(line.data(), static_cast<std::streamsize>(line.size()));
  line.resize(std::strlen(line.c_str()));
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  if (line.empty()) return base::refuse(error_of(ErrorCode::invalid, "There is no text in", path));
  return line;
}

base::Done write_secret(const std::string& path, const std::string& text) {
  const std::string unfinished = path + ".unfinished";
  const int descriptor = ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return base::refuse(error_of(ErrorCode::unavailable, "Can't make", path));
  const std::string line = text + "\n";
  const bool is_written =
      ::write(descriptor, line.data(), line.size()) == static_cast<ssize_t>(line.size()) &&
      ::fsync(descriptor) == 0;
  ::close(descriptor);
  if (!is_written || std::rename(unfinished.c_str(), path.c_str()) != 0)
    return base::refuse(error_of(ErrorCode::unavailable, "Can't write", path));
  const auto folder = std::filesystem::path(path).parent_path();
  return store::embedded::sync_folder(folder.empty() ? "." : folder.string());
}

base::Done remove_secret(const std::string& path) {
  std::error_code failed;
  std::filesystem::remove(path, failed);
  if (!failed) return {};
  return base::refuse(Error(ErrorCode::unavailable,
                            CallerText(fmt::format("Can't remove {}.", path)),
                            LogText(failed.message())));
}

base::Result<base::SealKey> seal_key_in(const std::string& path, base::Random& random) {
  auto text = read_secret(path);
  if (!text && text.error().code() == ErrorCode::not_found) {
    text = random_text(random);
    TRY(write_secret(path, *text));
  }
  if (!text) return base::refuse(std::move(text).error());
  base::SealKey key;
  const auto bytes = base::from_base64url(*text);
  if (!bytes || bytes->size() != key.size())
    return base::refuse(error_of(ErrorCode::invalid, "There is no key of 256 bits in", path));
  std::memcpy(key.data(), bytes->data(), key.size());
  return key;
}

std::string new_operator_token(base::Random& random) {
  return "tp_op_" + random_text(random);
}

}  // namespace tradepost::app
