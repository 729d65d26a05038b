#include "mail/smtp.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "http/receiver.hpp"
#include "mail/smtp_server.hpp"
#include "process/process.hpp"

namespace tradepost::mail_tests {
namespace {

using mail::Delivery;
using mail::Letter;
using mail::MailServer;
using mail::Outcome;
using mail::Security;
using std::chrono::steady_clock;

Letter letter_to(const std::string& to) {
  return {.from = "post@exchange.example",
          .to = to,
          .text = "Subject: a\r\n\r\n.\r\n..\r\nThe text\r\n"};
}

Outcome sent(const MailServer& server, const std::string& to = "anna@musterhaus.example") {
  return mail::send(server, letter_to(to), {});
}

void expect_later(const Outcome& outcome, std::string_view answer) {
  EXPECT_EQ(outcome.delivery, Delivery::later);
  EXPECT_EQ(outcome.answer, answer);
}

TEST(Smtp, message_arrives_unchanged) {
  for (const Security security : {Security::none, Security::starttls, Security::tls}) {
    SmtpServer server({.security = security});
    const Outcome outcome = sent(server.settings());
    EXPECT_EQ(outcome.delivery, Delivery::delivered) << outcome.answer;
    EXPECT_EQ(outcome.answer, "250 2.0.0 Accepted");
    const auto accepted = server.next();
    ASSERT_TRUE(accepted);
    EXPECT_EQ(accepted->hello, "exchange.example");
    EXPECT_EQ(accepted->from, "post@exchange.example");
    EXPECT_EQ(accepted->to, "anna@musterhaus.example");
    EXPECT_EQ(accepted->protection, security == Security::none ? "plain" : "tls");
    EXPECT_EQ(accepted->mime, letter_to("").text);
  }
}

TEST(Smtp, password_is_sent_over_tls) {
  for (const Security security : {Security::starttls, Security::tls}) {
    SmtpServer server({.security = security, .user = "post", .password = "se cret"});
    EXPECT_EQ(sent(server.settings()).delivery, Delivery::delivered);
    EXPECT_EQ(server.next()->user, "post");
    MailServer wrong = server.settings();
    wrong.password = "other";
    expect_later(sent(wrong), "535 5.7.8 Authentication credentials invalid");
    MailServer without = server.settings();
    without.user = without.password = "";
    expect_later(sent(without), "530 5.7.0 Authentication required");
  }
}

TEST(Smtp, reply_decides_whether_the_message_is_sent_again) {
  const SmtpServer server;
  expect_later(sent(server.settings(), "busy@b.example"), "451 4.2.0 Try again");
  expect_later(sent(server.settings(), "closing@b.example"), "421 4.3.2 Closing");
  expect_later(sent(server.settings(), "later@b.example"), "452 4.3.1 The disk is full");
  const Outcome spam = sent(server.settings(), "spam@b.example");
  EXPECT_EQ(spam.delivery, Delivery::rejected);
  EXPECT_EQ(spam.answer, "554 5.7.1 Refused");
}

TEST(Smtp, long_reply_is_cut_and_made_printable) {
  const SmtpServer server;
  const Outcome gone = sent(server.settings(), "gone@b.example");
  EXPECT_EQ(gone.delivery, Delivery::rejected);
  EXPECT_TRUE(gone.answer.starts_with("550-5.1.1 No such?[31m user 550 xxx")) << gone.answer;
  EXPECT_EQ(gone.answer.size(), mail::answer_bytes_max);
}

TEST(Smtp, untrusted_certificate_gets_no_message) {
  constexpr auto untrusted = "The certificate is not trusted, or belongs to another host.";
  for (const Security security : {Security::starttls, Security::tls}) {
    SmtpServer server({.security = security, .user = "post", .password = "secret"});
    MailServer unknown = server.settings();
    unknown.authorities_file = "";
    expect_later(sent(unknown), untrusted);
    const http_tests::IdentityFiles other;
    unknown.authorities_file = other.paths().certificate;
    expect_later(sent(unknown), untrusted);
    unknown.authorities_file = "/nothing";
    expect_later(sent(unknown), "The file of certificate authorities can't be read.");
    // The first message that the server sees is this one.
    EXPECT_EQ(sent(server.settings(), "last@b.example").delivery, Delivery::delivered);
    EXPECT_EQ(server.next()->to, "last@b.example");
  }
}

TEST(Smtp, certificate_of_another_host_gets_no_message) {
  const SmtpServer server({.security = Security::tls, .host = "other.example"});
  expect_later(sent(server.settings()),
               "The certificate is not trusted, or belongs to another host.");
}

TEST(Smtp, server_without_starttls_gets_neither_password_nor_message) {
  SmtpServer server;
  MailServer demanding = server.settings();
  demanding.security = Security::starttls;
  demanding.user = demanding.password = "post";
  expect_later(sent(demanding), "The mail server does not offer TLS on this port.");
  EXPECT_EQ(sent(server.settings(), "last@b.example").delivery, Delivery::delivered);
  EXPECT_EQ(server.next()->to, "last@b.example");
}

TEST(Smtp, server_that_can_not_be_reached_is_tried_later) {
  const auto listener = http_tests::listening();
  ::close(listener.descriptor);
  expect_later(sent({.host = "127.0.0.1", .port = listener.port, .security = Security::none}),
               "The connection was refused.");
  expect_later(sent({.host = "::1", .port = listener.port, .security = Security::none}),
               "The connection was refused.");
  expect_later(sent({.host = "nothing.invalid", .security = Security::none}),
               "The host of the mail server is unknown.");
}

TEST(Smtp, silent_server_is_left_after_the_limit) {
  const auto listener = http_tests::listening();  // it accepts connections and says nothing
  MailServer server{.host = "127.0.0.1",
                    .port = listener.port,
                    .security = Security::none,
                    .reply_within = std::chrono::seconds(1)};
  expect_later(sent(server), "The mail server did not answer in time.");
  ::close(listener.descriptor);
  const SmtpServer silent;
  server = silent.settings();
  server.end_within = std::chrono::seconds(2);
  expect_later(sent(server, "silent@b.example"), "The mail server did not answer in time.");
}

TEST(Smtp, attempt_can_be_stopped) {
  const auto listener = http_tests::listening();
  const MailServer server{.host = "127.0.0.1", .port = listener.port, .security = Security::none};
  std::stop_source stop;
  Outcome outcome;
  std::thread sender([&] { outcome = mail::send(server, letter_to("a@b.ch"), stop.get_token()); });
  // The attempt is under way when its connection is accepted.
  const int connection = ::accept(listener.descriptor, nullptr, nullptr);
  const auto begin = steady_clock::now();
  stop.request_stop();
  sender.join();
  EXPECT_EQ(outcome.delivery, Delivery::stopped);
  EXPECT_LT(steady_clock::now() - begin, std::chrono::seconds(10));  // without it, a minute
  EXPECT_EQ(mail::send(server, letter_to("a@b.ch"), stop.get_token()).delivery, Delivery::stopped);
  ::close(connection);
  ::close(listener.descriptor);
}

Outcome tried(const MailServer& server) {
  return mail::try_server(server, "post@exchange.example");
}

TEST(Smtp, server_is_tried_without_a_message) {
  for (const Security security : {Security::starttls, Security::tls}) {
    SmtpServer server({.security = security, .user = "post", .password = "secret"});
    const Outcome outcome = tried(server.settings());
    EXPECT_EQ(outcome.delivery, Delivery::delivered) << outcome.answer;
    EXPECT_EQ(sent(server.settings(), "first@b.ch").delivery, Delivery::delivered);
    EXPECT_EQ(server.next()->to, "first@b.ch");
  }
}

TEST(Smtp, outcome_names_the_step_that_failed) {
  SmtpServer server({.security = Security::starttls, .user = "post", .password = "secret"});
  MailServer wrong = server.settings();
  wrong.password = "other";
  EXPECT_EQ(tried(wrong).step, mail::Step::signing_in);
  EXPECT_EQ(sent(wrong).step, mail::Step::signing_in);
  wrong = server.settings();
  wrong.authorities_file = "";
  EXPECT_EQ(tried(wrong).step, mail::Step::encrypting);
  EXPECT_EQ(sent(server.settings(), "gone@b.ch").step, mail::Step::sending);
  EXPECT_EQ(sent(server.settings(), "spam@b.ch").step, mail::Step::sending);
  wrong = server.settings();
  wrong.host = "127.0.0.1";
  wrong.port = 1;
  EXPECT_EQ(tried(wrong).step, mail::Step::connecting);
}

TEST(SmtpDeathTest, password_without_tls_is_a_bug) {
  MailServer server{.host = "localhost", .security = Security::none};
  server.user = server.password = "post";
  EXPECT_DEATH(sent(server), "fault_of");
}

}  // namespace
}  // namespace tradepost::mail_tests
