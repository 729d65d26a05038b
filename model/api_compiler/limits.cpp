#include "limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ground/case_limits.hpp"
#include "base/ground/draft_limits.hpp"
#include "base/ground/limits.hpp"
#include "base/ground/numbering_limits.hpp"
#include "base/ground/reference_limits.hpp"
#include "base/ground/session_limits.hpp"
#include "base/ground/simulated_limits.hpp"
#include "base/ground/webhook_limits.hpp"
#include "document/model/kinds.hpp"

namespace api_compiler {
namespace {

namespace limits = tradepost::base::limits;

template <typename Duration>
constexpr std::uint64_t in_seconds(Duration duration) {
  return static_cast<std::uint64_t>(std::chrono::seconds(duration).count());
}

constexpr std::array rows = {
    Limit{"call_answer_within", in_seconds(limits::call_answer_within)},
    Limit{"case_comments_max", limits::case_comments_max},
    Limit{"cases_examined_max", limits::cases_examined_max},
    Limit{"context_entries_max", limits::context_entries_max},
    Limit{"context_length_max", limits::context_length_max},
    Limit{"document_kinds", tradepost::document::kind_count},
    Limit{"document_number_max", limits::document_number_max},
    Limit{"draft_bytes_max", limits::draft_bytes_max, Unit::bytes},
    Limit{"draft_kept_days", limits::draft_kept_for.count()},
    Limit{"draft_name_length_max", limits::draft_name_length_max},
    Limit{"draft_partner_length_max", limits::draft_partner_length_max},
    Limit{"drafts_max", limits::drafts_max},
    Limit{"endpoint_url_bytes_max", limits::endpoint_url_bytes_max},
    Limit{"endpoints_max", limits::endpoints_max},
    Limit{"faults_named_max", limits::faults_named_max},
    Limit{"head_bytes_max", limits::head_bytes_max, Unit::bytes},
    Limit{"header_fields_max", limits::header_fields_max},
    Limit{"idempotency_key_bytes_max", limits::idempotency_key_bytes_max},
    Limit{"label_warnings_named_max", limits::label_warnings_named_max},
    Limit{"labels_max", limits::labels_max},
    Limit{"number_digits_max", limits::number_digits_max},
    Limit{"number_prefix_length_max", limits::number_prefix_length_max},
    Limit{"number_prefixes_max", limits::number_prefixes_max},
    Limit{"number_width_max", limits::number_width_max},
    Limit{"numbers_after_restore", limits::numbers_after_restore},
    Limit{"page_bytes_max", limits::page_bytes_max, Unit::bytes},
    Limit{"page_items_default", limits::page_items_default},
    Limit{"page_items_max", limits::page_items_max},
    Limit{"poll_token_check_every", in_seconds(limits::poll_token_check_every)},
    Limit{"poll_wait_max", in_seconds(limits::poll_wait_max)},
    Limit{"polls_per_token_max", limits::polls_per_token_max},
    Limit{"profile_entries_max", limits::profile_entries_max},
    Limit{"reason_length_max", limits::reason_length_max},
    Limit{"rejection_content_bytes_max", limits::rejection_content_bytes_max, Unit::bytes},
    Limit{"rejections_a_minute_max", limits::rejections_a_minute_max},
    Limit{"related_max", limits::related_max},
    Limit{"reports_max", limits::reports_max},
    Limit{"request_id_bytes_max", limits::request_id_bytes_max},
    Limit{"requirement_path_bytes_max", limits::requirement_path_bytes_max},
    Limit{"requirement_sample_max", limits::requirement_sample_max},
    Limit{"requirements_max", limits::requirements_max},
    Limit{"signed_link_lives", limits::signed_link_lives.count()},
    Limit{"simulated_documents_max", limits::simulated_documents_max},
    Limit{"simulated_happenings_max", limits::simulated_happenings_max},
    Limit{"simulated_orders_a_day_max", limits::simulated_orders_a_day_max},
    Limit{"simulated_run_lives", in_seconds(limits::simulated_run_lives)},
    Limit{"simulated_runs_max", limits::simulated_runs_max},
    Limit{"simulated_speed_max", limits::simulated_speed_max},
    Limit{"statistics_days_max", limits::statistics_days_max},
    Limit{"statistics_days_of_hours_max", limits::statistics_hours_max / 24},
    Limit{"unread_hours_max", limits::unread_hours_max},
    Limit{"used_numbers_max", limits::used_numbers_max},
    Limit{"webhook_calls_kept_max", limits::webhook_calls_kept_max},
    Limit{"webhook_calls_shown_max", limits::webhook_calls_shown_max},
    Limit{"webhook_events_counted_max", limits::webhook_events_counted_max},
};

std::string with_commas(std::uint64_t value) {
  std::string digits = fmt::format("{}", value);
  constexpr std::size_t together = 3;
  for (std::size_t at = digits.size(); at > together;) {
    at -= together;
    digits.insert(at, ",");
  }
  return digits;
}

}  // namespace

const Limit* find_limit(std::string_view name) {
  const auto* const found = std::ranges::find(rows, name, &Limit::name);
  return found == rows.end() ? nullptr : found;
}

std::string in_words(const Limit& limit) {
  constexpr std::uint64_t kibi = 1u << 10;
  constexpr std::uint64_t mebi = 1u << 20;
  if (limit.unit == Unit::count) return with_commas(limit.value);
  if (limit.value % mebi == 0) return fmt::format("{} MiB", limit.value / mebi);
  if (limit.value % kibi == 0) return fmt::format("{} KiB", limit.value / kibi);
  return fmt::format("{} bytes", with_commas(limit.value));
}

}  // namespace api_compiler
