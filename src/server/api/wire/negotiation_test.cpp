#include "api/wire/negotiation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "api/wire/parsed_test_request.hpp"

// Covers contract 4.1, 4.9, 6.4, 6.5, 8.1, 8.7 and 11.10.
namespace tradepost::api {
namespace {

bool accepts(std::string_view lines) {
  return accepts_json(request_with(lines));
}

TEST(Accept, json_is_taken_unless_it_is_excluded) {
  for (const auto lines :
       {"", "Accept: application/json\r\n", "Accept: */*\r\n", "Accept: application/*\r\n",
        "Accept: text/html, application/json;q=0.1\r\n", "Accept: APPLICATION/JSON\r\n",
        "Accept: application/json; charset=utf-8\r\n", "Accept:\r\n",
        "Accept: text/html\r\nAccept: application/json\r\n",
        "Accept: application/json, */*;q=0\r\n", "Accept: text/html, */*; q=0.001\r\n"}) {
    EXPECT_TRUE(accepts(lines)) << lines;
  }
  for (const auto lines :
       {"Accept: text/html\r\n", "Accept: application/xml, text/*\r\n",
        "Accept: application/json;q=0\r\n", "Accept: */*;q=0.000\r\n",
        "Accept: */*, application/json;q=0\r\n", "Accept: application/json;q=0, */*\r\n",
        "Accept: application/*;q=0, */*\r\n"}) {
    EXPECT_FALSE(accepts(lines)) << lines;
  }
}

TEST(Accept, page_is_for_those_who_name_it_and_not_json) {
  for (const auto lines : {"Accept: text/html\r\n", "Accept: TEXT/HTML;q=0.1, */*\r\n",
                           "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n",
                           "Accept: text/html, application/json;q=0\r\n"}) {
    EXPECT_TRUE(wants_page(request_with(lines))) << lines;
  }
  for (const auto lines : {"", "Accept: */*\r\n", "Accept: application/json\r\n",
                           "Accept: text/html, application/json;q=0.1\r\n", "Accept: text/*\r\n",
                           "Accept: text/html;q=0, */*\r\n"}) {
    EXPECT_FALSE(wants_page(request_with(lines))) << lines;
  }
}

TEST(AcceptLanguage, german_is_chosen_where_it_is_preferred_to_english) {
  for (const auto lines :
       {"Accept-Language: de\r\n", "Accept-Language: DE\r\n", "Accept-Language: de-AT\r\n",
        "Accept-Language: de-DE,de;q=0.9,en;q=0.8\r\n", "Accept-Language: en;q=0.7, de;q=0.701\r\n",
        "Accept-Language: fr, de;q=0.2\r\n", "Accept-Language: de, en\r\n",
        "Accept-Language: en;q=0, de;q=0.001\r\n", "Accept-Language: de, *;q=0.5\r\n",
        "Accept-Language: en;q=0.5\r\nAccept-Language: de\r\n",
        "Accept-Language: de;q=1.000\r\n"}) {
    EXPECT_EQ(requested_language(request_with(lines)), Language::german) << lines;
  }
}

TEST(AcceptLanguage, everything_else_is_answered_in_english) {
  for (const auto lines :
       {"", "Accept-Language:\r\n", "Accept-Language: *\r\n", "Accept-Language: en\r\n",
        "Accept-Language: en, de\r\n", "Accept-Language: fr\r\n", "Accept-Language: deu\r\n",
        "Accept-Language: de;q=0\r\n", "Accept-Language: de;q=0.000\r\n",
        "Accept-Language: *, de;q=0.5\r\n", "Accept-Language: de;q=2\r\n",
        "Accept-Language: de;q=1.001\r\n", "Accept-Language: de;q=0.1234\r\n",
        "Accept-Language: de;q=\r\n", "Accept-Language: de;q=0,9\r\n",
        "Accept-Language: de;q=x, en;q=0.1\r\n", "Accept-Language: en-GB;q=0.9, de;q=0.8\r\n"}) {
    EXPECT_EQ(requested_language(request_with(lines)), Language::english) << lines;
  }
}

TEST(AcceptLanguage, ranges_beyond_the_bound_are_not_read) {
  const auto after = [](std::size_t count) {
    std::string line = "Accept-Language: ";
    for (std::size_t i = 0; i < count; ++i) line += "fr;q=0.1,";
    return requested_language(request_with(line + "de\r\n"));
  };
  EXPECT_EQ(after(language_ranges_max - 1), Language::german);
  EXPECT_EQ(after(language_ranges_max), Language::english);
}

TEST(Content, json_in_utf8_is_taken_and_nothing_else) {
  const auto kind = [](std::string_view lines) { return body_kind(request_with(lines)); };
  for (const auto lines : {"", "Content-Type: application/json\r\n",
                           "Content-Type: Application/JSON ; Charset=utf-8\r\n",
                           "Content-Type: application/problem+json\r\n",
                           "Content-Type: application/json; charset=\"UTF-8\"; version=1\r\n",
                           "Content-Type: application/json\r\nContent-Encoding: identity\r\n"}) {
    EXPECT_EQ(kind(lines), BodyKind::json) << lines;
  }
  for (const auto lines :
       {"Content-Type:\r\n", "Content-Type: text/json\r\n", "Content-Type: application/+json\r\n",
        "Content-Type: application/jsonp\r\n", "Content-Type: application/json, text/html\r\n",
        "Content-Type: application/json; charset=latin1\r\n",
        "Content-Type: application/json\r\nContent-Type: application/json\r\n"}) {
    EXPECT_EQ(kind(lines), BodyKind::other_type) << lines;
  }
  EXPECT_EQ(kind("Content-Encoding: gzip\r\n"), BodyKind::other_encoding);
}

TEST(Prefer, wait_is_found_among_others_and_bounded) {
  const auto wait = [](std::string_view lines) {
    const auto wait_time = requested_wait(request_with(lines));
    return wait_time ? wait_time->count() : -1;
  };
  EXPECT_EQ(wait(""), -1);
  EXPECT_EQ(wait("Prefer: wait=10\r\n"), 10);
  EXPECT_EQ(wait("Prefer: respond-async, Wait = \"7\"; x=y\r\n"), 7);
  EXPECT_EQ(wait("Prefer: respond-async\r\nPrefer: wait=8\r\n"), 8);
  EXPECT_EQ(wait("Prefer: wait=5, wait=9\r\n"), 5);
  EXPECT_EQ(wait("Prefer: wait=61\r\n"), 60);
  EXPECT_EQ(wait("Prefer: wait=99999999999999999999999\r\n"), 60);
  for (const auto lines :
       {"Prefer: wait\r\n", "Prefer: wait=\r\n", "Prefer: wait=-1\r\n", "Prefer: wait=0\r\n",
        "Prefer: wait=1.5\r\n", "Prefer: awaits=5\r\n", "Prefer: x=\"a, wait=5\"\r\n"}) {
    EXPECT_EQ(wait(lines), -1) << lines;
  }
}

TEST(Key, has_up_to_255_printable_characters) {
  const auto form = [](std::string_view lines) {
    return idempotency_key(request_with(lines)).form;
  };
  EXPECT_EQ(form(""), KeyForm::none);
  EXPECT_EQ(form("Idempotency-Key: a b~\r\n"), KeyForm::good);
  EXPECT_EQ(form("Idempotency-Key: " + std::string(255, 'k') + "\r\n"), KeyForm::good);
  EXPECT_EQ(form("Idempotency-Key: " + std::string(256, 'k') + "\r\n"), KeyForm::bad);
  EXPECT_EQ(form("Idempotency-Key:\r\n"), KeyForm::bad);
  EXPECT_EQ(form("Idempotency-Key: \xC3\xA4\r\n"), KeyForm::bad);
  EXPECT_EQ(form("Idempotency-Key: a\tb\r\n"), KeyForm::bad);
  EXPECT_EQ(form("Idempotency-Key: a\r\nIdempotency-Key: a\r\n"), KeyForm::bad);
}

TEST(Host, is_a_name_or_number_with_a_port_or_without) {
  for (const auto host : {"localhost", "exchange.test:8480", "192.0.2.1:80", "[::1]",
                          "[2001:db8::1]:8480", "a-b_c.example."}) {
    EXPECT_TRUE(is_plain_host(host)) << host;
  }
  for (const auto host : {"", ":80", "a:", "a:b", "a:123456", "a/b", "a@b", "a b", "a\"b", "[::1",
                          "[]", "[a/b]:1", "::1", "a,b", "\xC3\xA4"}) {
    EXPECT_FALSE(is_plain_host(host)) << host;
  }
}

}  // namespace
}  // namespace tradepost::api
