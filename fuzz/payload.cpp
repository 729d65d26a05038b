// Reads arbitrary bytes as a record's payload: kind (2), version, whether there is a body, length
// of the head (4), head, body.
//
// For any input, the bytes are refused, or they equal the bytes written for the read payload.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "store/embedded/format/payload.hpp"

namespace {

using tradepost::store::embedded::decode;
using tradepost::store::embedded::PayloadEncoder;

constexpr std::size_t prefix_bytes = 8;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < prefix_bytes) return 0;
  const auto kind = static_cast<std::uint16_t>(data[0] | data[1] << 8);
  const std::uint8_t version = data[2];
  const bool has_body = (data[3] & 1) != 0;
  const std::size_t claimed = data[4] | std::size_t{data[5]} << 8 | std::size_t{data[6]} << 16;
  const std::string_view rest(reinterpret_cast<const char*>(data) + prefix_bytes,
                              size - prefix_bytes);
  const std::string head(rest.substr(0, has_body ? claimed : rest.size()));
  std::shared_ptr<const std::string> body;
  if (has_body) body = std::make_shared<const std::string>(rest.substr(head.size()));

  const auto given = has_body ? std::optional<std::string_view>(*body) : std::nullopt;
  const auto digest = has_body ? tradepost::base::sha256(*body) : tradepost::base::Digest();
  const auto payload = decode(kind, version, head, given, body, digest);
  if (!payload) return 0;

  static PayloadEncoder encoder;
  encoder.clear();
  const auto* const effect = std::get_if<tradepost::exchange::Effect>(&*payload);
  const auto* const sent =
      effect == nullptr ? nullptr : std::get_if<tradepost::exchange::Sent>(effect);
  // Its content was erased, so it can't be written again.
  if (sent != nullptr && !has_body) return 0;
  encoder.add(*payload);
  const bool is_followed = sent != nullptr && sent->carried;  // by its words
  CHECK(encoder.count() == (is_followed ? 2 : 1));
  const auto& record = encoder.records().front();
  CHECK(record.kind == kind && record.version == version && record.head == head);
  if (has_body) CHECK(std::string(record.body_front).append(record.content) == *body);
  return 0;
}
