#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "base/clock.hpp"
#include "base/ground/result.hpp"
#include "journal/disk/file.hpp"

namespace tradepost::app {

// The files of a demo: the network in `network`, and next to it the tokens with the seed, the log
// of the exchange and the actions of the simulated companies.
struct DemoFolder {
  std::string path;

  std::string network() const { return path + "/network"; }
  std::string tokens() const { return path + "/tokens"; }
  std::string log() const { return path + "/log"; }
  std::string trade() const { return path + "/trade"; }
};

// The contents of the file `tokens`.
struct DemoSecrets {
  std::uint64_t seed = 1;
  std::map<std::string, std::string> tokens;  // by the words of the members; OPERATOR
};

struct DemoMade {
  std::size_t documents = 0;
  std::size_t refused = 0;
};

// Keeps other demos from the folder during its life. Makes the folder if it does not exist. Fails
// with in_use, naming the process.
struct DemoLock {
  std::unique_ptr<journal::Folder> folder;
  std::unique_ptr<journal::FolderLock> lock;
};
inline constexpr std::string_view demo_lock = "lock";  // name of its file
base::Result<DemoLock> lock_demo(const DemoFolder& folder);

bool has_demo(const DemoFolder& folder);
base::Result<DemoSecrets> read_demo_secrets(const DemoFolder& folder);
// Makes the network with the trade of the days before `until`, through the use cases of the
// exchange. If the process ends in between, the next call begins again.
base::Result<DemoMade> make_demo(const DemoFolder& folder, std::uint64_t seed, base::Instant until);

}  // namespace tradepost::app
