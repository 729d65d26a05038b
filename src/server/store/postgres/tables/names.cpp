#include "store/postgres/tables/names.hpp"

#include <algorithm>

#include "base/ground/check.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

namespace {

std::int64_t beginning_of(std::string_view digest) {
  std::uint64_t number = 0;
  for (const char byte : digest.substr(0, sizeof(number))) {
    number = number << 8 | static_cast<unsigned char>(byte);
  }
  return static_cast<std::int64_t>(number);
}

}  // namespace

ChainName name_of(const exchange::ChainKey& chain) {
  return {.commercial = stored(chain.commercial),
          .key = std::string(view_of(base::sha256(stored(chain))))};
}

std::string payload_key(const exchange::Transaction& row) {
  std::string key;
  FieldWriter writer(key);
  writer(row.parties.principal, row.flow, row.content.digest);
  return std::string(view_of(base::sha256(key)));
}

std::string folded(std::string_view number) {
  std::string text(number);
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

std::string indexed(std::string_view number) {
  constexpr std::size_t indexed_bytes = 64;
  return folded(number.substr(0, indexed_bytes));
}

KeyName name_of(const exchange::KeyUse& use) {
  return {use.participant, use.flow, use.path, std::string(view_of(use.key))};
}

std::int64_t lock_of(const exchange::KeyUse& use) {
  std::string name;
  FieldWriter writer(name);
  writer(use.participant, use.flow, use.path, use.key);
  return beginning_of(view_of(base::sha256(name)));
}

std::int64_t lock_of(const ChainName& chain) {
  return beginning_of(chain.key);
}

exchange::Digest digest_of(std::string_view bytes) {
  exchange::Digest digest;
  CHECK(bytes.size() == digest.bytes.size());
  std::ranges::copy(bytes, digest.bytes.begin());
  return digest;
}

}  // namespace tradepost::store::postgres
