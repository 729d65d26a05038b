#pragma once

#include <optional>
#include <vector>

#include "database/connection.hpp"
#include "exchange/model/act.hpp"
#include "exchange/port/store_reads.hpp"
#include "store/postgres/node/node.hpp"

// The statements that only read.
namespace tradepost::store::postgres {

base::Result<exchange::DirectoryNews> read_directory(database::Connection& connection,
                                                     exchange::Revision since);
base::Result<exchange::PendingPage> read_pending(database::Connection& connection,
                                                 const exchange::PendingQuery& query);
base::Result<std::optional<exchange::Found>> read_transaction(database::Connection& connection,
                                                              const exchange::FindQuery& query);
base::Result<std::optional<exchange::TransactionId>> read_sscc(database::Connection& connection,
                                                               const exchange::SsccQuery& query);
base::Result<exchange::CasePage> read_cases(database::Connection& connection,
                                            const exchange::CaseQuery& query);
base::Result<std::optional<exchange::FoundCase>> read_case(database::Connection& connection,
                                                           exchange::CaseId id,
                                                           const exchange::CaseViewer& viewer);
base::Result<std::vector<exchange::QueueState>> read_queues(database::Connection& connection,
                                                            const Node& node,
                                                            const exchange::QueuesQuery& query);
// Documents are held only if there is a relationship.
base::Result<std::vector<exchange::HeldState>> read_held(database::Connection& connection,
                                                         const exchange::Directory& directory,
                                                         exchange::ParticipantId participant);
base::Result<std::vector<exchange::StatisticsCount>> read_statistics(
    database::Connection& connection, const exchange::StatisticsQuery& query);
base::Result<exchange::NextNumbers> read_next_numbers(database::Connection& connection);
base::Result<std::vector<exchange::Intent>> read_intents(database::Connection& connection);
base::Result<exchange::ActPage> read_acts(database::Connection& connection,
                                          const exchange::ActQuery& query);
base::Result<std::optional<exchange::KeyFact>> read_key(database::Connection& connection,
                                                        const exchange::KeyUse& use,
                                                        exchange::Instant now);

base::Result<exchange::HistoryPage> read_history(database::Connection& connection,
                                                 const exchange::HistoryQuery& query);

}  // namespace tradepost::store::postgres
