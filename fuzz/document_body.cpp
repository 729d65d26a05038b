// Reads arbitrary bytes as a body. simdjson's own parser also accepts every body that is accepted
// as JSON. The stored bytes are read as the same document again.
#include <simdjson.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/ground/check.hpp"
#include "document/read.hpp"

namespace {

using tradepost::document::Malformed;
using tradepost::document::Reader;
using tradepost::document::Reading;
using tradepost::document::Unreadable;

constexpr std::size_t size_max = 1 << 20;

// Returns true for reasons that tradepost adds and other parsers do not have.
bool is_our_decision(Malformed reason) {
  return reason == Malformed::name_twice || reason == Malformed::nested_too_deep ||
         reason == Malformed::number_too_long || reason == Malformed::byte_order_mark ||
         reason == Malformed::too_large;
}

// Returns true for numbers that do not fit in 64 bits or a double. Other parsers refuse them.
bool is_too_wide(simdjson::error_code error) {
  return error == simdjson::NUMBER_ERROR;
}

void agrees_with_simdjson(std::string_view body,
                          const std::expected<Reading, Unreadable>& reading) {
  simdjson::dom::parser parser;
  const auto error = parser.parse(simdjson::padded_string(body)).error();
  if (reading) {
    CHECK(error == simdjson::SUCCESS || is_too_wide(error));
  } else if (!is_our_decision(reading.error().reason)) {
    CHECK(error != simdjson::SUCCESS);
  }
}

void reads_as_the_same_again(Reader& reader, const Reading& reading) {
  const auto& document = reading.document;
  if (!document.kind || document.content.empty()) return;
  const auto body = fmt::format("{{\"type\":\"{}\",\"content\":{}}}", row_of(*document.kind).name,
                                document.content);
  const auto again = reader.read(body);
  CHECK(again.has_value());
  CHECK(again->document.content == document.content);
  CHECK(again->document.digest == document.digest);
  CHECK(again->faults.count() == reading.faults.count() || !reading.valid());
  CHECK(again->warnings.count() == reading.warnings.count());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  if (size > size_max) return 0;
  static Reader reader;
  static Reader second_reader;
  const auto reading = reader.read(body);
  agrees_with_simdjson(body, reading);
  if (!reading) {
    CHECK(reading.error().offset <= size);
    return 0;
  }
  CHECK(reading->faults.named().size() <= reading->faults.count());
  for (const auto& fault : reading->faults.named())
    CHECK(fault.offset < size && !fault.code.empty());
  reads_as_the_same_again(second_reader, *reading);
  return 0;
}
