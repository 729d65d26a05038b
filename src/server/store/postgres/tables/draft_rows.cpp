#include "store/postgres/tables/draft_rows.hpp"

#include <cstdint>
#include <utility>

#include "exchange/records/stored_draft.hpp"

namespace tradepost::store::postgres {

database::Parameters row_of(const exchange::Draft& draft) {
  const exchange::DraftHead& head = draft.head;
  database::Parameters parameters;
  parameters.uuid(head.place.participant.uuid())
      .number(std::int64_t{std::to_underlying(head.place.flow)})
      .uuid(head.id.uuid())
      .number(static_cast<std::int64_t>(head.revision))
      .number(base::epoch_ms(head.updated))
      .bytes(stored_head(head))
      .bytes(draft.document);
  return parameters;
}

base::Result<exchange::DraftHead> draft_head_in(const database::Rows& rows, std::size_t row) {
  auto head = exchange::head_in(rows.bytes(row, 0));
  if (head) return *std::move(head);
  return base::refuse(
      {base::ErrorCode::damaged, base::CallerText("A draft can't be read from the database.")});
}

}  // namespace tradepost::store::postgres
