#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ground/result.hpp"
#include "journal/disk/options.hpp"
#include "journal/frames/reader.hpp"

namespace rocksdb {
class Env;
}

namespace tradepost::store::embedded {

using base::Done;
using base::Result;
using journal::Patience;

// The mode and the result of a read. A loop that serves others reads in memory only. If that is not
// enough, the same read is repeated on a thread that may wait.
struct ReadContext {
  Patience patience = Patience::waits;
  bool would_wait = false;       // the only reason of the returned error
  std::size_t bytes_copied = 0;  // from the journal's files
  journal::Stretch stretch{};    // the most recently read of these bytes
};
base::Error would_wait(ReadContext& context);

// Entries that are put and removed atomically.
class Batch {
 public:
  Batch();
  ~Batch();
  Batch(Batch&&) noexcept;
  Batch& operator=(Batch&&) noexcept;

  void put(std::string_view key, std::string_view value);
  void remove(std::string_view key);
  void clear();
  std::size_t entries() const;
  std::size_t bytes() const;

 private:
  friend class Index;
  struct State;
  std::unique_ptr<State> state_;
};

struct IndexOptions {
  std::size_t cache_bytes = 160u << 20;  // including indexes and filters
  std::size_t write_buffer_bytes = 64u << 20;
  // Background writes begin only if they leave this much free space for the journal.
  std::uint64_t leaves_free_bytes = 2 * journal::Options{}.space_bytes_min;
  int open_files_max = -1;      // above it, files are closed and reopened; -1: no limit
  rocksdb::Env* env = nullptr;  // for tests; nullptr: the system's. Outlives the index
};

// The index of the journal's content: keys and values in one sorted family, which can be deleted
// and rebuilt. It has no log. After a crash it has all batches up to some batch and nothing later
// (embedded-store 4.1), so each batch has its place in the journal.
//
// Any thread reads; one thread writes. An error of write or flush is final. Damage is permanent,
// and the next process that opens the index sees it.
class Index {
 public:
  // Fails with damaged if the index must be rebuilt.
  static Result<std::unique_ptr<Index>> open(const std::string& folder,
                                             const IndexOptions& options);
  // Opens the index without changing the folder. Fails if the folder has no index.
  static Result<std::unique_ptr<Index>> open_to_read(const std::string& folder,
                                                     const IndexOptions& options);
  // Removes the folder's index in any state.
  static Done destroy(const std::string& folder, const IndexOptions& options);
  ~Index();

  // Starts serving: writes without disk space wait for space, and unreadable data is reported as
  // `unavailable`, because the index will be rebuilt. Fails if a flush or a compaction since the
  // opening found no space and has failed.
  Done begin_serving();
  // Ends all waits: writes without disk space fail.
  void end_waits();
  // Returns true if a necessary write is waiting for space.
  bool waits_for_space() const;

  // Returns the first damage that a read or a background task found. Thread-safe.
  std::optional<base::Error> damage() const;
  // Marks the folder, so that the next process reports the damage when it opens the index.
  void mark_damaged();

  Result<std::optional<std::string>> get(std::string_view key, ReadContext& context) const;
  // Returns the values in the order of `keys`.
  Result<std::vector<std::optional<std::string>>> get(std::span<const std::string> keys,
                                                      ReadContext& context) const;

  // Iterates over the keys with a prefix, as of its creation. It must not live longer than a slice
  // of work, because RocksDB cannot remove old data that an iterator uses.
  class Walk {
   public:
    ~Walk();
    Walk(Walk&&) noexcept;

    // Returns false at the end or after an error, which done() returns.
    bool next();
    std::string_view key() const;  // without the prefix
    std::string_view value() const;
    Done done();

   private:
    friend class Index;
    struct State;
    explicit Walk(std::unique_ptr<State> state);
    std::unique_ptr<State> state_;
  };
  // Starts at the first key at or after prefix + from. An empty prefix selects all keys.
  Walk walk(std::string_view prefix, std::string_view from, ReadContext& context) const;
  // Iterates over the keys of a numbered table with this prefix and a number. Filters skip files
  // without such keys.
  Walk walk_numbered(std::string_view prefix, ReadContext& context) const;

  // Returns true if a batch would wait for the disk now.
  bool is_stalled() const;
  Done write(Batch& batch);
  // Makes all earlier writes durable. Thread-safe, also during a write.
  Done flush();

  std::uint64_t bytes_on_disk() const;

 private:
  enum class Order : std::uint8_t { of_all, of_prefix };
  struct State;
  explicit Index(std::unique_ptr<State> state);
  Walk walk(std::string_view prefix, std::string_view from, ReadContext& context,
            Order order) const;
  std::unique_ptr<State> state_;
};

}  // namespace tradepost::store::embedded
