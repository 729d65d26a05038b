// Reads arbitrary bytes as a body, and shows a valid document as a page and as a PDF file. A text
// of the document never becomes markup.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "document/read.hpp"
#include "paper/html.hpp"
#include "paper/pdf.hpp"

namespace {

namespace paper = tradepost::paper;
using tradepost::document::Reader;

constexpr std::size_t size_max = 1 << 15;

// Each tag of a page begins with one of these, and none takes a text of the document.
void has_only_own_tags(std::string_view html) {
  for (std::size_t at = 0; (at = html.find('<', at)) != std::string_view::npos; ++at) {
    const std::string_view tag = html.substr(at + 1, html.find('>', at) - at - 1);
    CHECK(!tag.starts_with("script") && tag.size() < 64);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > size_max) return 0;
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  static Reader reader;
  const auto reading = reader.read(body);
  if (!reading || !reading->valid()) return 0;
  const auto& kind = tradepost::document::row_of(*reading->document.kind);
  const bool is_even = size % 2 == 0;
  const paper::Words words(is_even ? paper::Language::english : paper::Language::german);
  has_only_own_tags(paper::html_of(kind, reader.content(), words));
  static paper::Typesetter typesetter;
  const auto pdf = paper::pdf_of(kind, reader.content(), words, typesetter);
  CHECK(pdf && pdf->starts_with("%PDF"));
  return 0;
}
