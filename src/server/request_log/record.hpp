#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "request_log/logged_request.hpp"

// The bytes of a refused request in a file:
//
//   4 bytes   the number of bytes of the fields
//   8 bytes   the beginning of the SHA-256 of the fields
//   fields    numbers of 8 bytes with the most significant byte first; texts after their length
//
// A record that was written only partly, for example by a crash, ends the file for readers.
namespace tradepost::request_log {

struct Record {
  Owner owner;
  Logged request;
};

// Returns the bytes of a request with a refusal.
std::string bytes_of(const Owner& owner, const LoggedRequest& request);

// Removes the first record from `bytes`. Returns nullopt if they do not begin with a whole one.
std::optional<Record> take_record(std::string_view& bytes);

}  // namespace tradepost::request_log
