#include "store/postgres/tables/original_rows.hpp"

#include <memory>

namespace tradepost::store::postgres {

exchange::Original original_of(const database::Rows& rows, std::size_t row, int column) {
  return {.form = static_cast<exchange::OriginalForm>(rows.number(row, column)),
          .text = {.view = rows.bytes(row, column + 1),
                   .owner = std::make_shared<const database::Rows>(rows)}};
}

}  // namespace tradepost::store::postgres
