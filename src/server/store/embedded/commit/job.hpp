#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ground/limits.hpp"
#include "base/tasks/completion.hpp"
#include "exchange/rules/decide.hpp"
#include "store/embedded/facts/facts.hpp"

namespace tradepost::store::embedded {

// A write command: created by a task, decided by the committer, answered when the index has it.
class Job {
 public:
  virtual ~Job() = default;

  // Reads the facts, on the thread that owns the job.
  virtual Done fetch(FactReader& reader, const CommittedState& committed) = 0;
  // Decides on the committer's thread. The answer is stored until answer().
  virtual void decide(const Moment& moment, std::vector<exchange::Effect>& effects) = 0;
  virtual void answer() = 0;
  virtual void refuse(base::Error error) = 0;
  virtual base::Executor& executor() const = 0;

  // Returns true if the job has a batch to itself, and its facts are read when the index has all
  // earlier batches.
  virtual bool is_exclusive() const = 0;
  // Returns true if the intent may change data that the job depends on.
  virtual bool concerns(const exchange::Intent& intent) const = 0;
  // Returns true for a job with new data, which is refused when the disk is almost full.
  virtual bool needs_room() const = 0;
  virtual std::size_t bytes() const = 0;
  virtual exchange::Actor requester() const { return exchange::Actor::network(); }
  // Returns the size of the document that the job brings.
  virtual std::size_t content_bytes() const { return 0; }

  // The batch up to which the facts are current, and their read set. nullopt before the facts are
  // read.
  std::optional<std::uint64_t> as_of;
  ReadSet read_set;
  base::SteadyTime queued_at{};
};

// The refusal of a job that its caller may repeat later.
inline base::Error unavailable(std::string_view text) {
  return {base::ErrorCode::unavailable, base::CallerText(std::string(text))};
}

// The differences between kinds of jobs. These defaults are for a small job with a complete read
// set.
struct DefaultJobTraits {
  static constexpr bool is_exclusive = false;
  static constexpr bool needs_room = false;
  static bool concerns(const auto& /*command*/, const auto& /*facts*/, const exchange::Intent&) {
    return true;
  }
  static std::size_t bytes(const auto& /*command*/) { return 16u << 10; }
  static exchange::Actor requester(const auto& command) { return command.by; }
  static std::size_t content_bytes(const auto& /*command*/, const auto& /*facts*/) { return 0; }
};
template <typename Command>
struct JobTraits : DefaultJobTraits {};

constexpr bool is_part_of(exchange::ParticipantId participant, const exchange::Intent& intent) {
  return intent.from == participant || intent.to == participant;
}

template <>
struct JobTraits<exchange::Submission> : DefaultJobTraits {
  static constexpr bool needs_room = true;
  static bool concerns(const exchange::Submission& command, const exchange::SubmitFacts& facts,
                       const exchange::Intent& intent) {
    if (is_part_of(command.transaction.recipient, intent)) return true;
    for (const exchange::VersionFact& version : facts.versions) {
      if (is_part_of(version.recipient, intent)) return true;
    }
    return false;
  }
  static std::size_t bytes(const exchange::Submission& command) {
    return content_bytes(command, {}) + 64 * command.transaction.units.size() + 1024;
  }
  static std::size_t content_bytes(const exchange::Submission& command,
                                   const exchange::SubmitFacts& /*facts*/) {
    return command.content.view.size() + size_of(command.original);
  }
  static exchange::Actor requester(const exchange::Submission& command) {
    const exchange::Transaction& sent = command.transaction;
    return exchange::Actor::of(sent.parties.agent ? *sent.parties.agent
                                                  : sent.parties.principal.participant.value());
  }
};

template <>
struct JobTraits<exchange::ReportCommand> : DefaultJobTraits {
  static bool concerns(const exchange::ReportCommand& command, const exchange::ReportFacts&,
                       const exchange::Intent& intent) {
    return is_part_of(command.recipient, intent);
  }
  static std::size_t bytes(const exchange::ReportCommand& command) {
    std::size_t bytes = 0;
    for (const auto& item : command.items) {
      bytes += 512 + 2 * item.reason.size();
      for (const auto& [key, value] : item.context) bytes += 2 * (key.size() + value.size());
    }
    return bytes;
  }
};

template <>
struct JobTraits<exchange::CaseOpening> : DefaultJobTraits {
  static constexpr bool needs_room = true;
  static std::size_t bytes(const exchange::CaseOpening&) {
    return 2 * base::limits::rejection_content_bytes_max;
  }
  static exchange::Actor requester(const exchange::CaseOpening& command) {
    const auto* const posted = std::get_if<exchange::OpenPosted>(&command);
    return exchange::Actor::of(posted != nullptr
                                   ? posted->reporter
                                   : std::get<exchange::OpenRejection>(command).rejected.sender);
  }
};

template <>
struct JobTraits<exchange::Requeue> : DefaultJobTraits {
  static constexpr bool needs_room = true;
  static std::size_t bytes(const exchange::Requeue&) {
    return 2 * base::limits::body_bytes_default;
  }
  static std::size_t content_bytes(const exchange::Requeue& /*command*/,
                                   const exchange::RequeueFacts& facts) {
    return facts.content.view.size() + size_of(facts.original);
  }
};

template <>
struct JobTraits<exchange::Release> : DefaultJobTraits {
  static constexpr bool is_exclusive = true;
  static exchange::Actor requester(const exchange::Release&) { return exchange::Actor::network(); }
};

template <typename Answer>
class AnsweredJob : public Job {
 public:
  // Called once, before the committer gets the job.
  void answer_to(base::Completer<Result<Answer>> completer) {
    completer_.emplace(std::move(completer));
  }

  void answer() override { completer_->fulfil(std::move(*answer_)); }
  void refuse(base::Error error) override { completer_->fulfil(base::refuse(std::move(error))); }
  base::Executor& executor() const override { return completer_->executor(); }

 protected:
  std::optional<Answer> answer_;

 private:
  std::optional<base::Completer<Result<Answer>>> completer_;
};

// A job for one type of command, with its facts and its answer.
template <typename Command, typename Facts, typename Answer>
class CommandJob final : public AnsweredJob<Answer> {
 public:
  using Traits = JobTraits<Command>;

  explicit CommandJob(Command command) : command_(std::move(command)) {}

  Done fetch(FactReader& reader, const CommittedState&) override {
    TRY_ASSIGN(facts_, reader.facts_for(command_));
    return {};
  }
  void decide(const Moment& moment, std::vector<exchange::Effect>& effects) override {
    freshen(command_, moment, facts_);
    auto decision = exchange::decide(command_, facts_);
    this->answer_ = std::move(decision.answer);
    effects = std::move(decision.effects);
  }
  bool is_exclusive() const override { return Traits::is_exclusive; }
  bool concerns(const exchange::Intent& intent) const override {
    return Traits::concerns(command_, facts_, intent);
  }
  bool needs_room() const override { return Traits::needs_room; }
  std::size_t bytes() const override { return Traits::bytes(command_); }
  exchange::Actor requester() const override { return Traits::requester(command_); }
  std::size_t content_bytes() const override { return Traits::content_bytes(command_, facts_); }

 private:
  Command command_;
  Facts facts_;
};

}  // namespace tradepost::store::embedded
