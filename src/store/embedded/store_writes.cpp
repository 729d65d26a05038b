#include <utility>
#include <variant>

#include "base/awaitables.hpp"
#include "base/task.hpp"
#include "store/embedded/embedded_store.hpp"
#include "store/embedded/lone_jobs.hpp"
#include "store/embedded/work_jobs.hpp"

// The verbs that write: each is a job for the committer.
namespace tradepost::store::embedded {
namespace {

base::Error too_late() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The exchange was too busy to answer in time.")};
}

}  // namespace

template <typename Answer, typename MakeJob>
Answering<Answer> EmbeddedStore::commit(MakeJob make, Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Result<Answer>> answered(executor);
  std::unique_ptr<Job> job = make(answered.completer());
  if (!job->stands_alone()) {
    const auto fetch = [this](Job& of, Reading& reading) {
      static const Standing none;
      of.footings.clear();
      of.as_of = committer_->facts_as_of();
      FactReader reader(records_, queues_, committer_->about_now(), reading, of.footings);
      const bool has_facts = of.fetch(reader, none).has_value();
      // Without them the committer reads them, and tells what goes wrong.
      if (!has_facts) of.as_of.reset();
    };
    Reading at_once{.patience = Patience::in_memory_only};
    fetch(*job, at_once);
    if (at_once.would_wait) {
      base::Completion<bool> fetched(executor);
      pool_->post(job->asker(), [&fetch, &job = *job, done = fetched.completer()]() mutable {
        Reading patient;
        fetch(job, patient);
        done.fulfil(true);
      });
      co_await fetched.wait();
    }
  }
  committer_->take(std::move(job));
  std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) co_return base::refuse(too_late());
  co_return *std::move(answer);
}

template <typename Answer, typename Facts, typename Command>
Answering<Answer> EmbeddedStore::command(Command command, Deadline deadline) {
  auto make = [&command](base::Completer<Result<Answer>> completer) {
    return std::make_unique<CommandJob<Command, Facts, Answer>>(std::move(command),
                                                                std::move(completer));
  };
  co_return co_await commit<Answer>(std::move(make), deadline);
}

Answering<exchange::SubmitAnswer> EmbeddedStore::submit(exchange::Submission command,
                                                        Deadline deadline) {
  return this->command<exchange::SubmitAnswer, exchange::SubmitFacts>(std::move(command), deadline);
}

Answering<exchange::ReportAnswer> EmbeddedStore::report(exchange::ReportCommand command,
                                                        Deadline deadline) {
  return this->command<exchange::ReportAnswer, exchange::ReportFacts>(std::move(command), deadline);
}

Answering<exchange::MoveAnswer> EmbeddedStore::move(exchange::Move command, Deadline deadline) {
  using exchange::MoveAnswer;
  if (auto* const requeue = std::get_if<exchange::Requeue>(&command)) {
    return this->command<MoveAnswer, exchange::RequeueFacts>(std::move(*requeue), deadline);
  }
  if (auto* const discard = std::get_if<exchange::Discard>(&command)) {
    return this->command<MoveAnswer, exchange::DiscardFacts>(std::move(*discard), deadline);
  }
  return this->command<MoveAnswer, exchange::ReleaseFacts>(std::get<exchange::Release>(command),
                                                           deadline);
}

Answering<exchange::Stepped> EmbeddedStore::step(exchange::Work work, std::uint32_t budget,
                                                 Deadline deadline) {
  using exchange::Stepped;
  // The committer steps along by itself.
  if (const auto* const intent = std::get_if<exchange::IntentWork>(&work)) {
    Concerns is_it = [id = intent->id](const exchange::Intent& under_way) {
      return under_way.id == id;
    };
    CO_TRY(co_await until_settled(std::move(is_it), deadline));
    co_return Stepped{};
  }
  if (const auto* const overdue = std::get_if<exchange::OverdueWork>(&work)) {
    auto make = [this, overdue, budget](base::Completer<Result<Stepped>> completer) {
      return std::make_unique<OverdueJob>(*overdue, budget, marks_, std::move(completer));
    };
    co_return co_await commit<Stepped>(std::move(make), deadline);
  }
  const auto* const retention = std::get_if<exchange::RetentionWork>(&work);
  auto make = [retention, budget](base::Completer<Result<Stepped>> completer) {
    return std::make_unique<RetentionJob>(*retention, budget, std::move(completer));
  };
  co_return co_await commit<Stepped>(std::move(make), deadline);
}

Answering<exchange::CaseOpeningAnswer> EmbeddedStore::open_case(exchange::CaseOpening command,
                                                                Deadline deadline) {
  return this->command<exchange::CaseOpeningAnswer, exchange::CaseOpeningFacts>(std::move(command),
                                                                                deadline);
}

Answering<exchange::CaseChangeAnswer> EmbeddedStore::change_case(exchange::CaseChange command,
                                                                 Deadline deadline) {
  return this->command<exchange::CaseChangeAnswer, exchange::CaseChangeFacts>(std::move(command),
                                                                              deadline);
}

Answering<exchange::DirectoryAnswer> EmbeddedStore::change_directory(
    exchange::DirectoryChange command, Deadline deadline) {
  return this->command<exchange::DirectoryAnswer, exchange::DirectoryFacts>(std::move(command),
                                                                            deadline);
}

Answering<bool> EmbeddedStore::delivered(exchange::Delivered outcome, Deadline deadline) {
  auto make = [this, outcome](base::Completer<Result<bool>> completer) {
    return std::make_unique<DeliveredJob>(outcome, leases_, std::move(completer));
  };
  return commit<bool>(std::move(make), deadline);
}

Answering<bool> EmbeddedStore::erase(exchange::TransactionId id, exchange::Actor by,
                                     Deadline deadline) {
  auto make = [id, by](base::Completer<Result<bool>> completer) {
    return std::make_unique<EraseJob>(id, by, std::move(completer));
  };
  return commit<bool>(std::move(make), deadline);
}

}  // namespace tradepost::store::embedded
