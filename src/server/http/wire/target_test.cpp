#include "http/wire/target.hpp"

#include <gtest/gtest.h>

#include "base/ground/limits.hpp"
#include "base/text/url_text.hpp"

// Covers contract 11.1.
namespace tradepost::http {
namespace {

Target parsed(std::string_view text) {
  auto target = Target::parse(text);
  EXPECT_TRUE(target.has_value()) << text;
  return target ? *std::move(target) : Target();
}

TEST(Target, path_and_query_are_decoded_apart) {
  const Target target = parsed("/v2/a%20b+c?filter%5Btype%5D=ORDER&q=a%26b+c&empty=&alone&&x=1=2");
  EXPECT_EQ(target.path(), "/v2/a b+c");
  EXPECT_EQ(target.parameter("filter[type]"), "ORDER");
  EXPECT_EQ(target.parameter("q"), "a&b c");
  EXPECT_EQ(target.parameter("empty"), "");
  EXPECT_EQ(target.parameter("alone"), "");
  EXPECT_EQ(target.parameter("x"), "1=2");
  EXPECT_EQ(target.parameters().size(), 5u);
  EXPECT_EQ(target.parameter("Q"), std::nullopt);
}

TEST(Target, brackets_may_stand_as_they_are) {
  EXPECT_EQ(parsed("/v2/transactions?filter[type]=ORDER").parameter("filter[type]"), "ORDER");
}

TEST(Target, of_a_name_given_twice_the_first_is_found_and_both_are_there) {
  const Target target = parsed("/?a=1&a=2");
  EXPECT_EQ(target.parameter("a"), "1");
  ASSERT_EQ(target.parameters().size(), 2u);
  EXPECT_EQ(target.parameters()[1].value, "2");
}

TEST(Target, absolute_form_gives_its_path) {
  EXPECT_EQ(parsed("http://host:8480/v2/ping?a=1").path(), "/v2/ping");
  EXPECT_EQ(parsed("HTTPS://host/x").path(), "/x");
  EXPECT_EQ(parsed("http://host").path(), "/");
}

TEST(Target, absolute_form_names_whom_it_asks) {
  const auto with_port = parsed("http://host:8480/v2/ping?a=http://b/").origin();
  ASSERT_TRUE(with_port.has_value());
  EXPECT_EQ(with_port->scheme, Scheme::http);
  EXPECT_EQ(with_port->authority, "host:8480");
  const auto encrypted = parsed("HTTPS://[::1]").origin();
  ASSERT_TRUE(encrypted.has_value());
  EXPECT_EQ(encrypted->scheme, Scheme::https);
  EXPECT_EQ(encrypted->authority, "[::1]");
  EXPECT_FALSE(parsed("/http://host/x").origin().has_value());
}

TEST(Target, dots_are_no_folders) {
  EXPECT_EQ(parsed("/v2/../admin").path(), "/v2/../admin");
}

TEST(Target, ambiguous_target_is_refused) {
  for (const std::string_view text :
       {"", "*", "ping", "host:443", "ftp://host/x", "http://host?x", "http://host#x/", "/a#b",
        "/%", "/%4", "/%4g", "/a%2fb", "/a%2Fb", "/a%00", "/?a=%", "/?%zz=1", "/?a=%f"}) {
    EXPECT_FALSE(Target::parse(text).has_value()) << text;
  }
}

TEST(Target, too_many_parameters_are_refused) {
  std::string text = "/?";
  for (std::size_t i = 0; i < base::limits::query_parameters_max; ++i) text += "a=1&";
  EXPECT_TRUE(Target::parse(text).has_value());
  EXPECT_FALSE(Target::parse(text + "a=1").has_value());
}

TEST(PercentEncoded, comes_back_as_it_was) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const std::string text = base::percent_encoded(bytes);
  EXPECT_EQ(text.find_first_of("&=+ []\"<>#"), std::string::npos);
  EXPECT_EQ(parsed("/?a=" + text).parameter("a"), bytes);
}

}  // namespace
}  // namespace tradepost::http
