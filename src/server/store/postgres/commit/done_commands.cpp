#include "store/postgres/commit/done_commands.hpp"

namespace tradepost::store::postgres {

using database::Parameters;

base::Result<bool> was_done(database::Connection& connection, const base::Uuid& command) {
  TRY_ASSIGN(const database::Rows rows,
             connection.ask({.sql = "INSERT INTO command(id) VALUES($1) ON CONFLICT (id) "
                                    "DO UPDATE SET at = excluded.at RETURNING xmax <> 0",
                             .parameters = Parameters().uuid(command)}));
  return rows.boolean(0, 0);
}

std::vector<database::Statement> keeping(const base::Uuid& command) {
  return {{.sql = "DELETE FROM command WHERE id IN (SELECT id FROM command "
                  "WHERE at < now() - interval '1 hour' ORDER BY at LIMIT 16 "
                  "FOR UPDATE SKIP LOCKED)"},
          {.sql = "INSERT INTO command(id) VALUES($1)", .parameters = Parameters().uuid(command)}};
}

}  // namespace tradepost::store::postgres
