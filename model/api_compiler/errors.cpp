#include "errors.hpp"

#include <fmt/format.h>

#include <map>

#include "abbreviations.hpp"

namespace api_compiler {
namespace {

class Tables {
 public:
  std::string header(Pieces& pieces) {
    for (const auto& [code, words] : pieces.all("errors")) {
      pieces.use("errors", code, words.place);
      only(words, {"cause", "remedy", "details"}, "an error");
      add(errors_, code, "", words);
      const Json* const details = words.find("details");
      if (details == nullptr) continue;
      for (const auto& [detail, of_detail] : details->as_object()) {
        only(of_detail, {"cause", "remedy"}, "a detail of an error");
        names_ += fmt::format("  {},\n", detail);
        add(details_, detail, code, of_detail);
      }
    }
    for (const auto& [rule, words] : pieces.all("faultRules")) {
      pieces.use("faultRules", rule, words.place);
      only(words, {"cause", "remedy"}, "a rule of faults");
      add(rules_, "fault-" + rule, "", words);
    }
    return fmt::format(
        "// Compiled from model/api.\n#pragma once\n\n#include <array>\n#include <cstdint>\n"
        "#include <string_view>\n\nnamespace tradepost::api {{\n\n"
        "// Distinguishes causes of one code.\nenum class DetailCode : std::uint8_t {{\n{}}};\n\n"
        "namespace description {{\n\n"
        "struct ErrorText {{\n  std::string_view name;\n  std::string_view code;  // of a detail\n"
        "  std::string_view cause;\n  std::string_view remedy;\n}};\n\n{}{}{}"
        "}}  // namespace description\n}}  // namespace tradepost::api\n",
        names_, table("errors", errors_), table("error_details", details_),
        table("fault_rules", rules_));
  }

 private:
  using Rows = std::vector<std::string>;

  // Adds a row. Each name is an anchor of one page, so no name occurs twice.
  void add(Rows& rows, const std::string& name, const std::string& code, const Json& words) {
    const auto [other, is_new] = anchors_.emplace(name, words.place);
    if (!is_new) {
      stop(words.place, fmt::format("\"{}\" is in line {} of {} already", name, other->second.line,
                                    other->second.file));
    }
    rows.push_back(fmt::format("    ErrorText{{\"{}\", \"{}\", R\"({})\", R\"({})\"}},\n", name,
                               code, text_in_full(words.at("cause")).value,
                               text_in_full(words.at("remedy")).value));
  }

  static std::string table(std::string_view name, const Rows& rows) {
    std::string all;
    for (const std::string& row : rows) all += row;
    return fmt::format("inline constexpr std::array<ErrorText, {}> {} = {{\n{}}};\n\n", rows.size(),
                       name, all);
  }

  std::map<std::string, Place> anchors_;
  std::string names_;
  Rows errors_;
  Rows details_;  // in the order of DetailCode
  Rows rules_;
};

}  // namespace

std::string errors_header(Pieces& pieces) {
  return Tables().header(pieces);
}

}  // namespace api_compiler
