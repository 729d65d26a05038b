#include "notices/waiting_work.hpp"

#include <gtest/gtest.h>

#include <memory>

namespace tradepost::notices {
namespace {

using exchange::Flow;
using exchange::Language;
using exchange::Subject;
using exchange::Waiting;

const exchange::ParticipantId supplier{base::Uuid{.bytes = {1}}};
const exchange::ParticipantId customer{base::Uuid{.bytes = {2}}};

std::shared_ptr<const exchange::Directory> two_participants() {
  exchange::Participant huber;
  huber.id = supplier;
  huber.revision = 1;
  huber.name = "Huber AG";
  exchange::Participant market = huber;
  market.id = customer;
  market.name = "Kundenmarkt GmbH";
  const std::vector<exchange::DirectoryEntry> entries{huber, market};
  return exchange::Directory::empty()->with(entries, 1);
}

Waiting failed_invoice(std::string reason) {
  exchange::Case concerned;
  concerned.kind = exchange::Kind::invoice;
  concerned.transaction_identifier = "RE-4711";
  concerned.reason = std::move(reason);
  return {.about = Subject::document_failed,
          .participant = supplier,
          .since = exchange::Instant{},
          .concerned = std::make_shared<const exchange::Case>(std::move(concerned)),
          .partner = customer};
}

Content content_of(Language language, const std::vector<Waiting>& work) {
  const auto directory = two_participants();
  return waiting_work(language, {.work = work,
                                 .directory = *directory,
                                 .now = exchange::Instant{} + std::chrono::hours(30),
                                 .exchange = "trade.example",
                                 .console = "https://trade.example/console",
                                 .unsubscribe_url = "https://trade.example/v2/unsubscribe/x"});
}

TEST(WaitingWork, a_failed_document_has_its_number_kind_partner_and_reason) {
  const Content content = content_of(Language::english, {failed_invoice("No article.")});
  EXPECT_EQ(content.subject, "Invoice RE-4711 to Kundenmarkt GmbH failed. No article.");
  ASSERT_EQ(content.list.size(), 1);
  EXPECT_EQ(content.list.front().url,
            "https://trade.example/console/cases/00000000-0000-0000-0000-000000000000"
            "?participant=01000000-0000-0000-0000-000000000000&flow=LIVE");
  EXPECT_EQ(content.unsubscribe_url, "https://trade.example/v2/unsubscribe/x");
}

TEST(WaitingWork, speaks_german) {
  const Content content = content_of(Language::german, {failed_invoice("Artikel unbekannt.")});
  EXPECT_EQ(content.subject,
            "Rechnung RE-4711 an Kundenmarkt GmbH ist fehlgeschlagen. Artikel unbekannt.");
}

TEST(WaitingWork, a_format_in_a_text_of_a_partner_is_a_text) {
  const Content content = content_of(Language::english, {failed_invoice("{} {0} %s")});
  EXPECT_TRUE(content.subject.ends_with("failed. {} {0} %s")) << content.subject;
}

TEST(WaitingWork, counts_what_it_does_not_list) {
  const std::vector<Waiting> work(25, failed_invoice(""));
  const Content content = content_of(Language::english, work);
  EXPECT_EQ(content.subject, "25 tasks wait on trade.example");
  EXPECT_EQ(content.list.size(), 20);
  EXPECT_EQ(content.after.front(), "The console lists 5 more.");
}

TEST(WaitingWork, names_the_participant_only_if_there_are_several) {
  const Waiting own = {.about = Subject::documents_unread,
                       .participant = supplier,
                       .flow = Flow::test,
                       .since = exchange::Instant{},
                       .count = 3};
  const std::string sentence = "3 documents were not collected, the oldest for 30 hours. (TEST)";
  EXPECT_EQ(content_of(Language::english, {own}).list.front().label, sentence);
  Waiting other = own;
  other.participant = customer;
  EXPECT_EQ(content_of(Language::english, {own, other}).list.front().label,
            "Huber AG: " + sentence);
}

TEST(WaitingWork, names_the_node_of_operators) {
  const Waiting old = {.about = Subject::backup_old, .name = "host:/data"};
  EXPECT_EQ(content_of(Language::english, {old}).list.front().label,
            "host:/data: the newest backup is more than 30 hours old.");
  EXPECT_EQ(content_of(Language::english, {old}).list.front().url, "https://trade.example/console");
}

}  // namespace
}  // namespace tradepost::notices
