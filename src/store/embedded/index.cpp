#include "store/embedded/index.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/listener.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/urgency.hpp"
#include "store/embedded/keys.hpp"

namespace tradepost::store::embedded {
namespace {

// zstd's library, like RocksDB's, is not built with ThreadSanitizer, and hands what one thread
// unpacked with to the next; suppressing its races would hide our own in answers' compression.
#if defined(__SANITIZE_THREAD__)
constexpr rocksdb::CompressionType strongest_compression = rocksdb::kLZ4Compression;
#else
constexpr rocksdb::CompressionType strongest_compression = rocksdb::kZSTD;
#endif

rocksdb::Slice slice(std::string_view text) {
  return {text.data(), text.size()};
}

std::string_view view(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

base::Error refused(const rocksdb::Status& status) {
  if (status.IsNoSpace()) {
    return {base::ErrorCode::disk_full, base::CallerText("The disk is full."),
            base::LogText("index: " + status.ToString())};
  }
  // A crash may leave a manifest that is torn or missing: then there is no index to go on with.
  const bool is_damaged = status.IsCorruption() || status.IsPathNotFound();
  const auto code = is_damaged ? base::ErrorCode::damaged : base::ErrorCode::internal;
  return {code, base::CallerText("The index of the store can't be used."),
          base::LogText("index: " + status.ToString())};
}

rocksdb::ReadOptions options_for(const Reading& reading) {
  rocksdb::ReadOptions options;
  options.verify_checksums = true;
  if (reading.patience == Patience::in_memory_only) {
    options.read_tier = rocksdb::kBlockCacheTier;
  }
  return options;
}

base::Error failed(const rocksdb::Status& status, Reading& reading) {
  return status.IsIncomplete() ? would_wait(reading) : refused(status);
}

// Of an iterator that has no more: an error where it can't be known.
Done ended(const rocksdb::Iterator& iterator, Reading& reading) {
  const auto status = iterator.status();
  if (!status.ok()) return base::refuse(failed(status, reading));
  return {};
}

// What an iterator costs to make is that of some keys asked for by themselves.
constexpr std::size_t worth_an_iterator = 4;
// Keys that are no neighbours after so many leaps are cheaper asked for one by one.
constexpr int leaps_max = 3;

// Whether a key that is ahead is near: then the iterator is at it, or at the first one behind it.
bool steps_to(rocksdb::Iterator& iterator, const std::string& key) {
  constexpr int steps_max = 4;
  for (int step = 0; iterator.Valid() && iterator.key().compare(key) < 0; ++step) {
    if (step == steps_max) return false;
    iterator.Next();
  }
  return true;
}

class InTheBackground final : public rocksdb::EventListener {
 public:
  // On the thread that does it.
  void OnFlushBegin(rocksdb::DB*, const rocksdb::FlushJobInfo&) override { base::stands_behind(); }
  void OnCompactionBegin(rocksdb::DB*, const rocksdb::CompactionJobInfo&) override {
    base::stands_behind();
  }
  // An error is final (stores.md 4.1): nobody goes on behind our back when the disk has room again.
  void OnErrorRecoveryBegin(rocksdb::BackgroundErrorReason, rocksdb::Status,
                            bool* auto_recovery) override {
    *auto_recovery = false;
  }
};

// RocksDB leaves no log in the folder: it writes on after a write of it has failed, which its file
// writer takes for a bug (tests/rocksdb), and who only reads writes nothing.
class Silent final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

// Of keys that end in a number of eight bytes: what stands before it is in the filters too, so that
// a walk along these opens no file that has none of them.
class BeforeNumber final : public rocksdb::SliceTransform {
 public:
  const char* Name() const override { return "tradepost.before_number"; }
  rocksdb::Slice Transform(const rocksdb::Slice& key) const override {
    return {key.data(), key.size() - number_bytes};
  }
  bool InDomain(const rocksdb::Slice& key) const override {
    return key.size() > number_bytes && keys::is_numbered(key[0]);
  }

 private:
  static constexpr std::size_t number_bytes = 8;
};

rocksdb::Options options_of(const IndexOptions& asked) {
  rocksdb::BlockBasedTableOptions table;
  // Filters and indexes in small pieces, and the last to leave the cache: a whole filter is as
  // large as what a shard of the cache holds, and was read again for each question.
  constexpr int shard_bits = 4;
  constexpr double for_filters_and_indexes = 0.6;
  table.block_cache =
      rocksdb::NewLRUCache(asked.cache_bytes, shard_bits, false, for_filters_and_indexes);
  table.cache_index_and_filter_blocks = true;
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  table.pin_top_level_index_and_filter = true;
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10, false));
  table.format_version = 5;
  table.block_size = 16u << 10;

  rocksdb::Options options;
  options.create_if_missing = true;
  options.prefix_extractor = std::make_shared<BeforeNumber>();
  options.memtable_prefix_bloom_size_ratio = 0.05;
  options.memtable_whole_key_filtering = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.compression = rocksdb::kLZ4Compression;
  options.bottommost_compression = strongest_compression;
  // Half of what there is: while one is written out the other takes what comes. Smaller ones make
  // more files, and merging these is what an index can't keep up with.
  options.write_buffer_size = asked.write_buffer_bytes / 2;
  options.db_write_buffer_size = asked.write_buffer_bytes;
  options.max_write_buffer_number = 4;
  options.level_compaction_dynamic_level_bytes = true;
  options.max_background_jobs = 2;
  options.max_open_files = -1;
  options.allow_mmap_reads = false;
  options.paranoid_checks = true;
  options.info_log = std::make_shared<Silent>();
  options.listeners.push_back(std::make_shared<InTheBackground>());
  // Threads that only count.
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  if (asked.env != nullptr) options.env = asked.env;
  return options;
}

}  // namespace

base::Error would_wait(Reading& reading) {
  reading.would_wait = true;
  return {base::ErrorCode::unavailable, base::CallerText("Not in memory.")};
}

struct Batch::State {
  struct Entry {
    std::size_t key_at = 0;
    std::size_t value_at = 0;
    std::size_t end = 0;
    bool is_removed = false;
  };

  std::string_view key(const Entry& entry) const {
    return std::string_view(bytes).substr(entry.key_at, entry.value_at - entry.key_at);
  }
  std::string_view value(const Entry& entry) const {
    return std::string_view(bytes).substr(entry.value_at, entry.end - entry.value_at);
  }
  void add(std::string_view key, std::string_view value, bool is_removed) {
    const std::size_t key_at = bytes.size();
    bytes += key;
    const std::size_t value_at = bytes.size();
    bytes += value;
    entries.push_back(
        {.key_at = key_at, .value_at = value_at, .end = bytes.size(), .is_removed = is_removed});
  }

  std::string bytes;
  std::vector<Entry> entries;
  rocksdb::WriteBatch sorted;
};

Batch::Batch() : state_(std::make_unique<State>()) {}
Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

void Batch::put(std::string_view key, std::string_view value) {
  state_->add(key, value, false);
}

void Batch::remove(std::string_view key) {
  state_->add(key, {}, true);
}

void Batch::clear() {
  state_->bytes.clear();
  state_->entries.clear();
}

std::size_t Batch::entries() const {
  return state_->entries.size();
}

std::size_t Batch::bytes() const {
  return state_->bytes.size();
}

struct Index::State {
  std::unique_ptr<rocksdb::DB> db;
};

Result<std::unique_ptr<Index>> Index::open(const std::string& folder, const IndexOptions& options) {
  rocksdb::DB* opened = nullptr;
  const auto status = rocksdb::DB::Open(options_of(options), folder, &opened);
  if (!status.ok()) return base::refuse(refused(status));
  auto state = std::make_unique<State>();
  state->db.reset(opened);
  return std::unique_ptr<Index>(new Index(std::move(state)));
}

Result<std::unique_ptr<Index>> Index::open_to_read(const std::string& folder,
                                                   const IndexOptions& options) {
  auto reading = options_of(options);
  reading.create_if_missing = false;
  rocksdb::DB* opened = nullptr;
  const auto status = rocksdb::DB::OpenForReadOnly(reading, folder, &opened);
  if (!status.ok()) return base::refuse(refused(status));
  auto state = std::make_unique<State>();
  state->db.reset(opened);
  return std::unique_ptr<Index>(new Index(std::move(state)));
}

Done Index::destroy(const std::string& folder, const IndexOptions& options) {
  const auto status = rocksdb::DestroyDB(folder, options_of(options));
  if (!status.ok()) return base::refuse(refused(status));
  return {};
}

Index::Index(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::~Index() = default;

Result<std::optional<std::string>> Index::get(std::string_view key, Reading& reading) const {
  std::string value;
  const auto status = state_->db->Get(options_for(reading), slice(key), &value);
  if (status.IsNotFound()) return std::optional<std::string>();
  if (!status.ok()) return base::refuse(failed(status, reading));
  return std::optional(std::move(value));
}

// Not MultiGet: RocksDB 7.8.3 reads from the disk in it where it was told to look in memory alone,
// and gives nothing for a value where it did not (tests/rocksdb). Along an iterator rows that were
// made one after the other cost a quarter of that besides.
Result<std::vector<std::optional<std::string>>> Index::get(std::span<const std::string> keys,
                                                           Reading& reading) const {
  std::vector<std::optional<std::string>> answer(keys.size());
  if (keys.size() < worth_an_iterator) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      TRY_ASSIGN(answer[i], get(keys[i], reading));
    }
    return answer;
  }
  std::vector<std::size_t> in_order(keys.size());
  std::iota(in_order.begin(), in_order.end(), 0);
  std::ranges::sort(in_order, {}, [&](std::size_t i) -> const std::string& { return keys[i]; });
  auto options = options_for(reading);
  options.total_order_seek = true;
  const std::unique_ptr<rocksdb::Iterator> place(state_->db->NewIterator(options));
  place->Seek(keys[in_order.front()]);
  int leaps_left = leaps_max;
  for (const std::size_t i : in_order) {
    if (leaps_left > 0 && !steps_to(*place, keys[i]) && --leaps_left > 0) {
      place->Seek(keys[i]);
    }
    if (leaps_left == 0) {
      TRY_ASSIGN(answer[i], get(keys[i], reading));
      continue;
    }
    if (!place->Valid()) {
      TRY(ended(*place, reading));
      break;
    }
    if (place->key() == keys[i]) answer[i] = place->value().ToString();
  }
  return answer;
}

struct Index::Walk::State {
  Reading& reading;
  std::string prefix;
  std::string behind;  // the first key that is not of the prefix; of the iterator's options
  rocksdb::Slice upper;
  std::unique_ptr<rocksdb::Iterator> iterator;
  bool has_begun = false;
};

Index::Walk::Walk(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::Walk::~Walk() = default;
Index::Walk::Walk(Walk&&) noexcept = default;

Index::Walk Index::walk(std::string_view prefix, std::string_view from, Reading& reading) const {
  return walk(prefix, from, reading, Order::of_all);
}

Index::Walk Index::walk_numbered(std::string_view prefix, Reading& reading) const {
  // What is sought has to have the form of a key, or the filter is asked for another prefix.
  return walk(prefix, std::string_view("\0\0\0\0\0\0\0\0", 8), reading, Order::of_prefix);
}

Index::Walk Index::walk(std::string_view prefix, std::string_view from, Reading& reading,
                        Order order) const {
  auto state = std::make_unique<Walk::State>(Walk::State{.reading = reading,
                                                         .prefix = std::string(prefix),
                                                         .behind = {},
                                                         .upper = {},
                                                         .iterator = {}});
  state->behind = state->prefix;
  while (state->behind.ends_with('\xff')) state->behind.pop_back();
  auto options = options_for(reading);
  options.total_order_seek = order == Order::of_all;
  options.prefix_same_as_start = order == Order::of_prefix;
  if (!state->behind.empty()) {
    ++state->behind.back();
    state->upper = state->behind;
    options.iterate_upper_bound = &state->upper;
  }
  state->iterator.reset(state_->db->NewIterator(options));
  state->iterator->Seek(state->prefix + std::string(from));
  return Walk(std::move(state));
}

bool Index::Walk::next() {
  if (std::exchange(state_->has_begun, true)) state_->iterator->Next();
  return state_->iterator->Valid();
}

std::string_view Index::Walk::key() const {
  return view(state_->iterator->key()).substr(state_->prefix.size());
}

std::string_view Index::Walk::value() const {
  return view(state_->iterator->value());
}

Done Index::Walk::done() {
  return ended(*state_->iterator, state_->reading);
}

bool Index::is_stalled() const {
  std::uint64_t stopped = 0;
  state_->db->GetIntProperty(rocksdb::DB::Properties::kIsWriteStopped, &stopped);
  return stopped != 0;
}

// Entries are put in the order of their keys: each finds its place in the index's list from where
// the last one was put, which is most of what a write costs. Of two with one key the later one
// stays behind.
Done Index::write(Batch& batch) {
  Batch::State& state = *batch.state_;
  std::ranges::stable_sort(state.entries, {}, [&](const auto& entry) { return state.key(entry); });
  state.sorted.Clear();
  for (const auto& entry : state.entries) {
    // It has no bound of its own, so adding to it can't fail.
    if (entry.is_removed) {
      state.sorted.Delete(slice(state.key(entry))).PermitUncheckedError();
    } else {
      state.sorted.Put(slice(state.key(entry)), slice(state.value(entry))).PermitUncheckedError();
    }
  }
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  const auto status = state_->db->Write(options, &state.sorted);
  if (!status.ok()) return base::refuse(refused(status));
  return {};
}

Done Index::flush() {
  rocksdb::FlushOptions options;
  options.wait = true;
  options.allow_write_stall = true;
  const auto status = state_->db->Flush(options);
  if (!status.ok()) return base::refuse(refused(status));
  return {};
}

std::uint64_t Index::bytes_on_disk() const {
  std::uint64_t bytes = 0;
  state_->db->GetIntProperty(rocksdb::DB::Properties::kTotalSstFilesSize, &bytes);
  return bytes;
}

}  // namespace tradepost::store::embedded
