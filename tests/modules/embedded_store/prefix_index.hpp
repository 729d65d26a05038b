#pragma once

#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace tradepost::store::embedded::testing {

// A small index of the embedded store's design: one family, no log, and batch n puts its entries
// and the position n. It keeps the first error, and makes no call after it.
class PrefixIndex {
 public:
  explicit PrefixIndex(rocksdb::Env& env);
  // Deletes the index; it need not open for that.
  static rocksdb::Status destroy(rocksdb::Env& env);

  bool is_good() const { return status_.ok(); }
  const rocksdb::Status& status() const { return status_; }

  void write(std::uint64_t n);
  void flush();
  void compact();

  // Returns the last batch if the index has the entries of all batches up to it, and no others; 0
  // if the index is empty; nullopt if entries are missing or too many. It reads, so it may find an
  // error.
  std::optional<std::uint64_t> prefix();

 private:
  void note(rocksdb::Status status);

  std::unique_ptr<rocksdb::DB> database_;
  rocksdb::Status status_;
};

}  // namespace tradepost::store::embedded::testing
