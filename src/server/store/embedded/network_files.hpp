#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "journal/journal.hpp"
#include "store/embedded/index/index.hpp"

namespace tradepost::store::embedded {

// The journal and the index while the store is open. The destructor flushes the index and seals the
// journal, unless the store has failed.
class NetworkFiles {
 public:
  // `data` is the folder for the file `journal-end`, or nullptr. It must outlive this.
  NetworkFiles(std::unique_ptr<journal::Journal> journal, std::unique_ptr<Index> index,
               journal::Folder* data, std::function<void(const base::Error&)> on_failure);
  ~NetworkFiles();
  NetworkFiles(const NetworkFiles&) = delete;
  NetworkFiles& operator=(const NetworkFiles&) = delete;

  journal::Journal& journal() const { return *journal_; }
  Index& index() const { return *index_; }
  // Returns the report of an error after which nothing more is written. The first one reaches the
  // environment. Any thread.
  std::function<void(const base::Error&)> on_failure();
  const std::atomic<bool>& has_failed() const { return failed_; }

 private:
  void fail(const base::Error& error);
  Done end_well();

  const std::unique_ptr<journal::Journal> journal_;
  const std::unique_ptr<Index> index_;
  journal::Folder* const data_;
  const std::function<void(const base::Error&)> on_failure_;
  std::atomic<bool> failed_ = false;
};

}  // namespace tradepost::store::embedded
