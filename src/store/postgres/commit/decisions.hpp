#pragma once

#include <chrono>
#include <expected>
#include <functional>
#include <set>
#include <type_traits>
#include <utility>

#include "exchange/rules/decide.hpp"
#include "store/postgres/commit/commit.hpp"
#include "store/postgres/node/link.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// Whether work in slices that is under way is done first, so that the answer shows its outcome
// (embedded-store 1.5).
enum class Settle : std::uint8_t { no, first };

// Makes commits until one was decided under all its locks. A lost COMMIT, too, is one more try: a
// command has ids that were made before, so a repeat finds what it has done.
class Decisions {
 public:
  // No commit is begun after `until`.
  Decisions(Link& link, Node& node, std::function<void(const Commit&)> on_commit,
            std::chrono::steady_clock::time_point until)
      : link_(link), node_(node), on_commit_(std::move(on_commit)), until_(until) {}

  static constexpr int tries_max = 64;
  static base::Error too_often();
  static base::Error too_late();
  // Of a write that may have been done.
  static base::Error unknown();

  template <typename Answer, typename Decide>
  base::Result<Answer> make(Locks locks, Settle settle, Decide decide) {
    for (int tries = 0; tries < tries_max; ++tries) {
      if (std::chrono::steady_clock::now() >= until_) return refused(too_late());
      auto connection = link_.connection();
      if (!connection) return refused(std::move(connection).error());
      auto answer = make_once<Answer>(**connection, locks, settle, decide);
      if (answer) return *std::move(answer);
      link_.check();
      if (refusal_) return refused(*std::exchange(refusal_, std::nullopt));
      if (!has_intents_) continue;
      if (auto settled = this->settle(); !settled) return refused(std::move(settled).error());
    }
    return refused(too_often());
  }
  // Does all slices of what is under way.
  base::Done settle();

 private:
  std::unexpected<base::Error> refused(base::Error error) const {
    return base::refuse(is_unknown_ ? unknown() : std::move(error));
  }
  // Nothing: once more, unless there is a refusal_.
  template <typename Answer, typename Decide>
  std::optional<Answer> make_once(database::Connection& connection, Locks& locks, Settle settle,
                                  Decide& decide) {
    Commit commit(connection, node_, locks);
    commit.begin();
    has_intents_ = settle == Settle::first && commit.has_intents();
    if (has_intents_) return std::nullopt;
    std::optional<Answer> answer = decide(commit);
    const bool is_done = answer && commit.is_sound() && commit.finish();
    if (is_done) {
      on_commit_(commit);
      return answer;
    }
    if constexpr (std::is_constructible_v<Answer, exchange::KeyRunning>) {
      if (commit.is_key_running()) return exchange::KeyRunning();
    }
    locks = commit.wanted();
    is_unknown_ = is_unknown_ || commit.is_unknown();
    const bool may_be_repeated =
        commit.may_be_repeated() || commit.is_unknown() || !connection.is_alive();
    if (!may_be_repeated) refusal_ = commit.error();
    return std::nullopt;
  }

  Link& link_;
  Node& node_;
  const std::function<void(const Commit&)> on_commit_;
  const std::chrono::steady_clock::time_point until_;
  bool has_intents_ = false;
  bool is_unknown_ = false;  // a COMMIT of an earlier try
  std::optional<base::Error> refusal_;
};

// What make() is given of a command: facts, decide, keep.
template <typename Answer, typename Command, typename... Budget>
auto deciding(const Command& command, Budget... budget) {
  return [&command, budget...](Commit& commit) -> std::optional<Answer> {
    if (!commit.is_sound()) return std::nullopt;
    const auto facts = commit.facts_for(command, budget...);
    if (!commit.is_sound()) return std::nullopt;
    exchange::Decision<Answer> decision = decide(command, facts);
    for (const exchange::Effect& effect : decision.effects) commit.keep(effect);
    return std::move(decision.answer);
  };
}

}  // namespace tradepost::store::postgres
