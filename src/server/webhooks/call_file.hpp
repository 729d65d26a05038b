#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "base/clock.hpp"
#include "base/files/appended_file.hpp"
#include "base/files/open_folder.hpp"
#include "base/ground/result.hpp"
#include "base/log.hpp"
#include "webhooks/call_log.hpp"

namespace tradepost::webhooks {

// Keeps the calls of a log in a file, so that they are there again after a restart. A thread
// appends them; callers do not wait for it. The file is readable by its owner only.
//
// Invariants: 1. The file has at most twice the bytes of the log's bounds and added_bytes_max: when
// it has grown much, the thread replaces it by the calls that the log has then. 2. It is replaced
// at least once a day, at each start, and after calls were removed, so that no call stays for much
// longer than in the log. 3. After a crash of the process, calls of the last moment may be missing;
// after a power failure, calls of the last seconds.
class CallFile {
 public:
  static constexpr std::string_view file_name = "calls";

  // Reads the file of `folder` into the log, and creates the folder if it does not exist. All
  // arguments but `folder` must outlive the object.
  static base::Result<std::unique_ptr<CallFile>> open(const std::string& folder, CallLog& calls,
                                                      const base::Clock& clock,
                                                      const base::Log& log);
  // Writes all calls that were added.
  ~CallFile();
  CallFile(CallFile&&) = delete;

  // Replaces the file soon, because calls were removed from the log. Any thread may call it.
  void replace_soon();

 private:
  struct Work {
    std::string added;
    bool is_replacement = false;
  };

  CallFile(base::OpenFolder folder, CallLog& calls, const base::Clock& clock, const base::Log& log);

  base::Done read_all();
  void add(exchange::EndpointId endpoint, const exchange::WebhookCall& call);
  void run(const std::stop_token& stop);
  Work take_work(const std::stop_token& stop);
  base::Done write(Work work);
  base::Done replace();
  void log_failure(const base::Error& error) const;

  const base::OpenFolder folder_;
  CallLog& calls_;
  const base::Clock& clock_;
  const base::Log& log_;

  std::mutex mutex_;
  // Guarded by mutex_:
  std::string added_;
  bool must_replace_ = false;
  std::condition_variable_any comes_;

  // Used by the thread only.
  std::optional<base::AppendedFile> file_;
  std::uint64_t replaced_bytes_ = 0;  // of the file after its last replacement
  base::Instant replaced_at_{};
  bool is_failing_ = false;

  std::jthread thread_;  // last: it uses the members above
};

}  // namespace tradepost::webhooks
