#include "scratch_store/store_in_memory.hpp"

#include <gtest/gtest.h>
#include <rocksdb/env.h>

#include <chrono>
#include <utility>

#include "base/ground/check.hpp"
#include "scratch_store/scratch_store.hpp"
#include "store/embedded/embedded_store.hpp"

namespace tradepost::store::embedded::testing {
namespace {

// A frame has room for the largest documents of tests. Segments are not filled with zeros, which
// takes half of the time of a short test.
EmbeddedOptions options() {
  EmbeddedOptions options = small_options();
  options.journal.first_segment_bytes = options.journal.segment_bytes;
  options.journal.frame_bytes_max = options.journal.segment_bytes - (1u << 16);
  options.journal.fill_ahead_bytes = 0;
  options.flush = FlushOptions();
  return options;
}

}  // namespace

StoreInMemory::StoreInMemory(const base::Clock& clock)
    : clock_(clock),
      index_env_(disk_.index_env()),
      journal_folder_(disk_.journal_folder()),
      data_folder_(disk_of_keys_.journal_folder()) {
  open(Intents::are_finished);
}

StoreInMemory::~StoreInMemory() = default;

exchange::Store& StoreInMemory::store() {
  return *store_;
}

exchange::PersonKeys& StoreInMemory::person_keys() {
  return *person_keys_;
}

void StoreInMemory::close() {
  store_.reset();
}

void StoreInMemory::open(Intents intents) {
  EmbeddedOptions chosen = options();
  chosen.index.env = index_env_.get();
  chosen.committer.finishes_intents = intents == Intents::are_finished;
  auto opened = EmbeddedStore::open(
      {.folder = *journal_folder_,
       .index_folder = "/index",
       .clock = clock_,
       .random = random_,
       .on_failure = [](const base::Error& error) { ADD_FAILURE() << error.detail().str(); },
       .watch = {}},
      chosen);
  if (!opened) ADD_FAILURE() << opened.error().detail().str();
  CHECK(opened.has_value());
  store_ = *std::move(opened);
  const auto keys = store_->open_person_keys(*data_folder_);
  CHECK(keys.has_value());
  person_keys_ = *keys;
}

void StoreInMemory::restart(Intents intents) {
  close();
  open(intents);
}

void StoreInMemory::begin_epoch() {
  PayloadEncoder encoder;
  encoder.add(EpochBegun{.epoch = store_->epoch() + 1,
                         .at = clock_.now(),
                         .cause = EpochBegun::Cause::restored,
                         .from = {}});
  const Encoded& begun = encoder.records().front();
  close();
  {
    const auto journal = journal::Journal::open(*journal_folder_, options().journal, {});
    CHECK(journal.has_value());
    const journal::NewRecord record{
        .kind = begun.kind, .version = begun.version, .head = begun.head, .body = {}};
    CHECK((*journal)->writer().append({&record, 1}, std::chrono::steady_clock::now()).has_value());
    CHECK((*journal)->writer().seal().has_value());
  }
  open(Intents::are_finished);
}

}  // namespace tradepost::store::embedded::testing
