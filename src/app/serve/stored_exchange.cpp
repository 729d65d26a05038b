#include "app/serve/stored_exchange.hpp"

#include <utility>

#include "base/metrics.hpp"

namespace tradepost::app {
namespace {

// The number exceeds all numbers of earlier processes: none counts a change per microsecond.
exchange::Changes::Number first_number_of_changes(base::Instant now) {
  return static_cast<exchange::Changes::Number>(base::epoch_ms(now)) * 1'000;
}

}  // namespace

StoredExchange::StoredExchange(const base::Clock& clock)
    : clock_(clock), changes_(first_number_of_changes(clock.now())) {}

base::Done StoredExchange::open(const ServeOptions& options, const base::Log& log,
                                std::function<void(const base::Error&)> on_failure,
                                const store::embedded::Watch& watch) {
  const StoreGround ground{.clock = rising_clock_,
                           .random = random_,
                           .log = log,
                           .changes = changes_,
                           .on_failure = std::move(on_failure),
                           .watch = watch};
  TRY_ASSIGN(kept_,
             options.database ? open_database(options, ground) : open_folder(options, ground));
  rising_clock_.rise_above(kept_->about_now());
  format_rise_.emplace(*kept_, log, options.upgrade_after);
  return {};
}

void StoredExchange::end_waits() {
  if (kept_) kept_->store().end_waits();
  changes_.end_waits();
}

void StoredExchange::add_facts(api::HealthFacts& facts) const {
  const base::Instant now = clock_.now();
  kept_->add_facts(facts, now);
  facts.format = kept_->format();
  facts.is_format_refused = format_rise_->is_refused();
  if (!facts.database) return;
  const auto age = std::chrono::steady_clock::now() - directory_.read_at();
  facts.database->answered_at = now - std::chrono::floor<base::Instant::duration>(age);
  facts.database->is_away = age > *kept_->directory_holds_for();
}

void StoredExchange::append_lines(std::string& text) const {
  kept_->append_lines(text, clock_.now());
  base::append_gauge(text, "tradepost_store_format",
                     "The format in which the store writes. Below tradepost_store_format_newest, "
                     "the earlier version can still continue the store.",
                     kept_->format());
  base::append_gauge(text, "tradepost_store_format_newest",
                     "The newest format that this version reads and writes.",
                     exchange::newest_format);
  if (!kept_->directory_holds_for()) return;
  const std::chrono::duration<double> age = std::chrono::steady_clock::now() - directory_.read_at();
  base::append_gauge(text, "tradepost_directory_age_seconds",
                     "How long ago the database answered what changed in the directory.",
                     age.count());
}

}  // namespace tradepost::app
