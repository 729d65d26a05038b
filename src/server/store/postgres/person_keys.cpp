#include "store/postgres/person_keys.hpp"

#include <string_view>
#include <utility>

#include "store/postgres/tables/names.hpp"
#include "store/postgres/tables/person_key_rows.hpp"

namespace tradepost::store::postgres {
namespace {

using database::Connection;
using database::List;
using database::Parameters;
using database::Rows;
using exchange::PersonId;
using exchange::PersonKey;

constexpr std::string_view unique_violation = "23505";

base::Result<bool> kept(Connection& connection, const PersonKey& key) {
  const auto answer = connection.ask(
      {.sql = "INSERT INTO person_key VALUES($1, $2, $3) ON CONFLICT (id) DO UPDATE SET "
              "key = excluded.key, address = excluded.address",
       .parameters = Parameters()
                         .uuid(key.person.uuid())
                         .bytes(view_of(key.key))
                         .bytes(view_of(key.address))});
  if (answer) return true;
  if (connection.failed_state() == unique_violation) return false;
  return base::refuse(answer.error());
}

}  // namespace

Answering<std::vector<PersonKey>> PersonKeyTable::of(std::vector<PersonId> people,
                                                     Deadline deadline) {
  using Answer = base::Result<std::vector<PersonKey>>;
  return reads_.asked<std::vector<PersonKey>>(
      pool_,
      [people = std::move(people)](Connection& connection) -> Answer {
        List ids(database::Type::uuid);
        for (const PersonId person : people) ids.add(person.uuid());
        TRY_ASSIGN(const Rows rows,
                   connection.ask({.sql = "SELECT id, key, address FROM person_key "
                                          "WHERE id = ANY($1)",
                                   .parameters = Parameters().list(std::move(ids))}));
        std::vector<PersonKey> found;
        for (std::size_t row = 0; row < rows.count(); ++row)
          found.push_back(person_key_of(rows, row));
        return found;
      },
      exchange::Actor::network(), deadline);
}

Answering<std::optional<PersonKey>> PersonKeyTable::with_address(exchange::Digest address,
                                                                 Deadline deadline) {
  using Answer = base::Result<std::optional<PersonKey>>;
  return reads_.asked<std::optional<PersonKey>>(
      pool_,
      [address](Connection& connection) -> Answer {
        TRY_ASSIGN(const Rows rows,
                   connection.ask({.sql = "SELECT id, key, address FROM person_key "
                                          "WHERE address = $1",
                                   .parameters = Parameters().bytes(view_of(address))}));
        if (rows.count() == 0) return std::nullopt;
        return person_key_of(rows, 0);
      },
      exchange::Actor::network(), deadline);
}

Answering<bool> PersonKeyTable::keep(PersonKey key, Deadline deadline) {
  return reads_.asked<bool>(
      pool_, [key](Connection& connection) { return kept(connection, key); },
      exchange::Actor::network(), deadline);
}

Answering<std::monostate> PersonKeyTable::remove(PersonId person, Deadline deadline) {
  using Answer = base::Result<std::monostate>;
  return reads_.asked<std::monostate>(
      pool_,
      [person](Connection& connection) -> Answer {
        TRY(connection.ask({.sql = "DELETE FROM person_key WHERE id = $1",
                            .parameters = Parameters().uuid(person.uuid())}));
        return std::monostate();
      },
      exchange::Actor::network(), deadline);
}

}  // namespace tradepost::store::postgres
