#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "base/tasks/awaitables.hpp"
#include "base/tasks/task.hpp"
#include "store/embedded/commit/committer.hpp"
#include "store/embedded/commit/job.hpp"
#include "store/embedded/read_runner.hpp"

namespace tradepost::store::embedded {

// Makes jobs of commands, fetches their facts and returns the committer's answers. Any thread.
class CommandRunner {
 public:
  // All must outlive this, except `pool`, which ends first because its threads use this.
  CommandRunner(const Records& records, Queues& queues, Committer& committer, ReadPool& pool)
      : records_(records), queues_(queues), committer_(committer), pool_(pool) {}

  template <typename Answer, typename Facts, typename Command>
  Answering<Answer> decided(Command command, Deadline deadline) {
    return committed<Answer>(
        std::make_unique<CommandJob<Command, Facts, Answer>>(std::move(command)), deadline);
  }
  // Is a coroutine for each type of answer, not for each type of job, because coroutines compile
  // slowly.
  template <typename Answer>
  Answering<Answer> committed(std::unique_ptr<AnsweredJob<Answer>> job, Deadline deadline) {
    base::Executor& executor = co_await base::this_executor();
    base::Completion<Result<Answer>> answered(executor);
    job->answer_to(answered.completer());
    std::unique_ptr<Job> any = std::move(job);
    co_await hand_over(std::move(any));
    std::optional<Result<Answer>> answer = co_await answered.wait_until(deadline);
    if (!answer) co_return base::refuse(too_late());
    co_return *std::move(answer);
  }

 private:
  // Fetches the job's facts and queues it for the committer.
  base::Task<> hand_over(std::unique_ptr<Job> job);
  void fetch_facts(Job& job, ReadContext& context);

  const Records& records_;
  Queues& queues_;
  Committer& committer_;
  ReadPool& pool_;
};

}  // namespace tradepost::store::embedded
