#include "exchange/administration/operators.hpp"

#include <gtest/gtest.h>

#include "exchange/world.hpp"

// Administration by operators (contract 9.1).
// Covers contract 9.1.
namespace tradepost::exchange {
namespace {

class Operators : public testing::Test, public World {};

TEST_F(Operators, one_that_was_added_is_let_in_by_its_token) {
  const OperatorRequest request{.name = "Leitstelle", .hash = base::sha256("secret")};
  const auto added = run(add_operator(desk, Actor::of(operator_id), request, soon()));
  ASSERT_TRUE(is<Operator>(added));
  EXPECT_EQ(operator_with(*directory.current(), base::sha256("secret")),
            std::get<Operator>(added).id);
  EXPECT_EQ(operator_with(*directory.current(), base::sha256("other")), std::nullopt);
}

TEST_F(Operators, name_that_is_none_and_token_of_another_are_refused) {
  const auto add = [&](std::string name, std::string_view token) {
    const OperatorRequest request{.name = std::move(name), .hash = base::sha256(token)};
    return run(add_operator(desk, Actor::of(operator_id), request, soon()));
  };
  EXPECT_TRUE(is<Operator>(add("A", "secret")));
  EXPECT_TRUE(is<Refused>(add("B", "secret")));
  EXPECT_TRUE(is<Refused>(add(" ", "other")));
  EXPECT_TRUE(is<Refused>(add("two\nlines", "other")));
  EXPECT_EQ(operators_of(*directory.current()).size(), 1u);
}

TEST_F(Operators, last_one_can_not_be_removed) {
  const auto add = [&](std::string name) {
    const OperatorRequest request{.name = name, .hash = base::sha256(name)};
    return std::get<Operator>(run(add_operator(desk, Actor::of(operator_id), request, soon())));
  };
  const Operator first = add("first");
  const Operator second = add("second");
  EXPECT_TRUE(is<Changed>(run(remove_operator(desk, Actor::of(second.id), first.id, soon()))));
  EXPECT_EQ(operator_with(*directory.current(), first.hash), std::nullopt);
  EXPECT_TRUE(is<Unknown>(run(remove_operator(desk, Actor::of(second.id), first.id, soon()))));
  EXPECT_TRUE(is<Refused>(run(remove_operator(desk, Actor::of(second.id), second.id, soon()))));
  EXPECT_EQ(operator_with(*directory.current(), second.hash), second.id);
}

TEST_F(Operators, token_that_a_start_names_replaces_the_one_before) {
  const auto keep = [&](std::string_view token) {
    const OperatorRequest request{.name = "start", .hash = base::sha256(token)};
    return std::get<Operator>(run(keep_operator(desk, request, soon())));
  };
  const Operator before = keep("old");
  EXPECT_EQ(keep("old"), before);
  EXPECT_EQ(keep("new").id, before.id);
  EXPECT_EQ(operator_with(*directory.current(), base::sha256("old")), std::nullopt);
  EXPECT_EQ(operator_with(*directory.current(), base::sha256("new")), before.id);
}

TEST_F(Operators, token_that_is_an_operators_already_is_kept_as_it_is) {
  const OperatorRequest first{.name = "first", .hash = base::sha256("secret")};
  const auto added = std::get<Operator>(run(add_first_operator(desk, first, soon())));
  const OperatorRequest start{.name = "start", .hash = base::sha256("secret")};
  EXPECT_EQ(std::get<Operator>(run(keep_operator(desk, start, soon()))), added);
  EXPECT_EQ(operators_of(*directory.current()).size(), 1u);
}

TEST_F(Operators, first_one_is_first_only_once) {
  const auto add = [&](std::string_view token) {
    const OperatorRequest request{.name = "first", .hash = base::sha256(token)};
    return run(add_first_operator(desk, request, soon()));
  };
  EXPECT_TRUE(is<Operator>(add("one")));
  EXPECT_TRUE(is<Refused>(add("two")));
  EXPECT_EQ(operator_with(*directory.current(), base::sha256("two")), std::nullopt);
  EXPECT_EQ(operators_of(*directory.current()).size(), 1u);
}

// Simulates two nodes: the second one has not yet read the first one's change.
TEST_F(Operators, nodes_that_begin_at_once_make_one_operator) {
  LiveDirectory of_other;
  Desk other = desk_with(of_other);
  const auto request = [](std::string_view name, std::string_view token) {
    return OperatorRequest{.name = std::string(name), .hash = base::sha256(token)};
  };
  EXPECT_TRUE(is<Operator>(run(add_first_operator(desk, request("first", "one"), soon()))));
  EXPECT_TRUE(is<Refused>(run(add_first_operator(other, request("first", "two"), soon()))));
  EXPECT_EQ(operators_of(*of_other.current()).size(), 1u);
}

}  // namespace
}  // namespace tradepost::exchange
