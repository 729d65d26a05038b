#include <utility>
#include <variant>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"
#include "store/embedded/commit/exclusive_jobs.hpp"
#include "store/embedded/commit/work_jobs.hpp"
#include "store/embedded/embedded_store.hpp"

// The store's writes: each is a job for the committer.
namespace tradepost::store::embedded {
namespace {

base::Error too_late() {
  return {base::ErrorCode::unavailable,
          base::CallerText("The exchange was too busy to answer in time.")};
}

}  // namespace

void EmbeddedStore::fetch_facts(Job& job, ReadContext& context) {
  static const CommittedState none;
  job.read_set.clear();
  job.as_of = committer_->facts_as_of();
  FactReader reader(records_, queues_, committer_->clock().about_now(), context, job.read_set);
  const bool has_facts = job.fetch(reader, none).has_value();
  // If the facts are missing, the committer reads them and reports any error.
  if (!has_facts) job.as_of.reset();
}

base::Task<> EmbeddedStore::hand_over(std::unique_ptr<Job> job) {
  if (!job->is_exclusive()) {
    ReadContext at_once{.patience = Patience::in_memory_only};
    fetch_facts(*job, at_once);
    if (at_once.would_wait) {
      base::Executor& executor = co_await base::this_executor();
      base::Completion<bool> fetched(executor);
      const bool is_taken = pool_->post(
          [this, &job = *job, done = fetched.completer()](base::NoTool&) mutable {
            ReadContext patient;
            fetch_facts(job, patient);
            done.fulfil(true);
          },
          job->requester());
      CHECK(is_taken);  // the store outlives its callers
      co_await fetched.wait();
    }
  }
  committer_->take(std::move(job));
}

// Is a coroutine for each type of answer, not for each type of job, because coroutines compile
// slowly.
template <typename Answer>
Answering<Answer> EmbeddedStore::commit(std::unique_ptr<AnsweredJob<Answer>> job,
                                        Deadline deadline) {
  base::Executor& executor = co_await base::this_executor();
  base::Completion<Result<Answer>> answered(executor);
  job->answer_to(answered.completer());
  std::unique_ptr<Job> any = std::move(job);
  co_await hand_over(std::move(any));
  std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
  if (!answer) co_return base::refuse(too_late());
  co_return *std::move(answer);
}

template <typename Answer, typename Facts, typename Command>
Answering<Answer> EmbeddedStore::command(Command command, Deadline deadline) {
  return commit<Answer>(std::make_unique<CommandJob<Command, Facts, Answer>>(std::move(command)),
                        deadline);
}

Answering<exchange::SendAnswer> EmbeddedStore::submit(exchange::Submission command,
                                                      Deadline deadline) {
  return this->command<exchange::SendAnswer, exchange::SubmitFacts>(std::move(command), deadline);
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
  // The committer runs the intent's steps without a call.
  if (const auto* const intent = std::get_if<exchange::IntentWork>(&work)) {
    Concerns is_it = [id = intent->id](const exchange::Intent& under_way) {
      return under_way.id == id;
    };
    CO_TRY(co_await until_settled(std::move(is_it), deadline));
    co_return Stepped{};
  }
  if (const auto* const overdue = std::get_if<exchange::OverdueWork>(&work)) {
    std::unique_ptr<AnsweredJob<Stepped>> job =
        std::make_unique<OverdueJob>(*overdue, budget, marks_);
    co_return co_await commit(std::move(job), deadline);
  }
  const auto* const retention = std::get_if<exchange::RetentionWork>(&work);
  std::unique_ptr<AnsweredJob<Stepped>> job = std::make_unique<RetentionJob>(*retention, budget);
  co_return co_await commit(std::move(job), deadline);
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
  LeftBehind left;
  if (!command.leaving.empty()) {
    CO_TRY_ASSIGN(left, co_await left_behind(command, deadline));
  }
  std::unique_ptr<AnsweredJob<exchange::DirectoryAnswer>> job =
      std::make_unique<DirectoryJob>(std::move(command), std::move(left));
  co_return co_await commit(std::move(job), deadline);
}

Answering<bool> EmbeddedStore::delivered(exchange::Delivered outcome, Deadline deadline) {
  return commit<bool>(std::make_unique<DeliveredJob>(outcome, leases_), deadline);
}

Answering<bool> EmbeddedStore::erase(exchange::TransactionId id, exchange::Actor by,
                                     Deadline deadline) {
  return commit<bool>(std::make_unique<EraseJob>(id, by), deadline);
}

}  // namespace tradepost::store::embedded
