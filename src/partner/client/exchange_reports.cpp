#include <algorithm>
#include <charconv>
#include <utility>

#include "base/text/json_writer.hpp"
#include "client/exchange_state.hpp"
#include "client/reading.hpp"

// Reports and cases of the client library.
namespace tradepost::client {
namespace {

using document::View;

// Writes the fields of a report into the current object.
void write(base::JsonWriter& json, const Report& report) {
  json.key("success").boolean(report.success);
  if (!report.reason.empty()) json.key("reason").string(report.reason);
  if (!report.error_type.empty()) json.key("errorType").string(report.error_type);
  if (report.context.empty()) return;
  json.key("errorContext").begin_object();
  for (const auto& [name, value] : report.context) json.key(std::string_view(name)).string(value);
  json.end_object();
}

std::string body_of(std::span<const ReportEntry> entries, const std::string& id_name) {
  base::JsonWriter json;
  json.begin_object().key("items").begin_array();
  for (const ReportEntry& entry : entries) {
    json.begin_object().key(std::string_view(id_name)).string(entry.reported->id);
    write(json, *entry.report);
    json.end_object();
  }
  json.end_array().end_object();
  return std::move(json).finish();
}

void keep(const View& data, std::span<const ReportEntry> entries) {
  data.each([&](std::uint32_t index, const View& outcome) {
    if (index >= entries.size()) return;
    entries[index].reported->is_taken = true;
    entries[index].reported->message = text_in(outcome, "message");
    entries[index].reported->error_url = text_in(outcome, "errorUrl");
  });
}

// Returns the message of the fault whose path begins with the index of the item.
std::string sentence_for(const View& refusal, std::uint32_t index) {
  const std::string path = "items." + std::to_string(index) + ".";
  std::string sentence;
  refusal.member("faults").each([&](std::uint32_t, const View& fault) {
    if (sentence.empty() && text_in(fault, "path").starts_with(path)) {
      sentence = text_in(fault, "message");
    }
  });
  return sentence;
}

// Stores the errors of the refused items, and returns the other items.
std::vector<ReportEntry> without_bad(const View& refusal, std::vector<ReportEntry> entries) {
  refusal.member("items").each([&](std::uint32_t, const View& bad) {
    const View place = bad.member("index");
    if (!place || !place.is_number()) return;
    const auto digits = place.scalar();
    std::uint32_t index = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (index >= entries.size() || entries[index].reported == nullptr) return;
    Reported& reported = *entries[index].reported;
    reported.code = text_in(bad, "code");
    reported.message = sentence_for(refusal, index);
    if (reported.message.empty()) reported.message = reported.code;
    entries[index].reported = nullptr;
  });
  std::erase_if(entries, [](const ReportEntry& entry) { return entry.reported == nullptr; });
  return entries;
}

// Returns the end of the next bulk, which is limited by items and by text bytes to bound the body.
std::size_t end_of_bulk(std::span<const ReportEntry> entries, std::size_t begin) {
  constexpr std::size_t text_bytes_max = 1u << 20;
  std::size_t bytes = 0;
  std::size_t end = begin;
  while (end < entries.size() && end - begin < base::limits::reports_max &&
         bytes <= text_bytes_max) {
    bytes += entries[end].report->reason.size();
    for (const auto& [name, value] : entries[end].report->context) {
      bytes += name.size() + value.size();
    }
    ++end;
  }
  return end;
}

}  // namespace

Result<void> Exchange::State::report(std::span<const ReportEntry> all) {
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    end = end_of_bulk(all, begin);
    const auto bulk = all.subspan(begin, end - begin);
    std::vector<ReportEntry> entries(bulk.begin(), bulk.end());
    // Each round removes at least one item, so the loop ends.
    while (!entries.empty()) {
      Request request{.method = "POST", .path = "/v2/transactions/bulk/mark-processed"};
      request.json = body_of(entries, id_name);
      const auto answer = ask(request);
      if (!answer) return std::unexpected(answer.error());
      const auto json = reader.read(answer->body);
      if (!json) return std::unexpected(no_exchange(answer->status));
      if (answer->is_good()) {
        keep(json->member("data"), entries);
        break;
      }
      const std::size_t before = entries.size();
      if (answer->status == 422) entries = without_bad(*json, std::move(entries));
      if (entries.size() == before) return std::unexpected(error_of(*answer));
    }
  }
  return {};
}

Result<Reported> Exchange::report(std::string_view id, const Report& report) {
  base::JsonWriter json;
  json.begin_object();
  write(json, report);
  Request request{.method = "POST", .path = base::PathText("/v2/transactions").segment(id).str()};
  request.json = std::move(json.end_object()).finish();
  const auto read = state_->want(request);
  if (!read) return std::unexpected(read.error());
  const View data = read->json.member("data");
  return Reported{.id = std::string(id),
                  .is_taken = true,
                  .code = {},
                  .message = text_in(data, "message"),
                  .error_url = text_in(data, "errorUrl")};
}

Result<std::vector<Reported>> Exchange::report_all(std::span<const ReportItem> items) {
  std::vector<Reported> all(items.size());
  std::vector<ReportEntry> entries;
  for (std::size_t i = 0; i < items.size(); ++i) {
    all[i].id = items[i].id;
    entries.push_back({.report = &items[i].report, .reported = &all[i]});
  }
  const auto done = state_->report(entries);
  if (!done) return std::unexpected(done.error());
  return all;
}

Result<std::vector<Reported>> Exchange::report_all(std::span<const std::string> ids,
                                                   const Report& report) {
  std::vector<Reported> all(ids.size());
  std::vector<ReportEntry> entries;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    all[i].id = ids[i];
    entries.push_back({.report = &report, .reported = &all[i]});
  }
  const auto done = state_->report(entries);
  if (!done) return std::unexpected(done.error());
  return all;
}

Result<Page<Case>> Exchange::cases(const CaseQuery& query) {
  auto path = base::PathText("/v2/errors")
                  .add("per_page", std::to_string(query.per_page))
                  .add("filter[status]", query.status)
                  .add("cursor", query.cursor);
  return state_->page<Case>({.path = path.str()}, case_of);
}

Result<Case> Exchange::find_case(std::string_view id) {
  return state_->one_case({.path = base::PathText("/v2/errors").segment(id).str()});
}

Result<Case> Exchange::State::one_case(const Request& request) {
  const auto read = want(request);
  if (!read) return std::unexpected(read.error());
  return case_of(read->json.member("data"), read->answer.body);
}

// A repetition would add the comment twice.
Result<Case> Exchange::comment_on_case(std::string_view id, std::string_view text) {
  base::JsonWriter json;
  json.begin_object().key("comment").string(text).end_object();
  Request request{.method = "PATCH", .path = base::PathText("/v2/errors").segment(id).str()};
  request.json = std::move(json).finish();
  request.repeat = Repeat::when_unsent;
  return state_->one_case(request);
}

Result<Case> Exchange::resolve_case(std::string_view id, std::string_view comment) {
  base::JsonWriter json;
  json.begin_object().key("status").string("resolved");
  if (!comment.empty()) json.key("comment").string(comment);
  Request request{.method = "PATCH", .path = base::PathText("/v2/errors").segment(id).str()};
  request.json = std::move(json.end_object()).finish();
  request.repeat = comment.empty() ? Repeat::when_lost : Repeat::when_unsent;
  return state_->one_case(request);
}

}  // namespace tradepost::client
