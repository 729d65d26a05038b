#include "store/embedded/facts/read_set.hpp"

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

bool writes(const exchange::Effect& effect, FactKey key) {
  WriteSet written;
  add_writes(effect, written);
  return std::ranges::find(written, key) != written.end();
}

exchange::Sent a_send() {
  exchange::Sent sent;
  sent.transaction.id = exchange::TransactionId(uuid(1));
  sent.transaction.flow = exchange::Flow::live;
  sent.transaction.parties.principal.participant = exchange::ParticipantId(uuid(2));
  sent.transaction.parties.commercial.participant = exchange::ParticipantId(uuid(3));
  sent.transaction.recipient = exchange::ParticipantId(uuid(3));
  sent.transaction.number = "4711";
  sent.transaction.has_chain = true;
  return sent;
}

TEST(WriteSet, a_send_has_its_chain_and_the_version_that_it_replaces) {
  exchange::Sent sent = a_send();
  sent.transaction.links.replaces = exchange::TransactionId(uuid(9));
  EXPECT_TRUE(writes(sent, fact_key_of(keys::chain(sent.transaction.chain()))));
  EXPECT_TRUE(writes(sent, fact_key_of(uuid(1))));
  EXPECT_TRUE(writes(sent, fact_key_of(uuid(9))));
  exchange::Sent other = a_send();
  other.transaction.number = "4712";
  EXPECT_FALSE(writes(sent, fact_key_of(keys::chain(other.transaction.chain()))));
}

TEST(WriteSet, a_send_without_a_chain_has_its_content) {
  exchange::Sent sent = a_send();
  sent.transaction.has_chain = false;
  const auto key = keys::payload({.principal = sent.transaction.parties.principal,
                                  .recipient = sent.transaction.recipient,
                                  .flow = sent.transaction.flow,
                                  .digest = sent.transaction.content.digest});
  EXPECT_TRUE(writes(sent, fact_key_of(key)));
  EXPECT_FALSE(writes(sent, fact_key_of(keys::chain(sent.transaction.chain()))));
}

TEST(WriteSet, held_document_has_its_direction) {
  exchange::Sent sent = a_send();
  const auto held = fact_key_of(keys::held({.from = exchange::ParticipantId(uuid(2)),
                                            .to = exchange::ParticipantId(uuid(3)),
                                            .flow = exchange::Flow::live}));
  EXPECT_FALSE(writes(sent, held));
  sent.transaction.state = exchange::State::held;
  EXPECT_TRUE(writes(sent, held));
}

TEST(WriteSet, document_that_leaves_its_state_has_itself_and_the_held_ones) {
  const exchange::TransactionId id(uuid(1));
  for (const exchange::Effect& effect :
       {exchange::Effect(exchange::Superseded{.id = id, .by = id, .at = {}}),
        exchange::Effect(exchange::Released{.id = id, .at = {}, .relationship_revision = 1}),
        exchange::Effect(exchange::Discarded{.id = id, .at = {}, .by = {}, .reason = {}})}) {
    EXPECT_TRUE(writes(effect, fact_key_of(uuid(1)))) << effect.index();
    EXPECT_TRUE(writes(effect, held_changes)) << effect.index();
  }
}

TEST(WriteSet, a_case_has_the_transaction_that_it_is_about) {
  exchange::CaseSet set;
  set.value.id = exchange::CaseId(uuid(4));
  set.value.transaction = exchange::TransactionId(uuid(5));
  EXPECT_TRUE(writes(set, fact_key_of(uuid(4))));
  EXPECT_TRUE(writes(set, fact_key_of(uuid(5))));
}

}  // namespace
}  // namespace tradepost::store::embedded
