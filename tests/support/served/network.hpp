#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "served/served_exchange.hpp"

// Sets up a network over HTTP, as an operator does.
namespace tradepost::served {

// Returns a GLN of the prefix for examples, with its check digit.
std::string gln_of(std::size_t number);

struct Member {
  std::string id;
  std::string token;
  std::string token_id = {};
};
Member add_member(Operator& by, std::string_view name, std::string_view gln);
// Adds a token for a member; `more` has further fields of the body: ,"flow":"TEST"
std::string add_token(Operator& by, const Member& member, std::string_view more = "");
// A new token, with the id by which it is revoked.
struct MadeToken {
  std::string id;
  std::string token;
};
MadeToken make_token(Operator& by, const Member& member, std::string_view more = "");
void revoke(Operator& by, std::string_view token_id);
void relate(Operator& by, const Member& one, const Member& other);

// Returns the bytes of one request of a member; `headers` are whole lines.
std::string request_of(std::string_view token, std::string_view method, std::string_view path,
                       std::string_view body = "", std::string_view headers = "");
// Sends one request of a member, on a connection that the caller keeps.
http_tests::Answer ask(http_tests::Client& client, std::string_view token, std::string_view method,
                       std::string_view path, std::string_view body = "",
                       std::string_view headers = "");

}  // namespace tradepost::served
