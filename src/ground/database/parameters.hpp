#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"

namespace tradepost::database {

// The numbers of PostgreSQL's types. All values are sent in binary form.
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

// A one-dimensional array of values.
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
    std::optional<std::string> bytes;  // nullopt: NULL
  };

  Parameters& number(std::int64_t number);
  Parameters& number(const std::optional<std::int64_t>& number);
  Parameters& uuid(const base::Uuid& uuid);
  Parameters& bytes(std::string_view bytes);
  // Replaces each zero byte by U+FFFD, because PostgreSQL's text can't contain one.
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
  // A prepared statement that is planned once, and not for the parameters of each call: one plan is
  // the best for all of them, which PostgreSQL can't know (for LIMIT $1 it assumes a tenth of all
  // rows). This has an effect only if there is a deadline.
  bool is_planned_once = false;
};

}  // namespace tradepost::database
