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

// The store of the network. One object serves all threads; a task runs on the executor that awaits
// it.
//
// Every verb fails with `unavailable` if the store can't accept it now, or the deadline passed
// first (a write's outcome is then unknown, and it may be repeated), and with `internal` or
// `damaged` if the store is broken. A mistake of a caller is an answer, never a failure. An
// answered write is durable, and every read that begins afterwards sees it. A repeated write has
// the same answer. No answer refers to anything that others change: rows and contents are shared
// and live as long as the caller holds them.
class Store {
 public:
  virtual ~Store() = default;

  // The number of the store's life; a restore begins the next one. Any thread, without waiting.
  virtual std::uint64_t epoch() const = 0;

  // Writes. Each fetches the facts, calls decide, keeps the effects, all or nothing.

  virtual Answering<SubmitAnswer> submit(Submission submission, Deadline deadline) = 0;
  virtual Answering<ReportAnswer> report(ReportCommand command, Deadline deadline) = 0;
  virtual Answering<MoveAnswer> move(Move move, Deadline deadline) = 0;
  // One slice of at most `budget` items. `more`: there is another. Work that is done or unknown is
  // no error: nothing is done. For background work, one slice at a time of the same work.
  virtual Answering<Stepped> step(Work work, std::uint32_t budget, Deadline deadline) = 0;
  virtual Answering<CaseOpeningAnswer> open_case(CaseOpening opening, Deadline deadline) = 0;
  virtual Answering<CaseChangeAnswer> change_case(CaseChange change, Deadline deadline) = 0;
  // The caller's directory does not know of it until it has asked directory().
  virtual Answering<DirectoryAnswer> change_directory(DirectoryChange change,
                                                      Deadline deadline) = 0;
  // False: the fence is stale or the endpoint gone, and nothing was kept; another process delivers.
  virtual Answering<bool> delivered(Delivered outcome, Deadline deadline) = 0;
  // Content and digest go from every place but backups. False: no such transaction. Operators only.
  virtual Answering<bool> erase(TransactionId id, Actor by, Deadline deadline) = 0;
  // Soft: merged, kept late, may be lost with the process. Never waits, any thread.
  virtual void mark_seen(Seen seen) = 0;

  // Reads.

  // What a key that lives was answered with; nothing where there is none.
  virtual Answering<std::optional<KeyFact>> key(KeyUse use, Deadline deadline) = 0;
  // All entries changed since that revision of the whole, each as it is now; 0: all there are.
  virtual Answering<DirectoryNews> directory(Revision since, Deadline deadline) = 0;
  // By position, after `after`. `more` only with at least one item.
  virtual Answering<PendingPage> pending(PendingQuery query, Deadline deadline) = 0;
  // Nothing if there is none or the viewer may not see it: the two look the same.
  virtual Answering<std::optional<Found>> find(FindQuery query, Deadline deadline) = 0;
  // The newest that the viewer, a participant, sees, of those with a unit that has this SSCC.
  virtual Answering<std::optional<TransactionId>> find_by_sscc(SsccQuery query,
                                                               Deadline deadline) = 0;
  // Newest first by (created, id).
  virtual Answering<HistoryPage> history(HistoryQuery query, Deadline deadline) = 0;
  // Newest first by (opened, id).
  virtual Answering<CasePage> cases(CaseQuery query, Deadline deadline) = 0;
  // As find: only for its owners, and for operators.
  virtual Answering<std::optional<FoundCase>> find_case(CaseId id, CaseViewer viewer,
                                                        Deadline deadline) = 0;
  // Those that have anything, or were pulled from; in the order of QueuePlace.
  virtual Answering<std::vector<QueueState>> queues(QueuesQuery query, Deadline deadline) = 0;
  // The held documents of every direction that leads to or from the participant.
  virtual Answering<std::vector<HeldState>> held(ParticipantId participant, Deadline deadline) = 0;
  // What the viewer sees, counted; in the order of StatisticsCount. A span may be of any length:
  // bounding it is the caller's.
  virtual Answering<std::vector<StatisticsCount>> statistics(StatisticsQuery query,
                                                             Deadline deadline) = 0;
  virtual Answering<NextNumbers> next_numbers(Deadline deadline) = 0;
  // Intents that have begun and are not done, for the code that continues them after a start.
  virtual Answering<std::vector<Intent>> intents(Deadline deadline) = 0;
  // Endpoints whose next delivery is due, leased to the holder until its fence is stale, for
  // base::limits::webhook_lease at most; only as many as there are places, of each participant and
  // in all. Each with as many deliveries as make a go.
  virtual Answering<std::vector<DueDelivery>> deliveries_due(CallPlaces places,
                                                             Deadline deadline) = 0;
  // Of those that were ever set; what waits is counted up to a bound.
  virtual Answering<std::vector<EndpointStanding>> endpoint_standings(std::vector<EndpointId> ids,
                                                                      Deadline deadline) = 0;
  // Newest first.
  virtual Answering<ActPage> acts(ActQuery query, Deadline deadline) = 0;
  // True as soon as something of these kinds is pending after `after`; false at the deadline,
  // which is no failure here, and after end_waits(). Registers first, then looks.
  virtual Answering<bool> wait(PendingQuery query, Deadline deadline) = 0;
  // From now on nobody waits for documents: the process is about to end. Any thread.
  virtual void end_waits() = 0;
  // Everything kept, in order, for export, moves and checks. Operators only.
  virtual Answering<EffectsPage> effects(std::uint64_t after, std::uint32_t count_max,
                                         Deadline deadline) = 0;
};

}  // namespace tradepost::exchange
