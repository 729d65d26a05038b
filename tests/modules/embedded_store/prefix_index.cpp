#include "embedded_store/prefix_index.hpp"

#include <rocksdb/listener.h>
#include <rocksdb/write_batch.h>

#include <charconv>
#include <utility>

#include "base/ground/check.hpp"

namespace tradepost::store::embedded::testing {
namespace {

constexpr const char* position_key = "position";

std::uint64_t entries_of(std::uint64_t n) {
  return n % 4;
}

std::string entry_key(std::uint64_t n, std::uint64_t entry) {
  return "entry " + std::to_string(n) + " " + std::to_string(entry);
}

// After a full disk, RocksDB waits for space and resumes; if it is closed at the wrong moment,
// 7.8.3 never returns. The store does not need this: after an error it closes and reopens the
// index.
class NoRecovery final : public rocksdb::EventListener {
 public:
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool* recovers) override {
    *recovers = false;
  }
};

constexpr const char* folder = "/index";

rocksdb::Options options_on(rocksdb::Env& env) {
  rocksdb::Options options;
  options.env = &env;
  options.create_if_missing = true;
  options.compression = rocksdb::kNoCompression;
  options.level0_file_num_compaction_trigger = 3;
  options.write_buffer_size = 64 << 10;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.max_open_files = -1;
  options.listeners.push_back(std::make_shared<NoRecovery>());
  return options;
}

std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = 0;
  const auto end = text.data() + text.size();
  CHECK(std::from_chars(text.data(), end, number).ptr == end);
  return number;
}

}  // namespace

PrefixIndex::PrefixIndex(rocksdb::Env& env) {
  rocksdb::DB* opened = nullptr;
  status_ = rocksdb::DB::Open(options_on(env), folder, &opened);
  database_.reset(opened);
}

rocksdb::Status PrefixIndex::destroy(rocksdb::Env& env) {
  return rocksdb::DestroyDB(folder, options_on(env));
}

void PrefixIndex::write(std::uint64_t n) {
  if (!is_good()) return;
  rocksdb::WriteBatch batch;
  for (std::uint64_t i = 0; i < entries_of(n); ++i)
    note(batch.Put(entry_key(n, i), std::string(300, 'e')));
  note(batch.Put(position_key, std::to_string(n)));
  rocksdb::WriteOptions without_log;
  without_log.disableWAL = true;
  note(database_->Write(without_log, &batch));
}

void PrefixIndex::flush() {
  if (is_good()) note(database_->Flush({}));
}

void PrefixIndex::compact() {
  if (is_good()) note(database_->CompactRange({}, nullptr, nullptr));
}

std::optional<std::uint64_t> PrefixIndex::prefix() {
  if (!is_good()) return std::nullopt;
  std::uint64_t position = 0;
  std::uint64_t there = 0;
  const std::unique_ptr<rocksdb::Iterator> all(database_->NewIterator({}));
  for (all->SeekToFirst(); all->Valid(); all->Next()) {
    if (all->key() == position_key) {
      position = number_in(all->value().ToString());
    } else {
      ++there;
    }
  }
  note(all->status());
  std::uint64_t expected = 0;
  for (std::uint64_t n = 1; n <= position && is_good(); ++n) {
    for (std::uint64_t i = 0; i < entries_of(n); ++i) {
      std::string value;
      const auto found = database_->Get({}, entry_key(n, i), &value);
      if (found.IsNotFound()) return std::nullopt;
      note(found);
      ++expected;
    }
  }
  return is_good() && there == expected ? std::optional(position) : std::nullopt;
}

void PrefixIndex::note(rocksdb::Status status) {
  if (is_good()) status_ = std::move(status);
}

}  // namespace tradepost::store::embedded::testing
