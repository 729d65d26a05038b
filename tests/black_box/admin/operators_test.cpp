#include <fmt/format.h>
#include <gtest/gtest.h>

#include "admin/network.hpp"
#include "served/json.hpp"

// Tests /admin/operators (contract 9.1).
// Covers contract 9.1.
namespace tradepost::admin_tests {
namespace {

using served::at;

class Operators : public testing::Test {
 public:
  UsualExchange exchange;
  Operator clerk{exchange};
};

TEST_F(Operators, one_that_is_added_administers_until_it_is_removed) {
  const Answer added = clerk.posts("/admin/operators", R"({"name": "Nachtschicht"})");
  ASSERT_EQ(added.status, 201) << added.body;
  const std::string token = at(added.body, "token");
  EXPECT_TRUE(token.starts_with("tp_op_"));
  Operator other(exchange, token);
  EXPECT_EQ(other.gets("/admin/operators").status, 200);
  const Answer removed = clerk.deletes("/admin/operators/" + at(added.body, "id"));
  EXPECT_EQ(removed.status, 200) << removed.body;
  EXPECT_EQ(other.gets("/admin/operators").status, 401);
}

TEST_F(Operators, list_has_each_once_and_no_token) {
  clerk.posts("/admin/operators", R"({"name": "Nachtschicht"})");
  const auto all = clerk.lists("/admin/operators?per_page=1");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(at(all[0], "name"), "of the configuration");
  EXPECT_EQ(at(all[1], "name"), "Nachtschicht");
  for (const std::string& item : all) EXPECT_EQ(at(item, "token"), "absent");
}

TEST_F(Operators, last_one_can_not_be_removed) {
  const auto all = clerk.lists("/admin/operators");
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(clerk.deletes("/admin/operators/" + at(all[0], "id")).status, 409);
  EXPECT_EQ(clerk.gets("/admin/operators").status, 200);
  EXPECT_EQ(clerk.deletes("/admin/operators/00000000-0000-0000-0000-000000000001").status, 404);
}

TEST_F(Operators, invalid_name_is_reported) {
  EXPECT_EQ(faults_of(clerk.posts("/admin/operators", R"({"token": "mine"})")),
            (Faults{"name: operator.name.missing", "token: operator.unknown_field"}));
  EXPECT_EQ(faults_of(clerk.posts("/admin/operators", R"({"name": "two\nlines"})")),
            (Faults{"name: operator.name.malformed"}));
}

}  // namespace
}  // namespace tradepost::admin_tests
