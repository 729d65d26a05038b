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

// Threads that compress bodies, so that the loops are not blocked. Thread-safe.
class Compressors {
 public:
  explicit Compressors(std::size_t threads);
  Compressors(Compressors&&) = delete;
  // Returns waiting bodies uncompressed.
  ~Compressors();

  // Returns the body compressed, or unchanged if too many wait or it would not get smaller.
  base::Task<CodedBody> compress(Body body, Coding coding);

 private:
  class Compressor;

  using Pool = base::WorkerPool<Compressor>;

  std::atomic<bool> is_ending_ = false;
  Pool workers_;
};

}  // namespace tradepost::http
