#include "app/documents/interchange_in.hpp"

#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "base/text/text.hpp"

namespace tradepost::app {
namespace {

using edifact::InterchangeReader;

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdin) std::fclose(file);
  }
};

// No other form begins with U. Blanks and a byte order mark may be before it in a file.
bool begins_with_segment(std::FILE* file) {
  if (file == stdin) {
    const int first = std::getc(file);
    if (first != EOF) std::ungetc(first, file);
    return first == 'U';
  }
  std::array<char, 64> head{};
  std::string_view text(head.data(), std::fread(head.data(), 1, head.size(), file));
  std::rewind(file);
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return base::trimmed(text).starts_with("UN");
}

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
  if (!begins_with_segment(file.get())) return false;
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
