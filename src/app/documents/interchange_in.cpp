#include "app/documents/interchange_in.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

namespace tradepost::app {
namespace {

using edifact::InterchangeReader;

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

base::Error error_of(const std::string& path, const edifact::Unreadable& unreadable) {
  return {base::ErrorCode::invalid,
          base::CallerText(
              fmt::format("{}: segment {}: {}", path, unreadable.segment, unreadable.reason))};
}

}  // namespace

base::Result<bool> each_message(const std::string& path, const MessageVisit& visit) {
  const std::unique_ptr<std::FILE, Close> file(path == "-" ? stdin
                                                           : std::fopen(path.c_str(), "rb"));
  if (file == nullptr) {
    return base::refuse({base::ErrorCode::not_found,
                         base::CallerText(fmt::format("{} can't be read: {}.", path,
                                                      std::generic_category().message(errno)))});
  }
  // No other form begins with this letter.
  const int first = std::getc(file.get());
  if (first != EOF) std::ungetc(first, file.get());
  if (first != 'U') return false;
  InterchangeReader reader(
      [&](char* buffer, std::size_t size) { return std::fread(buffer, 1, size, file.get()); });
  auto message = reader.next();
  for (std::size_t number = 1;; ++number) {
    if (!message) return base::refuse(error_of(path, message.error()));
    if (!*message) return true;
    auto following = reader.next();
    const bool is_only_one = number == 1 && following && !*following;
    const Origin origin{.input = path, .line = is_only_one ? 0 : number};
    if (visit(origin, **message) == GoOn::no) return true;
    message = std::move(following);
  }
}

}  // namespace tradepost::app
