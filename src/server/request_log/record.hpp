#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "request_log/logged_request.hpp"

// The bytes of a refused request in a file: a record of base::FieldsWriter.
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
