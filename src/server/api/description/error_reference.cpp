#include "api/description/error_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "api/wire/error_texts.hpp"
#include "base/ground/check.hpp"
#include "base/ground/error.hpp"

namespace tradepost::api {
namespace {

using description::ErrorText;

constexpr std::string_view title = "Errors";
constexpr std::string_view introduction =
    "Each error has a `code`, and a `detailCode` if a program treats causes of that code "
    "differently. `documentation` names the section of this page. Both codes are permanent; new "
    "ones may be added.";
constexpr std::string_view title_of_rules = "Rules of faults";
constexpr std::string_view introduction_of_rules =
    "The last word of a fault's or a warning's `code` is its rule: "
    "`order.header.orderDate.missing` "
    "breaks the rule `missing`. `path` names the place, and `message` the value.";

struct Section {
  int level;
  std::string_view heading;
  std::vector<std::string> paragraphs;
};

std::string status_of(const base::ErrorRow& row) {
  return fmt::format("Status {}{}.", row.http_status,
                     row.retry == base::Retry::later ? ", with `Retry-After`" : "");
}

Section section_of(int level, const ErrorText& text, std::string facts) {
  Section section{.level = level, .heading = text.name, .paragraphs = {}};
  if (!facts.empty()) section.paragraphs.push_back(std::move(facts));
  section.paragraphs.push_back(fmt::format("Cause: {}", text.cause));
  section.paragraphs.push_back(fmt::format("Remedy: {}", text.remedy));
  return section;
}

std::vector<Section> sections() {
  std::vector<Section> all;
  all.push_back({1, title, {std::string(introduction)}});
  for (const base::ErrorRow& row : base::error_rows()) {
    const auto* const text =
        std::ranges::find(description::errors, row.wire_name, &ErrorText::name);
    CHECK(text != description::errors.end());
    all.push_back(section_of(2, *text, status_of(row)));
    for (const ErrorText& detail : description::error_details) {
      if (detail.code != row.wire_name) continue;
      all.push_back(section_of(3, detail, fmt::format("`detailCode` of `{}`.", detail.code)));
    }
  }
  all.push_back({2, title_of_rules, {std::string(introduction_of_rules)}});
  for (const ErrorText& rule : description::fault_rules) all.push_back(section_of(3, rule, ""));
  return all;
}

}  // namespace

std::string errors_in_markdown() {
  std::string page;
  for (const Section& section : sections()) {
    if (!page.empty()) page += '\n';
    page += fmt::format("{:#>{}} {}\n", "", section.level, section.heading);
    for (const std::string& text : section.paragraphs) page += fmt::format("\n{}\n", text);
  }
  return page;
}

}  // namespace tradepost::api
