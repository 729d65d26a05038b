#include "base/framed_fields.hpp"

#include <algorithm>
#include <utility>

#include "base/crypto/sha256.hpp"

namespace tradepost::base {
namespace {

constexpr std::size_t length_bytes = 4;
constexpr std::size_t digest_bytes = 8;

std::string beginning_of_digest(std::string_view fields) {
  const Digest digest = sha256(fields);
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest_bytes};
}

}  // namespace

void FieldsWriter::put(std::uint64_t number, std::size_t bytes) {
  for (std::size_t left = bytes; left > 0; --left)
    bytes_ += static_cast<char>(number >> 8 * (left - 1) & 0xFFu);
}

void FieldsWriter::put(const Uuid& uuid) {
  bytes_.append(reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size());
}

void FieldsWriter::put(std::string_view text) {
  put(text.size());
  bytes_ += text;
}

std::string FieldsWriter::take() {
  return std::move(bytes_);
}

std::uint64_t FieldsReader::number(std::size_t bytes) {
  std::uint64_t number = 0;
  for (const char c : take(bytes)) number = number << 8 | static_cast<unsigned char>(c);
  return number;
}

Uuid FieldsReader::uuid() {
  Uuid uuid;
  const std::string_view bytes = take(uuid.bytes.size());
  std::copy(bytes.begin(), bytes.end(), reinterpret_cast<char*>(uuid.bytes.data()));
  return uuid;
}

std::string FieldsReader::text() {
  return std::string(take(number()));
}

std::string_view FieldsReader::take(std::uint64_t count) {
  is_good_ = is_good_ && count <= rest_.size();
  const std::string_view taken = is_good_ ? rest_.substr(0, count) : std::string_view();
  rest_.remove_prefix(taken.size());
  return taken;
}

std::string framed(std::string_view fields) {
  FieldsWriter record;
  record.put(fields.size(), length_bytes);
  std::string bytes = record.take();
  bytes += beginning_of_digest(fields);
  bytes += fields;
  return bytes;
}

std::optional<std::string_view> take_framed(std::string_view& bytes) {
  constexpr std::size_t head_bytes = length_bytes + digest_bytes;
  if (bytes.size() < head_bytes) return std::nullopt;
  const std::uint64_t length = FieldsReader(bytes).number(length_bytes);
  const std::string_view digest = bytes.substr(length_bytes, digest_bytes);
  if (length > bytes.size() - head_bytes) return std::nullopt;
  const std::string_view fields = bytes.substr(head_bytes, length);
  if (beginning_of_digest(fields) != digest) return std::nullopt;
  bytes.remove_prefix(head_bytes + length);
  return fields;
}

}  // namespace tradepost::base
