#include <utility>
#include <variant>

#include "store/embedded/commit/exclusive_jobs.hpp"
#include "store/embedded/commit/work_jobs.hpp"
#include "store/embedded/embedded_store.hpp"

// The store's writes: each is a job for the committer.
namespace tradepost::store::embedded {

Answering<exchange::SendAnswer> EmbeddedStore::submit(exchange::Submission command,
                                                      Deadline deadline) {
  return commands_.decided<exchange::SendAnswer, exchange::SubmitFacts>(std::move(command),
                                                                        deadline);
}

Answering<exchange::ReportAnswer> EmbeddedStore::report(exchange::ReportCommand command,
                                                        Deadline deadline) {
  return commands_.decided<exchange::ReportAnswer, exchange::ReportFacts>(std::move(command),
                                                                          deadline);
}

Answering<exchange::MoveAnswer> EmbeddedStore::move(exchange::Move command, Deadline deadline) {
  using exchange::MoveAnswer;
  if (auto* const requeue = std::get_if<exchange::Requeue>(&command)) {
    return commands_.decided<MoveAnswer, exchange::RequeueFacts>(std::move(*requeue), deadline);
  }
  if (auto* const discard = std::get_if<exchange::Discard>(&command)) {
    return commands_.decided<MoveAnswer, exchange::DiscardFacts>(std::move(*discard), deadline);
  }
  return commands_.decided<MoveAnswer, exchange::ReleaseFacts>(std::get<exchange::Release>(command),
                                                               deadline);
}

Answering<exchange::Stepped> EmbeddedStore::step(exchange::Work work, std::uint32_t budget,
                                                 Deadline deadline) {
  using exchange::Stepped;
  // The committer runs the intent's steps without a call.
  if (const auto* const intent = std::get_if<exchange::IntentWork>(&work)) {
    ReadRunner::Concerns is_it = [id = intent->id](const exchange::Intent& under_way) {
      return under_way.id == id;
    };
    CO_TRY(co_await reads_.until_settled(std::move(is_it), deadline));
    co_return Stepped{};
  }
  if (const auto* const overdue = std::get_if<exchange::OverdueWork>(&work)) {
    std::unique_ptr<AnsweredJob<Stepped>> job =
        std::make_unique<OverdueJob>(*overdue, budget, marks_);
    co_return co_await commands_.committed(std::move(job), deadline);
  }
  const auto* const retention = std::get_if<exchange::RetentionWork>(&work);
  std::unique_ptr<AnsweredJob<Stepped>> job = std::make_unique<RetentionJob>(*retention, budget);
  co_return co_await commands_.committed(std::move(job), deadline);
}

Answering<exchange::CaseOpeningAnswer> EmbeddedStore::open_case(exchange::CaseOpening command,
                                                                Deadline deadline) {
  return commands_.decided<exchange::CaseOpeningAnswer, exchange::CaseOpeningFacts>(
      std::move(command), deadline);
}

Answering<exchange::CaseChangeAnswer> EmbeddedStore::change_case(exchange::CaseChange command,
                                                                 Deadline deadline) {
  return commands_.decided<exchange::CaseChangeAnswer, exchange::CaseChangeFacts>(
      std::move(command), deadline);
}

Answering<exchange::DirectoryAnswer> EmbeddedStore::change_directory(
    exchange::DirectoryChange command, Deadline deadline) {
  LeftBehind left;
  if (!command.leaving.empty()) {
    // Runs on the pool, because the queue can have any length.
    auto look = [this, command](ReadContext& context) -> Result<LeftBehind> {
      if (context.patience == Patience::in_memory_only) return base::refuse(would_wait(context));
      ReadSet unused;
      FactReader reader(records_, queues_, about_now(), context, unused);
      return reader.left_behind(command, {});
    };
    CO_TRY_ASSIGN(left, co_await reads_.asked<LeftBehind>(std::move(look), command.by, deadline));
  }
  std::unique_ptr<AnsweredJob<exchange::DirectoryAnswer>> job =
      std::make_unique<DirectoryJob>(std::move(command), std::move(left));
  co_return co_await commands_.committed(std::move(job), deadline);
}

Answering<bool> EmbeddedStore::delivered(exchange::Delivered outcome, Deadline deadline) {
  return commands_.committed<bool>(std::make_unique<DeliveredJob>(outcome, leases_), deadline);
}

Answering<bool> EmbeddedStore::erase(exchange::TransactionId id, exchange::Actor by,
                                     Deadline deadline) {
  return commands_.committed<bool>(std::make_unique<EraseJob>(id, by), deadline);
}

}  // namespace tradepost::store::embedded
