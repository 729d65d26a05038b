#include "store/postgres/tables/person_key_rows.hpp"

#include <algorithm>

#include "base/ground/check.hpp"

namespace tradepost::store::postgres {
namespace {

void copy(std::string_view stored, auto& into) {
  CHECK(stored.size() == into.size());
  std::ranges::transform(stored, into.begin(),
                         [](char byte) { return static_cast<std::uint8_t>(byte); });
}

}  // namespace

std::string_view view_of(const base::SealKey& key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

exchange::PersonKey person_key_of(const database::Rows& rows, std::size_t row) {
  exchange::PersonKey key{
      .person = exchange::PersonId(rows.uuid(row, 0)), .key = {}, .address = {}};
  copy(rows.bytes(row, 1), key.key);
  copy(rows.bytes(row, 2), key.address.bytes);
  return key;
}

}  // namespace tradepost::store::postgres
