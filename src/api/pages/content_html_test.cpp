#include "api/pages/content_html.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/ground/limits.hpp"

namespace tradepost::api {
namespace {

using exchange::Finding;

Finding at(std::string path) {
  return {.code = "c", .path = std::move(path), .message = "m"};
}

std::string html_of(std::string_view content) {
  return content_html(content, {}).html;
}

TEST(ContentHtml, each_value_has_its_line) {
  const auto made = content_html(R"({"a":{"b":[1,true,{}],"c":[]},"d":null})", {});
  EXPECT_EQ(made.html,
            "{\n"
            "  &quot;a&quot;: {\n"
            "    &quot;b&quot;: [\n"
            "      1,\n"
            "      true,\n"
            "      {}\n"
            "    ],\n"
            "    &quot;c&quot;: []\n"
            "  },\n"
            "  &quot;d&quot;: null\n"
            "}");
  EXPECT_TRUE(made.is_whole);
}

TEST(ContentHtml, text_of_others_is_text) {
  EXPECT_EQ(html_of(R"({"<b>":"</pre><script>\"x\\"})"),
            "{\n  &quot;&lt;b&gt;&quot;: &quot;&lt;/pre&gt;&lt;script&gt;\\&quot;x\\\\&quot;\n}");
}

TEST(ContentHtml, places_of_findings_are_marked) {
  const std::vector<Finding> findings = {at("content.items.1.q"), at("content.items.1.q"),
                                         at("content.header"),    at("content.items.0"),
                                         at("content.list.2"),    at("content.gone")};
  const auto made =
      content_html(R"({"header":{"q":1},"items":[{"q":1},{"q":"<7>"}],"list":[1,2,3]})", findings);
  EXPECT_EQ(made.html,
            "{\n"
            "  <mark id=\"content.header\">&quot;header&quot;: {</mark>\n"
            "    &quot;q&quot;: 1\n"
            "  },\n"
            "  &quot;items&quot;: [\n"
            "    <mark id=\"content.items.0\">{</mark>\n"
            "      &quot;q&quot;: 1\n"
            "    },\n"
            "    {\n"
            "      <mark id=\"content.items.1.q\">&quot;q&quot;: &quot;&lt;7&gt;&quot;</mark>\n"
            "    }\n"
            "  ],\n"
            "  &quot;list&quot;: [\n"
            "    1,\n"
            "    2,\n"
            "    <mark id=\"content.list.2\">3</mark>\n"
            "  ]\n"
            "}");
  EXPECT_TRUE(made.marked.contains("content.header"));
  EXPECT_FALSE(made.marked.contains("content.gone"));
}

TEST(ContentHtml, what_is_missing_from_all_is_marked_at_its_beginning) {
  EXPECT_EQ(content_html("{\"a\":1}", std::vector{at("content")}).html,
            "<mark id=\"content\">{</mark>\n  &quot;a&quot;: 1\n}");
}

TEST(ContentHtml, beginning_that_ends_anywhere_is_shown_as_far_as_it_goes) {
  const std::string whole = R"({"a":{"b\"":[1,-2.5e3,{"ä":"x\\"}],"c":[]},"d":null})";
  const std::vector<Finding> findings = {at("content.a"), at("content.a.b\\\""), at("content.d")};
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    const auto made = content_html(whole.substr(0, bytes), findings);
    EXPECT_FALSE(made.is_whole) << bytes;
    const auto count = [&](std::string_view part) {
      std::size_t found = 0;
      for (auto from = made.html.find(part); from != std::string::npos;
           from = made.html.find(part, from + 1)) {
        ++found;
      }
      return found;
    };
    EXPECT_EQ(count("<mark"), count("</mark>")) << made.html;
  }
  EXPECT_TRUE(content_html(whole, findings).is_whole);
}

TEST(ContentHtml, long_content_is_cut_between_characters) {
  std::string text = "\"x";
  while (text.size() < base::limits::rejection_content_bytes_max) text += "ä";
  const auto made = content_html(text + "\"", {});
  EXPECT_FALSE(made.is_whole);
  EXPECT_TRUE(made.html.ends_with("ä"));
}

TEST(ContentHtml, deep_content_is_indented_up_to_a_bound) {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  EXPECT_EQ(html_of(deep).find(std::string(2 * base::limits::shown_indentation_max + 1, ' ')),
            std::string::npos);
}

}  // namespace
}  // namespace tradepost::api
