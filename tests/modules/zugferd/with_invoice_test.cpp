#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "document/json_reader.hpp"
#include "document/model/schema.hpp"
#include "paper/pdf.hpp"
#include "paper/typeset.hpp"
#include "paper/words.hpp"
#include "zugferd/zugferd.hpp"

namespace tradepost::zugferd::with_invoice_test {
namespace {

std::string page() {
  document::JsonReader reader;
  const auto content = reader.read(
      R"({"header":{"invoiceIdentifier":"R&D <1> Ü","invoiceDate":"2026-03-09"},"items":[]})");
  paper::Typesetter typesetter;
  const paper::Words words(paper::Language::german);
  return *paper::pdf_of(document::row_of(document::Kind::invoice), *content, words, typesetter);
}

TEST(WithInvoice, attached_bytes_come_back) {
  const std::string invoice = "<Invoice>" + std::string(100'000, 'x') + "</Invoice>";
  const auto file = with_invoice(page(), invoice);
  ASSERT_TRUE(file);
  EXPECT_TRUE(is_pdf(*file));
  const auto attached = attached_invoice(*file);
  ASSERT_TRUE(attached) << attached.error();
  EXPECT_EQ(attached->invoice, invoice);
  EXPECT_EQ(attached->name, "factur-x.xml");
}

TEST(WithInvoice, same_document_gives_the_same_bytes) {
  EXPECT_EQ(*with_invoice(page(), "<Invoice/>"), *with_invoice(page(), "<Invoice/>"));
  EXPECT_NE(*with_invoice(page(), "<Invoice/>"), *with_invoice(page(), "<Invoice></Invoice>"));
}

TEST(WithInvoice, metadata_has_the_title_and_the_day_of_the_document) {
  const std::string file = *with_invoice(page(), "<Invoice/>");
  for (const std::string_view part :
       {"<rdf:li xml:lang=\"x-default\">Rechnung R&amp;D &lt;1&gt; Ü</rdf:li>",
        "<xmp:CreateDate>2026-03-09T00:00:00Z</xmp:CreateDate>", "<pdfaid:part>3</pdfaid:part>",
        "<pdfaid:conformance>B</pdfaid:conformance>",
        "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>", "/AFRelationship /Alternative",
        "/CreationDate (D:20260309000000Z)"}) {
    EXPECT_NE(file.find(part), std::string::npos) << part;
  }
}

TEST(WithInvoice, text_that_is_not_pdf_is_an_error) {
  EXPECT_FALSE(with_invoice("page", "<Invoice/>"));
}

}  // namespace
}  // namespace tradepost::zugferd::with_invoice_test
