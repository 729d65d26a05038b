#include "admin/network.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "served/json.hpp"

namespace tradepost::admin_tests {

using served::at;

Answer Operator::patches(std::string_view path, std::string_view body) {
  return asks("PATCH", path, "Content-Type: application/json\r\n", body);
}

Answer Operator::deletes(std::string_view path) {
  return asks("DELETE", path);
}

std::string Operator::adds_participant(std::string_view name, std::string_view gln) {
  const Answer added = posts(
      "/admin/participants",
      fmt::format(R"({{"name": "{}", "identifiers": [{{"domain": "GS1", "identifier": "{}"}}]}})",
                  name, gln));
  EXPECT_EQ(added.status, 201) << added.body;
  return at(added.body, "id");
}

std::string Operator::adds_token(std::string_view participant, std::string_view more) {
  const Answer added =
      posts("/admin/tokens", fmt::format(R"({{"participant": "{}"{}}})", participant, more));
  EXPECT_EQ(added.status, 201) << added.body;
  return at(added.body, "token");
}

void Operator::relates(std::string_view from, std::string_view to, std::string_view status) {
  const Answer related =
      puts("/admin/relationships",
           fmt::format(R"({{"from": "{}", "to": "{}", "status": "{}"}})", from, to, status));
  EXPECT_EQ(related.status, 200) << related.body;
}

std::string Operator::id_of(std::string_view name) {
  const Answer found = gets(fmt::format("/admin/participants?filter%5Bname%5D={}", name));
  EXPECT_EQ(at(found.body, "count"), "1") << found.body;
  return at(found.body, "items.0.id");
}

std::vector<std::string> Operator::lists(std::string_view path) {
  std::vector<std::string> items;
  std::string next(path);
  for (int pages = 0; pages < 1'000; ++pages) {
    const Answer page = gets(next);
    EXPECT_EQ(page.status, 200) << page.body;
    if (page.status != 200) return items;
    for (std::size_t i = 0; at(page.body, fmt::format("items.{}", i)) != "absent"; ++i) {
      items.push_back(at(page.body, fmt::format("items.{}", i)));
    }
    if (at(page.body, "hasMore") == "false") return items;
    const std::string url = at(page.body, "nextPageUrl");
    const std::string_view base = "http://exchange.test:8480";
    EXPECT_TRUE(url.starts_with(base)) << url;
    next = url.substr(base.size());
  }
  ADD_FAILURE() << "the list does not end";
  return items;
}

std::vector<std::string> faults_of(const Answer& answer) {
  EXPECT_EQ(answer.status, 422) << answer.body;
  std::vector<std::string> faults;
  for (std::size_t i = 0; at(answer.body, fmt::format("faults.{}", i)) != "absent"; ++i) {
    faults.push_back(fmt::format("{}: {}", at(answer.body, fmt::format("faults.{}.path", i)),
                                 at(answer.body, fmt::format("faults.{}.code", i))));
  }
  return faults;
}

}  // namespace tradepost::admin_tests
