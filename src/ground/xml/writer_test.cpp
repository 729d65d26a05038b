#include "xml/writer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "xml/reader.hpp"

namespace tradepost::xml::writer_test {
namespace {

TEST(XmlWriter, elements_are_on_lines_of_their_own) {
  Writer xml;
  xml.open("a").attribute("xmlns:b", "urn:b");
  xml.open("b:c").attribute("d", "1").text("x").close();
  xml.open("e").close();
  EXPECT_EQ(std::move(xml.close()).finish(),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a xmlns:b=\"urn:b\">\n"
            "  <b:c d=\"1\">x</b:c>\n  <e/>\n</a>\n");
}

TEST(XmlWriter, each_text_is_read_as_it_was_written) {
  for (const std::string_view text : {"<&>\"'", "]]>", "ä水🙂", "a\tb\nc\rd", "&amp;", "a  b"}) {
    Writer xml;
    xml.open("a").attribute("b", text).text(text).close();
    const std::string written = std::move(xml).finish();
    const auto tree = read(written);
    ASSERT_TRUE(tree) << written;
    EXPECT_EQ(tree->root().text(), text);
    EXPECT_EQ(tree->root().attribute("b"), text);
  }
}

TEST(XmlWriter, xml_carries_no_control_characters) {
  EXPECT_TRUE(is_carried("a\t\n\rä"));
  for (const std::string_view text : {std::string_view("\0", 1), std::string_view("\x1f"),
                                      std::string_view("\xef\xbf\xbf"), std::string_view("\xff")}) {
    EXPECT_FALSE(is_carried(text));
  }
}

}  // namespace
}  // namespace tradepost::xml::writer_test
