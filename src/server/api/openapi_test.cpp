// /openapi.json and the table of routes describe the same operations.
#include "api/description/openapi.hpp"

#include <gtest/gtest.h>

#include <map>
#include <ranges>
#include <set>
#include <string>

#include "api/request/access.hpp"
#include "api/routes.hpp"
#include "base/text/text.hpp"
#include "document/json/view.hpp"
#include "document/json_reader.hpp"

namespace tradepost::api {
namespace {

using document::View;

class OpenApi : public testing::Test {
 protected:
  void SetUp() override {
    const auto read = reader_.read(text_);
    ASSERT_TRUE(read.has_value());
    whole_ = *read;
    whole_.member("paths").each_member([&](const View& path, const View& item) {
      item.each_member([&](const View& method, const View& operation) {
        operations_.emplace(base::ascii_uppered(method.text()) + " " + path.text(), operation);
      });
    });
  }

  static std::string way_of(const Route& route) {
    return std::string(route.method) + " " + std::string(route.path);
  }

  // Calls visit(route, operation) for each described route.
  template <typename RequestContext>
  void each_route(RequestContext visit) {
    for (const Route& route : routes()) {
      SCOPED_TRACE(way_of(route));
      const auto found = operations_.find(way_of(route));
      if (found != operations_.end()) visit(route, found->second);
    }
  }

  const std::string text_ = openapi_document(FieldNames("platform"));
  document::JsonReader reader_;
  View whole_;
  std::map<std::string, View> operations_;  // key: GET /v2/ping
};

std::vector<std::string> texts_in(const View& list) {
  std::vector<std::string> texts;
  list.each([&](std::uint32_t, const View& text) { texts.push_back(text.text()); });
  return texts;
}

std::vector<std::string> schemes_of(const View& operation) {
  std::vector<std::string> schemes;
  operation.member("security").each([&](std::uint32_t, const View& requirement) {
    requirement.each_member([&](const View& name, const View&) { schemes.push_back(name.text()); });
  });
  return schemes;
}

std::vector<std::string> scopes_of(exchange::Scopes scopes) {
  const auto names = scope_names(scopes);
  return {names.begin(), names.end()};
}

// Covers contract 2.9.
TEST_F(OpenApi, every_route_is_described) {
  for (const Route& route : routes()) {
    EXPECT_TRUE(operations_.contains(way_of(route))) << way_of(route);
  }
}

TEST_F(OpenApi, every_description_has_its_route) {
  std::set<std::string> ways;
  for (const Route& route : routes()) ways.insert(way_of(route));
  for (const auto& [way, operation] : operations_) EXPECT_TRUE(ways.contains(way)) << way;
}

TEST_F(OpenApi, a_body_is_described_exactly_where_one_is_read) {
  each_route([](const Route& route, const View& operation) {
    EXPECT_EQ(operation.member("requestBody").is_object(), route.body != Body::none);
  });
}

using Texts = std::vector<std::string>;
const Texts with_token_or_link = {"participant", "link"};
const Texts with_any_token = {"participant", "operator"};

struct Described {
  const View& operation;

  void operator()(const ForParticipants& way) const {
    EXPECT_EQ(schemes_of(operation), Texts{"participant"});
    EXPECT_EQ(texts_in(operation.member("x-scopes")), scopes_of(way.needs));
  }
  void operator()(const ForLinkHolders& way) const {
    EXPECT_EQ(schemes_of(operation), with_token_or_link);
    EXPECT_EQ(texts_in(operation.member("x-scopes")), scopes_of(way.needs));
  }
  void operator()(const ForOperators& /*way*/) const {
    EXPECT_EQ(schemes_of(operation), Texts{"operator"});
  }
  void operator()(const ForPeople& /*way*/) const {
    EXPECT_EQ(schemes_of(operation), Texts{"person"});
  }
  // The handler of a public route may check a token or a link itself.
  void operator()(const ForAnybody& /*way*/) const {
    const Texts schemes = schemes_of(operation);
    EXPECT_TRUE(schemes.empty() || schemes == with_token_or_link || schemes == with_any_token);
  }
};

TEST_F(OpenApi, who_may_ask_is_described_as_the_route_has_it) {
  each_route([](const Route& route, const View& operation) {
    std::visit(Described{operation}, route.way);
  });
}

TEST_F(OpenApi, standing_answers_are_those_of_the_routes_sort) {
  each_route([](const Route& route, const View& operation) {
    const View answers = operation.member("responses");
    const bool looks_itself =
        std::holds_alternative<ForAnybody>(route.way) && !schemes_of(operation).empty();
    if (!looks_itself) {
      EXPECT_EQ(answers.member("406").is_object(), route.needs_json_accepted());
    }
    EXPECT_TRUE(route.pace == Pace::free || answers.member("429").is_object());
    EXPECT_TRUE(route.pace == Pace::bounded || !answers.member("429").is_object());
  });
}

TEST_F(OpenApi, references_lead_to_what_is_there) {
  constexpr std::string_view mark = R"("$ref":"#/)";
  std::size_t looked_at = 0;
  for (auto at = text_.find(mark); at != std::string::npos; at = text_.find(mark, at)) {
    at += mark.size();
    const std::string path = text_.substr(at, text_.find('"', at) - at);
    View target = whole_;
    for (const auto part : std::views::split(path, '/')) {
      target = target.member(std::string_view(part.begin(), part.end()));
    }
    EXPECT_TRUE(target.is_object()) << path;
    ++looked_at;
  }
  EXPECT_GT(looked_at, 1000u);
}

TEST_F(OpenApi, fields_have_the_word_that_is_set) {
  const std::string other = openapi_document(FieldNames("beta"));
  EXPECT_TRUE(other.contains("\"betaTransactionId\""));
  EXPECT_FALSE(other.contains("platformTransactionId"));
}

}  // namespace
}  // namespace tradepost::api
