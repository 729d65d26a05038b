// Reads arbitrary bytes as a document of UBL. A document that is read without faults is written in
// both forms, and each of its elements is read again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ground/check.hpp"
#include "document/read.hpp"
#include "tests/modules/edifact/comparison.hpp"
#include "ubl/mappings.hpp"
#include "ubl/read.hpp"
#include "ubl/write.hpp"

namespace {

namespace ubl = tradepost::ubl;
using tradepost::document::Reader;

constexpr std::size_t size_max = 1 << 16;

void write_again(const ubl::Read& read) {
  static Reader reader;
  const auto reading = reader.read(read.body);
  CHECK(reading && reading->valid());
  for (const ubl::Extent extent : {ubl::Extent::whole, ubl::Extent::peppol}) {
    const ubl::Mapping* const mapping =
        ubl::Mappings::of_project().find(read.mapping->kind->kind, extent, reader.content());
    if (mapping == nullptr) continue;
    const ubl::Written written = ubl::write(*mapping, reader.content());
    const auto again = ubl::read(written.text);
    CHECK(again && again->mapping->kind == read.mapping->kind);
    if (!written.objections.empty()) continue;
    for (const tradepost::forms::Loss& loss : again->losses) {
      CHECK(loss.path.ends_with("/LineExtensionAmount") &&
            tradepost::edifact::has_line_lost(written.losses));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > size_max) return 0;
  const auto read = ubl::read({reinterpret_cast<const char*>(data), size});
  if (read && read->faults.empty()) write_again(*read);
  return 0;
}
