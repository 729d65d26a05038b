#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <set>
#include <type_traits>
#include <utility>
#include <vector>

#include "exchange/rules/decide.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/commit/done_commands.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// With `first`, the work in slices that is under way is done first, so that the answer shows its
// outcome (embedded-store 1.5).
enum class Settle : std::uint8_t { no, first };

// Makes commits until the command is decided under all its locks. A COMMIT that was not confirmed
// is also repeated: the id of a command is made before its first try and stored with its effects,
// so the next try finds an earlier success and returns the answer of that try.
class Decisions {
 public:
  // After `until`, no commit is begun.
  Decisions(Link& link, Node& node, std::function<void(const Changed&)> on_change,
            std::chrono::steady_clock::time_point until)
      : link_(link), node_(node), on_change_(std::move(on_change)), until_(until) {}

  static constexpr int tries_max = 64;
  static base::Error too_often();
  static base::Error too_late();
  // The error for a write with an unknown outcome.
  static base::Error unknown();

  template <typename Answer, typename Decide>
  base::Result<Answer> make(Locks locks, Settle settle, Decide decide) {
    auto answer = make_at_last(Tried<Answer>{.command = node_.new_command_id(),
                                             .settle = settle,
                                             .locks = std::move(locks),
                                             .unconfirmed = {}},
                               decide);
    const auto in_doubt = std::exchange(in_doubt_, std::nullopt);
    if (!in_doubt) return answer;
    on_change_(*in_doubt);
    if (!answer) return base::refuse(unknown());
    return answer;
  }
  // Does all slices of the intents that are under way.
  base::Done settle();

 private:
  // A command and the results of its tries.
  template <typename Answer>
  struct Tried {
    base::Uuid command;
    Settle settle;
    Locks locks;
    std::optional<Answer> unconfirmed;  // of the last try with an unconfirmed COMMIT
  };

  template <typename Answer, typename Decide>
  base::Result<Answer> make_at_last(Tried<Answer> tried, Decide& decide) {
    for (int tries = 0; tries < tries_max; ++tries) {
      if (std::chrono::steady_clock::now() >= until_) return base::refuse(too_late());
      TRY_ASSIGN(database::Connection * connection, link_.connection());
      auto answer = make_once(*connection, tried, decide);
      if (answer) return *std::move(answer);
      link_.check();
      if (refusal_) return base::refuse(*std::exchange(refusal_, std::nullopt));
      if (!has_intents_) continue;
      TRY(Decisions(link_, node_, on_change_, until_).settle());
    }
    return base::refuse(too_often());
  }
  // Returns nullopt if the command must be tried again, or if refusal_ is set.
  template <typename Answer, typename Decide>
  std::optional<Answer> make_once(database::Connection& connection, Tried<Answer>& tried,
                                  Decide& decide) {
    Commit commit(connection, node_, tried.locks);
    const Transaction& transaction = commit.transaction;
    commit.begin();
    std::vector<database::Statement> beside;
    std::optional<Answer> answer;
    if (!tried.unconfirmed) {
      beside = keeping(tried.command);
    } else if (transaction.is_open() && was_done(connection, tried.command).value_or(false)) {
      answer = tried.unconfirmed;
    }
    has_intents_ = !answer && tried.settle == Settle::first && transaction.has_intents();
    if (has_intents_) return std::nullopt;
    if (!answer) answer = decide(commit);
    const bool is_done = answer && transaction.is_open() && commit.finish(beside);
    if (is_done) {
      on_change_(commit.effects.changed());
      return answer;
    }
    if constexpr (std::is_constructible_v<Answer, exchange::KeyRunning>) {
      if (transaction.outcome() == Outcome::key_running) return exchange::KeyRunning();
    }
    tried.locks = transaction.wanted();
    const bool is_unknown = transaction.outcome() == Outcome::unknown;
    if (is_unknown) {
      tried.unconfirmed = std::move(answer);
      if (!in_doubt_) in_doubt_.emplace();
      in_doubt_->add(commit.effects.changed());
    }
    const bool may_be_repeated =
        transaction.may_be_repeated() || is_unknown || !connection.is_alive();
    if (!may_be_repeated) refusal_ = transaction.error();
    return std::nullopt;
  }

  Link& link_;
  Node& node_;
  const std::function<void(const Changed&)> on_change_;
  const std::chrono::steady_clock::time_point until_;
  bool has_intents_ = false;
  std::optional<Changed> in_doubt_;  // from a COMMIT of an earlier try
  std::optional<base::Error> refusal_;
};

// Makes the callback for make(): it reads the facts, decides and keeps the effects.
template <typename Answer, typename Command, typename... Budget>
auto deciding(const Command& command, Budget... budget) {
  return [&command, budget...](Commit& commit) -> std::optional<Answer> {
    if (!commit.transaction.is_open()) return std::nullopt;
    const auto facts = commit.facts.facts_for(command, budget...);
    if (!commit.transaction.is_open()) return std::nullopt;
    exchange::Decision<Answer> decision = decide(command, facts);
    for (const exchange::Effect& effect : decision.effects) commit.effects.keep(effect);
    return std::move(decision.answer);
  };
}

}  // namespace tradepost::store::postgres
