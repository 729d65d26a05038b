#pragma once

#include <memory>
#include <string>
#include <utility>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/tasks/manual_executor.hpp"
#include "exchange/desk/desk.hpp"
#include "journal/disk/posix_folder.hpp"
#include "store/embedded/embedded_store.hpp"

namespace tradepost::app {

// The exchange of a folder, without a server. Its commands run in the calling thread, at a time
// that the caller sets.
class OfflineExchange {
 public:
  // Makes the folder if it does not exist. `seed` makes the ids repeatable.
  static base::Result<std::unique_ptr<OfflineExchange>> open(const std::string& folder,
                                                             base::Instant now, std::uint64_t seed);

  // An earlier time than the present one changes nothing.
  void set_time(base::Instant now) { clock_.set(std::max(now, clock_.now())); }
  // Runs one use case to its end.
  template <typename T>
  base::Result<T> run(exchange::Answering<T> use_case) {
    clock_.advance(std::chrono::milliseconds(1));
    return executor_.run(std::move(use_case));
  }

  exchange::Desk& desk() { return *desk_; }
  exchange::Deadline deadline() const { return executor_.now() + base::limits::answer_within; }

 private:
  OfflineExchange(base::Instant now, std::uint64_t seed)
      : clock_(now), random_of_ids_(seed), ids_(clock_, random_of_ids_) {}

  base::ManualClock clock_;
  base::SeededRandom random_of_ids_;
  base::SystemRandom random_;  // for a thread of the store
  base::UuidGenerator ids_;
  base::ManualExecutor executor_;
  document::Reader reader_;
  exchange::LiveDirectory directory_;
  exchange::RejectionLimit rejections_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<journal::Folder> journal_folder_;
  std::unique_ptr<store::embedded::EmbeddedStore> store_;
  std::unique_ptr<exchange::Desk> desk_;
};

}  // namespace tradepost::app
