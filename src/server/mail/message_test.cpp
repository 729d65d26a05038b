#include "mail/message.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

namespace tradepost::mail::message_test {
namespace {

using base::ErrorCode;

Message invitation() {
  return {.id = *base::Uuid::parse("01939c5a-7c1e-7000-8000-00000000002a"),
          .date = base::instant_of(1'709'195'415'123),
          .from = {.name = "Trade Post", .address = "post@exchange.example"},
          .to = {.name = "", .address = "anna@musterhaus.example"},
          .subject = "Invitation",
          .text = "Hello Anna\n\nGrüezi = hello. \nBye"};
}

TEST(MimeText, of_a_plain_message) {
  EXPECT_EQ(mime_text(invitation()),
            "Date: Thu, 29 Feb 2024 08:30:15 +0000\r\n"
            "From: \"Trade Post\"\r\n <post@exchange.example>\r\n"
            "To: anna@musterhaus.example\r\n"
            "Subject: Invitation\r\n"
            "Message-ID: <01939c5a-7c1e-7000-8000-00000000002a@exchange.example>\r\n"
            "Auto-Submitted: auto-generated\r\n"
            "MIME-Version: 1.0\r\n"
            "Content-Type: text/plain; charset=utf-8\r\n"
            "Content-Transfer-Encoding: quoted-printable\r\n"
            "\r\n"
            "Hello Anna\r\n\r\nGr=C3=BCezi =3D hello.=20\r\nBye\r\n");
}

TEST(MimeText, of_a_message_with_html_has_two_parts) {
  Message message = invitation();
  message.text = "a";
  message.html = "<p>a</p>";
  message.unsubscribe_url = "https://exchange.example/stop?key=1";
  const std::string mime = *mime_text(message);
  EXPECT_TRUE(
      mime.contains("\r\nList-Unsubscribe: <https://exchange.example/stop?key=1>\r\n"
                    "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
  EXPECT_TRUE(
      mime.ends_with("Content-Type: multipart/alternative;\r\n"
                     " boundary=\"=_01939c5a-7c1e-7000-8000-00000000002a\"\r\n\r\n"
                     "--=_01939c5a-7c1e-7000-8000-00000000002a\r\n"
                     "Content-Type: text/plain; charset=utf-8\r\n"
                     "Content-Transfer-Encoding: quoted-printable\r\n\r\na\r\n\r\n"
                     "--=_01939c5a-7c1e-7000-8000-00000000002a\r\n"
                     "Content-Type: text/html; charset=utf-8\r\n"
                     "Content-Transfer-Encoding: quoted-printable\r\n\r\n<p>a</p>\r\n\r\n"
                     "--=_01939c5a-7c1e-7000-8000-00000000002a--\r\n"));
}

TEST(MimeText, line_break_in_a_name_or_subject_becomes_a_space) {
  Message message = invitation();
  message.subject = std::string("Hello\r\nBcc: eve@evil.example\n\0\x7f", 31);
  message.to.name = "Anna\"\r\n\r\nbody";
  const std::string mime = *mime_text(message);
  EXPECT_TRUE(mime.contains("\r\nTo: \"Anna\\\"    body\"\r\n <anna@musterhaus.example>\r\n"));
  EXPECT_FALSE(mime.contains("Bcc"));  // it ends with a space, so it is encoded
  EXPECT_TRUE(mime.contains("\r\nSubject: =?UTF-8?B?"));
}

TEST(MimeText, faulty_address_or_url_is_refused) {
  const std::vector<std::function<void(Message&)>> changes = {
      [](Message& m) { m.from.address = "post@exchange.example\r\nBcc: eve@evil.example"; },
      [](Message& m) { m.from.address = ""; },
      [](Message& m) { m.to.address = "anna@musterhaus.example>"; },
      [](Message& m) { m.reply_to = Mailbox{.name = "Anna", .address = "anna"}; },
      [](Message& m) { m.unsubscribe_url = "mailto:eve@evil.example"; },
      [](Message& m) { m.unsubscribe_url = "https://a.example/>\r\nBcc: eve@evil.example"; },
      [](Message& m) { m.unsubscribe_url = "https://a.example/" + std::string(900, 'a'); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Message message = invitation();
    changes[i](message);
    const auto mime = mime_text(message);
    ASSERT_FALSE(mime) << i;
    EXPECT_EQ(mime.error().code(), ErrorCode::invalid) << i;
  }
}

TEST(MimeText, size_is_limited) {
  Message message = invitation();
  message.text = std::string(mime_bytes_max / 2, 'a');
  EXPECT_TRUE(mime_text(message));
  message.html = std::string(mime_bytes_max, 'a');
  EXPECT_EQ(mime_text(message).error().code(), ErrorCode::too_large);
  message.html.clear();
  message.text = std::string(mime_bytes_max / 2, '\x01');  // three times as long when encoded
  EXPECT_EQ(mime_text(message).error().code(), ErrorCode::too_large);
}

TEST(MimeText, long_subject_is_cut_between_characters) {
  Message message = invitation();
  message.subject.clear();
  for (int i = 0; i < 400; ++i) message.subject += "ü";
  const std::string mime = *mime_text(message);
  std::size_t longest = 0;
  for (std::size_t at = 0; at < mime.size();) {
    const auto end = mime.find("\r\n", at);
    longest = std::max(longest, end - at);
    at = end + 2;
  }
  EXPECT_LE(longest, 76u);
}

}  // namespace
}  // namespace tradepost::mail::message_test
