#include <gtest/gtest.h>

#include "exchange/world.hpp"

// Tests of contract 4.2, 4.9 and 4.10: rejections, Idempotency-Keys, and the meaning of 201.
// Covers contract 2.5, 3.3, 8.1 and 8.4.
namespace tradepost::exchange::keys_test {
namespace {

using Ids = std::vector<TransactionId>;

class Network : public testing::Test, public World {
 public:
  SendAnswer with_key(std::string body, std::string key, Flow flow = Flow::live) {
    return send(buyer, std::move(body), {.flow = flow, .key = std::move(key)});
  }
  // `body` is the document that the text becomes.
  SendAnswer with_text(std::string body, std::string text) {
    Original original{.form = OriginalForm::edifact, .text = bytes_of(std::move(text))};
    return send(buyer, std::move(body),
                {.flow = Flow::live, .key = "k", .original = std::move(original)});
  }
};
using UnreadableBody = Network;
using Rejections = Network;
using IdempotencyKeys = Network;
using Acceptance = Network;

const std::string faulty = R"({"type":"ORDER","content":{"header":{},"items":[{}]}})";

// Covers contract 4.1.
TEST_F(UnreadableBody, unreadable_body_is_no_case_and_no_transaction) {
  EXPECT_TRUE(is<document::Unreadable>(send(buyer, "{")));
  EXPECT_TRUE(cases(buyer).empty());
  EXPECT_TRUE(history(buyer).empty());
}

// Covers contract 4.2.
TEST_F(Rejections, rejection_is_a_case_that_a_clerk_can_see) {
  const auto answer = send(buyer, faulty);
  ASSERT_TRUE(is<Refused>(answer));
  const auto id = std::get<Refused>(answer).case_id;
  ASSERT_TRUE(id);
  const auto found = run(find_case(desk, caller(buyer), *id, soon()));
  ASSERT_TRUE(found && found->rejected);
  EXPECT_EQ(found->rejected->content, R"({"header":{},"items":[{}]})");
  EXPECT_FALSE(found->rejected->faults.empty());
  EXPECT_FALSE(run(find_case(desk, caller(supplier), *id, soon())));
}

TEST_F(Rejections, same_payload_rejected_again_raises_a_counter) {
  send(buyer, faulty);
  send(buyer, faulty);
  ASSERT_EQ(cases(buyer).size(), 1u);
  EXPECT_EQ(cases(buyer).front()->count, 2u);
}

TEST_F(Rejections, sixty_a_minute_are_cases_and_the_rest_is_refused_without_one) {
  for (int i = 0; i < 60; ++i) send(buyer, faulty);
  EXPECT_FALSE(std::get<Refused>(send(buyer, faulty)).case_id);
  EXPECT_TRUE(std::get<Refused>(send(supplier, faulty)).case_id);
  clock.advance(std::chrono::minutes(1));
  EXPECT_TRUE(std::get<Refused>(send(buyer, faulty)).case_id);
}

TEST_F(Rejections, rejections_of_a_sender_are_bounded_and_the_oldest_go) {
  const std::string padding(70'000, 'x');
  for (int i = 0; i < 300; ++i) {
    if (i % 60 == 0) clock.advance(std::chrono::minutes(1));
    send(buyer, R"({"type":"ORDER","content":{"header":{},"items":[{}],"note)" + std::to_string(i) +
                    "\":\"" + padding + "\"}}");
  }
  std::uint64_t bytes = 0;
  CasesRequest request;
  request.caller = caller(buyer);
  request.count_max = 100;
  std::size_t count = 0;
  do {
    const auto page = std::get<CasesPage>(run(exchange::cases(desk, request, soon())));
    for (const CasePtr& it : page.items) {
      bytes += run(find_case(desk, caller(buyer), it->id, soon()))->rejected->bytes();
      ++count;
    }
    request.cursor = page.next;
  } while (request.cursor);
  EXPECT_LT(count, 300u);
  EXPECT_GT(count, 200u);
  EXPECT_LE(bytes, 16u << 20);
}

TEST_F(Rejections, blocked_sender_learns_nothing_of_what_is_demanded) {
  ProfileRequest profile;
  profile.requirements = {{.kind = Kind::order, .path = "header.shipTo", .domain = {}, .when = {}}};
  run(change_profile(desk, caller(supplier), profile, soon()));
  relate(buyer, supplier, RelationshipStatus::blocked);
  EXPECT_TRUE(is<Blocked>(send(buyer, order("1"))));
}

// Covers contract 4.9.
TEST_F(IdempotencyKeys, repeat_with_the_key_gets_the_first_answer_again) {
  const auto first = with_key(order("1"), "k");
  const auto again = with_key(order("1"), "k");
  ASSERT_TRUE(is<Accepted>(again));
  EXPECT_EQ(id_of(again), id_of(first));
  EXPECT_EQ(pending(supplier).size(), 1u);
}

TEST_F(IdempotencyKeys, first_answer_is_repeated_after_later_changes) {
  const auto first = with_key(order("1"), "k");
  report(supplier, id_of(first), Verdict::failure);
  relate(buyer, supplier, RelationshipStatus::blocked);
  EXPECT_EQ(id_of(with_key(order("1"), "k")), id_of(first));
  EXPECT_TRUE(pending(supplier).empty());
}

TEST_F(IdempotencyKeys, held_answer_stays_held_after_the_release) {
  OrderText text;
  text.buyer = party(stranger_gln);
  const auto first = send(stranger, text.body(), {.flow = Flow::live, .key = "k"});
  ASSERT_TRUE(is<HeldBack>(first));
  relate(stranger, supplier, RelationshipStatus::active);
  EXPECT_TRUE(is<HeldBack>(send(stranger, text.body(), {.flow = Flow::live, .key = "k"})));
}

TEST_F(IdempotencyKeys, warnings_of_the_first_answer_come_again) {
  const std::string odd = R"(,"identifiers":[{"identifier":"9521001000001"}])";
  const OrderText text{.more_item = odd};
  const auto first = std::get<Accepted>(with_key(text.body(), "k"));
  ASSERT_EQ(first.warnings.size(), 1u);
  restart();
  EXPECT_EQ(std::get<Accepted>(with_key(text.body(), "k")).warnings, first.warnings);
  relate(buyer, supplier, RelationshipStatus::blocked);
  EXPECT_EQ(std::get<Accepted>(with_key(text.body(), "k")).warnings, first.warnings);
  const OrderText held{.buyer = party(stranger_gln), .more_item = odd};
  const Sending again{.flow = Flow::live, .key = "k"};
  EXPECT_EQ(std::get<HeldBack>(send(stranger, held.body(), again)).warnings.size(), 1u);
  EXPECT_EQ(std::get<HeldBack>(send(stranger, held.body(), again)).warnings.size(), 1u);
}

TEST_F(IdempotencyKeys, other_payload_under_the_key_is_refused_and_not_sent) {
  with_key(order("1"), "k");
  EXPECT_TRUE(is<KeyMismatch>(with_key(order("2"), "k")));
  EXPECT_EQ(pending(supplier).size(), 1u);
}

TEST_F(IdempotencyKeys, text_has_the_first_answer_although_it_becomes_another_document_now) {
  const auto first = id_of(with_text(order("1"), "one"));
  EXPECT_EQ(id_of(with_text(order("2"), "one")), first);
  EXPECT_EQ(id_of(with_text(faulty, "one")), first);
  EXPECT_TRUE(is<KeyMismatch>(with_text(order("1"), "other")));
  EXPECT_EQ(pending(supplier), Ids{first});
}

TEST_F(IdempotencyKeys, text_that_becomes_no_document_now_has_the_first_answer) {
  const auto first = id_of(with_text(order("1"), "one"));
  const auto answer_of = [&](std::string_view key, std::string_view text) {
    SendRequest request{.caller = caller(buyer),
                        .body = {},
                        .key = base::sha256(key),
                        .payload = base::sha256(text)};
    return run(answer_of_key(desk, std::move(request), soon()));
  };
  const auto again = answer_of("k", "one");
  ASSERT_TRUE(again);
  EXPECT_EQ(id_of(*again), first);
  EXPECT_EQ(std::get<Accepted>(*again).given, Given::again);
  const auto mismatch = answer_of("k", "other");
  ASSERT_TRUE(mismatch);
  EXPECT_TRUE(is<KeyMismatch>(*mismatch));
  EXPECT_FALSE(answer_of("unused", "one"));
}

TEST_F(IdempotencyKeys, refused_request_leaves_its_key_free) {
  EXPECT_TRUE(is<Refused>(with_key(faulty, "k")));
  EXPECT_TRUE(is<Accepted>(with_key(order("1"), "k")));
}

TEST_F(IdempotencyKeys, key_of_one_participant_is_free_for_another) {
  with_key(order("1"), "k");
  relate(stranger, supplier, RelationshipStatus::active);
  OrderText text;
  text.buyer = party(stranger_gln);
  EXPECT_TRUE(is<Accepted>(send(stranger, text.body(), {.flow = Flow::live, .key = "k"})));
}

TEST_F(IdempotencyKeys, key_lives_over_a_restart_and_a_day) {
  const auto first = id_of(with_key(order("1"), "k"));
  restart();
  clock.advance(std::chrono::hours(23));
  EXPECT_EQ(id_of(with_key(order("1"), "k")), first);
  clock.advance(std::chrono::hours(1));
  EXPECT_TRUE(is<Duplicate>(with_key(order("1"), "k")));
  EXPECT_TRUE(is<Accepted>(with_key(order("2"), "k")));
}

TEST_F(IdempotencyKeys, keys_of_a_participant_are_bounded) {
  desk.rules.keys_max = 2;
  with_key(order("1"), "a");
  with_key(order("2"), "b");
  EXPECT_TRUE(is<KeysFull>(with_key(order("3"), "c")));
  EXPECT_TRUE(is<Accepted>(with_key(order("1"), "a")));
  EXPECT_TRUE(is<Accepted>(send(buyer, order("3"))));
}

TEST_F(IdempotencyKeys, holds_for_posted_errors) {
  ErrorRequest request;
  request.caller = caller(buyer);
  request.reason = "price list missing";
  request.key = base::sha256("k");
  const auto first = std::get<CaseOpened>(run(post_error(desk, request, soon()))).id;
  EXPECT_EQ(std::get<CaseOpened>(run(post_error(desk, request, soon()))).id, first);
  EXPECT_EQ(cases(buyer).size(), 1u);
  request.reason = "another";
  EXPECT_TRUE(is<KeyMismatch>(run(post_error(desk, request, soon()))));
}

TEST_F(IdempotencyKeys, holds_for_requeue) {
  const auto id = sent(buyer, order("1"));
  report(supplier, id, Verdict::failure);
  const auto first = std::get<Requeued>(requeue(buyer, id, "k")).id;
  EXPECT_EQ(std::get<Requeued>(requeue(buyer, id, "k")).id, first);
  EXPECT_EQ(pending(supplier), Ids{first});
}

// Covers contract 4.10.
TEST_F(Acceptance, accepted_one_is_in_the_queue_and_survives_a_restart) {
  const auto id = sent(buyer, order("1"));
  restart();
  EXPECT_EQ(pending(supplier), Ids{id});
  EXPECT_EQ(find(supplier, id)->content.view, find(buyer, id)->content.view);
}

TEST_F(Acceptance, write_that_is_given_again_is_answered_alike) {
  Submission submission;
  submission.transaction.id = TransactionId(ids.next());
  submission.transaction.flow = Flow::live;
  submission.transaction.parties.principal.participant = buyer;
  submission.transaction.parties.commercial.participant = supplier;
  submission.transaction.recipient = supplier;
  submission.transaction.viewers = {buyer, supplier};
  submission.transaction.number = "1";
  submission.transaction.has_chain = true;
  submission.content = bytes_of("{}");
  const auto current = directory.current();
  submission.seen = {.principal = 1, .recipient = 1, .relationship = 1, .network = 0};
  const auto first = run(store().submit(submission, soon()));
  const auto again = run(store().submit(submission, soon()));
  ASSERT_TRUE(is<Accepted>(first));
  ASSERT_TRUE(is<Accepted>(again));
  EXPECT_EQ(std::get<Accepted>(again).id, std::get<Accepted>(first).id);
  EXPECT_EQ(pending(supplier).size(), 1u);
}

TEST_F(Acceptance, route_of_an_old_directory_is_not_followed) {
  LiveDirectory behind;
  run(behind.catch_up(store(), soon()));
  Desk late = desk_with(behind);
  ParticipantEdit edit;
  edit.id = stranger;
  edit.add_identifiers = {{.domain = Domain::gs1, .text = std::string(supplier_gln)}};
  run(edit_participant(desk, operator_id, edit, soon()));
  SendRequest request{.caller = caller(buyer), .body = bytes_of(order("1")), .key = {}};
  EXPECT_TRUE(is<HeldBack>(run(exchange::send(late, request, soon()))));
  EXPECT_TRUE(pending(supplier).empty());
}

TEST_F(Acceptance, attempt_by_a_newer_directory_meets_its_requirements) {
  LiveDirectory behind;
  run(behind.catch_up(store(), soon()));
  Desk late = desk_with(behind);
  const Requirement ship_to{.kind = Kind::order, .path = "header.shipTo", .domain = {}, .when = {}};
  ProfileRequest profile;
  profile.requirements = {ship_to};
  run(change_profile(desk, caller(supplier), profile, soon()));
  SendRequest request{.caller = caller(buyer), .body = bytes_of(order("1")), .key = {}};
  EXPECT_EQ(faults_of(run(exchange::send(late, request, soon()))),
            "order.header.shipTo.demanded at content.header.shipTo");

  LiveDirectory behind_again;
  run(behind_again.catch_up(store(), soon()));
  Desk late_again = desk_with(behind_again);
  relate(buyer, supplier, RelationshipStatus::active, KindSet({Kind::order}));
  OrderText text;
  text.more_header = ",\"shipTo\":" + party(buyer_gln);
  request.body = bytes_of(text.body());
  EXPECT_TRUE(is<Accepted>(run(exchange::send(late_again, request, soon()))));
}

TEST_F(Acceptance, validation_keeps_nothing_and_judges_alike) {
  const auto judge = [&](std::string body) {
    SendRequest request{.caller = caller(buyer), .body = bytes_of(std::move(body)), .key = {}};
    return std::get<Validation>(run(validate(desk, request, soon())));
  };
  EXPECT_TRUE(judge(order("1")).valid());
  EXPECT_EQ(judge(order("1")).recipient, supplier);
  EXPECT_TRUE(history(buyer).empty());
  EXPECT_FALSE(judge(faulty).valid());
  EXPECT_TRUE(cases(buyer).empty());
  sent(buyer, order("1"));
  EXPECT_EQ(judge(order("1")).faults.front().code, "order.duplicate");
  relate(buyer, supplier, RelationshipStatus::blocked);
  EXPECT_EQ(judge(order("2")).faults.front().code, "order.blocked");
}

}  // namespace
}  // namespace tradepost::exchange::keys_test
