#include "store/embedded/index/index.hpp"

#include <rocksdb/cache.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>
#include <rocksdb/write_batch.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "base/ground/error.hpp"
#include "store/embedded/format/keys.hpp"
#include "store/embedded/index/in_the_background.hpp"
#include "store/embedded/index/patient_env.hpp"
#include "store/embedded/index/space_wait.hpp"

namespace tradepost::store::embedded {
namespace {

// Neither zstd nor RocksDB is built with ThreadSanitizer, and zstd passes its contexts between
// threads. Suppressing these races would hide races in the compression of answers.
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

// The error of an unusable index; the reason is in the log only.
base::Error refused(base::ErrorCode code, const std::string& why) {
  return {code, base::CallerText("The index of the store can't be used."),
          base::LogText("index: " + why)};
}

// An index with this file in its folder is reported as damaged when it is opened.
std::string mark_in(const std::string& folder) {
  return folder + "/DAMAGED";
}

rocksdb::Env* disk_of(const IndexOptions& options) {
  return options.env != nullptr ? options.env : rocksdb::Env::Default();
}

rocksdb::ReadOptions options_for(const ReadContext& context) {
  rocksdb::ReadOptions options;
  options.verify_checksums = true;
  if (context.patience == Patience::in_memory_only) {
    options.read_tier = rocksdb::kBlockCacheTier;
  }
  return options;
}

// Creating an iterator costs as much as this number of separate reads.
constexpr std::size_t worth_an_iterator = 4;
// After this number of seeks the keys are too far apart, and separate reads are cheaper.
constexpr int leaps_max = 3;

// Moves the iterator to the key, or to the first one after it. Returns false if the key is too far
// ahead.
bool steps_to(rocksdb::Iterator& iterator, const std::string& key) {
  constexpr int steps_max = 4;
  for (int step = 0; iterator.Valid() && iterator.key().compare(key) < 0; ++step) {
    if (step == steps_max) return false;
    iterator.Next();
  }
  return true;
}

// Keeps RocksDB from writing a log into the folder. It continues to write after a failed write,
// which its file writer treats as a bug (tests/modules/rocksdb), and read-only commands must write
// nothing.
class Silent final : public rocksdb::Logger {
 public:
  using rocksdb::Logger::Logv;
  void Logv(const char*, va_list) override {}
};

// Makes the filters include the part of a key before its final number of eight bytes, so that
// iteration over one prefix opens only files with that prefix.
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

// The head of a key: its table and the following id, which is usually a participant's. Entries with
// the same head mostly arrive in order, so an insertion searches from the head's last one.
class Head final : public rocksdb::SliceTransform {
 public:
  const char* Name() const override { return "tradepost.head"; }
  rocksdb::Slice Transform(const rocksdb::Slice& key) const override {
    return {key.data(), keys::is_of_participant(key[0]) ? std::min(head_bytes, key.size()) : 1};
  }
  bool InDomain(const rocksdb::Slice& key) const override { return !key.empty(); }

 private:
  static constexpr std::size_t head_bytes = 1 + 16 + 1;
};

rocksdb::Options options_of(const IndexOptions& asked) {
  rocksdb::BlockBasedTableOptions table;
  // Filters and indexes are divided and have priority in the cache. A whole filter is as large as a
  // shard of the cache, and every query would read it again.
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
  options.memtable_insert_with_hint_prefix_extractor = std::make_shared<Head>();
  options.allow_concurrent_memtable_write = false;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(table));
  options.compression = rocksdb::kLZ4Compression;
  options.bottommost_compression = strongest_compression;
  // Half of the budget: one buffer takes new entries while the other is written. Smaller buffers
  // make more files, and merging is the bottleneck of an index.
  options.write_buffer_size = asked.write_buffer_bytes / 2;
  options.db_write_buffer_size = asked.write_buffer_bytes;
  options.max_write_buffer_number = 4;
  options.level_compaction_dynamic_level_bytes = true;
  options.max_background_jobs = 2;
  options.max_open_files = asked.open_files_max;
  options.allow_mmap_reads = false;
  options.paranoid_checks = true;
  options.info_log = std::make_shared<Silent>();
  // These threads would only collect statistics.
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
  options.env = disk_of(asked);
  return options;
}

}  // namespace

base::Error would_wait(ReadContext& context) {
  context.would_wait = true;
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
  State(const std::string& in, const IndexOptions& asked)
      : folder(in), disk(disk_of(asked)), env(patient_env(asked.env, wait)) {}
  ~State() { wait.end(); }  // before the destructor waits for RocksDB's threads

  using OpenDatabase = std::function<rocksdb::Status(const rocksdb::Options&, rocksdb::DB**)>;
  Done open(rocksdb::Options options, const IndexOptions& asked, const OpenDatabase& open_database);
  // Returns the error of a read. A missing key is not an error.
  Done read(const rocksdb::Status& status, ReadContext& context);
  // Returns the error of an iterator that has ended, if any.
  Done ended(const rocksdb::Iterator& iterator, ReadContext& context) {
    return read(iterator.status(), context);
  }
  Done written(const rocksdb::Status& status);
  void mark_damaged();

  const std::string folder;
  rocksdb::Env* const disk;
  SpaceWait wait;
  DamageNote damage;
  std::atomic<bool> is_served = false;
  const std::unique_ptr<rocksdb::Env> env;
  std::unique_ptr<rocksdb::DB> db;
};

Done Index::State::open(rocksdb::Options options, const IndexOptions& asked,
                        const OpenDatabase& open_database) {
  if (disk->FileExists(mark_in(folder)).ok()) {
    return base::refuse(refused(base::ErrorCode::damaged, "it is already known to be damaged"));
  }
  options.env = env.get();
  options.listeners.push_back(in_the_background(
      {.folder = folder, .disk = *disk, .leaves_free_bytes = asked.leaves_free_bytes}, wait,
      damage));
  rocksdb::Status status;
  rocksdb::DB* opened = nullptr;
  try {
    status = open_database(options, &opened);
  } catch (const std::exception& thrown) {
    // A flipped bit in a size causes a huge allocation. RocksDB keeps its lock, so only the next
    // process can open the index.
    status = rocksdb::Status::Corruption(thrown.what());
    mark_damaged();
  }
  db.reset(opened);
  if (status.ok()) return {};
  if (status.IsNoSpace()) return written(status);
  // A refusal by the system (a lock, a permission, a descriptor) is not evidence of damage.
  const bool is_refusal = status.IsIOError() && !status.IsPathNotFound() && !damage.what();
  return base::refuse(refused(is_refusal ? base::ErrorCode::internal : base::ErrorCode::damaged,
                              status.ToString()));
}

Done Index::State::read(const rocksdb::Status& status, ReadContext& context) {
  if (status.ok() || status.IsNotFound()) return {};
  if (status.IsIncomplete()) return base::refuse(would_wait(context));
  damage.note(status.ToString());
  if (!is_served) return base::refuse(refused(base::ErrorCode::damaged, status.ToString()));
  return base::refuse(
      base::Error(base::ErrorCode::unavailable,
                  base::CallerText("The exchange is rebuilding its index. Try again later."),
                  base::LogText("index: " + status.ToString())));
}

Done Index::State::written(const rocksdb::Status& status) {
  if (status.ok()) return {};
  // After a background write failed, RocksDB may only say that a write is incomplete.
  if (status.IsNoSpace() || wait.has_given_up()) {
    return base::refuse(base::Error(base::ErrorCode::disk_full,
                                    base::CallerText("The disk is full."),
                                    base::LogText("index: " + status.ToString())));
  }
  if (status.IsCorruption()) damage.note(status.ToString());
  const auto code = damage.what() ? base::ErrorCode::damaged : base::ErrorCode::internal;
  return base::refuse(refused(code, status.ToString()));
}

// A failure to mark is ignored: the next process finds the damage again.
void Index::State::mark_damaged() {
  rocksdb::WriteStringToFile(disk, {}, mark_in(folder), true).PermitUncheckedError();
  std::unique_ptr<rocksdb::Directory> directory;
  if (disk->NewDirectory(folder, &directory).ok()) directory->Fsync().PermitUncheckedError();
}

Result<std::unique_ptr<Index>> Index::open(const std::string& folder, const IndexOptions& options) {
  auto state = std::make_unique<State>(folder, options);
  TRY(state->open(options_of(options), options,
                  [&folder](const rocksdb::Options& with, rocksdb::DB** opened) {
                    return rocksdb::DB::Open(with, folder, opened);
                  }));
  return std::unique_ptr<Index>(new Index(std::move(state)));
}

Result<std::unique_ptr<Index>> Index::open_to_read(const std::string& folder,
                                                   const IndexOptions& options) {
  auto state = std::make_unique<State>(folder, options);
  auto opened_with = options_of(options);
  opened_with.create_if_missing = false;
  TRY(state->open(opened_with, options,
                  [&folder](const rocksdb::Options& with, rocksdb::DB** opened) {
                    return rocksdb::DB::OpenForReadOnly(with, folder, opened);
                  }));
  return std::unique_ptr<Index>(new Index(std::move(state)));
}

Done Index::destroy(const std::string& folder, const IndexOptions& options) {
  if (!disk_of(options)->FileExists(folder).ok()) return {};
  const auto status = rocksdb::DestroyDB(folder, options_of(options));
  if (!status.ok()) return base::refuse(refused(base::ErrorCode::internal, status.ToString()));
  // The mark is removed last: after a kill, the index is destroyed again.
  if (!disk_of(options)->FileExists(mark_in(folder)).ok()) return {};
  const auto removed = disk_of(options)->DeleteFile(mark_in(folder));
  if (!removed.ok()) return base::refuse(refused(base::ErrorCode::internal, removed.ToString()));
  return {};
}

Index::Index(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::~Index() = default;

Done Index::begin_serving() {
  if (!state_->wait.begin()) {
    return state_->written(rocksdb::Status::NoSpace("a write in the background has failed"));
  }
  state_->is_served = true;
  return {};
}

void Index::end_waits() {
  state_->wait.end();
}

bool Index::waits_for_space() const {
  return state_->wait.is_on();
}

std::optional<base::Error> Index::damage() const {
  const auto what = state_->damage.what();
  if (!what) return std::nullopt;
  return refused(base::ErrorCode::damaged, *what);
}

void Index::mark_damaged() {
  state_->mark_damaged();
}

Result<std::optional<std::string>> Index::get(std::string_view key, ReadContext& context) const {
  std::string value;
  const auto status = state_->db->Get(options_for(context), slice(key), &value);
  TRY(state_->read(status, context));
  return status.ok() ? std::optional(std::move(value)) : std::nullopt;
}

// Does not use MultiGet, which in RocksDB 7.8.3 reads from the disk even if it is limited to
// memory, and otherwise returns an empty value (tests/modules/rocksdb). For rows that were created
// in succession an iterator also takes a quarter of the time.
Result<std::vector<std::optional<std::string>>> Index::get(std::span<const std::string> keys,
                                                           ReadContext& context) const {
  std::vector<std::optional<std::string>> answer(keys.size());
  if (keys.size() < worth_an_iterator) {
    for (std::size_t i = 0; i < keys.size(); ++i) {
      TRY_ASSIGN(answer[i], get(keys[i], context));
    }
    return answer;
  }
  std::vector<std::size_t> in_order(keys.size());
  std::iota(in_order.begin(), in_order.end(), 0);
  std::ranges::sort(in_order, {}, [&](std::size_t i) -> const std::string& { return keys[i]; });
  auto options = options_for(context);
  options.total_order_seek = true;
  const std::unique_ptr<rocksdb::Iterator> place(state_->db->NewIterator(options));
  place->Seek(keys[in_order.front()]);
  int leaps_left = leaps_max;
  for (const std::size_t i : in_order) {
    if (leaps_left > 0 && !steps_to(*place, keys[i]) && --leaps_left > 0) {
      place->Seek(keys[i]);
    }
    if (leaps_left == 0) {
      TRY_ASSIGN(answer[i], get(keys[i], context));
      continue;
    }
    if (!place->Valid()) {
      TRY(state_->ended(*place, context));
      break;
    }
    if (place->key() == keys[i]) answer[i] = place->value().ToString();
  }
  return answer;
}

struct Index::Walk::State {
  Index::State& of;
  ReadContext& context;
  std::string prefix;
  std::string behind;  // the first key after the prefix; referenced by the iterator's options
  rocksdb::Slice upper;
  std::unique_ptr<rocksdb::Iterator> iterator;
  bool has_begun = false;
};

Index::Walk::Walk(std::unique_ptr<State> state) : state_(std::move(state)) {}
Index::Walk::~Walk() = default;
Index::Walk::Walk(Walk&&) noexcept = default;

Index::Walk Index::walk(std::string_view prefix, std::string_view from,
                        ReadContext& context) const {
  return walk(prefix, from, context, Order::of_all);
}

Index::Walk Index::walk_numbered(std::string_view prefix, ReadContext& context) const {
  // The target must have the form of a key, or the filter tests another prefix.
  return walk(prefix, std::string_view("\0\0\0\0\0\0\0\0", 8), context, Order::of_prefix);
}

Index::Walk Index::walk(std::string_view prefix, std::string_view from, ReadContext& context,
                        Order order) const {
  auto state = std::make_unique<Walk::State>(Walk::State{.of = *state_,
                                                         .context = context,
                                                         .prefix = std::string(prefix),
                                                         .behind = {},
                                                         .upper = {},
                                                         .iterator = {}});
  state->behind = state->prefix;
  while (state->behind.ends_with('\xff')) state->behind.pop_back();
  auto options = options_for(context);
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
  return state_->of.ended(*state_->iterator, state_->context);
}

bool Index::is_stalled() const {
  return has_stopped_writes(*state_->db);
}

// Writes entries in the order of their keys: then the index's list finds each place from the
// previous one, and this search is most of the cost of a write. Two entries with the same key keep
// their order.
Done Index::write(Batch& batch) {
  Batch::State& state = *batch.state_;
  std::ranges::stable_sort(state.entries, {}, [&](const auto& entry) { return state.key(entry); });
  state.sorted.Clear();
  for (const auto& entry : state.entries) {
    // The batch has no size limit, so adding to it cannot fail.
    if (entry.is_removed) {
      state.sorted.Delete(slice(state.key(entry))).PermitUncheckedError();
    } else {
      state.sorted.Put(slice(state.key(entry)), slice(state.value(entry))).PermitUncheckedError();
    }
  }
  rocksdb::WriteOptions options;
  options.disableWAL = true;
  return state_->written(state_->db->Write(options, &state.sorted));
}

Done Index::flush() {
  // If no store serves, all waits end, because the flush may wait for a compaction.
  if (!state_->is_served) state_->wait.end();
  rocksdb::FlushOptions options;
  options.wait = true;
  options.allow_write_stall = true;
  return state_->written(state_->db->Flush(options));
}

std::uint64_t Index::bytes_on_disk() const {
  std::uint64_t bytes = 0;
  state_->db->GetIntProperty(rocksdb::DB::Properties::kTotalSstFilesSize, &bytes);
  return bytes;
}

}  // namespace tradepost::store::embedded
