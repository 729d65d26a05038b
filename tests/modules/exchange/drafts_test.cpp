#include "exchange/drafts/drafting.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "base/ground/draft_limits.hpp"
#include "exchange/world.hpp"
#include "faulty_disk/faulty_disk.hpp"
#include "store/embedded/draft_files.hpp"

// The drafts of documents that people have begun.
// Covers contract 15.1, 15.2 and 15.4.
namespace tradepost::exchange::drafts_test {
namespace {

class Drafting : public testing::Test, public World {
 public:
  static DraftRequest text(std::string document) {
    return {
        .kind = Kind::order, .name = "4711", .partner = "Nord", .document = std::move(document)};
  }
  DraftHead begun(ParticipantId by) {
    const DraftAnswer answer = run(begin_draft(desk, *drafts, caller(by), text("{"), soon()));
    return std::get<DraftHead>(answer);
  }
  DraftAnswer changed(const Caller& by, DraftId id, Revision read, std::string document) {
    return run(change_draft(desk, *drafts, by, id, read, text(std::move(document)), soon()));
  }
  std::vector<DraftHead> of(ParticipantId participant, Flow flow = Flow::live) {
    return run(drafts_of(*drafts, caller(participant, flow), soon()));
  }
  bool remove_ended() { return run(remove_ended_drafts(desk, *drafts, soon())); }

  store::embedded::testing::FaultyDisk disk{1};
  std::unique_ptr<journal::Folder> folder = disk.journal_folder();
  std::unique_ptr<Drafts> drafts =
      store::embedded::DraftFiles::open(*folder, [] { return true; }).value();
};

TEST_F(Drafting, change_keeps_the_author_and_names_the_editor) {
  const DraftHead first = begun(buyer);
  EXPECT_EQ(first.revision, 1u);
  EXPECT_EQ(first.author, first.editor);
  clock.advance(std::chrono::minutes(1));
  Caller colleague = caller(buyer);
  colleague.person = PersonId(ids.next());
  const auto second = std::get<DraftHead>(changed(colleague, first.id, 1, "{}"));
  EXPECT_EQ(second.revision, 2u);
  EXPECT_EQ(second.author, first.author);
  EXPECT_EQ(second.editor.person, colleague.person);
  EXPECT_EQ(second.created, first.created);
  EXPECT_EQ(second.updated, clock.now());
  EXPECT_EQ(of(buyer), std::vector{second});
}

TEST_F(Drafting, stale_change_learns_the_present_revision_and_a_repeat_does_not) {
  const DraftHead first = begun(buyer);
  const auto second = std::get<DraftHead>(changed(caller(buyer), first.id, 1, "mine"));
  clock.advance(std::chrono::minutes(1));
  EXPECT_EQ(std::get<DraftHead>(changed(caller(buyer), first.id, 1, "mine")), second);
  EXPECT_EQ(std::get<DraftChanged>(changed(caller(buyer), first.id, 1, "other")).present, second);
  Caller colleague = caller(buyer);
  colleague.person = PersonId(ids.next());
  EXPECT_EQ(std::get<DraftChanged>(changed(colleague, first.id, 1, "mine")).present, second);
  EXPECT_EQ(std::get<DraftChanged>(changed(caller(buyer), first.id, 7, "mine")).present, second);
  EXPECT_TRUE(std::holds_alternative<NoSuchDraft>(changed(caller(supplier), first.id, 2, "")));
  EXPECT_TRUE(
      std::holds_alternative<NoSuchDraft>(changed(caller(buyer, Flow::test), first.id, 2, "")));
}

TEST_F(Drafting, list_begins_with_the_last_change) {
  const DraftHead one = begun(buyer);
  clock.advance(std::chrono::minutes(1));
  const DraftHead two = begun(buyer);
  EXPECT_EQ(of(buyer), (std::vector{two, one}));
  clock.advance(std::chrono::minutes(1));
  const auto changed_one = std::get<DraftHead>(changed(caller(buyer), one.id, 1, ""));
  EXPECT_EQ(of(buyer), (std::vector{changed_one, two}));
  EXPECT_TRUE(of(buyer, Flow::test).empty());
}

TEST_F(Drafting, bound_is_for_each_participant) {
  for (std::size_t i = 0; i < base::limits::drafts_max; ++i) begun(buyer);
  EXPECT_TRUE(std::holds_alternative<DraftsFull>(
      run(begin_draft(desk, *drafts, caller(buyer), text(""), soon()))));
  begun(supplier);
}

TEST_F(Drafting, drafts_of_a_participant_that_left_and_old_ones_are_removed) {
  const DraftHead kept = begun(supplier);
  begun(buyer);
  run(close_participant(desk, operator_id, buyer, OnPending::fail, soon()));
  EXPECT_TRUE(remove_ended());
  EXPECT_EQ(run(drafts->owners(soon())), std::vector{supplier});
  clock.advance(base::limits::draft_kept_for);
  EXPECT_TRUE(remove_ended());
  EXPECT_EQ(of(supplier), std::vector{kept});
  clock.advance(std::chrono::milliseconds(1));
  EXPECT_TRUE(remove_ended());
  EXPECT_TRUE(of(supplier).empty());
}

}  // namespace
}  // namespace tradepost::exchange::drafts_test
