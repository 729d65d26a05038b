#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "agent/condition.hpp"
#include "agent/interchange_sending.hpp"
#include "agent/sinks/converted_document.hpp"
#include "base/crypto/random.hpp"
#include "base/files/open_folder.hpp"
#include "base/ids.hpp"
#include "tradepost/exchange.hpp"

namespace tradepost::agent {

// Sends the files of a folder in the order of their names, and moves each to sent/ or failed/,
// together with the answer of the exchange. A file is a document in JSON or UBL, or an interchange
// of EDIFACT, whose answers (CONTRL, APERAK) are in acknowledgements/. Used by one thread.
//
// A file that does not change any more is moved to .sending/, which belongs to the agent. The
// ledger stores the idempotency key of the file before it is sent, so that a retry after a crash
// uses the same key.
//
// The folder can belong to a different user than the agent's, so the agent follows no link in it.
class Outbox {
 public:
  static base::Result<Outbox> open(Condition condition, client::Exchange exchange,
                                   const Sending& settings, const base::Clock& clock);

  // Runs until the agent ends.
  void run();

 private:
  using SteadyTime = std::chrono::steady_clock::time_point;
  struct Folders {
    base::OpenFolder outbox;
    base::OpenFolder sending;
    base::OpenFolder sent;
    base::OpenFolder failed;
    std::optional<base::OpenFolder> acknowledgements;  // of messages

    static base::Result<Folders> open(const std::string& path, bool has_acknowledgements);
    base::Done expect_in_place() const;
  };
  struct Seen {
    base::FileLook look;  // the most recent one
    SteadyTime since;
  };
  struct Answered {
    Ledger::Sending how = Ledger::Sending::failed;
    std::string json;
  };

  Outbox(Condition condition, client::Exchange exchange, Folders folders, const Sending& settings,
         const base::Clock& clock);
  std::string_view ending() const { return ending_of(format_); }
  std::string stem_of(const std::string& name) const;
  base::Result<std::vector<std::string>> documents_in(const base::OpenFolder& folder) const;
  // Returns true if a file was sent.
  base::Result<bool> look();
  base::Done take_settled(const std::vector<std::string>& names);
  bool is_settled(const std::string& name);
  bool is_whole(const std::string& name) const;
  // Returns the readable files. The other entries stay in place and delay no file.
  base::Result<std::vector<std::string>> set_odd_aside(const std::vector<std::string>& taken);
  base::Done send(const std::string& name);
  base::Result<Answered> send_messages(const std::string& bytes, const Outgoing& outgoing);
  base::Done keep_acknowledgement(const std::string& key, std::string_view ending,
                                  const std::string& text) const;
  base::Result<std::string> acknowledge(const edifact::Receipt& receipt,
                                        const edifact::Acknowledgement& found,
                                        Ledger::Answer answer);
  base::Result<Answered> send_document(const std::string& bytes, const Outgoing& outgoing);
  Reply send_message(const InterchangeSending::Message& message,
                     const client::SendOptions& options);
  Reply send_original(const InterchangeSending::Message& message,
                      const client::SendOptions& options);
  using Send = std::function<Reply(const client::SendOptions& options)>;
  base::Result<Reply> ask(const Send& send, const std::string& key, base::Instant began);
  void has_contact();
  // Returns true if the token has the scope for sending.
  bool may_send();
  base::Done put_away(const Outgoing& outgoing);
  base::Done show_acknowledgements(const Outgoing& outgoing, const std::string& stem) const;
  const base::OpenFolder& folder_of(Ledger::Sending how) const;
  base::Result<std::string> free_target(Ledger::Sending how, const std::string& name) const;
  base::Result<bool> has_acknowledgement(const std::string& stem) const;

  const std::string& bridge() const { return condition_.bridge().name; }

  Condition condition_;
  client::Exchange exchange_;
  Folders folders_;
  FileFormat format_;
  std::shared_ptr<const edifact::Mappings> mappings_;  // of messages
  bool has_variant_;
  std::chrono::milliseconds settled_after_;
  const base::Clock* clock_;
  base::SystemRandom random_;
  std::map<std::string, Seen> seen_;
  std::optional<SetAsideFiles> set_aside_;  // as stored in the ledger; nullopt: not known yet
  SteadyTime next_contact_ = {};
};

}  // namespace tradepost::agent
