#include "store/embedded/format/key.hpp"

#include <algorithm>

#include "base/crypto/sha256.hpp"

namespace tradepost::store::embedded {
namespace {

// The bit whose change makes instants before 1970 sort before later ones.
constexpr std::uint64_t sign_bit = std::uint64_t{1} << 63;

}  // namespace

base::Uuid complement(base::Uuid id) {
  for (auto& byte : id.bytes) byte = static_cast<std::uint8_t>(~byte);
  return id;
}

void KeyWriter::instant_descending(exchange::Instant at) {
  number<std::uint64_t>(~(static_cast<std::uint64_t>(base::epoch_ms(at)) ^ sign_bit));
}

void KeyWriter::id(const base::Uuid& id) {
  bytes_.append(id.bytes.begin(), id.bytes.end());
}

void KeyWriter::digest(const exchange::Digest& digest) {
  bytes_.append(digest.bytes.begin(), digest.bytes.end());
}

void KeyWriter::text(std::string_view text) {
  if (text.size() > key_text_bytes_max) {
    bytes_.push_back(static_cast<char>(digest_instead_of_text));
    return digest(base::sha256(text));
  }
  bytes_.push_back(static_cast<char>(text.size()));
  bytes_.append(text);
}

void KeyWriter::party(const exchange::PartyKey& party) {
  const int parts = (party.participant ? 1 : 0) | (party.identifier ? 2 : 0);
  bytes_.push_back(static_cast<char>(parts));
  if (party.participant) id(party.participant->uuid());
  if (!party.identifier) return;
  bytes_.push_back(static_cast<char>(party.identifier->domain));
  text(party.identifier->text);
}

std::string_view KeyReader::take(std::size_t bytes) {
  if (!good_ || rest_.size() < bytes) {
    good_ = false;
    return {};
  }
  const auto taken = rest_.substr(0, bytes);
  rest_.remove_prefix(bytes);
  return taken;
}

std::string_view KeyReader::take_to_0() {
  const auto taken = take(std::min(rest_.find('\0'), rest_.size()));
  take(1);
  return taken;
}

base::Uuid KeyReader::id() {
  base::Uuid id;
  std::ranges::copy(take(id.bytes.size()), id.bytes.begin());
  return id;
}

std::uint64_t KeyReader::number(std::size_t bytes) {
  std::uint64_t value = 0;
  for (const char c : take(bytes)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

exchange::Instant KeyReader::descending_instant() {
  return base::instant_of(static_cast<std::int64_t>(~number(8) ^ sign_bit));
}

}  // namespace tradepost::store::embedded
