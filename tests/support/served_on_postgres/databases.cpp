#include "served_on_postgres/databases.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "served/kept_in.hpp"

namespace tradepost::served {
namespace {

std::unique_ptr<postgres::PostgresServer>& one_server() {
  static std::unique_ptr<postgres::PostgresServer> one;
  return one;
}

std::string database_of(const std::string& data) {
  static std::map<std::string, std::string> known;
  auto& name = known[data];
  if (name.empty()) name = new_database();
  return server().address(name);
}

class ServesFromPostgres final : public testing::Environment {
 public:
  void SetUp() override {
    one_server() = std::make_unique<postgres::PostgresServer>();
    keep_in(database_of);
  }
  void TearDown() override { one_server().reset(); }
};
const auto* const environment = testing::AddGlobalTestEnvironment(new ServesFromPostgres);

}  // namespace

postgres::PostgresServer& server() {
  return *one_server();
}

std::string new_database() {
  static unsigned count = 0;
  std::string name = fmt::format("network_{}", ++count);
  server().rows("CREATE DATABASE " + name);
  return name;
}

}  // namespace tradepost::served
