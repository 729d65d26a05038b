// Reads arbitrary bytes as an EDIFACT file. A document that is read without faults is written, and
// its message is read again.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ground/check.hpp"
#include "document/read.hpp"
#include "edifact/interchange.hpp"
#include "edifact/mappings.hpp"
#include "edifact/read.hpp"
#include "edifact/write.hpp"
#include "tests/modules/edifact/comparison.hpp"

namespace {

namespace edifact = tradepost::edifact;
using tradepost::document::Reader;

constexpr std::size_t size_max = 1 << 16;
// Each original of a message repeats the head of its interchange and its group.
constexpr std::size_t repeated_bytes_max = 1'024;

edifact::InterchangeReader reader_of(std::string_view text) {
  return edifact::InterchangeReader([text](char* buffer, std::size_t size) mutable {
    const std::size_t count = text.copy(buffer, size);
    text.remove_prefix(count);
    return count;
  });
}

void write_again(const edifact::Read& read) {
  static Reader reader;
  const auto reading = reader.read(read.body);
  CHECK(reading && reading->valid());
  const edifact::Written written = edifact::write(*read.mapping, reader.content());
  if (!written.objections.empty()) return;
  edifact::InterchangeReader interchange = reader_of(written.text);
  const auto next = interchange.next();
  CHECK(next && *next && (*next)->fault.empty());
  CHECK(edifact::Mappings::of_project().find((*next)->message) != nullptr);
  const edifact::Read back = edifact::read((*next)->message, *read.mapping);
  for (const tradepost::forms::Loss& loss : back.losses) {
    CHECK(loss.path.ends_with(" MOA+203 1.2") && tradepost::edifact::has_line_lost(written.losses));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > size_max) return 0;
  edifact::InterchangeReader interchange = reader_of({reinterpret_cast<const char*>(data), size});
  for (;;) {
    const auto next = interchange.next();
    if (!next || !*next) return 0;
    for (const edifact::Extent& place : {interchange.head(), interchange.group()}) {
      CHECK(place.end - place.begin <= repeated_bytes_max);
    }
    const edifact::Mapping* const mapping = edifact::Mappings::of_project().find((*next)->message);
    if (!(*next)->fault.empty() || mapping == nullptr) continue;
    const edifact::Read read = edifact::read((*next)->message, *mapping);
    if (read.faults.empty()) write_again(read);
  }
}
