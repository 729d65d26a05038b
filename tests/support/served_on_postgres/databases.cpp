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

// The key is the data folder.
std::map<std::string, std::string>& names() {
  static std::map<std::string, std::string> known;
  return known;
}

std::map<std::string, std::string>& addresses() {
  static std::map<std::string, std::string> known;
  return known;
}

std::string address_of(const std::string& data) {
  if (const auto known = addresses().find(data); known != addresses().end()) return known->second;
  auto& name = names()[data];
  if (name.empty()) name = new_database();
  return server().address(name);
}

class ServesFromPostgres final : public testing::Environment {
 public:
  void SetUp() override {
    one_server() = std::make_unique<postgres::PostgresServer>();
    keep_in(address_of);
  }
  void TearDown() override { one_server().reset(); }
};
const auto* const environment = testing::AddGlobalTestEnvironment(new ServesFromPostgres);

}  // namespace

postgres::PostgresServer& server() {
  return *one_server();
}

void share_database(const std::string& data, const std::string& other) {
  names()[other] = names().at(data);
}

void keep_at(const std::string& data, const std::string& address) {
  addresses()[data] = address;
}

void share_new_database(const std::vector<std::string>& folders) {
  const std::string name = new_database();
  for (const std::string& data : folders) names()[data] = name;
}

std::string database_of(const std::string& data) {
  return names().at(data);
}

std::string new_database() {
  static unsigned count = 0;
  std::string name = fmt::format("network_{}", ++count);
  server().make_database(name);
  return name;
}

}  // namespace tradepost::served
