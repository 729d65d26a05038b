#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/clock.hpp"
#include "base/crypto/random.hpp"
#include "journal/disk/file.hpp"
#include "store/embedded/embedded_store.hpp"

namespace tradepost::store::embedded::testing {

// Everything small, so that a test meets the ends of segments, flushes and full windows.
EmbeddedOptions small_options();

// A folder of its own, gone with the object.
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

// A store on real files, that may be closed and opened again.
class ScratchStore {
 public:
  explicit ScratchStore(const base::Clock& clock, EmbeddedOptions options = small_options());
  // Later: its folder is filled first, and then it is opened.
  enum class Begins : std::uint8_t { now, later };
  ScratchStore(const base::Clock& clock, Begins begins);
  ~ScratchStore();

  EmbeddedStore& store() { return *store_; }
  const ScratchFolder& folder() const { return scratch_; }
  void close();
  // Fails the test where it can't be opened.
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

// Of a store that has no setting yet: no document has the instant of this change.
void change_directory_alone(exchange::Store& store);

}  // namespace tradepost::store::embedded::testing
