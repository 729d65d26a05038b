#include "store/postgres/tables/original_rows.hpp"

#include <memory>

namespace tradepost::store::postgres {

database::Statement original_statement(exchange::TransactionId id,
                                       exchange::ParticipantId recipient) {
  return {.sql = "SELECT form, text FROM original WHERE id = $1 AND recipient = $2",
          .parameters = database::Parameters().uuid(id.uuid()).uuid(recipient.uuid())};
}

exchange::Original original_of(const database::Rows& rows, std::size_t row, int column) {
  return {.form = static_cast<exchange::OriginalForm>(rows.number(row, column)),
          .text = {.view = rows.bytes(row, column + 1),
                   .owner = std::make_shared<const database::Rows>(rows)}};
}

}  // namespace tradepost::store::postgres
