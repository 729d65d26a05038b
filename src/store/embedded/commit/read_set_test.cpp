#include "store/embedded/commit/read_set.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

base::Uuid uuid(std::uint8_t n) {
  base::Uuid id;
  id.bytes.front() = n;
  return id;
}

bool touches(const exchange::Effect& effect, FactKey footing) {
  ReadSet touched;
  add_writes(effect, touched);
  return std::ranges::find(touched, footing) != touched.end();
}

exchange::Sent a_send() {
  exchange::Sent sent;
  sent.transaction.id = exchange::TransactionId(uuid(1));
  sent.transaction.flow = exchange::Flow::live;
  sent.transaction.principal.participant = exchange::ParticipantId(uuid(2));
  sent.transaction.commercial.participant = exchange::ParticipantId(uuid(3));
  sent.transaction.recipient = exchange::ParticipantId(uuid(3));
  sent.transaction.number = "4711";
  sent.transaction.has_chain = true;
  return sent;
}

TEST(FactKey, a_send_touches_its_chain_and_the_version_that_it_replaces) {
  exchange::Sent sent = a_send();
  sent.transaction.replaces = exchange::TransactionId(uuid(9));
  EXPECT_TRUE(touches(sent, fact_key_of(keys::chain(sent.transaction.chain()))));
  EXPECT_TRUE(touches(sent, fact_key_of(uuid(1))));
  EXPECT_TRUE(touches(sent, fact_key_of(uuid(9))));
  exchange::Sent other = a_send();
  other.transaction.number = "4712";
  EXPECT_FALSE(touches(sent, fact_key_of(keys::chain(other.transaction.chain()))));
}

TEST(FactKey, a_send_without_a_chain_touches_its_content) {
  exchange::Sent sent = a_send();
  sent.transaction.has_chain = false;
  const auto key = keys::payload({.principal = sent.transaction.principal,
                                  .recipient = sent.transaction.recipient,
                                  .flow = sent.transaction.flow,
                                  .digest = sent.transaction.digest});
  EXPECT_TRUE(touches(sent, fact_key_of(key)));
  EXPECT_FALSE(touches(sent, fact_key_of(keys::chain(sent.transaction.chain()))));
}

TEST(FactKey, what_is_held_touches_the_direction_it_is_held_in) {
  exchange::Sent sent = a_send();
  const auto held = fact_key_of(keys::held({.from = exchange::ParticipantId(uuid(2)),
                                            .to = exchange::ParticipantId(uuid(3)),
                                            .flow = exchange::Flow::live}));
  EXPECT_FALSE(touches(sent, held));
  sent.transaction.state = exchange::State::held;
  EXPECT_TRUE(touches(sent, held));
}

TEST(FactKey, what_leaves_its_state_touches_itself_and_what_is_held) {
  const exchange::TransactionId id(uuid(1));
  for (const exchange::Effect& effect :
       {exchange::Effect(exchange::Superseded{.id = id, .by = id, .at = {}}),
        exchange::Effect(exchange::Released{.id = id, .at = {}, .relationship_revision = 1}),
        exchange::Effect(exchange::Discarded{.id = id, .at = {}, .by = {}, .reason = {}})}) {
    EXPECT_TRUE(touches(effect, fact_key_of(uuid(1)))) << effect.index();
    EXPECT_TRUE(touches(effect, held_changes)) << effect.index();
  }
}

TEST(FactKey, a_case_touches_the_transaction_that_it_is_about) {
  exchange::CaseSet set;
  set.value.id = exchange::CaseId(uuid(4));
  set.value.transaction = exchange::TransactionId(uuid(5));
  EXPECT_TRUE(touches(set, fact_key_of(uuid(4))));
  EXPECT_TRUE(touches(set, fact_key_of(uuid(5))));
}

}  // namespace
}  // namespace tradepost::store::embedded
