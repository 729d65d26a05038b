// The parameters that /openapi.json describes, and those that are read, hold each other.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "api/bodies/transaction_filters.hpp"
#include "api/description/openapi.hpp"
#include "api/handlers/label_query.hpp"
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

  // The schemas of a GET's parameters in the query, by their names.
  std::map<std::string, View> queries_of(std::string_view path) const {
    std::map<std::string, View> schemas;
    const View operation = whole_.member("paths").member(path).member("get");
    operation.member("parameters").each([&](std::uint32_t, const View& parameter) {
      const View place = parameter.member("in");  // none: a reference, to a header
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

  void expect_filters(std::string_view path, std::span<const FilterRow<WantedTransactions>> rows) {
    const auto described = queries_of(path);
    std::set<std::string> names;
    for (const auto& [name, schema] : described) {
      if (name.starts_with("filter[")) names.insert(name);
    }
    std::set<std::string> read;
    for (const auto& row : rows) {
      const std::string name(row.name);
      read.insert(name);
      if (!described.contains(name)) continue;
      const auto words = words_of(described.at(name));
      WantedTransactions wanted;
      for (const std::string& word : words) {
        EXPECT_FALSE(row.read(word, wanted).has_value()) << name << "=" << word;
      }
      const bool is_bounded = !words.empty();
      EXPECT_TRUE(!is_bounded || row.read("another", wanted).has_value()) << name;
    }
    EXPECT_EQ(names, read) << path;
  }

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

TEST_F(OpenApiQueries, filters_of_transactions_are_those_that_are_read_with_all_their_words) {
  expect_filters("/v2/transactions", filters_of_incoming());
  expect_filters("/v2/all-transactions", filters_of_history());
  expect_filters("/admin/transactions", filters_of_history());
}

TEST_F(OpenApiQueries, looks_of_labels_are_read_with_all_their_words) {
  const auto is_taken = [](const std::string& name, const std::string& word) {
    const auto target = http::Target::parse(fmt::format("/v2/labels/1.pdf?{}={}", name, word));
    CHECK(target.has_value());
    return label_look_of(*target, LabelFileType::pdf).has_value();
  };
  std::size_t looked_at = 0;
  for (const auto& [name, schema] : queries_of("/v2/labels/{id}.pdf")) {
    const auto words = words_of(schema);
    for (const std::string& word : words) EXPECT_TRUE(is_taken(name, word)) << name << "=" << word;
    if (words.empty()) continue;
    EXPECT_FALSE(is_taken(name, "another")) << name;
    ++looked_at;
  }
  EXPECT_EQ(looked_at, 3u) << "size, dpi and sheet";
}

}  // namespace
}  // namespace tradepost::api
