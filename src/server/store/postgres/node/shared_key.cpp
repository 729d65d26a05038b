#include "store/postgres/node/shared_key.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "base/crypto/sha256.hpp"
#include "base/ground/check.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {
namespace {

std::string_view view_of_key(const base::SealKey& key) {
  return {reinterpret_cast<const char*>(key.data()), key.size()};
}

base::Error is_in_files() {
  return {base::ErrorCode::invalid,
          base::CallerText("The other nodes of this network read their key from a file. Set "
                           "seal_key_file to a copy of it.")};
}

base::Error is_another() {
  return {base::ErrorCode::invalid,
          base::CallerText("The other nodes of this network use another key than the one in "
                           "seal_key_file. Copy the file from one of them; without a file there, "
                           "do not set seal_key_file.")};
}

}  // namespace

base::Result<base::SealKey> shared_key(database::Connection& connection,
                                       const std::optional<base::SealKey>& of_file,
                                       base::Random& random) {
  base::SealKey key{};
  if (of_file) {
    key = *of_file;
  } else {
    random.fill(std::as_writable_bytes(std::span(key)));
  }
  const base::Digest digest = base::sha256(view_of_key(key));
  database::Parameters first;
  first.bytes(view_of(digest)).bytes(view_of_key(key)).boolean(of_file.has_value());
  TRY(connection.ask({.sql = "INSERT INTO shared_key VALUES(1, $1, CASE WHEN $3 THEN NULL ELSE $2 "
                             "END) ON CONFLICT (one) DO NOTHING",
                      .parameters = std::move(first)}));
  TRY_ASSIGN(const database::Rows rows,
             connection.ask({.sql = "SELECT digest, key FROM shared_key"}));
  const bool is_in_database = !rows.is_null(0, 1);
  if (!of_file && !is_in_database) return base::refuse(is_in_files());
  if (of_file && rows.bytes(0, 0) != view_of(digest)) return base::refuse(is_another());
  if (of_file) return key;
  const std::string_view stored = rows.bytes(0, 1);
  CHECK(stored.size() == key.size());
  std::ranges::transform(stored, key.begin(),
                         [](char byte) { return static_cast<std::uint8_t>(byte); });
  return key;
}

}  // namespace tradepost::store::postgres
