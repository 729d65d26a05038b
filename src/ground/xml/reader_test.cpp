#include "xml/reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tradepost::xml::reader_test {
namespace {

constexpr std::string_view invoice =
    "<?xml version=\"1.0\"?>\n<Invoice xmlns=\"urn:i\" xmlns:b=\"urn:b\">\n"
    "  <b:Line>\n <b:ID scheme='GLN'> 1 &amp; <![CDATA[<2>]]> </b:ID>\n  </b:Line>\n"
    "  <!-- <c/> --><b:Line/><b:Total c=\"EUR\">5</b:Total>\n</Invoice>\n";

TEST(XmlReader, elements_have_names_texts_attributes_and_paths) {
  const auto tree = read(invoice);
  ASSERT_TRUE(tree);
  const Element root = tree->root();
  EXPECT_EQ(root.local(), "Invoice");
  EXPECT_EQ(root.space(), "urn:i");
  EXPECT_EQ(root.prefix(), "");
  const Element line = root.first_child();
  const Element id = line.first_child();
  EXPECT_EQ(id.space(), "urn:b");
  EXPECT_EQ(id.prefix(), "b");
  EXPECT_EQ(id.text(), "1 & <2>");
  EXPECT_EQ(id.attribute("scheme"), "GLN");
  EXPECT_EQ(id.attribute("other"), "");
  EXPECT_EQ(id.path(), "/Invoice/b:Line[1]/b:ID");
  EXPECT_EQ(id.place().line, 4u);
  const Element total = line.next().next();
  EXPECT_EQ(total.path(), "/Invoice/b:Total");
  EXPECT_EQ(total.text(), "5");
  EXPECT_FALSE(total.next());
  EXPECT_FALSE(root.parent());
}

TEST(XmlReader, a_text_that_is_not_xml_is_refused_with_its_place) {
  struct Case {
    std::string_view text;
    std::string_view reason;
    std::uint64_t line;
  };
  const std::vector<Case> cases = {
      {"", "The document has no element.", 1},
      {"<a>\n<b></a>", "The end tag has another name than the start tag.", 2},
      {"<a b='1' b='2'/>", "An attribute occurs twice in an element.", 1},
      {"<b:a/>", "The prefix of a name is not declared.", 1},
      {"<a>&nbsp;</a>", "The entity is not known.", 1},
      {"<a/><b/>", "Text follows the end of the document.", 1},
      {"<a", "The document ends within a tag or a comment.", 1},
      {"<a>\n\x01</a>", "The text is not well-formed XML.", 2},
      {"<?xml version='1.0' encoding='KOI8-X'?><a/>", "The encoding is not known. Use UTF-8.", 1},
      {"<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
       "A document type declaration is not permitted.", 1},
      {"<!DOCTYPE a [<!ENTITY b 'bb'>]><a>&b;</a>", "A document type declaration is not permitted.",
       1},
  };
  for (const Case& one : cases) {
    const auto tree = read(one.text);
    ASSERT_FALSE(tree) << one.text;
    EXPECT_EQ(tree.error().reason, one.reason) << one.text;
    EXPECT_EQ(tree.error().place.line, one.line) << one.text;
  }
}

TEST(XmlReader, what_exceeds_a_bound_is_refused) {
  const auto reason = [](std::string_view text, const Bounds& bounds) {
    const auto tree = read(text, bounds);
    return tree ? std::string_view() : tree.error().reason;
  };
  EXPECT_EQ(reason("<a/>", {.bytes = 3}), "The document is too large.");
  EXPECT_EQ(reason("<a><b><c/></b></a>", {.depth = 2}), "Elements are nested too deeply.");
  EXPECT_EQ(reason("<a><b/><b/></a>", {.elements = 2}), "The document has too many elements.");
  EXPECT_EQ(reason("<a b='' c=''/>", {.attributes = 1}), "An element has too many attributes.");
  EXPECT_EQ(reason("<a><b/><c/></a>", {.names = 2}), "The document has too many different names.");
  EXPECT_EQ(reason("<a><b/><b/></a>", {.depth = 2, .elements = 3, .names = 2}), "");
}

// The parser repeats the URI in the name of each element.
TEST(XmlReader, a_long_uri_of_a_namespace_does_not_make_a_small_text_large) {
  const auto with_uri = [](std::size_t size) {
    return "<a:x xmlns:a='" + std::string(size, 'u') + "'><a:y/></a:x>";
  };
  EXPECT_TRUE(read(with_uri(1'000)));
  const auto refused = read(with_uri(1'001));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().reason, "The URI of a namespace is too long.");
}

TEST(XmlReader, other_encodings_are_read_as_utf8) {
  const auto latin = read("<?xml version='1.0' encoding='ISO-8859-1'?><a>\xe4</a>");
  ASSERT_TRUE(latin);
  EXPECT_EQ(latin->root().text(), "ä");
  const auto marked = read("\xef\xbb\xbf<a>ä</a>");
  ASSERT_TRUE(marked);
  EXPECT_EQ(marked->root().text(), "ä");
}

}  // namespace
}  // namespace tradepost::xml::reader_test
