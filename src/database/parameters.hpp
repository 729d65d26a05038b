#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"

namespace tradepost::database {

// PostgreSQL's numbers of types. All values travel in their binary forms.
enum class Type : std::uint32_t {
  boolean = 16,
  bytea = 17,
  bigint = 20,
  text = 25,
  uuid = 2950,
  byteas = 1001,
  bigints = 1016,
  uuids = 2951,
};

// One array, the entries in their order.
class List {
 public:
  explicit List(Type element);

  void add(std::string_view bytes);
  void add(std::int64_t number);
  void add(const base::Uuid& uuid);

  Type type() const;
  std::string bytes() &&;

 private:
  Type element_;
  std::uint32_t count_ = 0;
  std::string bytes_;
};

// The values of $1, $2 … of one statement.
class Parameters {
 public:
  struct Value {
    Type type{};
    std::optional<std::string> bytes;  // nothing: NULL
  };

  Parameters& number(std::int64_t number);
  Parameters& number(const std::optional<std::int64_t>& number);
  Parameters& uuid(const base::Uuid& uuid);
  Parameters& bytes(std::string_view bytes);
  // Without zero bytes, which PostgreSQL's text can't have: each becomes U+FFFD.
  Parameters& text(std::string_view utf8);
  Parameters& boolean(std::optional<bool> value);
  Parameters& list(List list);

  const std::vector<Value>& values() const { return values_; }

 private:
  Parameters& add(Type type, std::optional<std::string> bytes);

  std::vector<Value> values_;
};

struct Statement {
  std::string_view sql;  // a literal
  Parameters parameters = {};
  // A prepared one is planned once, and not for the parameters of each call: its best plan is the
  // same for all of them, which PostgreSQL can't know (of LIMIT $1 it assumes a tenth of all rows).
  // Has an effect if there is a deadline.
  bool is_planned_once = false;
};

}  // namespace tradepost::database
