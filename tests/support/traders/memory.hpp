#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/letter.hpp"
#include "traders/pages.hpp"

// The answers of an exchange before it was killed. All of them must hold after the next start.
namespace tradepost::traders {

using Moment = std::chrono::steady_clock::time_point;

struct Sending {
  std::size_t sender = 0;  // index of the member
  std::size_t recipient = 0;
  conformance::Letter letter;
  std::string key;  // empty: none
  Moment begun{};
  Moment ended = Moment::max();  // max: no answer came
};

enum class Said { failure, success };
// The result of a report according to its answer. `same` does not show which of the others the
// first report had.
enum class Outcome { done, recorded, same };

class Memory {
 public:
  explicit Memory(std::vector<std::string> names) : names_(std::move(names)) {}

  // Any thread may call the following functions while the exchange runs.
  void was_sent(const std::string& id, const Sending& sending);
  void was_not_answered(const Sending& sending);
  void was_reported(const std::string& id, Said said, Outcome outcome);
  void report_was_not_answered(const std::string& id, Said said);
  // Counts any other answer.
  void was_answered();
  // Expects that a page that was requested at `asked` has no document with an earlier report.
  void expect_not_reported_before(const std::vector<Row>& rows, Moment asked);
  // Waits for so many answers or for a time limit: a slow machine is killed after fewer.
  void wait_for_answers(std::size_t count);
  std::size_t answers();
  // Returns the number of acknowledged documents and reports, without pages and repeats with a key.
  std::size_t acknowledged();

  // Compares the answers with the lists after a kill. Called by one thread. `Seen` has the sent and
  // the pending transactions of each member. The lists also show the outcome of requests without an
  // answer.
  struct Seen {
    std::vector<std::vector<Row>> sent;
    std::vector<std::vector<Row>> pending;
  };
  void compare(const Seen& seen);
  // A request without an answer, and its row if the exchange kept it. take_open() removes them.
  struct Open {
    Sending sending;
    std::optional<Row> row;
  };
  std::vector<Open> take_open();

  std::size_t documents() const { return sent_.size(); }
  std::size_t reports() const { return told_.size(); }
  // The number of sent documents without an answer, and how many of them the exchange kept.
  std::size_t unanswered() const { return unanswered_; }
  std::size_t unanswered_kept() const { return unanswered_kept_; }

 private:
  struct Told {
    std::set<Said> said;
    std::set<Outcome> outcomes;
    Moment ended{};
  };
  using Rows = std::map<std::string, Row>;

  Rows rows_once(const std::vector<std::vector<Row>>& lists);
  void compare_sent(const Rows& rows);
  void compare_reports(const Rows& rows);
  void compare_pending(const Seen& seen, const Rows& rows);
  void expect_order(const std::vector<Row>& pending) const;
  void compare_chains(const Rows& rows);

  const std::vector<std::string> names_;

  std::mutex mutex_;
  std::condition_variable more_answers_;
  // Guarded by mutex_.
  std::size_t answers_ = 0;
  std::size_t acknowledged_ = 0;
  std::map<std::string, Sending> sent_;
  std::map<std::string, Told> told_;
  std::vector<Open> open_;
  std::map<std::string, std::set<Said>> open_reports_;
  std::size_t unanswered_ = 0;
  std::size_t unanswered_kept_ = 0;
};

}  // namespace tradepost::traders
