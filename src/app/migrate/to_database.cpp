#include "app/migrate/to_database.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "app/migrate/copied_network.hpp"
#include "app/settings/secrets.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "journal/disk/posix_folder.hpp"
#include "store/embedded/offline/leaving.hpp"
#include "store/embedded/person_key_file.hpp"
#include "store/postgres/moving/filling.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::app {

namespace embedded = store::embedded;
namespace postgres = store::postgres;

namespace {

constexpr std::size_t contents_at_once = 16u << 20;
// The decision on a request takes less time.
constexpr std::chrono::seconds closes_within{60};
constexpr std::chrono::seconds ends_within{60};

std::size_t content_bytes(const exchange::Effect& effect) {
  const auto* const sent = std::get_if<exchange::Sent>(&effect);
  if (sent != nullptr) return sent->content.view.size();
  const auto* const kept = std::get_if<exchange::OriginalKept>(&effect);
  return kept == nullptr ? 0 : kept->original.text.view.size();
}

// Returns the number of effects at the beginning that make one commit.
std::size_t first_of(std::span<const Kept> effects) {
  std::size_t count = 0;
  for (std::size_t bytes = 0; count < effects.size() && bytes < contents_at_once; ++count) {
    bytes += content_bytes(effects[count].second);
  }
  return count;
}

class Move {
 public:
  Move(const ToDatabase& options, const embedded::OnProgress& on_progress)
      : options_(options),
        on_progress_(on_progress),
        database_{.address = options.address, .application_name = "tradepost migrate"} {}

  base::Result<Moved> run() {
    TRY_ASSIGN(leaving_, embedded::Leaving::of({options_.folder}));
    TRY_ASSIGN(network_, CopiedNetwork::of(options_.folder, clock_, on_progress_));
    TRY_ASSIGN(filling_, postgres::Filling::open(clock_, database_,
                                                 {.identity = network_->identity(),
                                                  .epoch = network_->store().epoch()}));
    TRY(copy(options_.verify_new));
    if (!moved_.compared.is_same()) return std::move(moved_);
    if (!network_->is_locked()) {
      if (!options_.close) return std::move(moved_);
      const auto closed = close();
      if (!closed || !moved_.compared.is_same()) {
        TRY(leaving_->give_up());
        TRY(closed);
        return std::move(moved_);
      }
    }
    TRY(leaving_->leave(random_));
    if (!network_->is_locked()) TRY(leaving_->wait_for_the_end(ends_within));
    TRY_ASSIGN(const auto data,
               journal::open_posix_folder(options_.folder, journal::Missing::refuse));
    TRY_ASSIGN(const auto person_keys, embedded::read_person_keys(*data));
    TRY(filling_->take_person_keys(person_keys));
    TRY_ASSIGN(const auto key, seal_key());
    TRY(filling_->finish(key));
    moved_.is_finished = true;
    return std::move(moved_);
  }

 private:
  // Moves the missing records to the database, and compares.
  base::Done copy(bool only_new) {
    TRY(fill());
    moved_.sequence = network_->last_sequence();
    postgres::PostgresOptions of_store;
    of_store.link.database = database_;
    of_store.connections = 1;
    of_store.half_moved = postgres::HalfMoved::opened;
    TRY_ASSIGN(const auto store, postgres::PostgresStore::open(clock_, of_store));
    TRY_ASSIGN(moved_.compared, compare(network_->store(), *store,
                                        only_new ? filling_->verified() : 0, on_progress_));
    if (!moved_.compared.is_same()) return {};
    return filling_->note_verified(moved_.sequence);
  }

  base::Done fill() {
    const auto take = [this](std::span<const Kept> effects) -> base::Done {
      while (!effects.empty()) {
        const std::size_t count = first_of(effects);
        TRY(filling_->take(effects.first(count)));
        effects = effects.subspan(count);
        if (on_progress_) {
          on_progress_({.what = "moving record",
                        .done = filling_->taken(),
                        .of = network_->last_sequence()});
        }
      }
      return {};
    };
    return for_all_effects(network_->store(), filling_->taken(), take);
  }

  // Stops the writes of the exchange, and moves the rest while it answers reads.
  base::Done close() {
    TRY_ASSIGN(const auto last, leaving_->close(random_, closes_within));
    TRY(network_->catch_up(clock_, on_progress_));
    if (last && network_->last_sequence() != *last) {
      return base::refuse(
          {base::ErrorCode::unavailable,
           base::CallerText(
               "The copy of the journal does not end at the last record of the exchange. Run this "
               "command again.")});
    }
    return copy(true);
  }

  // Returns nullopt if the folder has no key. Then the nodes get a separate file.
  base::Result<std::optional<base::SealKey>> seal_key() {
    const std::string path = options_.folder + "/seal-key";
    if (!embedded::is_there(path)) return std::optional<base::SealKey>();
    TRY_ASSIGN(const base::SealKey key, seal_key_in(path, random_));
    return std::optional(key);
  }

  const ToDatabase options_;
  const embedded::OnProgress& on_progress_;
  const database::Options database_;
  const base::SystemClock clock_;
  base::SystemRandom random_;
  std::unique_ptr<embedded::Leaving> leaving_;
  std::unique_ptr<CopiedNetwork> network_;
  std::unique_ptr<postgres::Filling> filling_;
  Moved moved_;
};

}  // namespace

base::Result<Moved> move_to_database(const ToDatabase& options,
                                     const embedded::OnProgress& on_progress) {
  return Move(options, on_progress).run();
}

base::Done give_up_move_of_folder(const std::string& folder) {
  TRY_ASSIGN(const auto leaving, embedded::Leaving::of({folder}));
  return leaving->give_up();
}

}  // namespace tradepost::app
