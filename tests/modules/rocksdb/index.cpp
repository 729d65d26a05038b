#include "rocksdb/index.hpp"

#include <rocksdb/write_batch.h>

#include <charconv>
#include <memory>

#include "base/ground/check.hpp"

namespace tradepost::rocksdb_reasons {
namespace {

constexpr const char* position_key = "position";

std::string entry_key(std::uint64_t n, std::uint64_t entry) {
  return "entry " + std::to_string(n) + " " + std::to_string(entry);
}

std::uint64_t number_in(const std::string& text) {
  std::uint64_t number = 0;
  const auto end = text.data() + text.size();
  CHECK(std::from_chars(text.data(), end, number).ptr == end);
  return number;
}

rocksdb::DBOptions options_for_all(Stall& stall) {
  rocksdb::DBOptions options;
  options.create_if_missing = true;
  options.create_missing_column_families = true;
  options.atomic_flush = true;
  options.stats_dump_period_sec = 0;  // avoids a thread whose output is unused
  options.info_log = std::make_shared<LogReader>(stall);
  options.listeners.push_back(std::make_shared<CompactionHolder>(stall));
  return options;
}

// Two files in level 0 begin a compaction, and with a third one flushes would wait. Writes never
// stop, because the writer itself ends the stall.
rocksdb::ColumnFamilyOptions options_for_family() {
  rocksdb::ColumnFamilyOptions options;
  options.level0_file_num_compaction_trigger = 2;
  options.level0_slowdown_writes_trigger = 3;
  options.level0_stop_writes_trigger = 1000;
  options.write_buffer_size = 64 << 10;
  options.compression = rocksdb::kNoCompression;
  return options;
}

}  // namespace

Index::Index(const std::string& path, Families families, Stall& stall) {
  std::vector<rocksdb::ColumnFamilyDescriptor> descriptors;
  descriptors.emplace_back(rocksdb::kDefaultColumnFamilyName, options_for_family());
  if (families == Families::two) descriptors.emplace_back("entries", options_for_family());
  const auto opened =
      rocksdb::DB::Open(options_for_all(stall), path, descriptors, &families_, &database_);
  CHECK(opened.ok());
}

void Index::write(std::uint64_t n) {
  rocksdb::WriteBatch batch;
  for (std::uint64_t i = 0; i < entries_of(n); ++i)
    CHECK(batch.Put(of_entries(), entry_key(n, i), std::string(500, 'e')).ok());
  CHECK(batch.Put(of_positions(), position_key, std::to_string(n)).ok());
  rocksdb::WriteOptions without_log;
  without_log.disableWAL = true;
  CHECK(database_->Write(without_log, &batch).ok());
}

void Index::flush() {
  CHECK(database_->Flush({}, families_).ok());
}

void Index::list_files() {
  std::vector<std::string> files;
  std::uint64_t manifest_bytes = 0;
  CHECK(database_->GetLiveFiles(files, &manifest_bytes).ok());
}

Left Index::look() const {
  Left left;
  std::string value;
  const auto found = database_->Get({}, of_positions(), position_key, &value);
  CHECK(found.ok() || found.IsNotFound());
  if (found.ok()) left.position = number_in(value);

  std::uint64_t expected = 0;
  for (std::uint64_t n = 1; n <= left.position; ++n) {
    expected += entries_of(n);
    for (std::uint64_t i = 0; i < entries_of(n); ++i)
      left.missing += database_->Get({}, of_entries(), entry_key(n, i), &value).ok() ? 0 : 1;
  }
  std::uint64_t there = 0;
  const std::unique_ptr<rocksdb::Iterator> all(database_->NewIterator({}, of_entries()));
  for (all->Seek("entry"); all->Valid() && all->key().starts_with("entry"); all->Next()) ++there;
  CHECK(all->status().ok());
  left.beyond = there - (expected - left.missing);
  return left;
}

}  // namespace tradepost::rocksdb_reasons
