#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "base/completion.hpp"
#include "base/task.hpp"
#include "http/content_coding.hpp"
#include "http/response.hpp"

namespace tradepost::http {

struct CodedBody {
  Body body;
  Coding coding;
};

// Threads that compress bodies, so that no other request of a loop waits for it. Any thread.
class Compressors {
 public:
  explicit Compressors(std::size_t threads);
  Compressors(Compressors&&) = delete;
  // What still waits is given back as it came.
  ~Compressors();

  // The body compressed; or as it came, where too many wait already, or it would not get smaller.
  base::Task<CodedBody> compress(Body body, Coding coding);

 private:
  struct Work {
    CodedBody wanted;
    base::Completer<CodedBody> completer;
  };
  // Gives the work back where there is no room for it.
  std::optional<Work> add(Work work);
  std::optional<Work> next();
  void run();

  std::vector<std::thread> threads_;

  std::mutex mutex_;
  std::condition_variable changed_;

  // guarded by mutex_
  std::deque<Work> waiting_;
  bool ending_ = false;
};

}  // namespace tradepost::http
