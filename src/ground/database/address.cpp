#include "database/address.hpp"

#include <libpq-fe.h>

#include <memory>
#include <string_view>

namespace tradepost::database {
namespace {

using Options = std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)>;

Options options_of(const std::string& address) {
  return {PQconninfoParse(parted(address).text.c_str(), nullptr), PQconninfoFree};
}

std::string_view value_of(const Options& options, std::string_view keyword) {
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    if (keyword == option->keyword && option->val != nullptr) return option->val;
  }
  return {};
}

// Removes the first entry of a comma-separated list and returns it.
std::string_view taken_from(std::string_view& list) {
  const std::string_view first = list.substr(0, list.find(','));
  list.remove_prefix(first.size() < list.size() ? first.size() + 1 : list.size());
  return first;
}

}  // namespace

Address parted(const std::string& address) {
  constexpr std::string_view option = "prepared=on";
  const auto at = address.find(option);
  const bool is_there =
      at != std::string::npos && at != 0 && (address[at - 1] == '?' || address[at - 1] == '&');
  if (!is_there) return {.text = address};
  const auto end = at + option.size();
  const bool is_last = end == address.size();
  if (!is_last && address[end] != '&') return {.text = address};
  std::string text = address.substr(0, is_last ? at - 1 : at);
  if (!is_last) text += address.substr(end + 1);
  return {.text = std::move(text), .is_prepared = true};
}

base::Done check_address(const std::string& address) {
  // Checks the ports here, because libpq checks them only when it connects.
  const Options options = options_of(address);
  const auto is_ports = [&] {
    return value_of(options, "port").find_first_not_of("0123456789,") == std::string_view::npos;
  };
  if (options && is_ports()) return {};
  return base::refuse({base::ErrorCode::invalid,
                       base::CallerText("The address of the database can't be read. It looks "
                                        "like postgres://USER@HOST/NAME.")});
}

bool has_password(const std::string& address) {
  const Options options = options_of(address);
  if (!options) return false;
  return !value_of(options, "password").empty() || !value_of(options, "sslpassword").empty();
}

std::vector<Host> hosts_of(const std::string& address) {
  const Options options = options_of(address);
  if (!options) return {Host()};
  std::string_view names = value_of(options, "host");
  std::string_view addresses = value_of(options, "hostaddr");
  std::string_view ports = value_of(options, "port");
  const bool is_one_port = !ports.contains(',');
  std::vector<Host> hosts;
  do {
    hosts.push_back({.name = std::string(taken_from(names)),
                     .address = std::string(taken_from(addresses)),
                     .port = std::string(is_one_port ? ports : taken_from(ports))});
  } while (!names.empty() || !addresses.empty());
  return hosts;
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
