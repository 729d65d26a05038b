// A PDF file of a stranger has one e-invoice attached, or an answer says why it cannot be read. The
// reader never inflates more than its bounds.
#include <libdeflate.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "zugferd/zugferd.hpp"

namespace tradepost::zugferd::attached_invoice_test {
namespace {

constexpr std::string_view invoice = "<Invoice/>";

std::string deflated(std::string_view text) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(6), libdeflate_free_compressor);
  std::string out(libdeflate_zlib_compress_bound(compressor.get(), text.size()), '\0');
  out.resize(
      libdeflate_zlib_compress(compressor.get(), text.data(), text.size(), out.data(), out.size()));
  return out;
}

std::string object(int number, std::string_view value) {
  return std::to_string(number) + " 0 obj\n" + std::string(value) + "\nendobj\n";
}

std::string stream(std::string_view dictionary, std::string_view bytes) {
  return "<<" + std::string(dictionary) + ">>\nstream\n" + std::string(bytes) + "\nendstream";
}

constexpr std::string_view catalog = "<</Type/Catalog/Names<</EmbeddedFiles 2 0 R>>/AF[3 0 R]>>";
constexpr std::string_view names = "<</Names[(factur-x.xml) 3 0 R]>>";
constexpr std::string_view file =
    "<</Type/Filespec/F(factur-x.xml)/UF(factur-x.xml)/EF<</F 4 0 R>>>>";

std::string pdf_of(std::string_view objects, std::string_view trailer = "<</Root 1 0 R>>") {
  return "%PDF-1.7\n" + std::string(objects) + "trailer\n" + std::string(trailer) + "\n%%EOF\n";
}

std::string pdf_with(std::string_view embedded) {
  return pdf_of(object(1, catalog) + object(2, names) + object(3, file) + object(4, embedded));
}

std::string invoice_of(std::string_view pdf, const Bounds& bounds = {}) {
  const auto attached = attached_invoice(pdf, bounds);
  return attached ? attached->invoice : std::string(attached.error());
}

TEST(AttachedInvoice, stream_is_read_with_and_without_compression) {
  EXPECT_EQ(invoice_of(pdf_with(stream("/Length 10", invoice))), invoice);
  const std::string small = deflated(invoice);
  const std::string length = "/Length " + std::to_string(small.size());
  EXPECT_EQ(invoice_of(pdf_with(stream(length + "/Filter/FlateDecode", small))), invoice);
  EXPECT_EQ(invoice_of(pdf_with(stream(length + "/Filter[/Flate#44ecode]", small))), invoice);
}

TEST(AttachedInvoice, compressed_objects_are_read) {
  std::string texts;
  std::string places;
  int number = 0;
  for (const std::string_view text : {catalog, names, file}) {
    places += std::to_string(++number) + ' ' + std::to_string(texts.size()) + ' ';
    texts += std::string(text) + ' ';
  }
  const std::string head = "/Type/ObjStm/N 3/Filter/FlateDecode/First ";
  const std::string dictionary = head + std::to_string(places.size());
  const std::string root = "<</Type/XRef/Root 1 0 R/Length 0>>";
  EXPECT_EQ(invoice_of("%PDF-1.7\n" + object(9, stream(dictionary, deflated(places + texts))) +
                       object(4, stream("", invoice)) + object(10, root)),
            invoice);
}

TEST(AttachedInvoice, name_is_read_in_each_encoding_of_pdf) {
  for (const std::string_view name :
       {"(factur\\055x\\056xml)", "<66616374 75722D782E786D6C>", "(\\FACTUR-X.XML)",
        "<FEFF0066006100630074007500720 02D0078002E0078006D006C>", "(zugferd-invoice.xml)",
        "(ZUGFeRD-invoice.xml)", "(xrechnung.xml)"}) {
    const std::string named = "<</Type/Filespec/UF" + std::string(name) + "/EF<</F 4 0 R>>>>";
    EXPECT_EQ(invoice_of(pdf_of(object(1, catalog) + object(2, names) + object(3, named) +
                                object(4, stream("", invoice)))),
              invoice)
        << name;
  }
}

TEST(AttachedInvoice, later_object_replaces_an_earlier_one_with_its_number) {
  const std::string before = pdf_with(stream("", "<Old/>"));
  EXPECT_EQ(invoice_of(before + object(4, stream("", invoice))), invoice);
}

TEST(AttachedInvoice, attached_pdf_file_without_compression_hides_no_object) {
  const std::string other = pdf_with(stream("", "<Other/>")) + object(6, "5");
  const std::string length = object(6, std::to_string(other.size()));
  const std::string two = "<</Names[(a.pdf) 7 0 R(factur-x.xml) 3 0 R]>>";
  const std::string other_file = "<</Type/Filespec/F(a.pdf)/EF<</F 5 0 R>>>>";
  const std::string embedded = object(4, stream("", invoice));
  const std::string pdf =
      pdf_of(embedded + object(5, stream("/Length 6 0 R", other)) + length + object(7, other_file) +
             object(2, two) + object(3, file) + object(1, catalog));
  EXPECT_EQ(invoice_of(pdf), invoice);
}

TEST(AttachedInvoice, file_without_one_invoice_is_refused) {
  const std::string other = "<</Type/Filespec/F(a.xml)/EF<</F 4 0 R>>>>";
  const std::string embedded = object(4, stream("", invoice));
  EXPECT_EQ(invoice_of(pdf_of(object(1, catalog) + object(2, names) + object(3, other) + embedded)),
            "The PDF file has no e-invoice attached.");
  const std::string second = "<</Type/Filespec/F(xrechnung.xml)/EF<</F 6 0 R>>>>";
  const std::string two = "<</Names[(a) 3 0 R(b) 5 0 R]>>";
  EXPECT_EQ(invoice_of(pdf_of(object(1, catalog) + object(2, two) + object(3, file) +
                              object(5, second) + object(6, stream("", invoice)) + embedded)),
            "The PDF file has more than one e-invoice.");
}

TEST(AttachedInvoice, file_that_is_damaged_or_encrypted_is_refused) {
  for (const std::string_view text :
       {"%PDF-1.7", "%PDF-1.7\ntrailer<</Root 1 0 R>>", "%PDF-1.7\n1 0 obj(", "%PDF-1.7\n1 0 obj<<",
        "%PDF-1.7\ntrailer<</Root 1 0 R>>\n1 0 obj<</Names 1 0 R>>",
        "%PDF-1.7\n1 0 obj<</Type/ObjStm/N 9/First 4>>stream\n1 \nendstream trailer<</Root 1 0 "
        "R>>"}) {
    EXPECT_FALSE(attached_invoice(text)) << text;
  }
  EXPECT_EQ(invoice_of(pdf_of(object(1, catalog), "<</Root 1 0 R/Encrypt 8 0 R>>")),
            "The PDF file is encrypted.");
}

TEST(AttachedInvoice, nested_compression_is_refused) {
  const std::string twice = deflated(deflated(invoice));
  EXPECT_EQ(invoice_of(pdf_with(stream("/Filter[/FlateDecode/FlateDecode]", twice))),
            "The PDF file has nested compression.");
  EXPECT_EQ(invoice_of(pdf_with(stream("/Filter/LZWDecode", twice))),
            "The PDF file has a compression other than Flate.");
  EXPECT_EQ(invoice_of(pdf_with(stream("/Filter/FlateDecode/DecodeParms<</Predictor 12>>", twice))),
            "The PDF file has a compression other than Flate.");
}

TEST(AttachedInvoice, streams_inflate_to_a_bound_together) {
  constexpr std::string_view too_much = "The PDF file has too much compressed data.";
  const std::string large = deflated(std::string(1 << 20, ' '));
  const Bounds bounds{.invoice_bytes = 1000, .inflated_bytes = 3 << 20};
  EXPECT_EQ(invoice_of(pdf_with(stream("/Filter/FlateDecode", large)), bounds), too_much);
  const std::string dictionary = "/Type/ObjStm/N 0/First 0/Filter/FlateDecode";
  std::string objects;
  for (int number = 10; number < 13; ++number) objects += object(number, stream(dictionary, large));
  const std::string good = pdf_with(stream("", invoice));
  EXPECT_EQ(invoice_of(good + objects, bounds), invoice);
  EXPECT_EQ(invoice_of(good + objects + object(13, stream(dictionary, large)), bounds), too_much);
}

TEST(AttachedInvoice, tree_of_names_that_contains_itself_has_an_end) {
  const std::string tree = "<</Kids[2 0 R 2 0 R]/Names[(factur-x.xml) 3 0 R]>>";
  EXPECT_EQ(invoice_of(pdf_of(object(1, catalog) + object(2, tree) + object(3, file) +
                              object(4, stream("", invoice)))),
            invoice);
}

TEST(AttachedInvoice, large_object_of_many_attachments_is_read_a_few_times) {
  std::string names_of_all = "<</Names[";
  std::string files;
  for (int number = 10; number < 20'000; ++number) {
    names_of_all += "(a) " + std::to_string(number) + " 0 R";
    files += object(number, "<</EF 5 0 R/UF 6 0 R>>");
  }
  const std::string large = object(6, '(' + std::string(4 << 20, 'x') + ')');
  EXPECT_EQ(invoice_of(pdf_of(object(1, catalog) + object(2, names_of_all + "]>>") + files +
                              object(5, "<</F 4 0 R>>") + large)),
            "The PDF file has no e-invoice attached.");
}

// The time is linear: each of these files would take minutes if its rest was read at every object.
TEST(AttachedInvoice, large_hostile_file_is_read_once) {
  for (const std::string_view part :
       {"1 0 obj(", "1 0 obj<<>>%", "1 0 obj<<>>stream ", "1 0 obj%", "1 0 obj[",
        "1 0 obj<</Length 1 0 R>>stream\n", "1 0 obj 7 endobj ", "trailer", "1 0 obj<", "obj ",
        "trailer(1 0 obj "}) {
    std::string text = "%PDF-1.7\n";
    while (text.size() < (8u << 20)) text += part;
    EXPECT_FALSE(attached_invoice(text)) << part;
  }
}

TEST(AttachedInvoice, values_that_are_too_deep_or_too_many_end_an_object) {
  const std::string deep = object(8, std::string(10'000, '['));
  std::string wide = "[";
  for (int i = 0; i < 200'000; ++i) wide += "1 ";
  const std::string good = pdf_with(stream("", invoice));
  EXPECT_EQ(invoice_of(good + deep), invoice);
  EXPECT_EQ(invoice_of(good + object(9, wide + "]")), invoice);
}

}  // namespace
}  // namespace tradepost::zugferd::attached_invoice_test
