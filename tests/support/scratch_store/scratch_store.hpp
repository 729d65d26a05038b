#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "journal/disk/file.hpp"
#include "store/embedded/embedded_store.hpp"

namespace tradepost::store::embedded::testing {

// Small limits, so that a test reaches the ends of segments, flushes and full windows.
EmbeddedOptions small_options();

// A temporary folder, removed with the object.
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string index_path() const { return path_ + "/index"; }

 private:
  std::string path_;
};

// A store on real files that can be closed and reopened.
class ScratchStore {
 public:
  explicit ScratchStore(const base::Clock& clock, EmbeddedOptions options = small_options());
  // `later` leaves the store closed, so that a test can fill its folder first.
  enum class Begins : std::uint8_t { now, later };
  ScratchStore(const base::Clock& clock, Begins begins);
  ~ScratchStore();

  EmbeddedStore& store() { return *store_; }
  const ScratchFolder& folder() const { return scratch_; }
  void close();
  // Fails the test if it can't be opened.
  void open();
  void reopen() {
    close();
    open();
  }

 private:
  ScratchFolder scratch_;
  const base::Clock& clock_;
  const EmbeddedOptions options_;
  base::SystemRandom random_;
  std::unique_ptr<journal::Folder> folder_;
  std::unique_ptr<EmbeddedStore> store_;
};

// Changes the directory of a store without settings, at an instant that no document has.
void change_directory_alone(exchange::Store& store);

}  // namespace tradepost::store::embedded::testing
