// Tests `tradepost convert` as a person calls it. Poppler reads the PDF files.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/text/date.hpp"
#include "document/json_reader.hpp"
#include "document/model/schema.hpp"
#include "labels/readers.hpp"
#include "served/desk.hpp"
#include "tests/source_dir.hpp"

namespace tradepost::convert {
namespace {

namespace fs = std::filesystem;
using document::View;

std::string bytes_in(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<fs::path> examples() {
  std::vector<fs::path> files;
  for (const document::KindRow& kind : document::kinds()) {
    for (const char* const name : {"full", "lifelike", "minimal"}) {
      files.push_back(fs::path(source_dir()) / "examples" / kind.word /
                      fmt::format("{}.json", name));
    }
  }
  return files;
}

bool is_word_of_model(std::string_view text) {
  return std::ranges::any_of(document::enums(), [&](const auto& one) { return one.has(text); });
}

// Calls visit with each text and number. Dates and the words of the model are written in another
// way, and a page shows `true` and `false` as words.
void each_value(const View& value, const std::function<void(const std::string&)>& visit) {
  if (value.is_object()) {
    value.each_member([&](const View&, const View& member) { each_value(member, visit); });
  } else if (value.is_list()) {
    value.each([&](std::uint32_t, const View& element) { each_value(element, visit); });
  } else if (value.is_number()) {
    visit(std::string(value.scalar()));
  } else if (value && value.is_text()) {
    const std::string text = value.text();
    if (!base::parse_datetime(text) && !is_word_of_model(text)) visit(text);
  }
}

// Lines are broken anywhere, and digits are grouped with commas.
std::string without_breaks(std::string_view text) {
  std::string kept;
  for (const char letter : text) {
    if (letter != ',' && static_cast<unsigned char>(letter) > ' ') kept += letter;
  }
  return kept;
}

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string without_escapes(const std::string& html) {
  std::string text = replaced(replaced(html, "&lt;", "<"), "&gt;", ">");
  return replaced(replaced(std::move(text), "&quot;", "\""), "&amp;", "&");
}

// Returns an invoice whose lines cost 1.00 each.
std::string invoice_of(int lines, std::string_view comments = "") {
  std::string items;
  for (int i = 1; i <= lines; ++i) {
    items += fmt::format(
        R"({}{{"lineNumber":{},"identifiers":[{{"identifier":"9521001010016"}}],)"
        R"("isDepositItem":false,"description":"Article {}","quantity":1,"unitPrice":1.00,)"
        R"("tax":{{"percentage":19}}}})",
        i == 1 ? "" : ",", i, i);
  }
  return fmt::format(
      R"({{"type":"INVOICE","content":{{"header":{{"buyer":{{"identifiers":[{{"identifier":"A"}}]}},)"
      R"("supplier":{{"identifiers":[{{"identifier":"B"}}]}},"invoiceIdentifier":"R-1",)"
      R"("invoiceDate":"2026-03-09","shippingNoticeIdentifier":"L","shippingNoticeDate":"2026-03-09",)"
      R"("orderIdentifier":"O","orderDate":"2026-03-02","comments":"{}"}},"items":[{}],)"
      R"("summary":{{"dueAmount":{}.00}}}}}})",
      comments, items, lines);
}

class Convert : public testing::Test {
 protected:
  // Runs a command that must succeed, and returns its standard output.
  std::string made(const std::string& words) const {
    const auto ended = place_.tradepost("convert " + words);
    EXPECT_EQ(ended.exit_code, 0) << words << '\n' << ended.err;
    return ended.out;
  }

  std::string text_of_pdf(const std::string& bytes) const {
    folder_.write("made.pdf", bytes);
    return labels::text_of(folder_.path("made.pdf"));
  }

  // Fails for each value of a document that the text does not have.
  void expect_all_values(const fs::path& document, const std::string& text) {
    const std::string body = bytes_in(document);
    const auto read = reader_.read(body);
    ASSERT_TRUE(read.has_value()) << document;
    const std::string page = without_breaks(text);
    each_value(read->member("content"), [&](const std::string& value) {
      EXPECT_TRUE(page.contains(without_breaks(value))) << document << ": " << value;
    });
  }

  served::Desk place_;
  labels::Folder folder_;
  document::JsonReader reader_;
};

TEST_F(Convert, an_e_invoice_becomes_the_same_document_again) {
  for (const char* const form : {"ubl", "xrechnung", "cii", "xrechnung-cii", "zugferd"}) {
    const std::string example = source_dir() + "/examples/invoice/full.json";
    folder_.write("invoice.xml", made(fmt::format("--to {} --losses '{}'", form, example)));
    const std::string xml = folder_.path("invoice.xml");
    const std::string body = made(fmt::format("--to json --from {} '{}'", form, xml));
    expect_all_values(example, body);
    EXPECT_TRUE(made(fmt::format("--to html '{}'", xml)).contains("RE-26-31177"));
  }
}

TEST_F(Convert, a_ubl_document_becomes_the_same_document_again) {
  for (const char* const kind : {"order", "shipping_notice"}) {
    const std::string example = fmt::format("{}/examples/{}/full.json", source_dir(), kind);
    for (const char* const form : {"ubl", "peppol"}) {
      folder_.write("document.xml", made(fmt::format("--to {} '{}'", form, example)));
      const std::string xml = folder_.path("document.xml");
      expect_all_values(example, made(fmt::format("--to json --from ubl '{}'", xml)));
    }
  }
  const std::string invoice = source_dir() + "/examples/invoice/full.json";
  EXPECT_EQ(made("--to peppol '" + invoice + "'"), made("--to ubl '" + invoice + "'"));
}

TEST_F(Convert, e_invoices_and_pdf_files_of_a_folder_become_documents) {
  const std::string example = source_dir() + "/examples/invoice/full.json";
  const labels::Folder arrived;
  arrived.write("one.xml", made("--to ubl '" + example + "'"));
  arrived.write("two.pdf", made("--to zugferd '" + example + "'"));
  const std::string out = folder_.path("out");
  const std::string fill = "--fill header.orderDate=2026-01-01";
  (void)made(fmt::format("--to json {} --out '{}' '{}'", fill, out, arrived.path("")));
  for (const char* const file : {"one.json", "two.json"}) {
    const std::string body = made(fmt::format("--to json '{}/{}'", out, file));
    expect_all_values(example, body);
    EXPECT_FALSE(body.contains("2026-01-01")) << "the invoice has a date of the order";
  }
}

TEST_F(Convert, a_document_that_can_not_be_an_e_invoice_is_refused_with_the_reason) {
  folder_.write("bad.xml", "<Invoice>\n<a></b></Invoice>");
  folder_.write("other.xml", "<Order/>");
  folder_.write("page.pdf", made("--to pdf '" + source_dir() + "/examples/order/minimal.json'"));
  folder_.write("empty.xml",
                "<Invoice xmlns=\"urn:oasis:names:specification:ubl:schema:xsd:Invoice-2\"/>");
  const std::string invoice = source_dir() + "/examples/invoice/lifelike.json";
  const std::string order = source_dir() + "/examples/order/minimal.json";
  const std::string sales = source_dir() + "/examples/sales_report/minimal.json";
  struct Case {
    std::string words;
    std::string reason;
  };
  const std::vector<Case> cases = {
      {"--to xrechnung '" + invoice + "'", "BR-DE-2 content.header.supplier.contacts: The form"},
      {"--to xrechnung '" + order + "'", "The kind ORDER has no form xrechnung."},
      {"--to peppol '" + order + "'", "peppol.needed content.header.currency: Peppol BIS 3"},
      {"--to ubl '" + sales + "'", "The kind SALES_REPORT has no form ubl."},
      {"--to json --from ubl '" + invoice + "'", "The document is JSON, and not ubl."},
      {"--to json '" + folder_.path("bad.xml") + "'", "bad.xml:2:"},
      {"--to json '" + folder_.path("page.pdf") + "'", "The PDF file has no e-invoice attached."},
      {"--to json '" + folder_.path("other.xml") + "'", "The root is not one of"},
      {"--to json '" + folder_.path("empty.xml") + "'", "Header is missing."},
      {"--to json --from xrechnung '" + folder_.path("empty.xml") + "'",
       "The document is of the form ubl, and not xrechnung."},
  };
  for (const Case& one : cases) {
    const auto ended = place_.tradepost("convert " + one.words);
    EXPECT_EQ(ended.exit_code, 1) << one.words;
    EXPECT_EQ(ended.out, "") << one.words;
    EXPECT_TRUE(ended.err.contains(one.reason)) << ended.err;
  }
}

TEST_F(Convert, a_page_shows_every_value_of_every_example) {
  for (const fs::path& example : examples()) {
    const std::string html = made(fmt::format("--to html '{}'", example.string()));
    expect_all_values(example, without_escapes(html));
  }
}

TEST_F(Convert, a_pdf_shows_every_value_of_every_example) {
  for (const fs::path& example : examples()) {
    const std::string pdf = made(fmt::format("--to pdf '{}'", example.string()));
    expect_all_values(example, text_of_pdf(pdf));
  }
}

TEST_F(Convert, the_words_are_in_the_language) {
  const std::string invoice = fmt::format("'{}/examples/invoice/lifelike.json'", source_dir());
  const std::string german = made("--to html --language de " + invoice);
  EXPECT_TRUE(german.contains("<html lang=\"de\">"));
  for (const char* const words :
       {"Rechnung RE-26-31177", "09.03.2026", "2,0 % Skonto bei Zahlung innerhalb von 14 Tagen",
        "3.538,58 EUR", "Kasten", "USt-IdNr. DE011223344"}) {
    EXPECT_TRUE(german.contains(words)) << words;
  }
  const std::string english = text_of_pdf(made("--to pdf " + invoice));
  for (const char* const words : {"Invoice RE-26-31177", "2026-03-09", "3,538.58 EUR", "case"}) {
    EXPECT_TRUE(english.contains(words)) << words;
  }
}

TEST_F(Convert, the_same_document_gives_the_same_bytes) {
  place_.write("invoice.json", invoice_of(3));
  EXPECT_EQ(made("--to pdf invoice.json"), made("--to pdf invoice.json"));
}

TEST_F(Convert, a_table_on_several_pages_carries_its_sum_and_repeats_its_head) {
  constexpr int lines = 120;
  place_.write("invoice.json", invoice_of(lines));
  const std::string text = text_of_pdf(made("--to pdf invoice.json"));
  std::vector<std::string> pages;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\f', at);  // it ends each page
    pages.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  ASSERT_GT(pages.size(), 2U);
  int above = 0;  // the lines of the earlier pages
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const std::string& page = pages[i];
    const auto carries = [&] { return page.contains(fmt::format("Carried forward {}.00", above)); };
    EXPECT_TRUE(page.contains("Line Article Quantity")) << page;
    EXPECT_TRUE(page.contains(fmt::format("Page {} of {}", i + 1, pages.size()))) << page;
    EXPECT_TRUE(i == 0 || carries()) << page;
    while (page.contains(fmt::format("Article {}\n", above + 1))) ++above;
    EXPECT_TRUE(i + 1 == pages.size() || carries()) << page;
  }
  EXPECT_EQ(above, lines);
}

TEST_F(Convert, a_text_longer_than_a_page_continues_on_the_next_one) {
  std::string comments;
  for (int i = 0; i < 3'000; ++i) comments += fmt::format("word{} ", i);
  place_.write("invoice.json", invoice_of(1, comments));
  const std::string text = text_of_pdf(made("--to pdf invoice.json"));
  for (const int i : {0, 1'499, 2'999}) {
    EXPECT_TRUE(text.contains(fmt::format("word{} ", i)) ||
                text.contains(fmt::format("word{}\n", i)));
  }
  EXPECT_GT(std::ranges::count(text, '\f'), 3);
}

TEST_F(Convert, markup_in_a_document_is_text_on_a_page) {
  place_.write("invoice.json", invoice_of(1, R"(<script>alert(1)</script> & \"x\" \u0000\u0007)"));
  const std::string html = made("--to html invoice.json");
  EXPECT_FALSE(html.contains("<script"));
  EXPECT_TRUE(html.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;")) << html;
  EXPECT_EQ(html.find('\0'), std::string::npos);
}

TEST_F(Convert, a_folder_of_documents_becomes_a_folder_of_files) {
  place_.write("day.jsonl", invoice_of(1) + "\n" + invoice_of(2) + "\n");
  place_.write("one.json", invoice_of(3));
  EXPECT_EQ(made("--to pdf --out . day.jsonl one.json"), "");
  for (const char* const name : {"day-1.pdf", "day-2.pdf", "one.pdf"}) {
    EXPECT_TRUE(bytes_in(place_.path(name)).starts_with("%PDF")) << name;
  }
}

TEST_F(Convert, standard_output_takes_one_document) {
  place_.write("day.jsonl", invoice_of(1) + "\n" + invoice_of(2) + "\n");
  const auto ended = place_.tradepost("convert --to html day.jsonl");
  EXPECT_EQ(ended.exit_code, 3);
  EXPECT_TRUE(ended.err.contains("Standard output takes one document. Use --out DIR."))
      << ended.err;
}

TEST_F(Convert, a_faulty_document_is_not_converted) {
  const auto ended = place_.tradepost(
      fmt::format("convert --to html '{}/examples/invoice/faulty_many.json'", source_dir()));
  EXPECT_EQ(ended.exit_code, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_TRUE(ended.err.contains("faulty_many.json")) << ended.err;
}

}  // namespace
}  // namespace tradepost::convert
