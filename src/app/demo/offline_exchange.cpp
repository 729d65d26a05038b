#include "app/demo/offline_exchange.hpp"

#include "store/embedded/folder/data_folder.hpp"

namespace tradepost::app {

namespace embedded = store::embedded;

base::Result<std::unique_ptr<OfflineExchange>> OfflineExchange::open(const std::string& folder,
                                                                     base::Instant now,
                                                                     std::uint64_t seed) {
  std::unique_ptr<OfflineExchange> opened(new OfflineExchange(now, seed));
  const embedded::DataFolder data{folder};
  TRY_ASSIGN(opened->data_folder_, journal::open_posix_folder(data.path, journal::Missing::make));
  TRY_ASSIGN(opened->journal_folder_,
             journal::open_posix_folder(data.journal(), journal::Missing::make));
  // After a failure of the store, each use case fails.
  const auto on_failure = [](const base::Error&) {};
  TRY_ASSIGN(opened->store_, embedded::EmbeddedStore::open({.folder = *opened->journal_folder_,
                                                            .index_folder = data.index(),
                                                            .clock = opened->clock_,
                                                            .random = opened->random_,
                                                            .on_failure = on_failure,
                                                            .watch = {},
                                                            .data = opened->data_folder_.get()},
                                                           {}));
  opened->desk_ = std::make_unique<exchange::Desk>(exchange::Desk{.store = *opened->store_,
                                                                  .directory = opened->directory_,
                                                                  .clock = opened->clock_,
                                                                  .ids = opened->ids_,
                                                                  .reader = opened->reader_,
                                                                  .rejections = opened->rejections_,
                                                                  .rules = {}});
  TRY(opened->run(opened->directory_.catch_up(*opened->store_, opened->deadline())));
  return opened;
}

}  // namespace tradepost::app
