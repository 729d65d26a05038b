#include "embedded_store/ledger.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/ground/check.hpp"
#include "exchange/administration/background.hpp"

namespace tradepost::store::embedded::testing {
namespace {

using exchange::State;
using exchange::Transaction;
using exchange::TransactionId;

constexpr std::size_t repeats = 12;

TransactionId id_of(const std::string& text) {
  const auto id = TransactionId::parse(text);
  CHECK(id.has_value());
  return *id;
}

exchange::ParticipantId participant_of(const std::string& text) {
  const auto id = exchange::ParticipantId::parse(text);
  CHECK(id.has_value());
  return *id;
}

std::string variant_in(std::string_view content) {
  constexpr std::string_view before = "\"variant\":";
  const auto begin = content.find(before);
  if (begin == std::string_view::npos) return "";
  const auto rest = content.substr(begin + before.size());
  return std::string(rest.substr(0, rest.find_first_not_of("0123456789")));
}

std::string word_for(State state) {
  return fmt::format("state {}", static_cast<int>(state));
}

}  // namespace

void Ledger::hear(const Word& word) {
  if (word.side == Word::Side::asked) {
    const bool is_release = word.says.front() == "relate" && word.says[1] == "active";
    if (is_release) {
      may_be_released_ = true;
      held_when_asked_.clear();
      for (const auto& [id, document] : documents_) {
        if (document.state == State::held) held_when_asked_.push_back(id);
      }
    }
    // The thread stopped waiting for the answer to its earlier request.
    const auto before = asked_.find(word.thread);
    if (before != asked_.end()) open_.push_back(std::move(before->second));
    asked_[word.thread] = word.says;
    return;
  }
  const auto asked = asked_.find(word.thread);
  CHECK(asked != asked_.end());
  ++answers_;
  hear_answer(asked->second, word.says);
  asked_.erase(asked);
}

void Ledger::end_life() {
  for (auto& [thread, says] : asked_) open_.push_back(std::move(says));
  asked_.clear();
}

void Ledger::hear_answer(const Says& asked, const Says& answer) {
  if (answer.front() == "refused") return;
  const std::string& deed = asked.front();
  if (deed == "send") return hear_sent(asked, answer);
  if (deed == "report") return hear_reported(asked, answer);
  if (deed == "discard") {
    documents_[id_of(asked[1])].state = State::discarded;
  } else if (deed == "requeue") {
    auto& document = documents_[id_of(answer[1])];
    document.requeue = id_of(asked[1]);
    if (!document.state) document.state = State::pending;
  } else if (deed == "relate" && asked[1] == "active") {
    for (const TransactionId id : held_when_asked_) {
      auto& state = documents_[id].state;
      if (state == State::held) state = State::pending;
    }
  } else if (deed == "take") {
    taken_.emplace(participant_of(asked[1]), participant_of(asked[2]));
  } else if (deed == "close") {
    closed_.insert(participant_of(asked[1]));
  }
}

void Ledger::hear_sent(const Says& asked, const Says& answer) {
  const TransactionId id = id_of(answer[1]);
  if (answer.front() == "duplicate") return;
  const std::string& key = asked[4];
  const auto known = keys_.find(key);
  if (known != keys_.end()) {
    EXPECT_EQ(known->second, id) << "another answer to " << key;
    return;
  }
  Document& document = documents_[id];
  EXPECT_FALSE(document.was_answered()) << id.to_string() << " was given twice";
  document.sent = asked;
  // Others may have reported on it before the sender's answer arrived.
  if (!document.state) document.state = answer.front() == "held" ? State::held : State::pending;
  if (key == "-") return;
  keys_.emplace(key, id);
  sends_with_key_.emplace(key, asked);
}

void Ledger::hear_reported(const Says& asked, const Says& answer) {
  for (std::size_t i = 1; i < answer.size(); ++i) {
    Document& document = documents_[id_of(asked[2 * i - 1])];
    const auto outcome = static_cast<exchange::ReportOutcome>(number_of(answer[i]));
    // Neither changes the state, and a superseded document may get both.
    const bool changes_nothing =
        outcome == exchange::ReportOutcome::recorded || outcome == exchange::ReportOutcome::same;
    if (changes_nothing) continue;
    document.state = asked[2 * i] == "success" ? State::success : State::failed;
  }
}

bool Ledger::is_open(const Says& begins) const {
  return std::ranges::any_of(open_, [&](const Says& says) {
    return says.size() >= begins.size() && std::equal(begins.begin(), begins.end(), says.begin());
  });
}

bool Ledger::is_open_report(TransactionId id, const std::string& verdict) const {
  const std::string text = id.to_string();
  return std::ranges::any_of(open_, [&](const Says& says) {
    if (says.front() != "report") return false;
    const auto at = std::ranges::find(says, text);
    return at != says.end() && *std::next(at) == verdict;
  });
}

Ledger::Rows Ledger::rows_of(Seat& seat, const exchange::Viewer& viewer,
                             exchange::WithContent content) const {
  Rows rows;
  exchange::HistoryQuery query;
  query.viewer = viewer;
  query.count_max = 200;
  query.content = content;
  query.bytes_max = 8u << 20;
  while (true) {
    const auto page = seat.run(seat.desk().store.history(query, seat.deadline()));
    if (!page) {
      ADD_FAILURE() << page.error().detail().str();
      return rows;
    }
    for (const auto& item : page->items) {
      EXPECT_TRUE(rows.emplace(item.row->id, item).second) << "listed twice";
      query.before = exchange::HistoryPlace{.created = item.row->created, .id = item.row->id};
    }
    if (!page->more) return rows;
  }
}

void Ledger::compare(Town& town) {
  end_life();
  Seat seat(town);
  const auto caught_up = seat.run(town.directory.catch_up(town.store, seat.deadline()));
  ASSERT_TRUE(caught_up);
  const auto finished = seat.run(exchange::finish_intents(seat.desk(), seat.deadline()));
  ASSERT_TRUE(finished);
  const auto supplier = town.find("SUPPLIER");
  if (!supplier) {
    EXPECT_TRUE(documents_.empty()) << "the members are lost";
    return;
  }
  const exchange::Viewer sender{.participant = *supplier, .flow = exchange::Flow::live};
  const exchange::Viewer network{.participant = {}, .flow = exchange::Flow::live};
  const auto rows = rows_of(seat, sender, exchange::WithContent::yes);
  EXPECT_EQ(rows.size(), rows_of(seat, network, exchange::WithContent::no).size());
  for (const auto& [id, document] : documents_) {
    EXPECT_TRUE(rows.contains(id)) << "lost: " << id.to_string();
  }
  for (const auto& [id, item] : rows) {
    const std::string state = word_for(item.row->state);
    SCOPED_TRACE(id.to_string() + " " + item.row->number + " " + state);
    if (!documents_[id].was_answered()) explain(*item.row, item.content.view);
    compare_row(town, rows, *item.row);
    const auto& sent = documents_[id].sent;
    EXPECT_TRUE(sent.empty() || variant_in(item.content.view) == sent[2]) << "other content";
  }
  compare_chains(rows);
  compare_queues(seat, rows);
  compare_members(town, rows);
  learn(rows);
  may_be_released_ = continues_release(town);
  repeat_some(town, seat);
}

// Finds the open request of a transaction without answer; each request explains one transaction.
void Ledger::explain(const Transaction& row, std::string_view content) {
  const auto reason = std::ranges::find_if(open_, [&](const Says& says) {
    if (row.origin.requeued) return says == Says{"requeue", row.origin.requeued->to_string()};
    return says.front() == "send" && says[2] == variant_in(content);
  });
  ASSERT_NE(reason, open_.end()) << "no request asked for it";
  Document& document = documents_[row.id];
  if (row.origin.requeued) {
    document.requeue = row.origin.requeued;
  } else {
    document.sent = *reason;
    const std::string& key = document.sent[4];
    if (key != "-") {
      EXPECT_TRUE(keys_.emplace(key, row.id).second) << "a key that was used twice";
      sends_with_key_.emplace(key, document.sent);
    }
  }
  if (!document.state) document.state = row.position == 0 ? State::held : State::pending;
  open_.erase(reason);
}

void Ledger::compare_row(const Town& town, const Rows& rows, const Transaction& row) {
  const Document& document = documents_.at(row.id);
  EXPECT_EQ(row.origin.requeued, document.requeue);
  if (document.state && *document.state != row.state) {
    EXPECT_TRUE(may_be(town, rows, *document.state, row)) << "it was " << word_for(*document.state);
  }
  EXPECT_EQ(row.was_delivered(), row.position != 0);
  if (document.sent.empty()) return;
  const auto number = document.sent[1] == "-" ? "" : document.sent[1];
  EXPECT_EQ(row.number, number);
  EXPECT_EQ(row.recipient, town.find(document.sent[3]).value_or(exchange::ParticipantId()));
}

// Returns true if the state may have changed since, by a request without answer or as a side
// effect.
bool Ledger::may_be(const Town& town, const Rows& rows, State before,
                    const Transaction& row) const {
  const bool waited = before == State::pending || before == State::held;
  const auto* const recipient = town.directory.current()->participant(row.recipient);
  switch (row.state) {
    case State::held:
      return false;
    case State::pending:
      return before == State::held && may_be_released_;
    case State::success:
      return (waited || before == State::failed) && is_open_report(row.id, "success");
    case State::failed:
      if (recipient->state != exchange::ParticipantState::open) return waited;
      return waited && is_open_report(row.id, "failure");
    case State::superseded:
      return waited && row.links.replaced_by && rows.contains(*row.links.replaced_by);
    case State::discarded:
      return waited && is_open({"discard", row.id.to_string()});
  }
  return false;
}

// Each chain has one beginning, and one path through all versions; and after a newer version was
// delivered, no older one is pending.
void Ledger::compare_chains(const Rows& rows) const {
  std::map<exchange::ChainKey, std::size_t> lengths;
  std::map<exchange::ChainKey, TransactionId> firsts;
  for (const auto& [id, item] : rows) {
    const Transaction& row = *item.row;
    if (row.links.replaced_by) {
      const auto newer = rows.find(*row.links.replaced_by);
      ASSERT_NE(newer, rows.end());
      EXPECT_EQ(newer->second.row->links.replaces, id);
    }
    if (!row.has_chain) continue;
    ++lengths[row.chain()];
    if (row.links.replaces) continue;
    EXPECT_TRUE(firsts.emplace(row.chain(), id).second) << "two beginnings of " << row.number;
  }
  for (const auto& [chain, first] : firsts) {
    std::size_t length = 0;
    std::size_t waiting = 0;
    for (std::optional next = first; next && length <= rows.size(); ++length) {
      const Transaction& row = *rows.at(*next).row;
      if (row.was_delivered() && row.state != State::pending) waiting = 0;
      if (row.state == State::pending) ++waiting;
      EXPECT_LE(waiting, 1U) << chain.number;
      next = row.links.replaced_by;
    }
    EXPECT_EQ(length, lengths[chain]) << chain.number;
  }
}

void Ledger::compare_queues(Seat& seat, const Rows& rows) const {
  std::map<exchange::ParticipantId, std::map<exchange::Position, TransactionId>> expected;
  std::map<exchange::ParticipantId, exchange::QueueState> counts;
  std::set<exchange::Position> positions;
  for (const auto& [id, item] : rows) {
    const Transaction& row = *item.row;
    auto& count = counts[row.recipient];
    if (row.state == State::held) ++count.held;
    if (row.state == State::failed) ++count.failed;
    if (row.was_delivered()) {
      EXPECT_TRUE(positions.insert(row.position).second) << "two at one position";
    }
    if (row.state != State::pending) continue;
    ++count.pending;
    expected[row.recipient].emplace(row.position, id);
  }
  const auto queues = seat.run(seat.desk().store.queues({}, seat.deadline()));
  ASSERT_TRUE(queues);
  for (const auto& queue : *queues) {
    EXPECT_EQ(queue.pending, counts[queue.participant].pending);
    EXPECT_EQ(queue.held, counts[queue.participant].held);
    EXPECT_EQ(queue.failed, counts[queue.participant].failed);
  }
  for (const auto& [recipient, count] : counts) {
    exchange::PendingQuery query{.recipient = recipient,
                                 .flow = exchange::Flow::live,
                                 .kinds = {},
                                 .after = 0,
                                 .count_max = 200,
                                 .bytes_max = 8u << 20};
    std::map<exchange::Position, TransactionId> found;
    for (bool more = true; more;) {
      const auto page = seat.run(seat.desk().store.pending(query, seat.deadline()));
      ASSERT_TRUE(page);
      for (const auto& item : page->items) {
        EXPECT_GT(item.row->position, query.after) << "out of order";
        query.after = item.row->position;
        found.emplace(item.row->position, item.row->id);
      }
      more = page->more;
    }
    EXPECT_EQ(found, expected[recipient]) << "the queue differs from the pending documents";
  }
}

void Ledger::compare_members(const Town& town, const Rows& rows) const {
  const auto directory = town.directory.current();
  for (const auto id : closed_) {
    const auto* const participant = directory->participant(id);
    ASSERT_NE(participant, nullptr) << "a member is lost";
    EXPECT_EQ(participant->state, exchange::ParticipantState::closed);
  }
  std::set<exchange::ParticipantId> emptied;
  for (const auto& [from, to] : taken_) {
    ASSERT_NE(directory->participant(to), nullptr) << "a member is lost";
    emptied.insert(from);
  }
  for (const auto& [id, item] : rows) {
    EXPECT_FALSE(emptied.contains(item.row->recipient)) << "left behind: " << id.to_string();
    const auto* const recipient = directory->participant(item.row->recipient);
    ASSERT_NE(recipient, nullptr) << "a member is lost";
    if (recipient->state == exchange::ParticipantState::open) continue;
    EXPECT_NE(item.row->state, State::pending) << "with a closed one: " << id.to_string();
  }
}

void Ledger::learn(const Rows& rows) {
  for (const auto& [id, item] : rows) documents_[id].state = item.row->state;
}

// The next send in that direction continues a release that the end of a life interrupted.
bool Ledger::continues_release(const Town& town) {
  const auto supplier = town.find("SUPPLIER");
  const auto holder = town.find("HOLDER");
  if (!supplier || !holder) return false;
  const auto* const standing = town.directory.current()->relationship(*supplier, *holder);
  return standing != nullptr && standing->status == exchange::RelationshipStatus::active;
}

// A retry with a key gets the first answer, after every crash. A request with a key but without
// answer may be repeated: then its document exists once.
void Ledger::repeat_some(Town& town, Seat& seat) {
  std::vector<Says> again;
  for (const Says& says : open_) {
    if (says.front() == "send" && says[4] != "-") again.push_back(says);
  }
  open_.clear();
  std::size_t nth = 0;
  const std::size_t step = sends_with_key_.size() / repeats + 1;
  for (const auto& [key, says] : sends_with_key_) {
    if (nth++ % step == 0) again.push_back(says);
  }
  for (const Says& says : again) {
    const auto said =
        seat.run(exchange::send(seat.desk(), request_of(town, says), seat.deadline()));
    ASSERT_TRUE(said) << said.error().detail().str();
    const auto* const accepted = std::get_if<exchange::Accepted>(&*said);
    const auto* const held = std::get_if<exchange::HeldBack>(&*said);
    if (accepted == nullptr && held == nullptr) {
      // The member may have gone since.
      EXPECT_FALSE(keys_.contains(says[4])) << "no answer to " << says[4];
      continue;
    }
    const auto id = accepted != nullptr ? accepted->id : held->id;
    hear_sent(says, {accepted != nullptr ? "accepted" : "held", id.to_string()});
  }
}

}  // namespace tradepost::store::embedded::testing
