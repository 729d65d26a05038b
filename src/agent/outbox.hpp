#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "agent/condition.hpp"
#include "base/crypto/random.hpp"
#include "base/files/open_folder.hpp"
#include "base/ids.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent {

// Sends the files of a folder, in the order of their names, and moves each to sent/ or failed/ with
// the exchange's answer beside it. One thread.
//
// A file that does not change any more is moved to .sending/, where nobody else looks, and its
// idempotency key is in the ledger before it is sent: a crash sends it again under the same key.
//
// The owner of the folder may be another user than the agent's, so that no link in it is followed.
class Outbox {
 public:
  static base::Result<Outbox> open(Condition condition, client::Exchange exchange,
                                   const Sending& settings, const base::Clock& clock);

  // Until the agent ends.
  void run();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  struct Folders {
    base::OpenFolder outbox;
    base::OpenFolder sending;
    base::OpenFolder sent;
    base::OpenFolder failed;

    static base::Result<Folders> open(const std::string& path);
    base::Done expect_in_place() const;
  };
  struct Seen {
    base::FileLook look;  // the last one
    SteadyTime since;
  };
  struct Answered {
    Ledger::Sending how = Ledger::Sending::sent;
    std::string json;
  };

  Outbox(Condition condition, client::Exchange exchange, Folders folders,
         std::chrono::milliseconds settled_after, const base::Clock& clock);
  // Whether anything was sent.
  base::Result<bool> look();
  base::Done take_settled(const std::vector<std::string>& names);
  bool is_settled(const std::string& name);
  bool is_whole(const std::string& name) const;
  // Returns the readable files. The other entries stay in place and delay no file.
  base::Result<std::vector<std::string>> set_odd_aside(const std::vector<std::string>& taken);
  base::Done send(const std::string& name);
  base::Result<Answered> ask(const std::string& bytes, const Outgoing& outgoing);
  void has_contact();
  // Whether the token has the scope.
  bool may_send();
  base::Done put_away(const Outgoing& outgoing);
  const base::OpenFolder& folder_of(Ledger::Sending how) const;
  base::Result<std::string> free_target(Ledger::Sending how, const std::string& name) const;

  const std::string& bridge() const { return condition_.bridge().name; }

  Condition condition_;
  client::Exchange exchange_;
  Folders folders_;
  std::chrono::milliseconds settled_after_;
  const base::Clock* clock_;
  base::SystemRandom random_;
  std::map<std::string, Seen> seen_;
  std::optional<SetAsideFiles> set_aside_;  // as the ledger has them; not known at the beginning
  SteadyTime next_contact_ = {};
};

}  // namespace tradepost::agent
