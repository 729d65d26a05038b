#include "store/embedded/format/value_codec.hpp"

#include <fmt/format.h>

#include "base/ground/error.hpp"
#include "store/embedded/format/payload.hpp"

namespace tradepost::store::embedded {

base::Error index_damaged(std::string_view table) {
  return {base::ErrorCode::damaged, base::CallerText("The index of the store is damaged."),
          base::LogText(fmt::format("index: a value of {} is incomplete", table))};
}

std::string kept(const exchange::Effect& effect) {
  PayloadEncoder encoder;
  encoder.add(effect);
  const Encoded& record = encoder.records().front();
  std::string bytes;
  FieldWriter writer(bytes);
  writer(record.kind, record.version, std::string(record.head), record.has_body,
         std::string(record.body_front));
  return bytes;
}

base::Result<exchange::Effect> kept_effect(std::string_view bytes) {
  std::uint16_t kind = 0;
  std::uint8_t version = 0;
  bool has_body = false;
  std::string head;
  std::string body;
  FieldReader reader(bytes);
  reader(kind, version, head, has_body, body);
  if (!reader.is_whole()) return base::refuse(index_damaged("kept"));
  const auto there = has_body ? std::optional<std::string_view>(body) : std::nullopt;
  TRY_ASSIGN(Payload payload, decode(kind, version, head, there, nullptr, base::Digest()));
  auto* const effect = std::get_if<exchange::Effect>(&payload);
  if (effect == nullptr) return base::refuse(index_damaged("kept"));
  return std::move(*effect);
}

}  // namespace tradepost::store::embedded
