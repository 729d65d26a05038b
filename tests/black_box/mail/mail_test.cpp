// Tests that the binary sends mail through a real mail server, and that it names the reason if it
// does not.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "mail/smtp_server.hpp"
#include "served/desk.hpp"
#include "served/json.hpp"
#include "served/served_exchange.hpp"

namespace tradepost::mail_tests {
namespace {

using served::Desk;
using served::Ended;

class Mail : public ::testing::Test {
 protected:
  void sets(const mail::MailServer& server) {
    desk_.write("password", server.password + "\n");
    desk_.write("settings.toml",
                fmt::format("data = \"network\"\n"
                            "public_url = \"https://exchange.example\"\n"
                            "mail_server = \"smtp://{}:{}\"\n"
                            "mail_from = \"Trade <post@exchange.example>\"\n"
                            "mail_user = \"{}\"\n"
                            "mail_password_file = \"password\"\n"
                            "mail_cacert = \"{}\"\n",
                            server.host, server.port, server.user, server.authorities_file));
  }
  Ended sends_test() const {
    return desk_.tradepost("mail test --config settings.toml anna@musterhaus.example");
  }
  static void expect_failure(const Ended& ended, std::string_view sentence) {
    EXPECT_EQ(ended.exit_code, 3) << ended.err;
    EXPECT_TRUE(ended.err.contains(sentence)) << ended.err;
  }

  SmtpServer server_{{.security = mail::Security::starttls, .user = "post", .password = "secret"}};
  Desk desk_;
};

TEST_F(Mail, command_sends_a_message) {
  sets(server_.settings());
  const Ended ended = sends_test();
  EXPECT_EQ(ended.exit_code, 0) << ended.err;
  const auto accepted = server_.next();
  ASSERT_TRUE(accepted);
  EXPECT_EQ(accepted->from, "post@exchange.example");
  EXPECT_EQ(accepted->to, "anna@musterhaus.example");
  EXPECT_EQ(accepted->protection, "tls");
  EXPECT_TRUE(accepted->mime.contains("Subject: Test of the mail settings")) << accepted->mime;
}

TEST_F(Mail, command_names_the_step_that_failed) {
  mail::MailServer server = server_.settings();
  server.password = "other";
  sets(server);
  expect_failure(sends_test(),
                 "failed at signing in: 535 5.7.8 Authentication credentials invalid");
  server = server_.settings();
  server.port = 1;
  sets(server);
  expect_failure(sends_test(), "failed at connecting: The connection was refused.");
}

TEST_F(Mail, command_without_a_mail_server_fails) {
  expect_failure(desk_.tradepost("mail test anna@musterhaus.example"), "mail_server is not set");
}

TEST_F(Mail, faulty_settings_are_named) {
  const auto faults = [this](const std::string& words) {
    return desk_.tradepost("mail test anna@musterhaus.example " + words).err;
  };
  const std::string away = "--mail-server smtp://mail.example:587 ";
  EXPECT_TRUE(faults("--mail-server mail.example").contains("mail_server (--mail-server) must be"));
  EXPECT_TRUE(faults(away).contains("mail_from"));
  EXPECT_TRUE(faults(away + "--mail-from a@b.ch --mail-tls none").contains("mail_tls"));
  EXPECT_TRUE(
      faults(away + "--mail-from a@b.ch --mail-user post").contains("a user and a password"));
  EXPECT_TRUE(
      faults(away + "--mail-from a@b.ch --mail-password-file missing").contains("readable file"));
}

TEST_F(Mail, doctor_tries_the_mail_server) {
  sets(server_.settings());
  EXPECT_TRUE(desk_.tradepost("doctor --config settings.toml").out.contains("ready to accept"));
  mail::MailServer server = server_.settings();
  server.password = "other";
  sets(server);
  EXPECT_TRUE(desk_.tradepost("doctor --config settings.toml").out.contains("at signing in: 535"));
}

TEST_F(Mail, links_need_the_public_address) {
  desk_.write("settings.toml",
              "data = \"network\"\nmail_server = \"smtp://localhost:587\"\n"
              "mail_from = \"post@exchange.example\"\n");
  const Ended ended = sends_test();
  EXPECT_EQ(ended.exit_code, 2) << ended.err;
  EXPECT_TRUE(ended.err.contains("public_url")) << ended.err;
}

TEST_F(Mail, exchange_has_figures_of_its_queue_and_serves_without_it) {
  const served::ScratchFolder folder;
  const std::string data = folder.path() + "/network";
  served::ServedExchange exchange(
      {.data = data,
       .flags = {"--mail-server", "smtp://localhost:587", "--mail-from", "post@exchange.example",
                 "--public-url", "https://exchange.example"}});
  EXPECT_TRUE(served::Operator(exchange.port())
                  .asks("GET", "/metrics")
                  .body.contains("tradepost_mail_waiting 0\n"));
  EXPECT_EQ(exchange.end(), 0);
  std::filesystem::remove_all(data + "/mail");
  std::ofstream(data + "/mail") << "a file";
  exchange.begin();
  exchange.log_line_with({"mail_off"});
  EXPECT_EQ(served::Operator(exchange.port()).asks("GET", "/metrics").status, 200);
}

}  // namespace
}  // namespace tradepost::mail_tests
