#include "conventions/consistency.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "base/ground/limits.hpp"
#include "base/ground/resource_limits.hpp"
#include "base/ground/session_limits.hpp"

namespace tradepost::conventions {
namespace {

namespace limits = base::limits;

// Returns a number with separators: 1,000,000.
std::string shown(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (auto at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

std::string in_mib(std::uint64_t bytes) {
  return shown(bytes >> 20) + " MiB";
}

// A limit on docs/reference/contract/12-limits.md: the first cell of its row, and a text that its
// second or third cell contains.
struct LimitRow {
  std::string name;
  std::string value;
};

std::vector<LimitRow> limit_rows() {
  using std::chrono::hours;
  return {
      {"body of a request", in_mib(limits::body_bytes_default)},
      {"body of a request", in_mib(limits::body_bytes_max) + " at most"},
      {"nesting of JSON", shown(limits::nesting_max)},
      {"string without its own maximum", shown(limits::text_length_default)},
      {"digits of a number, exponent",
       fmt::format("{}, ±{}", limits::number_digits_max, limits::number_exponent_max)},
      {"faults, warnings that are named",
       shown(limits::faults_named_max) + ", " + shown(limits::warnings_named_max)},
      {"rejections that open a case", shown(limits::rejections_a_minute_max) + " a minute"},
      {"content of a rejection", shown(limits::rejection_content_bytes_max >> 10) + " KiB"},
      {"rejections of a sender and flow", in_mib(limits::rejections_bytes_max)},
      {"versions that are compared", shown(limits::versions_compared)},
      {"Idempotency-Key", shown(limits::idempotency_key_bytes_max)},
      {"keys of a participant", shown(limits::keys_max_default)},
      {"held documents of a direction and flow", shown(limits::held_documents_max)},
      {"items of a page", shown(limits::page_items_max)},
      {"items of a page", shown(limits::page_items_default) + " by default"},
      {"content of a page", in_mib(limits::page_bytes_max)},
      {"long poll", fmt::format("{} s, {} for a token", limits::poll_wait_max.count(),
                                limits::polls_per_token_max)},
      {"items of a bulk report", shown(limits::reports_max)},
      {"reason of a report", shown(limits::reason_length_max)},
      {"context of a report", fmt::format("{} entries of {}", limits::context_entries_max,
                                          shown(limits::context_length_max))},
      {"token", shown(limits::bearer_token_bytes_max)},
      {"webhooks of a participant and flow", shown(limits::endpoints_max)},
      {"webhook call", fmt::format("{} s", limits::call_answer_within.count())},
      {"comments of a case", shown(limits::case_comments_max)},
      {"signed links", fmt::format("{} days", limits::signed_link_lives.count())},
      {"sessions of browsers", fmt::format("{} hours", limits::session_lives.count())},
      {"units with numbers and labels", shown(limits::units_numbered_max)},
      {"labels of one file", shown(limits::labels_max)},
      {"head of a request",
       fmt::format("{} KB, {} headers", limits::head_bytes_max >> 10, limits::header_fields_max)},
      {"parameters of a query", shown(limits::query_parameters_max)},
      {"requests of a participant at a time", shown(limits::requests_at_once_default)},
      {"requests of a participant at a time", fmt::format("{} s", limits::turn_wait_max.count())},
      {"memory for large bodies and answers", in_mib(limits::transfer_bytes_default)},
      {"memory for large bodies and answers", fmt::format("{} s", limits::share_wait_max.count())},
      {"connections", shown(limits::connections_default)},
      {"connections", shown(limits::connections_per_address_default)},
  };
}

bool has_limit(const File& page, const LimitRow& row) {
  return std::ranges::any_of(page.lines, [&](const std::string& line) {
    return line.starts_with("| " + row.name + " |") && line.contains(row.value);
  });
}

TEST(Contents, paragraph_without_a_place_in_the_table_is_a_fault) {
  const std::vector<File> files = {
      file_of("docs/reference/contract/2-a.md", "# 2. A\n## 2.1 B\n## 2.2 C\n"),
      file_of("docs/reference/contract/3-d.md", "# 3. D\n**3.1 E.** Text.\n")};
  const auto faults = [&](const char* rows) {
    return text_of(faults_of_contents(file_of("contract.md", rows), files));
  };
  EXPECT_EQ(faults("| [2. A](contract/2-a.md) | 2.1 B; 2.2 C |\n| [3. D](contract/3-d.md) | 3.1 |"),
            "");
  EXPECT_EQ(faults("| [2. A](contract/2-a.md) | 2.1 B; 2.3 C |"),
            "contract.md:1: omits 2.2 of docs/reference/contract/2-a.md\n"
            "contract.md:1: docs/reference/contract/2-a.md does not have 2.3\n"
            "contract.md: omits docs/reference/contract/3-d.md\n");
}

TEST(NamedPages, that_do_not_exist_are_faults) {
  const auto faults = [](const char* text) {
    return text_of(faults_of_named_pages(file_of("src/a.cpp", text), {"docs/guides/a.md"}));
  };
  EXPECT_EQ(faults("// docs/guides/a.md. docs/*.md, other/docs/b.md"), "");
  EXPECT_EQ(faults("say(\"See docs/b.md.\")"),
            "src/a.cpp:1: names docs/b.md, which does not exist\n");
}

TEST(Versions, other_than_that_of_the_project_are_faults) {
  EXPECT_EQ(
      project_version(file_of("CMakeLists.txt", "project(tradepost VERSION 1.2.3 LANGUAGES CXX)")),
      "1.2.3");
  const auto findings = faults_of_versions(
      {file_of("clients/python/pyproject.toml", "version = \"1.2.3\"\n")}, "1.2.3");
  EXPECT_EQ(findings.size(), 3u);
}

TEST(Metrics, are_found_by_their_prefix) {
  EXPECT_EQ(metrics_in({file_of("src/a.cpp", "f(\"tradepost_a_total\", \"tradepost_session\");"),
                        file_of("src/a_test.cpp", "\"tradepost_b\"")}),
            (std::set<std::string>{"tradepost_a_total"}));
  EXPECT_EQ(metrics_on(file_of("a.md", "| `tradepost_c{kind}` |")),
            (std::set<std::string>{"tradepost_c"}));
}

TEST(Project, contents_of_the_contract_are_complete) {
  const auto findings = faults_of_contents(file_at("docs/reference/contract.md"), tree());
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, limits_on_the_page_are_those_of_the_code) {
  const File& page = file_at("docs/reference/contract/12-limits.md");
  for (const LimitRow& row : limit_rows())
    EXPECT_TRUE(has_limit(page, row)) << row.name << ": " << row.value;
}

TEST(Project, shares_of_participants_on_the_page_are_those_of_the_code) {
  std::string text;
  for (const std::string& line : file_at("docs/reference/contract/11-http.md").lines)
    text += trimmed(line) + ' ';
  for (const auto number :
       {limits::requests_shared, limits::requests_beside_others_most,
        limits::requests_shared_on_database, limits::requests_beside_others_most_on_database}) {
    EXPECT_TRUE(text.contains(fmt::format(" {}", number))) << number;
  }
}

TEST(Project, sources_name_pages_that_exist) {
  std::set<std::string> pages;
  for (const File& file : tree()) {
    if (is_page(file)) pages.insert(file.path);
  }
  const auto findings = in_whole_tree([&](const File& file) {
    const bool is_checked = !is_page(file) && !file.path.starts_with("tests/conventions/");
    return is_checked ? faults_of_named_pages(file, pages) : std::vector<Finding>{};
  });
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

TEST(Project, every_metric_is_on_its_page) {
  const auto in_code = metrics_in(tree());
  const auto on_page = metrics_on(file_at("docs/reference/metrics.md"));
  EXPECT_GT(in_code.size(), 30u);
  EXPECT_EQ(in_code, on_page);
}

TEST(Project, client_packages_have_the_version_of_the_project) {
  const std::string version = project_version(file_at("CMakeLists.txt"));
  EXPECT_FALSE(version.empty());
  const auto findings = faults_of_versions(tree(), version);
  EXPECT_TRUE(findings.empty()) << text_of(findings);
}

}  // namespace
}  // namespace tradepost::conventions
