#pragma once

#include <string>
#include <vector>

#include "base/ground/result.hpp"

// Addresses as libpq reads them: postgres://USER@HOST:PORT,HOST/NAME?PARAMETER=VALUE.
namespace tradepost::database {

// An address that can't be read is refused without its text, which may have a password.
base::Done check_address(const std::string& address);

// Its own, or that of a key.
bool has_password(const std::string& address);

// One of the servers that it names. Empty: libpq's default.
struct Host {
  std::string name;
  std::string address;
  std::string port;
};
// In their order, at least one.
std::vector<Host> hosts_of(const std::string& address);

// postgres://USER@HOST:PORT,HOST/NAME: the parts that may be shown to anybody. Empty if it can't be
// read.
std::string shown_address(const std::string& address);

// An address without our own option, ?prepared=on, and whether it has it.
struct Address {
  std::string text;
  bool is_prepared = false;
};
Address parted(const std::string& address);

}  // namespace tradepost::database
