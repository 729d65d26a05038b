#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/serve/format_rise.hpp"
#include "app/serve/kept_store.hpp"
#include "app/serve/serve_options.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/log.hpp"
#include "exchange/desk/live_directory.hpp"
#include "exchange/port/changes.hpp"

namespace tradepost::app {

// The store of a running exchange, with the changes that it notifies, the directory that is read
// from it, and the clock that dates its records.
class StoredExchange {
 public:
  // `clock` must outlive it.
  explicit StoredExchange(const base::Clock& clock);

  // `log` must outlive it. A thread of the store calls `on_failure` if the store can write nothing
  // any more. `watch` is used during the call.
  base::Done open(const ServeOptions& options, const base::Log& log,
                  std::function<void(const base::Error&)> on_failure,
                  const store::embedded::Watch& watch);
  // Ends all waits for documents and changes. Has no effect on the store before open().
  void end_waits();
  // Returns true if the index is damaged; the next opening rebuilds it.
  bool can_be_mended() const { return kept_ && kept_->can_be_mended(); }

  // The functions below are for an open store.
  KeptStore& kept() { return *kept_; }
  const KeptStore& kept() const { return *kept_; }
  void add_facts(api::HealthFacts& facts) const;
  void append_lines(std::string& text) const;

  exchange::Changes& changes() { return changes_; }
  exchange::LiveDirectory& directory() { return directory_; }
  const base::Clock& rising_clock() const { return rising_clock_; }

 private:
  const base::Clock& clock_;
  base::RisingClock rising_clock_{clock_};  // for stored instants and for ids
  base::SystemRandom random_;               // for the store's threads
  exchange::Changes changes_;               // before the store, which notifies it
  std::unique_ptr<KeptStore> kept_;
  std::optional<FormatRise> format_rise_;
  exchange::LiveDirectory directory_;
};

}  // namespace tradepost::app
