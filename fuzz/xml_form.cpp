// Reads arbitrary bytes as an e-invoice. A document that is read without faults is written, and
// read again without faults.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/ground/check.hpp"
#include "document/read.hpp"
#include "forms/forms.hpp"

namespace {

namespace forms = tradepost::forms;
using tradepost::document::Reader;

constexpr std::size_t size_max = 1 << 16;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > size_max) return 0;
  const auto read = forms::read({reinterpret_cast<const char*>(data), size});
  if (!read || !read->faults.empty()) return 0;
  static Reader reader;
  const auto reading = reader.read(read->body);
  CHECK(reading && reading->valid());
  const auto& kind = tradepost::document::row_of(*reading->document.kind);
  const forms::Written written = forms::write(*read->form, kind, reader.content());
  const auto again = forms::read(written.text);
  CHECK(again.has_value());
  CHECK(!written.objections.empty() || again->faults.empty());
  return 0;
}
