#include <algorithm>
#include <atomic>
#include <utility>

#include "app/serve/kept_store.hpp"
#include "app/settings/secrets.hpp"
#include "base/metrics.hpp"
#include "journal/disk/file.hpp"
#include "journal/disk/posix_folder.hpp"
#include "store/embedded/draft_files.hpp"
#include "store/embedded/embedded_store.hpp"
#include "store/embedded/folder/data_folder.hpp"
#include "store/embedded/folder/format_file.hpp"

namespace tradepost::app {
namespace {

namespace embedded = store::embedded;

class FolderStore final : public KeptStore {
 public:
  explicit FolderStore(const ServeOptions& options) : options_(options) {}

  base::Done open(const StoreGround& ground) {
    const embedded::DataFolder data{options_.data};
    TRY_ASSIGN(data_folder_, journal::open_posix_folder(data.path, journal::Missing::make));
    TRY_ASSIGN(folder_, journal::open_posix_folder(data.journal(), journal::Missing::make));
    const auto log_clock_fall = [&log = ground.log](const embedded::ClockFall& fall) {
      log.warning("clock_was_ahead",
                  {{"kept_last", base::to_string(fall.last)}, {"now", base::to_string(fall.now)}});
    };
    TRY_ASSIGN(store_, embedded::EmbeddedStore::open({.folder = *folder_,
                                                      .index_folder = data.index(),
                                                      .clock = ground.clock,
                                                      .random = ground.random,
                                                      .on_failure = ground.on_failure,
                                                      .watch = ground.watch,
                                                      .on_clock_fall = log_clock_fall,
                                                      .data = data_folder_.get(),
                                                      .changes = &ground.changes},
                                                     options_.store));
    TRY_ASSIGN(person_keys_, store_->open_person_keys(*data_folder_));
    TRY_ASSIGN(drafts_folder_, journal::open_posix_folder(data.drafts(), journal::Missing::make));
    TRY_ASSIGN(drafts_, embedded::DraftFiles::open(*drafts_folder_, [store = store_.get()] {
                 return store->figures().takes_documents;
               }));
    TRY_ASSIGN(format_, embedded::read_format(*data_folder_, exchange::newest_format));
    if (const auto& mended = store_->mended()) {
      ground.log.warning("index_made_anew", {{"reason", "it was damaged: check the disk"},
                                             {"detail", mended->detail().str()}});
    }
    return {};
  }

  exchange::Store& store() override { return *store_; }
  exchange::PersonKeys& person_keys() override { return *person_keys_; }
  exchange::Drafts& drafts() override { return *drafts_; }

  base::Result<base::SealKey> seal_key(base::Random& random) override {
    return seal_key_in(options_.seal_key_file.value_or(options_.data + "/seal-key"), random);
  }

  base::Instant about_now() const override { return store_->about_now(); }

  std::optional<std::chrono::milliseconds> directory_holds_for() const override {
    return std::nullopt;
  }

  exchange::StoreFormat format() const override { return format_; }

  base::Done raise_format(std::chrono::seconds /*serving_for*/) override {
    TRY(embedded::write_format(*data_folder_, exchange::newest_format));
    format_ = exchange::newest_format;
    return {};
  }

  bool can_be_mended() const override { return store_->index_damage().has_value(); }

  void add_facts(api::HealthFacts& facts, base::Instant /*now*/) const override {
    const embedded::EmbeddedStore::Figures figures = store_->figures();
    facts.folder = api::FolderFacts{.free_bytes = figures.free_bytes,
                                    .has_room = figures.takes_documents,
                                    .journal_bytes = figures.journal_bytes,
                                    .index_bytes = figures.index_bytes,
                                    .index = index_state(figures.is_index_stalled),
                                    .last_record_at = figures.last_instant,
                                    .clock_falls = figures.clock_falls};
  }

  void append_lines(std::string& text, base::Instant now) const override {
    const embedded::EmbeddedStore::Figures figures = store_->figures();
    base::append_gauge(text, "tradepost_disk_free_bytes",
                       "Free space on the disk of the data folder.",
                       static_cast<double>(figures.free_bytes));
    base::append_gauge(text, "tradepost_takes_documents",
                       "1, or 0 if less space is free than the exchange needs to store documents.",
                       figures.takes_documents ? 1 : 0);
    base::append_gauge(text, "tradepost_index_bytes", "Size of the index on disk.",
                       static_cast<double>(figures.index_bytes));
    base::append_gauge(
        text, "tradepost_index_damaged",
        "1 if the index is damaged, or was damaged at the last start and was rebuilt.",
        is_index_damaged() ? 1 : 0);
    const auto ahead = std::chrono::duration<double>(figures.last_instant - now);
    base::append_gauge(text, "tradepost_time_ahead_seconds",
                       "How far the last record is dated ahead of the system clock.",
                       std::max(ahead.count(), 0.0));
    base::append_counter(text, "tradepost_clock_falls_total",
                         "How often dates followed the clock again after it had been far ahead.",
                         figures.clock_falls);
  }

 private:
  api::IndexState index_state(bool is_stalled) const {
    if (store_->index_damage()) return api::IndexState::damaged;
    if (store_->mended()) return api::IndexState::rebuilt;
    return is_stalled ? api::IndexState::behind : api::IndexState::whole;
  }
  bool is_index_damaged() const { return store_->mended() || store_->index_damage(); }

  const ServeOptions options_;
  std::unique_ptr<journal::Folder> data_folder_;
  std::unique_ptr<journal::Folder> folder_;  // folder of the journal
  std::unique_ptr<journal::Folder> drafts_folder_;
  std::unique_ptr<embedded::EmbeddedStore> store_;
  exchange::PersonKeys* person_keys_ = nullptr;  // of store_
  std::unique_ptr<embedded::DraftFiles> drafts_;
  std::atomic<exchange::StoreFormat> format_ = exchange::first_format;
};

}  // namespace

base::Result<std::unique_ptr<KeptStore>> open_folder(const ServeOptions& options,
                                                     const StoreGround& ground) {
  auto kept = std::make_unique<FolderStore>(options);
  TRY(kept->open(ground));
  return kept;
}

}  // namespace tradepost::app
