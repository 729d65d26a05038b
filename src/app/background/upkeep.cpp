#include "app/background/upkeep.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "api/waiting/announcing.hpp"
#include "base/tasks/thread_name.hpp"
#include "exchange/administration/background.hpp"
#include "exchange/administration/number_ranges.hpp"
#include "exchange/drafts/drafting.hpp"

namespace tradepost::app {
namespace {

using exchange::Answering;
using exchange::Came;
using exchange::Deadline;
using exchange::Desk;

constexpr std::chrono::milliseconds poll_interval{100};
constexpr std::chrono::milliseconds look_at_directory_every{1'000};
constexpr std::chrono::milliseconds look_again_after{100};
constexpr std::chrono::milliseconds directory_answers_within{1'500};

// Tasks by the date remove old documents. With a wrong date, all documents would be old.
enum class Goes : std::uint8_t { at_any_time, by_the_date };
// After this time, a clock that was set far ahead is considered right.
constexpr std::chrono::hours clock_proves_itself_for{1};

struct Chore {
  std::string_view name;
  std::chrono::seconds every;
  Goes goes;
  std::function<Answering<Came>(Desk& desk, Deadline deadline)> work;
  base::SteadyTime due{};
};

// Warns once of each owner whose SSCC numbers run out.
class NumbersWatch {
 public:
  explicit NumbersWatch(const base::Log& log) : log_(log) {}

  Answering<Came> look(Desk& desk, Deadline deadline) {
    CO_TRY_ASSIGN(const std::vector<exchange::RunningOut> all,
                  co_await exchange::running_out(desk, deadline));
    std::set<Owner> logged;
    for (const exchange::RunningOut& one : all) {
      const Owner owner(one.owner, one.flow);
      logged.insert(owner);
      if (logged_.contains(owner)) continue;
      log_.warning("sscc_ranges_low", {{"participant", one.owner ? one.owner->to_string() : "-"},
                                       {"flow", exchange::name_of(one.flow)},
                                       {"left", one.left}});
    }
    logged_ = std::move(logged);
    co_return Came::through;
  }

 private:
  using Owner = std::pair<std::optional<exchange::ParticipantId>, exchange::Flow>;

  const base::Log& log_;
  std::set<Owner> logged_;
};

void log_clock_set_ahead(const base::Log& log, std::chrono::milliseconds by) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(by).count();
  const auto until = std::chrono::seconds(clock_proves_itself_for).count();
  log.warning("clock_set_ahead", {{"by_seconds", seconds}, {"retention_waits_seconds", until}});
}

}  // namespace

base::Result<std::unique_ptr<Upkeep>> Upkeep::start(const api::Services& services) {
  TRY_ASSIGN(auto loop, http::Loop::create());
  return std::unique_ptr<Upkeep>(new Upkeep(services, std::move(loop)));
}

Upkeep::Upkeep(const api::Services& services, std::unique_ptr<http::Loop> loop)
    : loop_(std::move(loop)), context_(services, *loop_), stop_(*loop_), stop_following_(*loop_) {
  loop_->post([this] {
    const bool follows = context_.services.directory_holds_for.has_value();
    tasks_under_way_ = follows ? 2 : 1;
    if (follows) base::start(*loop_, follow_directory(), [this] { end_one(); });
    base::start(*loop_, look_after(), [this] { end_one(); });
  });
  thread_ = std::thread([this] {
    base::name_thread("upkeep");
    loop_->run();
  });
}

Upkeep::~Upkeep() {
  stop_.set();
  stop_following_.set();
  thread_.join();
}

void Upkeep::end_one() {
  if (--tasks_under_way_ == 0) loop_->finish();
}

base::Task<void> Upkeep::follow_directory() {
  const api::Services& services = context_.services;
  bool was_known = true;
  while (!stop_following_.is_set()) {
    const base::SteadyTime asked_at = loop_->now();
    const auto done =
        co_await services.directory.catch_up(services.store, asked_at + directory_answers_within);
    const bool is_known = services.knows_directory(loop_->now());
    if (is_known && !was_known) services.log.info("database_answers_again");
    if (!is_known && was_known && !done) {
      services.log.error("database_away", {{"reason", done.error().text().str()},
                                           {"detail", done.error().detail().str()}});
    }
    was_known = is_known || done;
    // The data of a late answer is old already, so the period begins with the request.
    co_await stop_following_.wait_until(done ? asked_at + look_at_directory_every
                                             : loop_->now() + look_again_after);
  }
}

base::Task<void> Upkeep::look_after() {
  exchange::RetentionWalk retention;
  const auto apply_retention = [&retention](Desk& desk, Deadline deadline) {
    return retention.go_on(desk, deadline);
  };
  api::Announcer announcer(context_);
  const auto announce = [&announcer](Desk& /*desk*/, Deadline deadline) {
    return announcer.go_on(deadline);
  };
  NumbersWatch numbers(context_.services.log);
  const auto watch_numbers = [&numbers](Desk& desk, Deadline deadline) {
    return numbers.look(desk, deadline);
  };
  const auto remove_drafts = [&drafts = context_.services.drafts](
                                 Desk& desk, Deadline deadline) -> Answering<Came> {
    CO_TRY_ASSIGN(const bool is_through,
                  co_await exchange::remove_ended_drafts(desk, drafts, deadline));
    co_return is_through ? Came::through : Came::part_of_the_way;
  };
  std::array chores = {
      Chore{"finish_releases", std::chrono::minutes(1), Goes::at_any_time,
            exchange::finish_releases},
      Chore{"apply_retention", std::chrono::hours(1), Goes::by_the_date, apply_retention},
      Chore{"remove_drafts", std::chrono::hours(1), Goes::by_the_date, remove_drafts},
      Chore{"watch_overdue", std::chrono::minutes(10), Goes::by_the_date, exchange::watch_overdue},
      Chore{"watch_numbers", std::chrono::minutes(1), Goes::at_any_time, watch_numbers},
      Chore{"announce_work", std::chrono::seconds(15), Goes::by_the_date, announce},
  };
  base::ClockWatch clock;
  while (!stop_.is_set()) {
    for (Chore& chore : chores) {
      if (stop_.is_set()) break;
      const base::SteadyTime now = loop_->now();
      if (const auto ahead = clock.look(context_.desk.clock.now(), now)) {
        date_holds_from_ = now + clock_proves_itself_for;
        log_clock_set_ahead(context_.services.log, *ahead);
      }
      if (now < chore.due || (chore.goes == Goes::by_the_date && now < date_holds_from_.load()))
        continue;
      const auto came = co_await chore.work(context_.desk, context_.deadline());
      if (!came) {
        context_.services.log.warning("background_task_failed",
                                      {{"task", chore.name},
                                       {"reason", came.error().text().str()},
                                       {"detail", came.error().detail().str()}});
      }
      // A task that did not finish continues after the others.
      if (came != Came::part_of_the_way) chore.due = loop_->now() + chore.every;
    }
    const auto in_use = context_.services.limits.memory.bytes_in_use();
    if (freed_memory_.is_worth_a_look(in_use, loop_->now())) give_freed_memory_back();
    co_await stop_.wait_until(loop_->now() + poll_interval);
  }
}

}  // namespace tradepost::app
