#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "api/health/facts.hpp"
#include "app/serve/serve_options.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/log.hpp"
#include "exchange/port/changes.hpp"
#include "exchange/port/drafts.hpp"
#include "exchange/port/person_keys.hpp"
#include "exchange/port/store.hpp"
#include "exchange/port/store_format.hpp"

namespace tradepost::app {

// The store of the settings, with the differences between a folder and a database.
class KeptStore {
 public:
  virtual ~KeptStore() = default;

  virtual exchange::Store& store() = 0;
  virtual exchange::PersonKeys& person_keys() = 0;
  virtual exchange::Drafts& drafts() = 0;
  // Returns the key for cursors and links, from its file or from the store.
  virtual base::Result<base::SealKey> seal_key(base::Random& random) = 0;
  // Returns a lower bound for the instants of new effects, unless the clock is set far back.
  virtual base::Instant about_now() const = 0;
  // Returns how long a read directory stays valid; nullopt: no other process changes it.
  virtual std::optional<std::chrono::milliseconds> directory_holds_for() const = 0;
  // Returns the number of the format in which the store writes.
  virtual exchange::StoreFormat format() const = 0;
  // Raises the format to the newest one. Fails with conflict if another node of the store can't
  // read it, or has served for a shorter time.
  virtual base::Done raise_format(std::chrono::seconds serving_for) = 0;
  // Returns true if the index is damaged; the next opening rebuilds it.
  virtual bool can_be_mended() const = 0;
  // Adds the facts of the store. Any thread may call it.
  virtual void add_facts(api::HealthFacts& facts, base::Instant now) const = 0;
  virtual void append_lines(std::string& text, base::Instant now) const = 0;
};

// Objects that a store uses. They must outlive it.
struct StoreGround {
  const base::Clock& clock;
  base::Random& random;  // for the store's threads
  const base::Log& log;
  exchange::Changes& changes;
  std::function<void(const base::Error&)> on_failure;
  const store::embedded::Watch& watch;  // during the call
};

base::Result<std::unique_ptr<KeptStore>> open_folder(const ServeOptions& options,
                                                     const StoreGround& ground);
base::Result<std::unique_ptr<KeptStore>> open_database(const ServeOptions& options,
                                                       const StoreGround& ground);

}  // namespace tradepost::app
