#include "store/embedded/command_runner.hpp"

#include "base/ground/check.hpp"

namespace tradepost::store::embedded {

void CommandRunner::fetch_facts(Job& job, ReadContext& context) {
  static const CommittedState none;
  job.read_set.clear();
  job.as_of = committer_.facts_as_of();
  FactReader reader(records_, queues_, committer_.clock().about_now(), context, job.read_set);
  const bool has_facts = job.fetch(reader, none).has_value();
  // If the facts are missing, the committer reads them and reports any error.
  if (!has_facts) job.as_of.reset();
}

base::Task<> CommandRunner::hand_over(std::unique_ptr<Job> job) {
  if (!job->is_exclusive()) {
    ReadContext at_once{.patience = Patience::in_memory_only};
    fetch_facts(*job, at_once);
    if (at_once.would_wait) {
      base::Executor& executor = co_await base::this_executor();
      base::Completion<bool> fetched(executor);
      const bool is_taken = pool_.post(
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
  committer_.take(std::move(job));
}

}  // namespace tradepost::store::embedded
