// /openapi.json describes exactly the query parameters that the code reads.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "api/administration/admin_list.hpp"
#include "api/bodies/list_filters.hpp"
#include "api/description/openapi.hpp"
#include "api/handlers/label_query.hpp"
#include "api/listing/case_list.hpp"
#include "base/ground/check.hpp"
#include "document/json/view.hpp"
#include "document/json_reader.hpp"

namespace tradepost::api {
namespace {

using document::View;

class OpenApiQueries : public testing::Test {
 protected:
  void SetUp() override {
    const auto read = reader_.read(text_);
    ASSERT_TRUE(read.has_value());
    whole_ = *read;
  }

  // Returns the schemas of a GET's query parameters by name.
  std::map<std::string, View> queries_of(std::string_view path) const {
    std::map<std::string, View> schemas;
    const View operation = whole_.member("paths").member(path).member("get");
    operation.member("parameters").each([&](std::uint32_t, const View& parameter) {
      const View place = parameter.member("in");  // none: a reference to a header
      if (!place || place.text() != "query") return;
      schemas.emplace(parameter.member("name").text(), followed(parameter.member("schema")));
    });
    return schemas;
  }

  static std::vector<std::string> words_of(const View& schema) {
    std::vector<std::string> words;
    schema.member("enum").each([&](std::uint32_t, const View& word) {
      words.push_back(word.is_text() ? word.text() : std::string(word.scalar()));
    });
    return words;
  }

  // Expects that exactly the described words of every parameter are accepted.
  template <typename Wanted>
  void expect_words(std::string_view path, const BodyShape& shape, Wanted (*read)(Query&)) {
    const auto is_read = [&](const std::string& name, const std::string& word) {
      return list_query_of(target_of(name, word), sealer_, shape, read).has_value();
    };
    const auto described = queries_of(path);
    EXPECT_EQ(described.size(), shape.fields.size()) << path;
    for (const auto& [name, schema] : described) {
      const auto words = words_of(schema);
      for (const auto& word : words) EXPECT_TRUE(is_read(name, word)) << name << "=" << word;
      EXPECT_TRUE(words.empty() || !is_read(name, "another")) << name;
    }
  }

  static http::Target target_of(const std::string& name, const std::string& word) {
    const auto target = http::Target::parse(fmt::format("/?{}={}", name, word));
    CHECK(target.has_value());
    return *target;
  }

  base::Sealer sealer_{base::SealKey{}};

 private:
  View followed(const View& schema) const {
    constexpr std::string_view folder = "#/components/schemas/";
    const View reference = schema.member("$ref");
    if (!reference) return schema;
    return whole_.member("components")
        .member("schemas")
        .member(reference.text().substr(folder.size()));
  }

  const std::string text_ = openapi_document(FieldNames("platform"));
  document::JsonReader reader_;
  View whole_;
};

TEST_F(OpenApiQueries, filters_of_lists_are_read_with_all_their_words) {
  expect_words("/v2/transactions", shapes::list_incoming_transactions, incoming_wanted);
  expect_words("/v2/all-transactions", shapes::list_all_transactions, history_wanted);
  expect_words("/admin/transactions", shapes::list_transactions_of_all, history_wanted);
  expect_words("/v2/errors", shapes::list_cases, cases_wanted);
  expect_words("/admin/cases", shapes::list_cases_of_all, cases_wanted);
  expect_words("/admin/tokens", shapes::list_tokens, participant_wanted);
}

TEST_F(OpenApiQueries, of_the_statuses_of_transactions_only_UNKNOWN_finds_nothing) {
  const auto described = queries_of("/v2/all-transactions");
  for (const std::string& word : words_of(described.at("filter[status]"))) {
    const auto query = list_query_of(target_of("filter[status]", word), sealer_,
                                     shapes::list_all_transactions, history_wanted);
    ASSERT_TRUE(query.has_value()) << word;
    EXPECT_EQ(query->wanted.finds_nothing, word == "UNKNOWN") << word;
  }
}

TEST_F(OpenApiQueries, every_word_of_the_looks_of_labels_is_a_look_of_its_own) {
  std::size_t looked_at = 0;
  for (const auto& [name, schema] : queries_of("/v2/labels/{id}.pdf")) {
    const auto words = words_of(schema);
    std::set<std::tuple<label::Size, label::Resolution, label::Sheet>> looks;
    for (const std::string& word : words) {
      const auto look = label_look_of(target_of(name, word), LabelFileType::pdf);
      ASSERT_TRUE(look.has_value()) << name << "=" << word;
      looks.emplace(look->format.size, look->format.resolution, look->sheet);
    }
    if (words.empty()) continue;
    EXPECT_EQ(looks.size(), words.size()) << name;
    EXPECT_FALSE(label_look_of(target_of(name, "another"), LabelFileType::pdf).has_value()) << name;
    ++looked_at;
  }
  EXPECT_EQ(looked_at, 3u) << "size, dpi and sheet";
}

}  // namespace
}  // namespace tradepost::api
