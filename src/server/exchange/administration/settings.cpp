#include "exchange/administration/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/text/whole_number.hpp"
#include "document/model/schema.hpp"
#include "exchange/administration/setting_change.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/webhooks/webhooks.hpp"

namespace tradepost::exchange {
namespace {

using std::chrono::days;

// The setting has a line for each kind: INVOICE 400 3650. `-` means without end.
std::string text_of(const std::optional<days>& kept) {
  return kept ? std::to_string(kept->count()) : "-";
}

std::optional<days> days_in(std::string_view text) {
  const auto count = base::whole_number<int>(text);
  return count ? std::optional(days(*count)) : std::nullopt;
}

std::string_view cut_off(std::string_view& text, char mark) {
  const auto end = std::min(text.find(mark), text.size());
  const std::string_view first = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return first;
}

std::optional<Finding> fault_of(const std::vector<RetentionRule>& rules) {
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const auto& [kind, content, row] = rules[i];
    if ((content && content->count() < 1) || (row && row->count() < 1))
      return findings::bad_setting("A retention must be at least one day.");
    if (row && (!content || *row < *content))
      return findings::bad_setting("rowDays must not be less than contentDays.");
    const auto is_same = [&](const RetentionRule& other) { return other.kind == kind; };
    if (std::ranges::count_if(rules, is_same) > 1)
      return findings::bad_setting("Each kind can be listed only once.");
  }
  return std::nullopt;
}

}  // namespace

Answering<SettingAnswer> set_webhook_targets(Desk& desk, OperatorId by,
                                             std::vector<std::string> names, Deadline deadline) {
  const auto make = [&](const Directory&) -> std::expected<std::string, Finding> {
    if (!std::ranges::all_of(names, WebhookTargets::can_match))
      return std::unexpected(findings::bad_setting("This is not a host."));
    return fmt::format("{}", fmt::join(names, " "));
  };
  auto answer =
      co_await change_setting(desk, Actor::of(by), SettingName::webhook_targets, make, deadline);
  co_return std::move(answer);
}

std::vector<RetentionRule> retention_of(const Directory& directory) {
  std::vector<RetentionRule> rules;
  const Setting* const setting = directory.setting(SettingName::retention);
  std::string_view text = setting == nullptr ? std::string_view() : setting->value;
  while (!text.empty()) {
    std::string_view line = cut_off(text, '\n');
    const auto* const row = document::find_kind_row(cut_off(line, ' '));
    if (row == nullptr) continue;  // a kind of a later version; it is kept
    const auto content = days_in(cut_off(line, ' '));
    rules.push_back({.kind = row->kind, .content = content, .row = days_in(line)});
  }
  return rules;
}

Answering<SettingAnswer> set_retention(Desk& desk, OperatorId by, std::vector<RetentionRule> rules,
                                       Deadline deadline) {
  const auto make = [&](const Directory&) -> std::expected<std::string, Finding> {
    if (auto fault = fault_of(rules)) return std::unexpected(*std::move(fault));
    std::string value;
    for (const RetentionRule& rule : rules) {
      value += fmt::format("{} {} {}\n", document::row_of(rule.kind).name, text_of(rule.content),
                           text_of(rule.row));
    }
    return value;
  };
  auto answer =
      co_await change_setting(desk, Actor::of(by), SettingName::retention, make, deadline);
  co_return std::move(answer);
}

}  // namespace tradepost::exchange
