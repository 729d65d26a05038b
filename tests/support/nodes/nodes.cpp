#include "nodes/nodes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>

#include "polling.hpp"

namespace tradepost::on_postgres {

Nodes::Nodes(std::size_t count, std::vector<std::string> flags) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) served::share_database(data_of(0), data_of(i));
    nodes_.push_back(std::make_unique<served::ServedExchange>(
        served::ServedExchange::Options{.data = data_of(i), .flags = flags}));
  }
}

trade::Partners Nodes::trade() {
  trade::Partners made(at(0));
  wait_until_all_know(made.customer);
  wait_until_all_know(made.supplier);
  return made;
}

void Nodes::wait_until_all_know(const served::Member& member) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (std::size_t i = 0; i < count(); ++i) {
    http_tests::Client client(port(i));
    while (served::ask(client, member.token, "GET", "/v2/profile").status != 200) {
      ASSERT_LT(std::chrono::steady_clock::now(), deadline);
      pause_between_looks();
    }
  }
}

std::string Nodes::last_change(std::size_t number, const served::Member& member) {
  http_tests::Client client(port(number));
  const auto answer = served::ask(client, member.token, "GET", "/v2/changes");
  EXPECT_EQ(answer.status, 200) << answer.body;
  constexpr std::string_view before_id = "id: ";
  const auto at = answer.body.find(before_id);
  if (at == std::string::npos) return "";
  const auto begin = at + before_id.size();
  return answer.body.substr(begin, answer.body.find('\n', begin) - begin);
}

bool Nodes::is_reported_soon(std::size_t number, const served::Member& member,
                             const std::string& seen) {
  return is_soon([&] {
    http_tests::Client client(port(number));
    const auto answer = served::ask(client, member.token, "GET", "/v2/changes", "",
                                    "Last-Event-ID: " + seen + "\r\n");
    return answer.status == 200 && answer.body.contains("event: changed");
  });
}

std::string Nodes::data_of(std::size_t number) const {
  return fmt::format("{}/node-{}", folder_.path(), number);
}

std::string Nodes::database() const {
  return served::database_of(data_of(0));
}

}  // namespace tradepost::on_postgres
