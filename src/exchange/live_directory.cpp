#include "exchange/live_directory.hpp"

namespace tradepost::exchange {

Answering<std::monostate> LiveDirectory::catch_up(Store& store, Deadline deadline) {
  const Revision since = current()->revision();
  CO_TRY_ASSIGN(const DirectoryNews news, co_await store.directory(since, deadline));
  // Another task may have put in other news meanwhile: entries carry revisions, so either order of
  // the two gives the same, and the larger revision of the whole says what was seen.
  DirectoryPtr before = current();
  while (news.revision > before->revision()) {
    DirectoryPtr after = before->with(news.entries, news.revision);
    if (current_.compare_exchange_weak(before, std::move(after))) break;
  }
  co_return std::monostate{};
}

}  // namespace tradepost::exchange
