#include "app/migrate/to_folder.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "app/settings/secrets.hpp"
#include "base/clock.hpp"
#include "base/crypto/base64url.hpp"
#include "base/crypto/random.hpp"
#include "base/tasks/manual_executor.hpp"
#include "journal/disk/posix_folder.hpp"
#include "store/embedded/commit/opening.hpp"
#include "store/embedded/embedded_store.hpp"
#include "store/embedded/folder/leaving_file.hpp"
#include "store/embedded/offline/filling.hpp"
#include "store/embedded/person_key_file.hpp"
#include "store/postgres/moving/leaving.hpp"
#include "store/postgres/postgres_store.hpp"

namespace tradepost::app {

namespace embedded = store::embedded;
namespace postgres = store::postgres;

namespace {

constexpr std::chrono::minutes finished_within{10};

// A folder that is made under another name, and renamed when it is complete.
struct Paths {
  std::string folder;
  std::string unfinished;
};

Paths paths_of(std::string folder) {
  while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
  return {.folder = folder, .unfinished = folder + ".migrating"};
}

base::Error conflict(std::string text) {
  return {base::ErrorCode::conflict, base::CallerText(std::move(text))};
}

base::Result<std::string> identity_of(const std::string& folder) {
  TRY_ASSIGN(const auto journal, journal::open_posix_folder(embedded::DataFolder{folder}.journal(),
                                                            journal::Missing::refuse));
  TRY_ASSIGN(const auto identity, embedded::identity_in(*journal));
  return identity ? fmt::format("{:02x}", fmt::join(identity->bytes, "")) : std::string();
}

base::Done take_place(const Paths& paths) {
  TRY_ASSIGN(const auto folder,
             journal::open_posix_folder(paths.unfinished, journal::Missing::refuse));
  TRY(embedded::remove_leaving(*folder));
  TRY(embedded::rename_path(paths.unfinished, paths.folder));
  const auto above = std::filesystem::path(paths.folder).parent_path();
  return embedded::sync_folder(above.empty() ? "." : above.string());
}

class Move {
 public:
  Move(const std::string& address, const std::string& folder,
       const embedded::OnProgress& on_progress)
      : database_{.address = address, .application_name = "tradepost migrate"},
        paths_(paths_of(folder)),
        on_progress_(on_progress) {}

  base::Result<Moved> run() {
    if (embedded::is_there(paths_.folder) && !embedded::is_empty_folder(paths_.folder)) {
      return base::refuse(
          conflict("The folder is not empty. Use an empty folder, or one that does not exist."));
    }
    // Checks that a folder can be made there before the database is closed to its nodes.
    TRY(embedded::make_folder(paths_.unfinished));
    auto leaving = begin_to_leave();
    if (!leaving) {
      std::error_code ignored;
      std::filesystem::remove(paths_.unfinished, ignored);  // only an empty one
      return base::refuse(std::move(leaving).error());
    }
    leaving_ = *std::move(leaving);
    if (leaving_->left_for()) return go_on();
    TRY(fill());
    TRY(verify());
    if (!moved_.compared.is_same()) return std::move(moved_);
    TRY(keep_keys());
    TRY_ASSIGN(const std::string identity, identity_of(paths_.unfinished));
    // From here on the network is in the folder, under either name.
    TRY(leaving_->finish(identity));
    TRY(take_place(paths_));
    moved_.is_finished = true;
    return std::move(moved_);
  }

 private:
  base::Result<std::unique_ptr<postgres::Leaving>> begin_to_leave() {
    TRY(finish_intents());
    return postgres::Leaving::begin(database_);
  }

  // Completes open intents, which is impossible once the database is closed. A read of cases waits
  // for them.
  base::Done finish_intents() {
    postgres::PostgresOptions options;
    options.link.database = database_;
    options.connections = 1;
    auto store = postgres::PostgresStore::open(clock_, options);
    if (!store) {
      const bool is_closed = store.error().code() == base::ErrorCode::conflict;
      return is_closed ? base::Done() : base::refuse(std::move(store).error());
    }
    base::ManualExecutor executor;
    const exchange::CaseQuery any{
        .viewer = {.participant = {}, .flow = {}}, .status = {}, .before = {}, .count_max = 1};
    TRY(executor.run((*store)->cases(any, executor.now() + finished_within)));
    return {};
  }

  // Completes a move that was interrupted at its very end: only the rename is missing.
  base::Result<Moved> go_on() {
    const auto identity = identity_of(paths_.unfinished);
    if (!identity || *identity != *leaving_->left_for()) {
      return base::refuse(conflict("The network of the database was moved to another folder."));
    }
    TRY(take_place(paths_));
    moved_.is_finished = true;
    return std::move(moved_);
  }

  base::Done open_source() {
    postgres::PostgresOptions options;
    options.link.database = database_;
    options.connections = 1;
    options.half_moved = postgres::HalfMoved::opened;
    TRY_ASSIGN(source_, postgres::PostgresStore::open(clock_, options));
    return {};
  }

  base::Done fill() {
    TRY(embedded::make_folder(paths_.unfinished));
    TRY_ASSIGN(const auto folder,
               journal::open_posix_folder(paths_.unfinished, journal::Missing::refuse));
    // No process serves the folder before the network has left the database. Therefore this file
    // exists before the journal, and longer than that of an interrupted move.
    TRY(embedded::write_leaving(
        *folder, {.state = embedded::LeavingFile::State::left, .attempt = "filling"}));
    const embedded::DataFolder data{paths_.unfinished};
    for (const std::string& earlier : {data.journal(), data.index(), seal_key()}) {
      std::error_code error;
      std::filesystem::remove_all(earlier, error);
    }
    TRY(open_source());
    TRY_ASSIGN(const auto filling,
               embedded::Filling::begin(
                   {paths_.unfinished},
                   {.epoch = leaving_->epoch(), .first_sequence = leaving_->next_number()},
                   {.clock = clock_, .random = random_}));
    const auto take = [&](std::span<const Kept> kept) -> base::Done {
      std::vector<exchange::Effect> effects;
      for (const auto& [number, effect] : kept) effects.push_back(effect);
      TRY(filling->take(effects));
      moved_.sequence = filling->applied().sequence;
      if (on_progress_) on_progress_({.what = "moving record", .done = kept.back().first, .of = 0});
      return {};
    };
    TRY(for_all_effects(*source_, 0, take));
    return filling->finish();
  }

  base::Done verify() {
    const embedded::DataFolder data{paths_.unfinished};
    TRY_ASSIGN(const auto folder,
               journal::open_posix_folder(data.journal(), journal::Missing::refuse));
    TRY_ASSIGN(const auto store,
               embedded::EmbeddedStore::open({.folder = *folder,
                                              .index_folder = data.index(),
                                              .clock = clock_,
                                              .random = random_,
                                              .on_failure = [](const base::Error&) {},
                                              .watch = {}},
                                             embedded::EmbeddedOptions::only_read()));
    TRY_ASSIGN(moved_.compared, compare(*source_, *store, 0, on_progress_));
    return {};
  }

  std::string seal_key() const { return paths_.unfinished + "/seal-key"; }

  base::Done keep_keys() {
    source_.reset();
    TRY_ASSIGN(const auto data,
               journal::open_posix_folder(paths_.unfinished, journal::Missing::refuse));
    TRY_ASSIGN(const auto person_keys, leaving_->person_keys());
    TRY(embedded::write_person_keys(*data, person_keys));
    TRY_ASSIGN(const auto key, leaving_->shared_key());
    if (!key) return {};
    const std::string_view bytes(reinterpret_cast<const char*>(key->data()), key->size());
    return write_secret(seal_key(), base::base64url(bytes));
  }

  const base::SystemClock clock_;
  base::SystemRandom random_;
  const database::Options database_;
  const Paths paths_;
  const embedded::OnProgress& on_progress_;
  std::unique_ptr<postgres::Leaving> leaving_;
  std::unique_ptr<postgres::PostgresStore> source_;
  Moved moved_;
};

}  // namespace

base::Result<Moved> move_to_folder(const std::string& address, const std::string& folder,
                                   const embedded::OnProgress& on_progress) {
  return Move(address, folder, on_progress).run();
}

base::Done give_up_move(const std::string& address) {
  TRY_ASSIGN(
      const auto leaving,
      postgres::Leaving::resume({.address = address, .application_name = "tradepost migrate"}));
  return leaving->give_up();
}

}  // namespace tradepost::app
