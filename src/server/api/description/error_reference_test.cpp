#include "api/description/error_reference.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "api/wire/error_texts.hpp"
#include "base/ground/error.hpp"
#include "document/model/fault.hpp"
#include "tests/source_dir.hpp"
#include "tests/support/run.hpp"

// Covers contract 8.1.
namespace tradepost::api::error_reference_test {
namespace {

// With ./test --refresh api this test writes docs/reference/errors.md.
TEST(ErrorReference, page_of_the_repository_has_the_texts_of_the_model) {
  const std::string path = source_dir() + "/docs/reference/errors.md";
  if (run::writes_goldens()) {
    std::ofstream(path, std::ios::binary) << errors_in_markdown();
  }
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(text, errors_in_markdown()) << "./test --refresh api writes docs/reference/errors.md";
}

TEST(ErrorReference, every_code_detail_and_rule_of_a_document_has_an_anchor) {
  const std::string page = errors_in_markdown();
  const auto expect_anchor = [&](std::string_view name) {
    EXPECT_NE(page.find(fmt::format("# {}\n", name)), std::string::npos) << name;
  };
  for (const base::ErrorRow& row : base::error_rows()) expect_anchor(row.wire_name);
  for (const auto& detail : description::error_details) expect_anchor(detail.name);
  for (const auto& rule : document::rule_rows()) {
    expect_anchor(fmt::format("fault-{}", rule.word));
  }
}

TEST(ErrorReference, model_has_no_code_that_no_error_has) {
  EXPECT_EQ(description::errors.size(), base::error_rows().size());
}

TEST(ErrorReference, details_are_of_codes_that_exist) {
  for (const auto& detail : description::error_details) {
    bool is_known = false;
    for (const base::ErrorRow& row : base::error_rows()) is_known |= row.wire_name == detail.code;
    EXPECT_TRUE(is_known) << detail.name;
  }
}

}  // namespace
}  // namespace tradepost::api::error_reference_test
