#include "base/files/time_zones.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "base/files/whole_file.hpp"

namespace tradepost::base {
namespace {

constexpr auto path_of_database = "/usr/share/zoneinfo/tzdata.zi";
constexpr std::size_t database_bytes_max = 4 << 20;

// Returns the field with this index, of fields with one space between them.
std::string_view field(std::string_view line, std::size_t index) {
  for (; index > 0; --index) line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
  return line.substr(0, line.find(' '));
}

// A zone is `Z NAME …`, and another name of a zone is `L ZONE NAME`.
std::set<std::string, std::less<>> names_in(std::string_view database) {
  std::set<std::string, std::less<>> names;
  while (!database.empty()) {
    const std::string_view line = database.substr(0, database.find('\n'));
    database.remove_prefix(std::min(line.size() + 1, database.size()));
    if (line.starts_with("Z ")) names.emplace(field(line, 1));
    if (line.starts_with("L ")) names.emplace(field(line, 2));
  }
  return names;
}

}  // namespace

bool is_time_zone(std::string_view name) {
  static const auto names = names_in(read_whole(path_of_database, database_bytes_max).value_or(""));
  return names.contains(name);
}

}  // namespace tradepost::base
