#pragma once

#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tradepost::store::embedded::testing {

// The smallest index as the embedded store keeps one: one family, no log, and batch n puts its
// entries and n as the position. The first error is kept; after it nothing more is asked.
class PrefixIndex {
 public:
  explicit PrefixIndex(rocksdb::Env& env);
  // Throws away what is there, and need not open for that.
  static rocksdb::Status destroy(rocksdb::Env& env);

  bool is_good() const { return status_.ok(); }
  const rocksdb::Status& status() const { return status_; }

  void write(std::uint64_t n);
  void flush();
  void compact();

  // The last batch, where all the entries up to it are there, and none beyond it; 0: none at all.
  // Nothing: entries are missing, or too many. Reads, so it may find an error.
  std::optional<std::uint64_t> prefix();

 private:
  void note(rocksdb::Status status);

  std::unique_ptr<rocksdb::DB> database_;
  rocksdb::Status status_;
};

}  // namespace tradepost::store::embedded::testing
