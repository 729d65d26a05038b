#pragma once

#include <vector>

#include "database/connection.hpp"
#include "store/postgres/commit/effect_writer.hpp"
#include "store/postgres/commit/facts.hpp"
#include "store/postgres/commit/known_facts.hpp"
#include "store/postgres/commit/records.hpp"
#include "store/postgres/commit/transaction.hpp"
#include "store/postgres/node/node.hpp"

namespace tradepost::store::postgres {

// A transaction with the reader of its facts and the writer of its effects. No command is decided
// unless the transaction is open: check it before and after keeping effects.
struct Commit {
  Commit(database::Connection& connection, Node& node, const Locks& locks)
      : transaction(connection, node, locks), facts(transaction, node, records, known) {}

  // Begins the transaction and reads the facts of these commands. A command of another type reads
  // its own facts.
  void begin(const BatchQuery& query = {}) {
    transaction.begin(query.count(), [&](Pipeline& pipeline) { known.add_reads(pipeline, query); });
    if (!transaction.error()) known.read_more(query);
  }
  // Writes the effects and commits in one round trip; the given statements only if there are
  // effects. Returns false unless the server confirmed it.
  bool finish(const std::vector<database::Statement>& beside = {}) {
    std::vector<database::Statement> statements = effects.statements();
    if (!statements.empty()) statements.insert(statements.end(), beside.begin(), beside.end());
    return transaction.commit(std::move(statements));
  }

  Transaction transaction;
  Records records{transaction};
  KnownFacts known{transaction, records};
  FactReader facts;
  EffectWriter effects{transaction, records, known};
};

}  // namespace tradepost::store::postgres
