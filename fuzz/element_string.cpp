// Reads arbitrary bytes as the output of a barcode reader.
//
// For any input, the elements that are read are valid, and are read as the same again after they
// are written.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ground/check.hpp"
#include "gs1/element_string.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  namespace gs1 = tradepost::gs1;
  const auto elements =
      gs1::parse_scanned(std::string_view(reinterpret_cast<const char*>(data), size));
  if (!elements) {
    CHECK(!elements.error().text().str().empty());
    return 0;
  }
  CHECK(!elements->empty());
  for (const gs1::Element& element : *elements) {
    CHECK(gs1::element(element.identifier, element.value).has_value());
  }
  const auto again = gs1::parse_scanned(gs1::scanned(*elements));
  CHECK(again.has_value() && *again == *elements);
  return 0;
}
