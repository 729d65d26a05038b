#pragma once

#include <rocksdb/db.h>

#include <cstdint>
#include <string>
#include <vector>

#include "rocksdb/child.hpp"
#include "rocksdb/stall.hpp"

namespace tradepost::rocksdb_reasons {

// The places of entries and of the applied position: in two column families with atomic_flush, or
// both in one, as in the embedded store.
enum class Families : std::uint8_t { two, one };

// An index without write-ahead log. It is never closed: it lives as long as its process.
class Index {
 public:
  Index(const std::string& path, Families families, Stall& stall);

  // Writes batch n: its entries, and n as the position. Every third batch has no entry and only
  // changes the position.
  void write(std::uint64_t n);
  static std::uint64_t entries_of(std::uint64_t n) { return n % 3; }

  void flush();
  // Requests the list of files, as a backup does; RocksDB flushes first.
  void list_files();

  Left look() const;

 private:
  rocksdb::ColumnFamilyHandle* of_positions() const { return families_.front(); }
  rocksdb::ColumnFamilyHandle* of_entries() const { return families_.back(); }

  rocksdb::DB* database_ = nullptr;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
};

}  // namespace tradepost::rocksdb_reasons
