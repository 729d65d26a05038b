#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "store/embedded/embedded_store.hpp"

namespace tradepost::store::embedded::testing {

// The paths of a store's journal and index in a folder that several processes use one after the
// other.
std::string journal_path(const std::string& path);
std::string index_path(const std::string& path);

// One life of a store in such a folder.
class StoreOnFiles {
 public:
  using OnFailure = std::function<void(const base::Error&)>;

  static base::Result<std::unique_ptr<StoreOnFiles>> open(const std::string& path,
                                                          const base::Clock& clock,
                                                          const EmbeddedOptions& options,
                                                          OnFailure on_failure);

  EmbeddedStore& store() { return *store_; }

 private:
  StoreOnFiles() = default;

  base::SystemRandom random_;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<EmbeddedStore> store_;
};

}  // namespace tradepost::store::embedded::testing
