#include "app/background/simulated_partners.hpp"

#include <chrono>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/ground/simulated_limits.hpp"
#include "base/tasks/thread_name.hpp"
#include "simulation/buyer.hpp"
#include "simulation/documents/articles.hpp"
#include "simulation/ground/simulated_clock.hpp"
#include "simulation/supplier.hpp"
#include "simulation/trading.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::app {
namespace {

namespace limits = base::limits;
using exchange::SimulatedRole;
using simulation::What;

// The token of a run ends it in time, so the simulated time does not end.
constexpr base::Instant no_end = std::chrono::sys_days(std::chrono::year(9000) / 1 / 1);

simulation::Party party_of(const exchange::Participant& participant) {
  simulation::Party party{.name = participant.name};
  for (const exchange::Identifier& one : participant.identifiers) {
    party.identifiers.push_back(
        {.domain = std::string(exchange::name_of(one.domain)), .identifier = one.text});
  }
  return party;
}

simulation::Habits habits_of(const api::SimulatedHabits& habits) {
  return {.seed = 1,
          .orders_a_day = habits.orders_a_day,
          .late = habits.late,
          .partial = habits.partial,
          .rejected = habits.rejected,
          .twice = habits.twice,
          .new_version = habits.new_version,
          .faulty = habits.faulty};
}

std::unique_ptr<simulation::Partner> partner_of(const api::SimulatedRun& run) {
  switch (run.role) {
    case SimulatedRole::supplier:
      return std::make_unique<simulation::Supplier>(party_of(run.company), habits_of(run.habits));
    case SimulatedRole::buyer:
      break;
  }
  const auto articles = simulation::own_range();
  return std::make_unique<simulation::Buyer>(
      party_of(run.company), std::vector<simulation::Party>{party_of(run.partner)},
      habits_of(run.habits), std::vector<simulation::Article>(articles.begin(), articles.end()));
}

bool is_sent(What what) {
  return what == What::sent || what == What::held || what == What::repeated;
}

}  // namespace

SimulatedPartners::SimulatedPartners(Needs needs) : needs_(std::move(needs)) {}

SimulatedPartners::~SimulatedPartners() {
  end_all();
}

void SimulatedPartners::end_all() {
  std::vector<std::unique_ptr<Run>> ending;
  {
    const std::lock_guard lock(mutex_);
    is_ended_ = true;
    ending.swap(runs_);
  }
  for (const auto& run : ending) run->thread.request_stop();
  ending.clear();  // waits for the threads
}

std::size_t SimulatedPartners::running() const {
  std::size_t count = 0;
  for (const auto& run : runs_) count += run->is_over ? 0 : 1;
  return count;
}

SimulatedPartners::Run* SimulatedPartners::run_of(exchange::ParticipantId company) const {
  for (const auto& run : runs_) {
    if (run->of.company.id == company) return run.get();
  }
  return nullptr;
}

// Keeps the newest run of each company, and as many in all as a node shows. A run that is not over
// keeps its place.
void SimulatedPartners::forget_oldest() {
  for (auto run = runs_.begin(); run != runs_.end();) {
    const bool is_newest = run_of((*run)->of.company.id) == run->get();
    run = (*run)->is_over && !is_newest ? runs_.erase(run) : std::next(run);
  }
  for (auto run = runs_.end(); run != runs_.begin();) {
    --run;
    if (runs_.size() < limits::simulated_runs_shown_max) return;
    if ((*run)->is_over) run = runs_.erase(run);
  }
}

bool SimulatedPartners::has_room() const {
  const std::lock_guard lock(mutex_);
  return !is_ended_ && running() < limits::simulated_runs_max;
}

bool SimulatedPartners::begin(api::SimulatedRun run) try {
  const std::lock_guard lock(mutex_);
  if (is_ended_ || running() >= limits::simulated_runs_max) return false;
  if (Run* const earlier = run_of(run.company.id)) earlier->thread.request_stop();
  auto made = std::make_unique<Run>(std::move(run));
  made->since = needs_.clock.now();
  Run* const begun = made.get();
  made->thread = std::jthread([this, begun](const std::stop_token& stop) {
    base::name_thread("simulated");
    trade(*begun, stop);
    begun->is_over = true;
  });
  runs_.insert(runs_.begin(), std::move(made));
  forget_oldest();
  return true;
} catch (const std::system_error&) {
  return false;
}

void SimulatedPartners::end(exchange::ParticipantId company) {
  const std::lock_guard lock(mutex_);
  if (Run* const run = run_of(company)) run->thread.request_stop();
}

std::optional<api::SimulatedState> SimulatedPartners::state_of(
    exchange::ParticipantId company) const {
  const std::lock_guard lock(mutex_);
  Run* const run = run_of(company);
  if (run == nullptr) return std::nullopt;
  const bool is_ending = run->thread.get_stop_token().stop_requested();
  api::SimulatedState state{.is_running = !run->is_over && !is_ending,
                            .since = run->since,
                            .until = run->of.until,
                            .documents_sent = 0,
                            .happenings = {}};
  const std::lock_guard lock_of_run(run->mutex);
  state.documents_sent = run->documents_sent;
  state.happenings.assign(run->happenings.begin(), run->happenings.end());
  return state;
}

void SimulatedPartners::add(Run& run, api::SimulatedHappening happening) {
  const std::lock_guard lock(run.mutex);
  if (run.happenings.size() == limits::simulated_happenings_max) run.happenings.pop_back();
  run.happenings.push_front(std::move(happening));
}

void SimulatedPartners::note(Run& run, const simulation::Happening& happening,
                             std::stop_source& stop) {
  add(run, {.at = needs_.clock.now(),
            .event = std::string(simulation::name_of(happening.what)),
            .sentence = simulation::sentence_of(happening),
            .kind = happening.kind,
            .number = happening.number,
            .transaction = happening.id});
  if (!is_sent(happening.what)) return;
  const std::lock_guard lock(run.mutex);
  if (++run.documents_sent >= limits::simulated_documents_max) stop.request_stop();
}

void SimulatedPartners::trade(Run& run, const std::stop_token& stop) {
  // Two reasons end a run: the caller stops it, or it has sent enough.
  std::stop_source end;
  const std::stop_callback stopped(stop, [&] { end.request_stop(); });
  std::string reason = trade_until_end(run, {.caller = stop, .run = end});
  add(run, {.at = needs_.clock.now(),
            .event = std::string(simulation::name_of(What::ended)),
            .sentence = std::move(reason),
            .kind = {},
            .number = {},
            .transaction = {}});
  needs_.revoke(run.of);
}

// Returns the reason for the end.
std::string SimulatedPartners::trade_until_end(Run& run, Ends ends) {
  const std::stop_token stop = ends.run.get_token();
  auto exchange = client::Exchange::open({.url = needs_.url(),
                                          .token = run.of.token,
                                          .proxy = "",
                                          .field_word = needs_.field_word,
                                          .user_agent = "tradepost-simulated-partner",
                                          .stop = stop});
  if (!exchange) return exchange.error().message;
  const auto partner = partner_of(run.of);
  simulation::SimulatedClock clock(needs_.clock.now(), run.of.habits.speed,
                                   std::chrono::steady_clock::now);
  simulation::Trading trading(
      *partner, *exchange, clock,
      {.until = no_end, .partners = {party_of(run.of.partner)}, .stop = stop},
      [&](const simulation::Happening& happening) { note(run, happening, ends.run); });
  const auto done = trading.run();
  if (needs_.clock.now() >= run.of.until) return "The time of the run is over.";
  if (ends.caller.stop_requested()) return "The run was stopped.";
  if (stop.stop_requested()) return "The run has sent as many documents as a run may send.";
  return done ? "The run has ended." : done.error().message;
}

}  // namespace tradepost::app
