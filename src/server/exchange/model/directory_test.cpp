#include "exchange/model/directory.hpp"

#include <gtest/gtest.h>

#include "base/clock.hpp"

// Covers contract 5.4 and 8.2.
namespace tradepost::exchange {
namespace {

class Entries : public testing::Test {
 public:
  Participant participant(std::string gln) {
    Participant entry;
    entry.id = ParticipantId(ids.next());
    entry.revision = 1;
    entry.identifiers = {{.domain = Domain::gs1, .text = std::move(gln)}};
    return entry;
  }
  DirectoryPtr with(const DirectoryPtr& directory, DirectoryEntry entry) {
    return directory->with({&entry, 1}, directory->revision() + 1);
  }
  base::ManualClock clock{base::instant_of(0)};
  base::SeededRandom random{1};
  base::UuidGenerator ids{clock, random};
};
using DirectoryTest = Entries;

TEST_F(DirectoryTest, snapshot_does_not_change_under_its_reader) {
  const auto before = Directory::empty();
  const auto entry = participant("1");
  const auto after = with(before, entry);
  EXPECT_EQ(before->participant(entry.id), nullptr);
  EXPECT_NE(after->participant(entry.id), nullptr);
  EXPECT_TRUE(before->holders(Domain::gs1, "1").empty());
  EXPECT_EQ(after->holders(Domain::gs1, " 1").size(), 1u);
}

TEST_F(DirectoryTest, identifier_that_is_given_away_leads_to_its_new_holder) {
  auto from = participant("1");
  auto to = participant("2");
  auto directory = with(with(Directory::empty(), from), to);
  std::swap(from.identifiers, to.identifiers);
  ++from.revision;
  ++to.revision;
  for (const auto& entry : {to, from}) directory = with(directory, entry);
  ASSERT_EQ(directory->holders(Domain::gs1, "1").size(), 1u);
  EXPECT_EQ(directory->holders(Domain::gs1, "1")[0], to.id);
  EXPECT_EQ(directory->holders(Domain::gs1, "2")[0], from.id);
}

TEST_F(DirectoryTest, older_revision_of_an_entry_changes_nothing) {
  auto entry = participant("1");
  entry.revision = 2;
  entry.name = "newer";
  auto directory = with(Directory::empty(), entry);
  entry.revision = 1;
  entry.name = "older";
  directory = with(directory, entry);
  EXPECT_EQ(directory->participant(entry.id)->name, "newer");
}

TEST_F(DirectoryTest, token_is_found_by_its_hash_and_its_id) {
  Token token;
  token.id = TokenId(ids.next());
  token.revision = 1;
  token.hash = base::sha256("secret");
  const auto directory = with(Directory::empty(), token);
  ASSERT_NE(directory->token(token.hash), nullptr);
  EXPECT_EQ(directory->token(token.hash), directory->token(token.id));
  EXPECT_EQ(directory->token(base::sha256("Secret")), nullptr);
}

TEST_F(DirectoryTest, relationship_is_one_direction) {
  Relationship relationship;
  relationship.from = ParticipantId(ids.next());
  relationship.to = ParticipantId(ids.next());
  relationship.revision = 1;
  const auto directory = with(Directory::empty(), relationship);
  EXPECT_NE(directory->relationship(relationship.from, relationship.to), nullptr);
  EXPECT_EQ(directory->relationship(relationship.to, relationship.from), nullptr);
  EXPECT_EQ(directory->relationships_of(relationship.to).size(), 1u);
}

TEST_F(DirectoryTest, many_entries_are_all_found) {
  auto directory = Directory::empty();
  std::vector<Participant> all;
  for (int i = 0; i < 2'000; ++i) {
    all.push_back(participant(std::to_string(i)));
    directory = with(directory, all.back());
  }
  for (int i = 0; i < 2'000; ++i) {
    const auto holders = directory->holders(Domain::gs1, std::to_string(i));
    ASSERT_EQ(holders.size(), 1u);
    EXPECT_EQ(holders[0], all[static_cast<std::size_t>(i)].id);
  }
  EXPECT_EQ(directory->participants().size(), 2'000u);
}

TEST_F(DirectoryTest, network_is_approved_unless_it_is_set_open) {
  EXPECT_EQ(Directory::empty()->mode(), NetworkMode::approved);
  const Setting open{.name = SettingName::network, .revision = 1, .value = "open"};
  EXPECT_EQ(with(Directory::empty(), open)->mode(), NetworkMode::open);
}

TEST_F(DirectoryTest, pages_show_each_participant_once_in_the_order_of_ids) {
  std::vector<DirectoryEntry> entries;
  for (int i = 0; i < 1'000; ++i) entries.emplace_back(participant(std::to_string(i)));
  const auto directory = Directory::empty()->with(entries, 1);
  std::vector<const Participant*> seen;
  ParticipantId after;
  for (;;) {
    const auto page = directory->participants(after, 7, [](const Participant&) { return true; });
    seen.insert(seen.end(), page.begin(), page.end());
    if (page.size() < 7) break;
    after = page.back()->id;
  }
  EXPECT_EQ(seen, directory->participants());
}

TEST_F(DirectoryTest, page_has_what_is_wanted_alone) {
  std::vector<DirectoryEntry> entries;
  for (int i = 0; i < 1'000; ++i) entries.emplace_back(participant(std::to_string(i)));
  const auto directory = Directory::empty()->with(entries, 1);
  const auto is_wanted = [](const Participant& entry) {
    return entry.identifiers[0].text.ends_with("77");
  };
  const auto all = directory->participants({}, 100, is_wanted);
  ASSERT_EQ(all.size(), 10u);
  const auto behind = directory->participants(all[3]->id, 2, is_wanted);
  EXPECT_EQ(behind, std::vector(all.begin() + 4, all.begin() + 6));
}

TEST_F(DirectoryTest, relationships_are_paged_by_both_their_ends) {
  std::vector<DirectoryEntry> entries;
  std::vector<ParticipantId> ends;
  for (int i = 0; i < 20; ++i) ends.emplace_back(ids.next());
  for (const ParticipantId from : ends) {
    for (const ParticipantId to : ends) {
      Relationship entry;
      entry.from = from;
      entry.to = to;
      entry.revision = 1;
      if (from != to) entries.emplace_back(entry);
    }
  }
  const auto directory = Directory::empty()->with(entries, 1);
  std::vector<const Relationship*> seen;
  Directory::Ends after;
  for (;;) {
    const auto page = directory->relationships(after, 9, [](const Relationship&) { return true; });
    seen.insert(seen.end(), page.begin(), page.end());
    if (page.size() < 9) break;
    after = {page.back()->from, page.back()->to};
  }
  EXPECT_EQ(seen, directory->relationships());
}

Digest secret_of(std::string_view text) {
  return base::sha256(text);
}

TEST_F(DirectoryTest, person_is_found_by_the_secrets_of_the_newest_revision_only) {
  Person person{.id = PersonId(ids.next()), .revision = 1};
  person.link = PersonLink{
      .purpose = PersonLink::Purpose::invitation, .secret = secret_of("link"), .ends = clock.now()};
  auto directory = with(Directory::empty(), person);
  ASSERT_NE(directory->person_with(secret_of("link")), nullptr);
  EXPECT_EQ(*directory->person_with(secret_of("link")), person);

  const auto before = directory;
  person.revision = 2;
  person.link.reset();
  person.sessions = {{.id = SessionId(ids.next()), .secret = secret_of("one")},
                     {.id = SessionId(ids.next()), .secret = secret_of("two")}};
  directory = with(directory, person);
  EXPECT_EQ(directory->person_with(secret_of("link")), nullptr);
  for (const auto* secret : {"one", "two"}) {
    ASSERT_NE(directory->person_with(secret_of(secret)), nullptr) << secret;
    EXPECT_EQ(directory->person_with(secret_of(secret))->id, person.id);
  }
  EXPECT_NE(before->person_with(secret_of("link")), nullptr);

  Person earlier = person;
  earlier.revision = 1;
  earlier.sessions.clear();
  EXPECT_NE(with(directory, earlier)->person_with(secret_of("one")), nullptr);
}

TEST_F(DirectoryTest, page_of_people_is_ordered_by_id) {
  std::vector<DirectoryEntry> entries;
  for (int i = 0; i < 50; ++i) {
    entries.emplace_back(Person{.id = PersonId(ids.next()), .revision = 1});
  }
  const auto directory = Directory::empty()->with(entries, 1);
  const auto all = [](const Person&) { return true; };
  const auto page = directory->people(std::get<Person>(entries[9]).id, 20, all);
  ASSERT_EQ(page.size(), 20u);
  for (std::size_t i = 0; i < page.size(); ++i) {
    EXPECT_EQ(page[i]->id, std::get<Person>(entries[10 + i]).id) << i;
  }
  EXPECT_TRUE(directory->people({}, 20, [](const Person&) { return false; }).empty());
}

}  // namespace
}  // namespace tradepost::exchange
