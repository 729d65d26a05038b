#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/date.hpp"
#include "simulation/documents/planned.hpp"
#include "simulation/documents/triggers.hpp"
#include "tradepost/transactions.hpp"

// The decisions of a simulated company. They need no clock and no network: the same seed and the
// same documents give the same answers, byte for byte.
namespace tradepost::simulation {

// A document that the company received from one of its trading partners.
struct Incoming {
  std::string kind = {};
  std::string number = {};
  Party from = {};
  base::Instant at = {};            // the time of writing; times of answers are derived from it
  Trigger trigger = Trigger::none;  // from its number; always none in LIVE
  bool replaces_another = false;
  bool is_of_participant = true;  // otherwise a provider sent it for a company outside the network
  std::string content = {};
};

// Another document that a decision needs, by its kind and number.
struct Question {
  std::string_view kind = {};
  std::string number = {};
  bool is_sent = true;  // by the company itself; otherwise received
};

struct Reaction {
  client::Report report = {};
  std::string about = {};  // for people
  // Unsent documents about this order are cancelled unless they are firm. Empty: no order.
  std::string cancels_order = {};
  std::vector<Planned> documents = {};
};

class Partner {
 public:
  virtual ~Partner() = default;

  virtual std::string_view role() const = 0;

  // Returns true if the company sends documents without a request.
  virtual bool has_a_calendar() const = 0;
  // Returns these documents of one day, in the order of time.
  virtual std::vector<Planned> plan_of(base::Date day) const = 0;

  // Returns the document that react() needs for this one; nullopt if it needs none.
  virtual std::optional<Question> question(const Incoming& incoming) const = 0;
  // `known` is the content of that document; nullopt if it does not exist.
  virtual Reaction react(const Incoming& incoming,
                         const std::optional<std::string>& known) const = 0;

  // The same for a document of the company that the recipient could not process.
  virtual std::optional<Question> question_after_failure(const Incoming& own) const = 0;
  virtual std::vector<Planned> mend(const Incoming& own,
                                    const std::optional<std::string>& known) const = 0;
};

// A report that asks the sender to correct the document.
client::Report refusal(std::string reason, std::map<std::string, std::string> context = {});

}  // namespace tradepost::simulation
