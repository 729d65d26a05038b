#include "store/postgres/commit/decisions.hpp"

#include "base/ground/limits.hpp"

namespace tradepost::store::postgres {

base::Error Decisions::too_often() {
  return {base::ErrorCode::unavailable,
          base::CallerText("Too many requests concern the same documents now."),
          base::LogText("a commit was begun too often")};
}

base::Error Decisions::too_late() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The exchange was too busy to answer in time.")};
}

base::Error Decisions::unknown() {
  return {base::ErrorCode::internal,
          base::CallerText("The database did not confirm the request in time: it is not known "
                           "whether it was done. Send it again; nothing is done twice.")};
}

base::Done Decisions::settle() {
  while (true) {
    const auto first = link_.read<database::Rows>(
        [](database::Connection& connection) {
          return connection.ask({.sql = "SELECT id FROM intent ORDER BY id LIMIT 1"});
        },
        until_);
    if (!first) return base::refuse(first.error());
    if (first->count() == 0) return {};
    const exchange::IntentWork work{.id = exchange::IntentId(first->uuid(0, 0))};
    TRY(make<exchange::Stepped>({}, Settle::no,
                                deciding<exchange::Stepped>(work, base::limits::background_slice)));
  }
}

}  // namespace tradepost::store::postgres
