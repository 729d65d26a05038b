#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/ground/result.hpp"
#include "base/tasks/task.hpp"
#include "exchange/model/act.hpp"
#include "exchange/model/directory_entries.hpp"
#include "exchange/port/call_places.hpp"
#include "exchange/port/store_reads.hpp"
#include "exchange/rules/decide.hpp"

namespace tradepost::exchange {

using Deadline = base::SteadyTime;
template <typename T>
using Answering = base::Task<base::Result<T>>;

// The store of the network. One object serves all threads. A task runs on the executor that awaits
// it.
//
// Every function fails with `unavailable` if the store can't accept the call now or the deadline
// passes first (a write's outcome is then unknown, and it may be repeated), and with `internal` or
// `damaged` if the store is broken. A caller's mistake is an answer, never a failure. An answered
// write is durable, and every read that begins afterwards sees it. A repeated write has the same
// answer. Answers never change later: rows and contents are shared, and live as long as the caller
// holds them.
class Store {
 public:
  virtual ~Store() = default;

  // The number of the store's life. A restore begins the next life. Any thread, without waiting.
  virtual std::uint64_t epoch() const = 0;

  // Writes. Each one reads the facts, calls decide, and keeps all effects or none.

  virtual Answering<SendAnswer> submit(Submission submission, Deadline deadline) = 0;
  virtual Answering<ReportAnswer> report(ReportCommand command, Deadline deadline) = 0;
  virtual Answering<MoveAnswer> move(Move move, Deadline deadline) = 0;
  // Runs one slice of at most `budget` items. `more` means that another slice is needed. Work that
  // is done or unknown is not an error and has no effect. Slices of the same work must not run
  // concurrently.
  virtual Answering<Stepped> step(Work work, std::uint32_t budget, Deadline deadline) = 0;
  virtual Answering<CaseOpeningAnswer> open_case(CaseOpening opening, Deadline deadline) = 0;
  virtual Answering<CaseChangeAnswer> change_case(CaseChange change, Deadline deadline) = 0;
  // The caller's directory has the change only after a call of directory().
  virtual Answering<DirectoryAnswer> change_directory(DirectoryChange change,
                                                      Deadline deadline) = 0;
  // Returns false if the fence is stale or the endpoint was removed; nothing is kept, and another
  // process delivers.
  virtual Answering<bool> delivered(Delivered outcome, Deadline deadline) = 0;
  // Removes content and digest from all places except backups. Returns false if the transaction is
  // unknown. For operators only.
  virtual Answering<bool> erase(TransactionId id, Actor by, Deadline deadline) = 0;
  // Not durable: merged, kept late, and lost if the process crashes. Never waits; any thread.
  virtual void mark_seen(Seen seen) = 0;

  // Reads.

  // Returns the answer stored for a valid key, or nullopt.
  virtual Answering<std::optional<KeyFact>> key(KeyUse use, Deadline deadline) = 0;
  // Returns the present state of all entries changed since that revision of the directory; 0: of
  // all entries.
  virtual Answering<DirectoryNews> directory(Revision since, Deadline deadline) = 0;
  // Ordered by position, after `after`. `more` is true only if there is at least one item.
  virtual Answering<PendingPage> pending(PendingQuery query, Deadline deadline) = 0;
  // Returns nullopt if the transaction is unknown or hidden from the viewer. A caller can't
  // distinguish these.
  virtual Answering<std::optional<Found>> find(FindQuery query, Deadline deadline) = 0;
  // Returns the newest transaction visible to the viewer, a participant, that has a unit with this
  // SSCC.
  virtual Answering<std::optional<TransactionId>> find_by_sscc(SsccQuery query,
                                                               Deadline deadline) = 0;
  // Newest first by (created, id).
  virtual Answering<HistoryPage> history(HistoryQuery query, Deadline deadline) = 0;
  // Newest first by (opened, id).
  virtual Answering<CasePage> cases(CaseQuery query, Deadline deadline) = 0;
  // As find(): only for the owners of the case, and for operators.
  virtual Answering<std::optional<FoundCase>> find_case(CaseId id, CaseViewer viewer,
                                                        Deadline deadline) = 0;
  // Returns the queues that have documents or a recipient that has pulled, in the order of
  // QueuePlace.
  virtual Answering<std::vector<QueueState>> queues(QueuesQuery query, Deadline deadline) = 0;
  // Returns the held documents of every direction to or from the participant.
  virtual Answering<std::vector<HeldState>> held(ParticipantId participant, Deadline deadline) = 0;
  // Counts the transactions that the viewer sees, in the order of StatisticsCount. The caller must
  // limit the span.
  virtual Answering<std::vector<StatisticsCount>> statistics(StatisticsQuery query,
                                                             Deadline deadline) = 0;
  virtual Answering<NextNumbers> next_numbers(Deadline deadline) = 0;
  // Returns the unfinished intents, for the code that continues them after a start.
  virtual Answering<std::vector<Intent>> intents(Deadline deadline) = 0;
  // Leases endpoints whose next delivery is due to the caller, until the fence is stale and for at
  // most base::limits::webhook_lease. Returns at most as many as there are places, for each
  // participant and in total, each with one batch of deliveries.
  virtual Answering<std::vector<DueDelivery>> deliveries_due(CallPlaces places,
                                                             Deadline deadline) = 0;
  // Returns the endpoints that have been set. Their waiting events are counted up to a limit.
  virtual Answering<std::vector<EndpointStanding>> endpoint_standings(std::vector<EndpointId> ids,
                                                                      Deadline deadline) = 0;
  // Newest first.
  virtual Answering<ActPage> acts(ActQuery query, Deadline deadline) = 0;
  // Returns true as soon as a document of these kinds is pending after `after`; false at the
  // deadline, which is not a failure here, and after end_waits(). It registers before it reads, so
  // it misses no document.
  virtual Answering<bool> wait(PendingQuery query, Deadline deadline) = 0;
  // Ends all waits for documents, now and later, because the process is about to end. Any thread.
  virtual void end_waits() = 0;
  // Returns all kept effects in order, for export, migration and checks. For operators only.
  virtual Answering<EffectsPage> effects(std::uint64_t after, std::uint32_t count_max,
                                         Deadline deadline) = 0;
};

}  // namespace tradepost::exchange
