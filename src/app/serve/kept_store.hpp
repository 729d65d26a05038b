#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/serve/serve_options.hpp"
#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "base/crypto/seal.hpp"
#include "base/log.hpp"
#include "exchange/port/changes.hpp"
#include "exchange/port/store.hpp"

namespace tradepost::app {

// The store that the settings name, and what differs between a folder and a database.
class KeptStore {
 public:
  virtual ~KeptStore() = default;

  virtual exchange::Store& store() = 0;
  // The key for cursors and links. Its file, or where the store keeps it.
  virtual base::Result<base::SealKey> seal_key(base::Random& random) = 0;
  // Effects that are kept now get this instant or a later one, unless the clock is set far back.
  virtual base::Instant about_now() const = 0;
  // How long what was read of the directory holds; nothing: no other process changes it.
  virtual std::optional<std::chrono::milliseconds> directory_holds_for() const = 0;
  // Its index is damaged: the next to open it makes that anew.
  virtual bool can_be_mended() const = 0;
  virtual void append_lines(std::string& text, base::Instant now) const = 0;
};

// What a store stands on. All outlive it.
struct StoreGround {
  const base::Clock& clock;
  base::Random& random;  // of the store's threads
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
