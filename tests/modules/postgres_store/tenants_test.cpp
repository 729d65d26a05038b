// Tests the check of statements for their tenants.

#include "postgres_store/tenants.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "postgres_store/scratch_store.hpp"

namespace tradepost::store::postgres::testing {
namespace {

using database::Type;

class Tenants : public ::testing::Test {
 protected:
  struct Planned {
    const base::SystemClock clock;
    ScratchStore scratch{clock};
    const TenantPlans plans{(scratch.close(), scratch.database())};
  };
  // The partitions take seconds to create, so all tests share them.
  static void SetUpTestSuite() { planned_ = std::make_unique<Planned>(); }
  static void TearDownTestSuite() { planned_.reset(); }

  static std::string complaint(const std::string& sql, const SentStatements::Types& types = {}) {
    return planned_->plans.complaint_about(sql, types).value_or("");
  }

 private:
  static inline std::unique_ptr<Planned> planned_;
};

constexpr const char* all_of_transaction = "asks 8 of 8 shards of transaction for one tenant";
constexpr const char* all_of_pending = "asks 8 of 8 shards of pending for one tenant";

TEST_F(Tenants, of_a_statement_that_names_its_own_are_one_shard) {
  EXPECT_EQ(complaint("SELECT value FROM transaction WHERE id = $1 AND recipient = $2",
                      {Type::uuid, Type::uuid}),
            "");
  EXPECT_EQ(complaint("UPDATE transaction SET state = 1 WHERE recipient = ANY($1)", {Type::uuids}),
            "");
  EXPECT_EQ(complaint("INSERT INTO queue AS q SELECT r, 1, 1, 1 FROM unnest($1) AS r ON CONFLICT "
                      "(recipient, flow) DO UPDATE SET last_position = q.last_position + 1",
                      {Type::uuids}),
            "");
}

TEST_F(Tenants, of_a_statement_without_any_are_all) {
  EXPECT_EQ(complaint("SELECT value FROM transaction WHERE id = $1", {Type::uuid}),
            all_of_transaction);
  EXPECT_EQ(complaint("UPDATE transaction SET content = NULL WHERE id = ANY($1)", {Type::uuids}),
            all_of_transaction);
  EXPECT_EQ(complaint("DELETE FROM pending WHERE position = $1", {Type::bigint}), all_of_pending);
  EXPECT_EQ(complaint("BEGIN; SELECT 1; DELETE FROM pending; COMMIT"), all_of_pending);
  EXPECT_EQ(complaint("WITH gone AS (DELETE FROM pending RETURNING id) SELECT count(*) FROM gone"),
            all_of_pending);
}

TEST_F(Tenants, are_not_those_of_another_table_or_of_an_alternative) {
  EXPECT_EQ(complaint("SELECT t.value FROM pending p JOIN transaction t ON t.id = p.id "
                      "WHERE p.recipient = $1",
                      {Type::uuid}),
            all_of_transaction);
  EXPECT_EQ(complaint("SELECT FROM pending WHERE recipient = $1 OR sender = $1", {Type::uuid}),
            all_of_pending);
  EXPECT_EQ(complaint("SELECT FROM pending WHERE recipient <> $1", {Type::uuid}), all_of_pending);
  EXPECT_EQ(complaint("SELECT FROM pending WHERE (recipient = $1) IS NOT NULL", {Type::uuid}),
            all_of_pending);
}

TEST_F(Tenants, that_are_known_only_from_other_rows_are_all) {
  EXPECT_EQ(complaint("SELECT FROM unnest($1) AS w(recipient) JOIN pending USING (recipient)",
                      {Type::uuids}),
            all_of_pending);
  EXPECT_EQ(complaint("SELECT FROM transaction WHERE id = $1 AND recipient = "
                      "(SELECT recipient FROM history WHERE viewer = $1 AND id = $1)",
                      {Type::uuid}),
            all_of_transaction);
}

TEST_F(Tenants, of_a_statement_that_finds_nothing_for_some_numbers_are_seen) {
  EXPECT_EQ(complaint("SELECT FROM transaction WHERE created >= $1 AND created < $2",
                      {Type::bigint, Type::bigint}),
            all_of_transaction);
  EXPECT_EQ(complaint("SELECT FROM transaction WHERE created >= $2 AND created < $1",
                      {Type::bigint, Type::bigint}),
            all_of_transaction);
  EXPECT_EQ(
      complaint("SELECT FROM transaction WHERE created > $1 AND created < $1", {Type::bigint}),
      "finds nothing, whatever the numbers are");
}

TEST_F(Tenants, are_never_changed) {
  const std::string denied =
      complaint("UPDATE payload SET recipient = $2 WHERE recipient = $1 AND id = $1",
                {Type::uuid, Type::uuid});
  EXPECT_TRUE(denied.contains("permission denied for table payload")) << denied;
  EXPECT_EQ(complaint("UPDATE payload SET key = '' WHERE recipient = $1", {Type::uuid}), "");
}

TEST_F(Tenants, are_looked_for_in_each_statement_of_the_sources) {
  const auto sources = statements_of_sources();
  EXPECT_GT(sources.size(), 90U);
  EXPECT_TRUE(sources.contains("SELECT id FROM intent ORDER BY id LIMIT 1"));
  // Literals on several lines are one statement.
  EXPECT_TRUE(sources.contains("INSERT INTO event(id, value) SELECT * FROM unnest($1, $2)"));
  EXPECT_TRUE(sources.contains("UPDATE move SET taken = $1"));
}

}  // namespace
}  // namespace tradepost::store::postgres::testing
