#include "database/address.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string_view>

namespace tradepost::database {
namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

Options options_of(const std::string& address) {
  return {PQconninfoParse(address.c_str(), nullptr), PQconninfoFree};
}

std::string_view value_of(const Options& options, std::string_view keyword) {
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (keyword == option->keyword && option->val != nullptr) return option->val;
  }
  return {};
}

// The next of a list, which it leaves.
std::string_view taken_from(std::string_view& list) {
  const std::string_view first = list.substr(0, list.find(','));
  list.remove_prefix(first.size() < list.size() ? first.size() + 1 : list.size());
  return first;
}

}  // namespace

base::Done check_address(const std::string& address) {
  if (options_of(address)) return {};
  return base::refuse({base::ErrorCode::invalid,
                       base::CallerText("The address of the database can't be read. It looks "
                                        "like postgres://USER@HOST/NAME.")});
}

bool has_password(const std::string& address) {
  const Options options = options_of(address);
  if (!options) return false;
  return !value_of(options, "password").empty() || !value_of(options, "sslpassword").empty();
}

std::string shown_address(const std::string& address) {
  const Options options = options_of(address);
  if (!options) return {};
  std::string shown = "postgres://";
  if (const auto user = value_of(options, "user"); !user.empty()) shown.append(user).append("@");
  std::string_view hosts = value_of(options, "host");
  if (hosts.empty()) hosts = value_of(options, "hostaddr");
  std::string_view ports = value_of(options, "port");
  while (!hosts.empty()) {
    shown += taken_from(hosts);
    if (const auto port = taken_from(ports); !port.empty()) shown.append(":").append(port);
    if (!hosts.empty()) shown += ',';
  }
  return shown.append("/").append(value_of(options, "dbname"));
}

}  // namespace tradepost::database
