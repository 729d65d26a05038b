#pragma once

#include <atomic>
#include <cstddef>

#include "base/tasks/task.hpp"
#include "base/tasks/worker_pool.hpp"
#include "http/message/content_coding.hpp"
#include "http/message/response.hpp"

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
  class Compressor;

  using Pool = base::WorkerPool<Compressor>;

  std::atomic<bool> is_ending_ = false;
  Pool workers_;
};

}  // namespace tradepost::http
