// Reads arbitrary bytes as a PDF file with an e-invoice. The invoice stays within the bounds.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ground/check.hpp"
#include "zugferd/zugferd.hpp"

namespace {

namespace zugferd = tradepost::zugferd;

constexpr std::size_t size_max = 1 << 16;
constexpr zugferd::Bounds bounds{
    .invoice_bytes = 1 << 12, .inflated_bytes = 1 << 16, .objects = 500, .values = 2'000};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > size_max) return 0;
  const auto attached =
      zugferd::attached_invoice({reinterpret_cast<const char*>(data), size}, bounds);
  CHECK(!attached || attached->invoice.size() <= bounds.invoice_bytes);
  CHECK(attached || attached.error().starts_with("The PDF file "));
  return 0;
}
