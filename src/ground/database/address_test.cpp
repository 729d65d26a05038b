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

TEST(DatabaseAddress, keeps_what_libpq_knows_and_parts_with_what_it_does_not) {
  const auto expect = [](const char* address, const char* text, bool is_prepared) {
    EXPECT_EQ(parted(address).text, text);
    EXPECT_EQ(parted(address).is_prepared, is_prepared) << address;
    EXPECT_TRUE(check_address(address).has_value()) << address;
  };
  expect("postgres://u@h/n", "postgres://u@h/n", false);
  expect("postgres://u@h/n?prepared=on", "postgres://u@h/n", true);
  expect("postgres://u@h/n?prepared=on&host=/x", "postgres://u@h/n?host=/x", true);
  expect("postgres://u@h/n?host=/x&prepared=on", "postgres://u@h/n?host=/x", true);
  EXPECT_FALSE(check_address("postgres://u@h/n?prepared=off").has_value());
  EXPECT_FALSE(check_address("postgres://u@h/n?unprepared=on").has_value());
}

TEST(DatabaseAddress, names_each_server_with_its_port) {
  const auto shown = [](const std::string& address) {
    std::string all;
    for (const Host& host : hosts_of(address)) {
      all += host.name + "/" + host.address + "/" + host.port + " ";
    }
    return all;
  };
  EXPECT_EQ(shown("postgres://u@a:1,b:2,c/n"), "a//1 b//2 c// ");
  EXPECT_EQ(shown("postgres://u@a,b/n?port=7"), "a//7 b//7 ");
  EXPECT_EQ(shown("hostaddr=10.0.0.1,10.0.0.2 host=a,b"), "a/10.0.0.1/ b/10.0.0.2/ ");
  EXPECT_EQ(shown("postgres:///n"), "// ");
}

}  // namespace
}  // namespace tradepost::database
