#include "api/docs_page_html.hpp"

#include <gtest/gtest.h>

namespace tradepost::api {
namespace {

TEST(DocsPageHtml, what_html_takes_for_its_own_is_text) {
  EXPECT_EQ(html_of_markdown("a < `b<c>`"), "<p>a &lt; <code>b&lt;c&gt;</code></p>\n");
}

TEST(DocsPageHtml, lines_of_a_paragraph_are_one) {
  EXPECT_EQ(html_of_markdown("one\ntwo\n\nthree"), "<p>one two</p>\n<p>three</p>\n");
}

TEST(DocsPageHtml, strong_words_and_links_stand_within_paragraphs) {
  EXPECT_EQ(html_of_markdown("**so** [there](#Party)", "at-"),
            "<p><strong>so</strong> <a href=\"#at-Party\">there</a></p>\n");
}

TEST(DocsPageHtml, marks_without_an_end_are_text) {
  EXPECT_EQ(html_of_markdown("a ` b ** c [d](e"), "<p>a ` b ** c [d](e</p>\n");
}

TEST(DocsPageHtml, a_table_has_a_head_unless_it_is_empty) {
  EXPECT_EQ(html_of_markdown("| a | b |\n|---|---|\n| `c` | d\\|e |\n"),
            "<div class=\"wide\"><table>\n<tr><th>a</th><th>b</th></tr>\n"
            "<tr><td><code>c</code></td><td>d|e</td></tr>\n</table></div>\n");
  EXPECT_EQ(html_of_markdown("| | |\n|---|---|\n| c | d |\n"),
            "<div class=\"wide\"><table>\n<tr><td>c</td><td>d</td></tr>\n</table></div>\n");
}

TEST(DocsPageHtml, an_item_goes_on_in_indented_lines) {
  EXPECT_EQ(html_of_markdown("- one\n  more\n- two"),
            "<ul>\n<li>one more</li>\n<li>two</li>\n</ul>\n");
}

TEST(DocsPageHtml, headings_can_be_linked_to) {
  EXPECT_EQ(html_of_markdown("## Party", "at-"), "<h2 id=\"at-Party\">Party</h2>\n");
  EXPECT_EQ(html_of_markdown("# Order"), "<h1>Order</h1>\n");
}

}  // namespace
}  // namespace tradepost::api
