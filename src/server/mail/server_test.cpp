#include "mail/server.hpp"

#include <gtest/gtest.h>

namespace tradepost::mail::server_test {
namespace {

MailServer server(Security security) {
  return {.host = "mail.example", .security = security, .user = "post", .password = "secret"};
}

TEST(MailServer, with_consistent_settings_has_no_fault) {
  EXPECT_FALSE(fault_of(server(Security::starttls)));
  EXPECT_FALSE(fault_of(server(Security::tls)));
  EXPECT_FALSE(fault_of({.host = "::1", .security = Security::none}));
}

TEST(MailServer, password_needs_tls) {
  EXPECT_TRUE(fault_of(server(Security::none)));
}

TEST(MailServer, incomplete_settings_are_a_fault) {
  MailServer without_password = server(Security::tls);
  without_password.password.clear();
  MailServer without_port = server(Security::tls);
  without_port.port = 0;
  EXPECT_TRUE(fault_of(without_password));
  EXPECT_TRUE(fault_of(without_port));
  for (const char* const host : {"", "mail.example/x", "a b", "smtp://a", "a@b"}) {
    EXPECT_TRUE(fault_of({.host = host})) << host;
  }
}

}  // namespace
}  // namespace tradepost::mail::server_test
