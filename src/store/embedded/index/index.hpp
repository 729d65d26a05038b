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

// How a read is to be done, and what came of it. A loop that serves others reads in memory only;
// where that does not do, the same read is done once more on a thread that may wait.
struct ReadContext {
  Patience patience = Patience::waits;
  bool would_wait = false;       // the error that was answered means this alone
  std::size_t bytes_copied = 0;  // from the journal's files
  journal::Stretch stretch{};    // of them, what was read last
};
base::Error would_wait(ReadContext& context);

// Entries that are put and removed together.
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
  std::size_t cache_bytes = 160u << 20;  // with the indexes and filters in it
  std::size_t write_buffer_bytes = 64u << 20;
  // Background writes begin only if they leave so much to the journal.
  std::uint64_t leaves_free_bytes = 2 * journal::Options{}.space_bytes_min;
  int open_files_max = -1;      // beyond that some are opened anew; -1: without a bound
  rocksdb::Env* env = nullptr;  // the tests' disk; nothing: the system's. Outlives the index
};

// The index of the journal's content: keys and values in one sorted family, which can be deleted
// and built again. It has no log of its own. After a crash it has all batches up to some batch and
// nothing later (embedded-store 4.1), so each batch has its place in the journal.
//
// Any thread reads; one thread writes. An error of write or flush is final. Damage is permanent,
// and the next process that opens the index sees it.
class Index {
 public:
  // damaged: it can't be continued, and must be built again.
  static Result<std::unique_ptr<Index>> open(const std::string& folder,
                                             const IndexOptions& options);
  // For reading alone: not a byte of the folder is changed. An error where there is none.
  static Result<std::unique_ptr<Index>> open_to_read(const std::string& folder,
                                                     const IndexOptions& options);
  // Removes the folder's index, whatever is in it.
  static Done destroy(const std::string& folder, const IndexOptions& options);
  ~Index();

  // From now on it is served: what finds no space on the disk waits for some, and what can't be
  // read is `unavailable`, for the index will be made anew.
  void begin_serving();
  // Nothing waits any more: what finds no space fails.
  void end_waits();
  // Whether something has to be written and waits for space.
  bool waits_for_space() const;

  // The first damage that a read, or what goes on in the background, has met. Any thread.
  std::optional<base::Error> damage() const;
  // So that the next process that opens it knows of the damage at once.
  void mark_damaged();

  Result<std::optional<std::string>> get(std::string_view key, ReadContext& context) const;
  // In the order of the keys that were asked for.
  Result<std::vector<std::optional<std::string>>> get(std::span<const std::string> keys,
                                                      ReadContext& context) const;

  // Walks along the keys with a prefix, as they stood when it was made. Not for longer than a slice
  // of work, for it keeps what it sees from being tidied away.
  class Walk {
   public:
    ~Walk();
    Walk(Walk&&) noexcept;

    // False: there are no more, or it can't be known; then done() says why.
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
  // From the first key at or after prefix + from. Without a prefix: all there is.
  Walk walk(std::string_view prefix, std::string_view from, ReadContext& context) const;
  // All keys that are this prefix and a number, of a numbered table: filters skip files that have
  // none.
  Walk walk_numbered(std::string_view prefix, ReadContext& context) const;

  // Whether a batch would have to wait for the disk at present.
  bool is_stalled() const;
  Done write(Batch& batch);
  // Everything written before is on the disk when this returns. Also beside a writer.
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
