#include "api/description/error_reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "api/description/docs_files.hpp"
#include "api/description/html.hpp"
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
  std::string_view anchor;  // empty: of a chapter
  std::string_view heading;
  std::vector<std::string> paragraphs;
};

std::string status_of(const base::ErrorRow& row) {
  return fmt::format("Status {}{}.", row.http_status,
                     row.retry == base::Retry::later ? ", with `Retry-After`" : "");
}

Section section_of(int level, const ErrorText& text, std::string facts) {
  Section section{.level = level, .anchor = text.name, .heading = text.name, .paragraphs = {}};
  if (!facts.empty()) section.paragraphs.push_back(std::move(facts));
  section.paragraphs.push_back(fmt::format("Cause: {}", text.cause));
  section.paragraphs.push_back(fmt::format("Remedy: {}", text.remedy));
  return section;
}

std::vector<Section> sections() {
  std::vector<Section> all;
  all.push_back({1, "", title, {std::string(introduction)}});
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
  all.push_back({2, "", title_of_rules, {std::string(introduction_of_rules)}});
  for (const ErrorText& rule : description::fault_rules) all.push_back(section_of(3, rule, ""));
  return all;
}

// Text between backquotes becomes code.
std::string html_of(std::string_view text) {
  std::string html = html_escaped(text);
  bool is_code = false;
  for (auto at = html.find('`'); at != std::string::npos; at = html.find('`', at)) {
    html.replace(at, 1, is_code ? "</code>" : "<code>");
    is_code = !is_code;
  }
  return html;
}

// The name, with its digest, under which a style sheet is served.
std::string_view served_name(std::string_view stem) {
  const auto files = docs_files();
  const auto found = std::ranges::find_if(files, [&](const StoredFile& file) {
    return file.name.starts_with(stem) && file.name.ends_with(".css");
  });
  CHECK(found != files.end());
  return found->name;
}

}  // namespace

std::string errors_in_html() {
  std::string page =
      "<!DOCTYPE html>\n<html lang=\"en\" data-mantine-color-scheme=\"light\">\n<head>\n"
      "<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>tradepost: errors</title>\n<link rel=\"icon\" href=\"data:,\">\n";
  for (const std::string_view stem : {"theme.", "bar.", "docs."}) {
    page += fmt::format("<link rel=\"stylesheet\" href=\"{}\">\n", served_name(stem));
  }
  page +=
      "</head>\n<body>\n<header class=\"bar\">\n<a class=\"brand\" "
      "href=\"../console\">tradepost</a>\n"
      "<nav aria-label=\"tradepost\"><a class=\"way\" href=\"../console\">Console</a>\n"
      "<a class=\"way\" href=\"../docs\">API reference</a>\n"
      "<span class=\"way\" aria-current=\"page\">Errors</span></nav>\n</header>\n"
      "<main id=\"errors\">\n";
  for (const Section& section : sections()) {
    const std::string id =
        section.anchor.empty() ? "" : fmt::format(" id=\"{}\"", html_escaped(section.anchor));
    page += fmt::format("<h{0}{1}>{2}</h{0}>\n", section.level, id, html_of(section.heading));
    for (const std::string& text : section.paragraphs) {
      page += fmt::format("<p>{}</p>\n", html_of(text));
    }
  }
  return page + "</main>\n</body>\n</html>\n";
}

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
