#include "api/pages/html.hpp"

#include <gtest/gtest.h>

namespace tradepost::api {
namespace {

TEST(Html, text_from_outside_is_text) {
  EXPECT_EQ(html_escaped("<script>alert('a' & \"b\")</script>"),
            "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
  EXPECT_EQ(html_escaped("Käse\n\tRäder"), "Käse\n\tRäder");
  EXPECT_EQ(html_escaped(std::string_view("a\0b\x1b[2J\x7f", 8)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD[2J\xEF\xBF\xBD");
}

TEST(Html, moment_is_written_as_people_write_it_with_its_zone) {
  EXPECT_EQ(html_moment(base::instant_of(1'795'529'109'123)),
            "<time datetime=\"2026-11-24T14:05:09.123Z\">24 November 2026, 14:05 UTC</time>");
  EXPECT_EQ(html_moment(base::instant_of(-1)),
            "<time datetime=\"1969-12-31T23:59:59.999Z\">31 December 1969, 23:59 UTC</time>");
}

TEST(Html, page_forbids_scripts_and_other_hosts) {
  const http::Response page = html_page(200, "A <case>", "<p>b</p>");
  const auto policy = page.header("Content-Security-Policy");
  ASSERT_TRUE(policy.has_value());
  EXPECT_TRUE(policy->starts_with("default-src 'none'; style-src 'sha256-")) << *policy;
  EXPECT_EQ(policy->find("unsafe"), std::string_view::npos);
  EXPECT_EQ(page.header("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(page.header("Referrer-Policy"), "no-referrer");
  EXPECT_EQ(page.header("Cache-Control"), "no-store");
  EXPECT_NE(page.body.joined().find("<title>A &lt;case&gt;</title>"), std::string::npos);
  EXPECT_NE(page.body.joined().find("<p>b</p>"), std::string::npos);
}

}  // namespace
}  // namespace tradepost::api
