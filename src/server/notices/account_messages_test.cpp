#include "notices/account_messages.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace tradepost::notices {
namespace {

using exchange::Addressee;
using exchange::Language;

const Addressee anna{.name = "Anna <Berger>", .email = "anna@huber.example"};

mail::Message sent_to(const Addressee& to, const Content& content) {
  return message_to(to, content,
                    {.id = {}, .date = {}, .from = {.name = "", .address = "post@trade.example"}});
}

TEST(AccountMessages, speak_the_language_of_the_person) {
  const LinkToJoin link{.exchange = "trade.example", .place = "Huber AG", .url = "https://a/b#c"};
  const mail::Message english = sent_to(anna, invitation(Language::english, link));
  EXPECT_EQ(english.subject, "Invitation to Huber AG on trade.example");
  EXPECT_TRUE(english.text.starts_with("Hello Anna <Berger>,\n\n")) << english.text;
  EXPECT_TRUE(english.text.contains("\n\nhttps://a/b#c\n\n")) << english.text;
  EXPECT_TRUE(english.html.contains("<html lang=\"en\">")) << english.html;

  Addressee german = anna;
  german.language = Language::german;
  const mail::Message other = sent_to(german, invitation(german.language, link));
  EXPECT_EQ(other.subject, "Einladung zu Huber AG auf trade.example");
  EXPECT_TRUE(other.text.starts_with("Guten Tag Anna <Berger>,\n\n")) << other.text;
  EXPECT_TRUE(other.html.contains("<html lang=\"de\">")) << other.html;
}

TEST(AccountMessages, name_the_operators_as_the_place_without_a_participant) {
  const LinkToJoin link{.exchange = "trade.example", .place = "", .url = "https://a/b#c"};
  EXPECT_EQ(invitation(Language::english, link).subject,
            "Invitation to the operators on trade.example");
  EXPECT_EQ(invitation(Language::german, link).subject,
            "Einladung zu den Betreibern auf trade.example");
}

TEST(AccountMessages, show_texts_of_people_as_text_in_one_line) {
  const UnknownBrowser browser{.exchange = "trade.example",
                               .url = "https://a/console",
                               .agent = "<script>\r\n\r\nPay \"now\" & here",
                               .address = "192.0.2.1"};
  for (const Language language : {Language::english, Language::german}) {
    const mail::Message message = sent_to(anna, new_device(language, browser));
    EXPECT_TRUE(message.text.contains("<script>    Pay \"now\" & here")) << message.text;
    EXPECT_TRUE(message.html.contains("&lt;script&gt;    Pay &quot;now&quot; &amp; here"))
        << message.html;
    EXPECT_TRUE(message.html.contains("Anna &lt;Berger&gt;")) << message.html;
    EXPECT_FALSE(message.html.contains("<script>")) << message.html;
  }
}

TEST(AccountMessages, show_the_minute_of_a_sign_in) {
  const UnknownBrowser browser{.exchange = "trade.example",
                               .url = "https://a/console",
                               .agent = "Firefox",
                               .address = "192.0.2.1",
                               .at = base::Instant(std::chrono::milliseconds(1'772'442'843'271))};
  const mail::Message message = sent_to(anna, new_device(Language::english, browser));
  EXPECT_TRUE(message.text.contains("Firefox, address 192.0.2.1, 2026-03-02 09:14 UTC"))
      << message.text;
}

TEST(AccountMessages, say_how_long_a_reset_is_valid) {
  const LinkToReset link{.exchange = "trade.example", .url = "https://a/b#c"};
  EXPECT_TRUE(sent_to(anna, reset(Language::english, link)).text.contains("valid for an hour"));
  EXPECT_TRUE(sent_to(anna, reset(Language::german, link)).text.contains("gilt eine Stunde"));
}

}  // namespace
}  // namespace tradepost::notices
