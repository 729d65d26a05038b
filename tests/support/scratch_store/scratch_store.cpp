#include "scratch_store/scratch_store.hpp"

#include <gtest/gtest.h>
#include <cstdlib>

#include <chrono>
#include <filesystem>
#include <variant>

#include "base/ground/check.hpp"
#include "base/tasks/manual_executor.hpp"
#include "journal/disk/posix_folder.hpp"

namespace tradepost::store::embedded::testing {

EmbeddedOptions small_options() {
  EmbeddedOptions options;
  options.journal.first_segment_bytes = 2u << 20;
  options.journal.segment_bytes = 4u << 20;
  options.journal.frame_bytes_max = 1u << 20;
  options.committer.batch_bytes_max = 1u << 18;
  options.committer.queue.large_content_bytes = 1u << 16;
  options.journal.tail_bytes = 4u << 20;
  options.journal.slab_bytes = 1u << 18;
  options.journal.fill_ahead_bytes = 1u << 18;
  options.journal.fill_step_bytes = 1u << 16;
  options.index.cache_bytes = 4u << 20;
  options.index.write_buffer_bytes = 4u << 20;
  options.flush.every = std::chrono::milliseconds(50);
  options.flush.poll_interval = std::chrono::milliseconds(10);
  return options;
}

ScratchFolder::ScratchFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "tradepost-store-XXXXXX").string();
  CHECK(::mkdtemp(name.data()) != nullptr);
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ScratchStore::ScratchStore(const base::Clock& clock, EmbeddedOptions options)
    : clock_(clock), options_(options) {
  open();
}

ScratchStore::ScratchStore(const base::Clock& clock, Begins begins)
    : clock_(clock), options_(small_options()) {
  if (begins == Begins::now) open();
}

ScratchStore::~ScratchStore() = default;

void ScratchStore::close() {
  store_.reset();
  folder_.reset();
}

void ScratchStore::open() {
  auto folder = journal::open_posix_folder(scratch_.path() + "/journal", journal::Missing::make);
  CHECK(folder.has_value());
  folder_ = *std::move(folder);
  auto opened = EmbeddedStore::open(
      {.folder = *folder_,
       .index_folder = scratch_.index_path(),
       .clock = clock_,
       .random = random_,
       .on_failure = [](const base::Error& error) { ADD_FAILURE() << error.detail().str(); },
       .watch = {}},
      options_);
  if (!opened) ADD_FAILURE() << opened.error().text().str() << " " << opened.error().detail().str();
  CHECK(opened.has_value());
  store_ = *std::move(opened);
}

void change_directory_alone(exchange::Store& store) {
  base::ManualExecutor executor;
  exchange::DirectoryChange change;
  change.entries.emplace_back(
      exchange::Setting{.name = exchange::SettingName::network, .revision = 1, .value = "open"});
  const auto changed =
      executor.run(store.change_directory(change, executor.now() + std::chrono::minutes(1)));
  ASSERT_TRUE(changed.has_value());
  ASSERT_TRUE(std::holds_alternative<exchange::DirectoryChanged>(*changed));
}

}  // namespace tradepost::store::embedded::testing
