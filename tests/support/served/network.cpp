#include "served/network.hpp"

#include <fmt/format.h>

#include <utility>

#include "served/json.hpp"

namespace tradepost::served {

std::string gln_of(std::size_t number) {
  std::string digits = fmt::format("9521{:08}", number);
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) sum += (digits[i] - '0') * (i % 2 == 0 ? 1 : 3);
  return digits + std::to_string((10 - sum % 10) % 10);
}

Member add_member(Operator& by, std::string_view name, std::string_view gln) {
  const std::string added =
      by.does("POST", "/admin/participants",
              fmt::format(R"({{"name":"{}","identifiers":[{{"domain":"GS1","identifier":"{}"}}]}})",
                          name, gln));
  Member member{.id = at(added, "id"), .token = {}};
  MadeToken made = make_token(by, member);
  member.token = std::move(made.token);
  member.token_id = std::move(made.id);
  return member;
}

std::string add_token(Operator& by, const Member& member, std::string_view more) {
  return make_token(by, member, more).token;
}

MadeToken make_token(Operator& by, const Member& member, std::string_view more) {
  const std::string made =
      by.does("POST", "/admin/tokens", fmt::format(R"({{"participant":"{}"{}}})", member.id, more));
  return {.id = at(made, "id"), .token = at(made, "token")};
}

void revoke(Operator& by, std::string_view token_id) {
  by.does("DELETE", fmt::format("/admin/tokens/{}", token_id), "");
}

void relate(Operator& by, const Member& one, const Member& other) {
  by.does("PUT", "/admin/relationships",
          fmt::format(R"({{"participants":["{}","{}"],"status":"active"}})", one.id, other.id));
}

std::string request_of(std::string_view token, std::string_view method, std::string_view path,
                       std::string_view body, std::string_view headers) {
  return fmt::format(
      "{} {} HTTP/1.1\r\nHost: exchange.test\r\nAuthorization: Bearer {}\r\n"
      "Content-Type: application/json\r\nContent-Length: {}\r\n{}\r\n{}",
      method, path, token, body.size(), headers, body);
}

http_tests::Answer ask(http_tests::Client& client, std::string_view token, std::string_view method,
                       std::string_view path, std::string_view body, std::string_view headers) {
  client.send(request_of(token, method, path, body, headers));
  return method == "HEAD" ? client.answer_to_head() : client.answer();
}

}  // namespace tradepost::served
