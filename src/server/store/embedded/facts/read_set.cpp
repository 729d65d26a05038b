#include "store/embedded/facts/read_set.hpp"

#include <functional>
#include <variant>

#include "store/embedded/format/keys.hpp"

namespace tradepost::store::embedded {
namespace {

class Writing {
 public:
  explicit Writing(WriteSet& writes) : writes_(writes) {}

  void operator()(const exchange::Sent& it) const {
    const exchange::Transaction& row = it.transaction;
    add(row.id);
    if (row.has_chain) {
      add_key(keys::chain(row.chain()));
    } else {
      add_key(keys::payload({.principal = row.parties.principal,
                             .recipient = row.recipient,
                             .flow = row.flow,
                             .digest = row.content.digest}));
    }
    for (const exchange::Unit& unit : row.units) {
      if (unit.number == 0) continue;
      add_key(keys::sscc({.viewer = *row.parties.principal.participant,
                          .flow = row.flow,
                          .kind = row.kind,
                          .is_principals = true,
                          .number = unit.number}));
    }
    if (row.links.replaces) add(*row.links.replaces);
    if (row.links.delivered_replaces) add(*row.links.delivered_replaces);
    if (row.state == exchange::State::held) {
      add_key(keys::held(
          {.from = *row.parties.principal.participant, .to = row.recipient, .flow = row.flow}));
    }
  }
  void operator()(const exchange::Superseded& it) const { leaves(it.id); }
  void operator()(const exchange::Released& it) const { leaves(it.id); }
  void operator()(const exchange::Reported& it) const { leaves(it.id); }
  void operator()(const exchange::Discarded& it) const { leaves(it.id); }
  void operator()(const exchange::Moved& it) const { leaves(it.id); }
  void operator()(const exchange::Noted&) const {}
  void operator()(const exchange::Removed& it) const {
    add(it.id);
    if (it.what == exchange::Removal::row) writes_.push_back(row_removals);
  }
  void operator()(const exchange::Erased& it) const { add(it.id); }
  void operator()(const exchange::CaseSet& it) const {
    add(it.value.id);
    if (it.value.transaction) add(*it.value.transaction);
  }
  void operator()(const exchange::CaseCommented& it) const { add(it.id); }
  void operator()(const exchange::Rejected& it) const {
    add(it.id);
    add_key(key<layouts::rejections>(it.sender, it.flow));
  }
  // It comes with the Rejected for which it makes space.
  void operator()(const exchange::RejectedGone& it) const { add(it.id); }
  void operator()(const exchange::KeyUsed& it) const { add_key(keys::key_used(it.use)); }
  // Their data is in memory, or read only by commands with a batch to themselves.
  void operator()(const exchange::NumbersTaken&) const {}
  void operator()(const exchange::EndpointProgress&) const {}
  void operator()(const exchange::Seen&) const {}
  void operator()(const exchange::DirectorySet&) const {}
  void operator()(const exchange::IntentSet&) const {}
  void operator()(const exchange::IntentStepped&) const {}
  void operator()(const exchange::ActCarried&) const {}
  void operator()(const exchange::FeedCarried&) const {}
  void operator()(const exchange::OriginalKept&) const {}  // with its Sent

 private:
  template <typename Tag>
  void add(const base::Id<Tag>& id) const {
    writes_.push_back(fact_key_of(id.uuid()));
  }
  void add_key(const std::string& key) const { writes_.push_back(fact_key_of(key)); }
  template <typename Tag>
  void leaves(const base::Id<Tag>& id) const {
    add(id);
    writes_.push_back(held_changes);
  }

  WriteSet& writes_;
};

}  // namespace

FactKey fact_key_of(std::string_view key) {
  return std::hash<std::string_view>()(key);
}

FactKey fact_key_of(const base::Uuid& id) {
  return std::hash<base::Uuid>()(id);
}

void add_writes(const exchange::Effect& effect, WriteSet& writes) {
  std::visit(Writing(writes), effect);
}

}  // namespace tradepost::store::embedded
