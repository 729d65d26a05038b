#include "exchange/desk/change.hpp"

#include <utility>
#include <variant>

namespace tradepost::exchange {

Answering<DirectoryAnswer> change_directory(Desk& desk, DirectoryChange change, Deadline deadline) {
  CO_TRY_ASSIGN(DirectoryAnswer said,
                co_await desk.store.change_directory(std::move(change), deadline));
  CO_TRY(co_await desk.directory.catch_up(desk.store, deadline));
  co_return std::move(said);
}

Answering<bool> put(Desk& desk, Actor by, DirectoryEntry entry, Deadline deadline) {
  DirectoryChange change;
  change.entries.push_back(std::move(entry));
  change.by = by;
  CO_TRY_ASSIGN(const DirectoryAnswer said,
                co_await change_directory(desk, std::move(change), deadline));
  co_return std::holds_alternative<DirectoryChanged>(said);
}

}  // namespace tradepost::exchange
