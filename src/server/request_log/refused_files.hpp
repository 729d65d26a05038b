#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.hpp"
#include "base/files/appended_file.hpp"
#include "base/files/open_folder.hpp"
#include "base/ground/result.hpp"
#include "base/log.hpp"
#include "request_log/request_log.hpp"

namespace tradepost::request_log {

// Keeps the refused requests of a log in files, so that they are there again after a restart. A
// thread appends them; requests do not wait for it. The files are readable by their owner only.
//
// Invariants: 1. All files have the bytes of the bounds at most. 2. A file has the requests of a
// 24th of the days for which they are kept, and is removed an hour before its first one is too old.
// So no request is in a file for longer, and a later one leaves its file a little earlier. 3. After
// a crash of the process, requests of the last seconds may be missing; after a power failure, more
// of them.
class RefusedFiles {
 public:
  // Reads the files of `folder` into the log, and creates the folder if it does not exist. All
  // arguments but `folder` must outlive the object.
  static base::Result<std::unique_ptr<RefusedFiles>> open(const std::string& folder,
                                                          RequestLog& requests,
                                                          const base::Clock& clock,
                                                          const base::Log& log);
  // Removes the files of a log that is off now. A folder that does not exist is not created.
  static base::Done remove_all(const std::string& folder);
  // Writes all requests that were added.
  ~RefusedFiles();
  RefusedFiles(RefusedFiles&&) = delete;

  // Adds a request. It is lost if the disk is much slower than the requests. Any thread may call
  // it.
  void add(const Owner& owner, const LoggedRequest& request);

 private:
  struct OpenFile {
    base::AppendedFile file;
    base::Instant begun;
  };

  RefusedFiles(base::OpenFolder folder, RequestLog& requests, const base::Clock& clock,
               const base::Log& log);

  base::Done read_all();
  void run(const std::stop_token& stop);
  std::string take_added(const std::stop_token& stop);
  void close_old(base::Instant now);
  base::Done append(std::string_view bytes, base::Instant now);
  base::Done begin_file(base::Instant now);
  base::Done remove_old(base::Instant now);
  void log_failure(const base::Error& error) const;

  const base::OpenFolder folder_;
  RequestLog& requests_;
  const base::Clock& clock_;
  const base::Log& log_;

  std::mutex mutex_;
  // Guarded by mutex_:
  std::string added_;
  std::condition_variable_any comes_;

  // Used by the thread only.
  std::optional<OpenFile> open_;
  bool is_failing_ = false;

  std::jthread thread_;  // last: it uses the members above
};

}  // namespace tradepost::request_log
