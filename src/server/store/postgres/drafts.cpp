#include "store/postgres/drafts.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "base/ground/draft_limits.hpp"
#include "exchange/records/stored_draft.hpp"
#include "store/postgres/tables/draft_rows.hpp"
#include "store/postgres/tables/names.hpp"

namespace tradepost::store::postgres {
namespace {

using database::Connection;
using database::Parameters;
using database::Rows;
using exchange::Actor;
using exchange::Draft;
using exchange::DraftHead;
using exchange::DraftId;
using exchange::DraftPlace;

Parameters place_in(const DraftPlace& place) {
  Parameters parameters;
  parameters.uuid(place.participant.uuid()).number(std::int64_t{std::to_underlying(place.flow)});
  return parameters;
}

// Returns true if a row exists afterwards.
base::Result<bool> added(Connection& connection, const Draft& draft) {
  TRY_ASSIGN(const Rows rows,
             connection.ask(
                 {.sql = "INSERT INTO draft SELECT $1, $2, $3, $4, $5, $6, $7 WHERE "
                         "(SELECT count(*) FROM draft WHERE participant = $1 AND flow = $2) < $8 "
                         "OR EXISTS(SELECT FROM draft WHERE participant = $1 AND flow = $2 "
                         "AND id = $3) ON CONFLICT (participant, flow, id) DO UPDATE SET "
                         "updated = draft.updated RETURNING revision",
                  .parameters =
                      row_of(draft).number(static_cast<std::int64_t>(base::limits::drafts_max))}));
  return rows.count() != 0;
}

base::Result<bool> replaced(Connection& connection, const Draft& draft) {
  TRY_ASSIGN(
      const Rows rows,
      connection.ask({.sql = "UPDATE draft SET revision = $4, updated = $5, head = $6, "
                             "document = $7 WHERE participant = $1 AND flow = $2 AND id = $3 "
                             "AND revision = $4 - 1 RETURNING revision",
                      .parameters = row_of(draft)}));
  return rows.count() != 0;
}

}  // namespace

Answering<std::vector<DraftHead>> DraftTable::of(DraftPlace place, Deadline deadline) {
  using Answer = base::Result<std::vector<DraftHead>>;
  return reads_.asked<std::vector<DraftHead>>(
      pool_,
      [place](Connection& connection) -> Answer {
        TRY_ASSIGN(const Rows rows,
                   connection.ask({.sql = "SELECT head FROM draft WHERE participant = $1 "
                                          "AND flow = $2",
                                   .parameters = place_in(place)}));
        std::vector<DraftHead> heads;
        for (std::size_t row = 0; row < rows.count(); ++row) {
          TRY_ASSIGN(DraftHead head, draft_head_in(rows, row));
          heads.push_back(std::move(head));
        }
        return heads;
      },
      Actor::of(place.participant), deadline);
}

Answering<std::optional<Draft>> DraftTable::find(DraftPlace place, DraftId id, Deadline deadline) {
  using Answer = base::Result<std::optional<Draft>>;
  return reads_.asked<std::optional<Draft>>(
      pool_,
      [place, id](Connection& connection) -> Answer {
        TRY_ASSIGN(const Rows rows,
                   connection.ask({.sql = "SELECT head, document FROM draft WHERE "
                                          "participant = $1 AND flow = $2 AND id = $3",
                                   .parameters = place_in(place).uuid(id.uuid())}));
        if (rows.count() == 0) return std::nullopt;
        TRY_ASSIGN(DraftHead head, draft_head_in(rows, 0));
        return Draft{.head = std::move(head), .document = std::string(rows.bytes(0, 1))};
      },
      Actor::of(place.participant), deadline);
}

Answering<bool> DraftTable::add(Draft draft, Deadline deadline) {
  const Actor requester = Actor::of(draft.head.place.participant);
  return reads_.asked<bool>(
      pool_,
      [draft = std::move(draft)](Connection& connection) { return added(connection, draft); },
      requester, deadline);
}

Answering<bool> DraftTable::replace(Draft draft, Deadline deadline) {
  const Actor requester = Actor::of(draft.head.place.participant);
  return reads_.asked<bool>(
      pool_,
      [draft = std::move(draft)](Connection& connection) { return replaced(connection, draft); },
      requester, deadline);
}

Answering<bool> DraftTable::remove(DraftPlace place, DraftId id, Deadline deadline) {
  using Answer = base::Result<bool>;
  return reads_.asked<bool>(
      pool_,
      [place, id](Connection& connection) -> Answer {
        TRY_ASSIGN(const Rows rows,
                   connection.ask({.sql = "DELETE FROM draft WHERE participant = $1 "
                                          "AND flow = $2 AND id = $3 RETURNING revision",
                                   .parameters = place_in(place).uuid(id.uuid())}));
        return rows.count() != 0;
      },
      Actor::of(place.participant), deadline);
}

Answering<std::monostate> DraftTable::remove_of(exchange::ParticipantId participant,
                                                Deadline deadline) {
  using Answer = base::Result<std::monostate>;
  return reads_.asked<std::monostate>(
      pool_,
      [participant](Connection& connection) -> Answer {
        TRY(connection.ask({.sql = "DELETE FROM draft WHERE participant = $1",
                            .parameters = Parameters().uuid(participant.uuid())}));
        return std::monostate();
      },
      Actor::network(), deadline);
}

Answering<std::vector<exchange::ParticipantId>> DraftTable::owners(Deadline deadline) {
  using Answer = base::Result<std::vector<exchange::ParticipantId>>;
  return reads_.asked<std::vector<exchange::ParticipantId>>(
      pool_,
      [](Connection& connection) -> Answer {
        TRY_ASSIGN(const Rows rows,
                   connection.ask({.sql = "SELECT DISTINCT participant FROM draft"}));
        std::vector<exchange::ParticipantId> owners;
        for (std::size_t row = 0; row < rows.count(); ++row) {
          owners.emplace_back(rows.uuid(row, 0));
        }
        return owners;
      },
      Actor::network(), deadline);
}

Answering<bool> DraftTable::remove_unchanged_since(exchange::Instant instant, Deadline deadline) {
  using Answer = base::Result<bool>;
  return reads_.asked<bool>(
      pool_,
      [instant](Connection& connection) -> Answer {
        TRY_ASSIGN(
            const Rows rows,
            connection.ask(
                {.sql = "DELETE FROM draft WHERE updated < $1 AND (participant, flow, id) IN "
                        "(SELECT participant, flow, id FROM draft WHERE updated < $1 "
                        "ORDER BY updated LIMIT $2) RETURNING revision",
                 .parameters =
                     Parameters()
                         .number(base::epoch_ms(instant))
                         .number(static_cast<std::int64_t>(base::limits::drafts_removed_max))}));
        return rows.count() == base::limits::drafts_removed_max;
      },
      Actor::network(), deadline);
}

}  // namespace tradepost::store::postgres
