#include "api/description/html.hpp"

#include <gtest/gtest.h>

namespace tradepost::api {
namespace {

// Covers contract 8.7.
TEST(Html, text_from_outside_is_text) {
  EXPECT_EQ(html_escaped("<script>alert('a' & \"b\")</script>"),
            "&lt;script&gt;alert(&#39;a&#39; &amp; &quot;b&quot;)&lt;/script&gt;");
  EXPECT_EQ(html_escaped("Käse\n\tRäder"), "Käse\n\tRäder");
  EXPECT_EQ(html_escaped(std::string_view("a\0b\x1b[2J\x7f", 8)),
            "a\xEF\xBF\xBD"
            "b\xEF\xBF\xBD[2J\xEF\xBF\xBD");
}

}  // namespace
}  // namespace tradepost::api
