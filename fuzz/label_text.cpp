// Puts arbitrary bytes, converted to text, on a label at all places for words of a notice.
//
// For any input, every box is on the label, the printer gets exactly the commands of the layout,
// and the file is drawn.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "document/json_reader.hpp"
#include "label/drawing.hpp"
#include "label/label.hpp"
#include "label/zpl.hpp"

namespace {

namespace label = tradepost::label;

std::string as_utf8(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) {
    const std::size_t count = tradepost::base::sequence_bytes(bytes);
    if (count > 0) text += bytes.substr(0, count);
    bytes.remove_prefix(std::max<std::size_t>(count, 1));
  }
  return text;
}

std::string quoted(std::string_view text) {
  tradepost::base::JsonWriter json;
  json.string(text);
  return std::move(json).finish();
}

std::string notice_of(std::string_view text) {
  const std::string word = quoted(text);
  const std::string party = R"({"name":)" + word + R"(,"identifiers":[{"identifier":)" + word +
                            R"(}],"postalAddress":{"name":)" + word + R"(,"street":)" + word +
                            R"(,"postalCode":)" + word + R"(,"city":)" + word + "}}";
  return R"({"header":{"supplier":)" + party + R"(,"buyer":)" + party + R"(,"orderIdentifier":)" +
         word + R"(,"shippingNoticeIdentifier":)" + word + R"(,"carrier":)" + word +
         R"(,"trackingNumber":)" + word + R"(},"transportUnits":[{"unitIdentifier":)" + word +
         R"(,"unitType":)" + word + R"(},{"unitIdentifier":"395210010002089318","items":[)" +
         R"({"identifiers":[{"identifier":)" + word +
         R"(}],"shippedQuantity":1,"batches":[{"batchIdentifier":)" + word + "}]}]}]}";
}

// Returns the number of command prefixes, which occur only in the commands of the layout.
std::ptrdiff_t prefixes_in(std::string_view zpl) {
  CHECK(zpl.find('~') == std::string_view::npos);
  return std::ranges::count(zpl, '^');
}

std::ptrdiff_t prefixes_due(const label::Layout& layout, std::string_view zpl) {
  std::ptrdiff_t pictures = 0;
  for (auto at = zpl.find("^GF"); at != std::string_view::npos; at = zpl.find("^GF", at + 1)) {
    ++pictures;
  }
  const auto texts = std::ssize(layout.texts) - pictures;
  // The commands are ^FT^A0^FH^FD^FS; ^FO^GF^FS; ^FO^GB^FS; ^FO^BY^BC^FD^FS; ^XA^CI^PW^LL^LH^XZ.
  return 5 * texts + 3 * pictures + 3 * std::ssize(layout.rules) + 5 * std::ssize(layout.bars) + 6;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static label::Typesetter typesetter;
  const std::string notice =
      notice_of(as_utf8(std::string_view(reinterpret_cast<const char*>(data), size)));
  tradepost::document::JsonReader reader;
  const auto content = reader.read(notice);
  if (!content) return 0;  // too long
  const auto labels = label::labels_of(*content);
  CHECK(labels.has_value() && labels->size() == 2);
  for (const label::Label& one : *labels) {
    const auto size_of_it = size % 2 == 0 ? label::Size::a6 : label::Size::a5;
    const label::Layout layout = label::lay_out(one, {.size = size_of_it}, typesetter);
    for (const auto& text : layout.texts) {
      CHECK(text.box.x >= 0 && text.box.right() <= layout.width);
      CHECK(text.box.y >= 0 && text.box.bottom() <= layout.height);
    }
    const std::vector<label::Layout> layouts = {layout};
    const std::string zpl = label::zpl(layouts, typesetter);
    CHECK(prefixes_in(zpl) == prefixes_due(layout, zpl));
    CHECK(label::pdf(layouts, label::Sheet::none, typesetter).has_value());
  }
  return 0;
}
