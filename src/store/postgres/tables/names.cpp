#include "store/postgres/tables/names.hpp"

#include <algorithm>

#include "base/ground/check.hpp"
#include "store/postgres/tables/stored.hpp"

namespace tradepost::store::postgres {

ChainName name_of(const exchange::ChainKey& chain) {
  return {.commercial = stored(chain.commercial),
          .key = std::string(view_of(base::sha256(stored(chain))))};
}

std::string payload_key(const exchange::Transaction& row) {
  std::string key;
  FieldWriter writer(key);
  writer(row.principal, row.flow, row.digest);
  return std::string(view_of(base::sha256(key)));
}

std::string folded(std::string_view number) {
  std::string text(number);
  for (char& letter : text) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  return text;
}

std::int64_t lock_of(const exchange::KeyUse& use) {
  std::string name;
  FieldWriter writer(name);
  writer(use.participant, use.flow, use.path, use.key);
  const base::Digest digest = base::sha256(name);
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < sizeof(number); ++i) number = number << 8 | digest.bytes.at(i);
  return static_cast<std::int64_t>(number);
}

exchange::Digest digest_of(std::string_view bytes) {
  exchange::Digest digest;
  CHECK(bytes.size() == digest.bytes.size());
  std::ranges::copy(bytes, digest.bytes.begin());
  return digest;
}

}  // namespace tradepost::store::postgres
