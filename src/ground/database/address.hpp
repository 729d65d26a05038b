#pragma once

#include <string>
#include <vector>

#include "base/ground/result.hpp"

// Addresses in libpq's form: postgres://USER@HOST:PORT,HOST/NAME?PARAMETER=VALUE.
namespace tradepost::database {

// Refuses an address that libpq can't parse. The error does not repeat the address, which may
// contain a password.
base::Done check_address(const std::string& address);

// Returns true if the address contains a password, or the password of a TLS key.
bool has_password(const std::string& address);

// One of the servers in an address. An empty field means libpq's default.
struct Host {
  std::string name;
  std::string address;
  std::string port;
};
// Returns the servers in the order of the address, at least one.
std::vector<Host> hosts_of(const std::string& address);

// Returns postgres://USER@HOST:PORT,HOST/NAME, the parts of the address that are not secret. Empty
// if libpq can't parse the address.
std::string shown_address(const std::string& address);

// An address without tradepost's own option ?prepared=on, and whether the option was present.
struct Address {
  std::string text;
  bool is_prepared = false;
};
Address parted(const std::string& address);

}  // namespace tradepost::database
