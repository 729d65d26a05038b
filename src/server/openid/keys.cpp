#include "openid/keys.hpp"

#include <algorithm>
#include <array>

#include "base/crypto/base64url.hpp"
#include "document/json_members.hpp"
#include "document/json_reader.hpp"

namespace tradepost::openid {
namespace {

using document::View;

struct Row {
  Algorithm algorithm;
  std::string_view name;
  std::string_view type;   // kty
  std::string_view curve;  // crv; empty without one
  std::string_view first;  // the members with the key
  std::string_view second;
};
constexpr std::array<Row, 3> rows = {{
    {Algorithm::rs256, "RS256", "RSA", "", "n", "e"},
    {Algorithm::es256, "ES256", "EC", "P-256", "x", "y"},
    {Algorithm::eddsa, "EdDSA", "OKP", "Ed25519", "x", ""},
}};

bool is_for_signatures(const View& key) {
  const View use = key.member("use");
  const View operations = key.member("key_ops");
  return (!use || text_in(key, "use") == "sig") &&
         (!operations || std::ranges::count(texts_of(operations), "verify") > 0);
}

std::optional<Key> key_of(const View& value) {
  const auto row = std::ranges::find_if(rows, [&](const Row& one) {
    return text_in(value, "kty") == one.type && text_in(value, "crv") == one.curve;
  });
  if (row == rows.end()) return std::nullopt;
  auto first = base::from_base64url(text_in(value, row->first));
  auto second = base::from_base64url(text_in(value, row->second));
  if (!first || !second || first->empty() || second->empty() != row->second.empty()) {
    return std::nullopt;
  }
  Key key{.id = text_in(value, "kid"),
          .algorithm = row->algorithm,
          .is_for_signatures = is_for_signatures(value),
          .first = *std::move(first),
          .second = *std::move(second)};
  if (value.member("alg") && text_in(value, "alg") != row->name) key.algorithm.reset();
  return key;
}

}  // namespace

std::optional<Algorithm> algorithm_named(std::string_view name) {
  const auto row = std::ranges::find(rows, name, &Row::name);
  return row == rows.end() ? std::nullopt : std::optional(row->algorithm);
}

std::expected<std::vector<Key>, Reason> keys_in(std::string_view json) {
  document::JsonReader reader;
  const auto set = reader.read(json);
  const View list = set ? set->member("keys") : View();
  if (!list.is_list()) return std::unexpected(Reason::unreadable_answer);
  std::vector<Key> keys;
  list.each([&](std::uint32_t, const View& value) {
    if (auto key = key_of(value)) keys.push_back(*std::move(key));
  });
  return keys;
}

}  // namespace tradepost::openid
