#include "conformance/drafts_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "base/ground/draft_limits.hpp"
#include "base/tasks/manual_executor.hpp"

namespace tradepost::conformance {
namespace {

using exchange::Draft;
using exchange::DraftHead;
using exchange::DraftId;
using exchange::DraftPlace;
using exchange::ParticipantId;

template <typename Id>
Id draft_test_id(std::uint8_t number, std::uint8_t low = 0) {
  base::Uuid id;
  id.bytes.fill(number);
  id.bytes.front() = low;
  return Id(id);
}

DraftPlace place_number(std::uint8_t number, exchange::Flow flow = exchange::Flow::live) {
  return {.participant = draft_test_id<ParticipantId>(number), .flow = flow};
}

Draft draft_in(const DraftPlace& place, std::uint8_t id, std::string document) {
  Draft draft;
  draft.head.id = draft_test_id<DraftId>(1, id);
  draft.head.place = place;
  draft.head.kind = exchange::Kind::invoice;
  draft.head.name = "Rechnung 4711 \xC3\xA4";
  draft.head.partner = "Nordmark";
  draft.head.transaction = draft_test_id<exchange::TransactionId>(7);
  draft.head.created = base::instant_of(1'772'000'000'000);
  draft.head.updated = draft.head.created + std::chrono::seconds(id);
  draft.head.author.person = draft_test_id<exchange::PersonId>(8);
  draft.head.editor.token = draft_test_id<exchange::TokenId>(9);
  draft.head.bytes = static_cast<std::uint32_t>(document.size());
  draft.document = std::move(document);
  return draft;
}

Draft next_revision(Draft draft, std::string document) {
  ++draft.head.revision;
  draft.head.updated += std::chrono::minutes(1);
  draft.head.bytes = static_cast<std::uint32_t>(document.size());
  draft.document = std::move(document);
  return draft;
}

class AskingDrafts {
 public:
  explicit AskingDrafts(exchange::Drafts& drafts) : drafts_(drafts) {}

  std::vector<DraftHead> of(const DraftPlace& place) {
    auto found = run(drafts_.of(place, deadline()));
    std::ranges::sort(found, {}, &DraftHead::id);
    return found;
  }
  std::optional<Draft> find(const DraftPlace& place, DraftId id) {
    return run(drafts_.find(place, id, deadline()));
  }
  bool add(const Draft& draft) { return run(drafts_.add(draft, deadline())); }
  bool replace(const Draft& draft) { return run(drafts_.replace(draft, deadline())); }
  bool remove(const DraftPlace& place, DraftId id) {
    return run(drafts_.remove(place, id, deadline()));
  }
  void remove_of(ParticipantId participant) { run(drafts_.remove_of(participant, deadline())); }
  std::vector<ParticipantId> owners() {
    auto found = run(drafts_.owners(deadline()));
    std::ranges::sort(found);
    return found;
  }
  bool remove_unchanged_since(exchange::Instant instant) {
    return run(drafts_.remove_unchanged_since(instant, deadline()));
  }

 private:
  exchange::Deadline deadline() { return executor_.now() + std::chrono::minutes(1); }
  template <typename T>
  T run(exchange::Answering<T> task) {
    base::Result<T> result = executor_.run(std::move(task));
    EXPECT_TRUE(result.has_value()) << result.error().detail().str();
    return result ? *std::move(result) : T();
  }

  exchange::Drafts& drafts_;
  base::ManualExecutor executor_;
};

// Not JSON, with a zero byte and bytes that are not UTF-8.
const std::string any_bytes{"{\"header\": \n\0\xFF", 14};
const Draft remaining_draft =
    next_revision(draft_in(place_number(3), 3, any_bytes), "{\"header\":{}}");

void walk_changes(AskingDrafts& store) {
  const DraftPlace here = place_number(1);
  const Draft first = draft_in(here, 1, any_bytes);
  EXPECT_TRUE(store.of(here).empty());
  EXPECT_FALSE(store.replace(first)) << "a draft begins with add()";
  EXPECT_TRUE(store.add(first));
  EXPECT_TRUE(store.add(first)) << "a repeated call has the same answer";
  EXPECT_EQ(store.find(here, first.head.id), first);
  EXPECT_EQ(store.of(here), std::vector{first.head});

  const Draft second = next_revision(first, std::string(base::limits::draft_bytes_max, 'x'));
  EXPECT_TRUE(store.replace(second));
  EXPECT_FALSE(store.replace(second)) << "the revision is no longer the one before";
  EXPECT_FALSE(store.replace(next_revision(first, "other")));
  EXPECT_EQ(store.find(here, first.head.id), second);
  EXPECT_TRUE(store.remove(here, first.head.id));
  EXPECT_FALSE(store.remove(here, first.head.id));
  EXPECT_FALSE(store.replace(next_revision(second, "other"))) << "a removed draft stays away";
  EXPECT_EQ(store.find(here, first.head.id), std::nullopt);
}

void walk_places(AskingDrafts& store) {
  const DraftPlace here = place_number(1);
  const DraftPlace test = place_number(1, exchange::Flow::test);
  const DraftPlace other = place_number(2);
  const Draft ours = draft_in(here, 1, "ours");
  const Draft theirs = draft_in(other, 2, "theirs");
  EXPECT_TRUE(store.add(ours));
  EXPECT_TRUE(store.add(theirs));
  for (const DraftPlace& place : {test, other}) {
    EXPECT_EQ(store.find(place, ours.head.id), std::nullopt);
    EXPECT_FALSE(store.remove(place, ours.head.id));
    Draft foreign = next_revision(ours, "foreign");
    foreign.head.place = place;
    EXPECT_FALSE(store.replace(foreign));
  }
  EXPECT_TRUE(store.of(test).empty());
  EXPECT_EQ(store.of(other), std::vector{theirs.head});
  EXPECT_EQ(store.find(here, ours.head.id), ours);
  EXPECT_EQ(store.owners(), (std::vector{here.participant, other.participant}));
  store.remove_of(here.participant);
  store.remove_of(here.participant);
  EXPECT_EQ(store.owners(), std::vector{other.participant});
  store.remove_of(other.participant);
}

void walk_bounds(AskingDrafts& store) {
  const DraftPlace here = place_number(1);
  const auto count = static_cast<std::uint8_t>(base::limits::drafts_max);
  for (std::uint8_t id = 0; id < count; ++id) EXPECT_TRUE(store.add(draft_in(here, id, "")));
  EXPECT_FALSE(store.add(draft_in(here, count, "")));
  EXPECT_TRUE(store.add(draft_in(here, 0, ""))) << "it exists";
  EXPECT_TRUE(store.add(draft_in(place_number(2), count, ""))) << "each place has its own bound";
  EXPECT_EQ(store.of(here).size(), base::limits::drafts_max);

  // The id is also the second of the last change.
  const exchange::Instant middle = draft_in(here, 150, "").head.updated;
  EXPECT_TRUE(store.remove_unchanged_since(middle));
  EXPECT_EQ(store.of(here).size(), base::limits::drafts_max - base::limits::drafts_removed_max);
  EXPECT_FALSE(store.remove_unchanged_since(middle));
  const auto left = store.of(here);
  EXPECT_EQ(left.size(), base::limits::drafts_max - 150);
  EXPECT_EQ(left.front().updated, middle);
  store.remove_of(here.participant);
  store.remove_of(place_number(2).participant);
}

}  // namespace

void walk_drafts(exchange::Drafts& drafts) {
  AskingDrafts store(drafts);
  walk_changes(store);
  walk_places(store);
  walk_bounds(store);
  EXPECT_TRUE(store.add(draft_in(place_number(3), 3, any_bytes)));
  EXPECT_TRUE(store.replace(remaining_draft));
  expect_draft_that_remains(drafts);
}

void expect_draft_that_remains(exchange::Drafts& drafts) {
  AskingDrafts store(drafts);
  EXPECT_EQ(store.owners(), std::vector{remaining_draft.head.place.participant});
  EXPECT_EQ(store.of(remaining_draft.head.place), std::vector{remaining_draft.head});
  EXPECT_EQ(store.find(remaining_draft.head.place, remaining_draft.head.id), remaining_draft);
}

}  // namespace tradepost::conformance
