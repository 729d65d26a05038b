#include "api/providers/sign_in_providers.hpp"

#include <gtest/gtest.h>

// Covers contract 13.9.
namespace tradepost::api::sign_in_providers_test {
namespace {

using exchange::Role;

ProviderRules provider(std::string id, std::vector<std::string> domains) {
  ProviderRules rules;
  rules.id = rules.name = std::move(id);
  rules.domains = std::move(domains);
  rules.client.issuer = "https://" + rules.id + ".example";
  return rules;
}

std::string id_of(const SignInProvider* found) {
  return found == nullptr ? "none" : found->rules().id;
}

TEST(SignInProviders, one_provider_serves_an_address) {
  base::SystemClock clock;
  const SignInProviders all(
      {provider("huber", {"huber.example", "huber.test"}), provider("all", {})}, clock);
  EXPECT_EQ(id_of(all.serving("anna@huber.example")), "huber");
  EXPECT_EQ(id_of(all.serving("Anna@HUBER.test")), "huber");
  EXPECT_EQ(id_of(all.serving("huber.example@evil.example")), "all");
  EXPECT_EQ(id_of(all.serving("anna@sub.huber.example")), "all");
  EXPECT_EQ(id_of(all.serving("")), "all");
  EXPECT_EQ(id_of(all.with_id("huber")), "huber");
  EXPECT_EQ(id_of(all.with_id("")), "none");
}

TEST(SignInProviders, address_of_no_provider_has_none) {
  base::SystemClock clock;
  ProviderRules strict = provider("huber", {"huber.example"});
  strict.allows_passwords = false;
  const SignInProviders all({strict}, clock);
  EXPECT_EQ(id_of(all.serving("anna@other.example")), "none");
  EXPECT_EQ(id_of(all.for_others()), "none");
  EXPECT_FALSE(all.forbids_password("anna@other.example"));
  EXPECT_TRUE(all.forbids_password("anna@huber.example"));
}

TEST(SignInProviders, sign_ins_at_one_provider_have_a_limit) {
  base::SystemClock clock;
  const SignInProviders all({provider("all", {})}, clock);
  SignInProvider& one = *all.for_others();
  std::vector<SignInProvider::Place> places;
  for (int i = 0; i < SignInProvider::sign_ins_max; ++i) {
    auto place = one.enter();
    ASSERT_TRUE(place.has_value()) << i;
    places.push_back(*std::move(place));
  }
  EXPECT_FALSE(one.enter().has_value());
  places.pop_back();
  EXPECT_TRUE(one.enter().has_value());
}

TEST(ProviderRoles, highest_role_of_all_texts_is_given) {
  const ProviderRoles roles{
      .place = {},
      .claim = "groups",
      .values = {{Role::reader, "staff"}, {Role::administrator, "it"}, {Role::clerk, "staff"}}};
  EXPECT_EQ(role_of(roles, {"staff"}), Role::clerk);
  EXPECT_EQ(role_of(roles, {"other", "it", "staff"}), Role::administrator);
  EXPECT_EQ(role_of(roles, {"Staff"}), std::nullopt);
  EXPECT_EQ(role_of(roles, {}), std::nullopt);
}

}  // namespace
}  // namespace tradepost::api::sign_in_providers_test
