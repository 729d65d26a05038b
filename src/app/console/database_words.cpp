#include "app/console/database_words.hpp"

#include <fmt/format.h>

#include "database/address.hpp"

namespace tradepost::app {

bool is_database_address(std::string_view text) {
  return text.starts_with("postgres://") || text.starts_with("postgresql://");
}

std::optional<std::string> visible_password(const std::string& address,
                                            std::string_view other_way) {
  if (!database::has_password(address)) return std::nullopt;
  return fmt::format(
      "has a password, which other users of the machine can read. Write it to a file that "
      "PGPASSFILE names, or {}.",
      other_way);
}

}  // namespace tradepost::app
