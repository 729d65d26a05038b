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

// What a simulated company decides, without a clock and without a network: the same seed and the
// same documents give the same answers, byte for byte.
namespace tradepost::simulation {

// A document that came in, of a participant that the company trades with.
struct Incoming {
  std::string kind = {};
  std::string number = {};
  Party from = {};
  base::Instant at = {};  // when it counts as written; times of answers are derived from it
  Trigger trigger = Trigger::none;  // of its number; in LIVE always none
  bool replaces_another = false;
  bool is_of_participant = true;  // else a provider sent it for a company outside of the network
  std::string content = {};
};

// Another document that a decision needs to know, by its kind and number.
struct Question {
  std::string_view kind = {};
  std::string number = {};
  bool is_sent = true;  // by the company itself, else received
};

struct Reaction {
  client::Report report = {};
  std::string about = {};  // for people
  // Unsent documents about this order that are not firm, are cancelled; empty: none.
  std::string cancels_order = {};
  std::vector<Planned> documents = {};
};

class Partner {
 public:
  virtual ~Partner() = default;

  virtual std::string_view role() const = 0;

  // Whether it does anything of its own accord.
  virtual bool has_a_calendar() const = 0;
  // What that is on a day, in the order of time.
  virtual std::vector<Planned> plan_of(base::Date day) const = 0;

  // The document that react() has to know for this one; nothing: none.
  virtual std::optional<Question> question(const Incoming& incoming) const = 0;
  // `known`: the content of that document; nothing: there is none.
  virtual Reaction react(const Incoming& incoming,
                         const std::optional<std::string>& known) const = 0;

  // Likewise for a document of its own that the recipient could not process.
  virtual std::optional<Question> question_after_failure(const Incoming& own) const = 0;
  virtual std::vector<Planned> mend(const Incoming& own,
                                    const std::optional<std::string>& known) const = 0;
};

// A report that says: correct this.
client::Report refusal(std::string reason, std::map<std::string, std::string> context = {});

}  // namespace tradepost::simulation
