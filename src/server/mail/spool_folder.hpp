#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/crypto/seal.hpp"
#include "base/files/open_folder.hpp"
#include "base/ground/result.hpp"
#include "base/ids.hpp"
#include "mail/spooled.hpp"

namespace tradepost::mail {

// The files of a spool. The folder (mode 0700) has one file (0600) for each message. Its name is
// the id of the message, so the order of the names is the order in which the messages were made.
// Its content is sealed, because the text of a message may have a secret link. Other files in the
// folder are ignored. Only one thread at a time may use an object.
class SpoolFolder {
 public:
  // Creates the folder if it does not exist.
  static base::Result<SpoolFolder> open(const std::string& path, base::Sealer sealer);

  // Returns the ids of all messages in ascending order. It removes files that a crash left
  // unfinished.
  base::Result<std::vector<base::Uuid>> ids() const;
  // Refuses a file that was sealed with another key or for another id, and one that is not a
  // message, as damaged.
  base::Result<Spooled> read(const base::Uuid& id);
  // Creates or replaces a file as a whole. It survives a power failure after sync().
  base::Done write(const base::Uuid& id, const Spooled& spooled);
  base::Done remove(const base::Uuid& id) const;
  base::Done sync() const;
  // Moves a file into the folder `unreadable` below this one.
  base::Done set_aside(const base::Uuid& id) const;

 private:
  SpoolFolder(base::OpenFolder folder, base::OpenFolder unreadable, base::Sealer sealer)
      : folder_(std::move(folder)),
        unreadable_(std::move(unreadable)),
        sealer_(std::move(sealer)) {}

  base::OpenFolder folder_;
  base::OpenFolder unreadable_;
  base::Sealer sealer_;
};

}  // namespace tradepost::mail
