#include "database/address.hpp"

#include <gtest/gtest.h>

namespace tradepost::database {
namespace {

TEST(DatabaseAddress, is_refused_without_its_text_if_it_cannot_be_read) {
  const auto refused = check_address("postgres://me:secret@[1/x");
  ASSERT_FALSE(refused.has_value());
  EXPECT_FALSE(refused.error().text().str().contains("secret"));
  EXPECT_TRUE(check_address("postgres://me@a,b:5433/x?target_session_attrs=read-write"));
}

TEST(DatabaseAddress, has_a_password_before_its_host_or_among_its_parameters) {
  EXPECT_TRUE(has_password("postgres://me:secret@host/x"));
  EXPECT_TRUE(has_password("postgres://me@host/x?password=secret"));
  EXPECT_TRUE(has_password("postgres://me@host/x?sslpassword=secret"));
  EXPECT_FALSE(has_password("postgres://me@host/x?passfile=/etc/secret"));
}

TEST(DatabaseAddress, is_shown_without_passwords_and_parameters) {
  EXPECT_EQ(shown_address("postgres://me:secret@a:5433,b/x?password=other&sslkey=/key"),
            "postgres://me@a:5433,b/x");
  EXPECT_EQ(shown_address("postgres:///x?host=/run/postgresql&user=me"),
            "postgres://me@/run/postgresql/x");
  EXPECT_EQ(shown_address("postgres://me:secret@[1/x"), "");
}

}  // namespace
}  // namespace tradepost::database
