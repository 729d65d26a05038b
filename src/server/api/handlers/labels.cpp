#include "api/handlers/handlers.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/handlers/label_query.hpp"
#include "api/handlers/label_renderer.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/crypto/sha256.hpp"
#include "base/ground/limits.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/model/units.hpp"
#include "exchange/views/history.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using exchange::Shown;
using http::Response;

struct FileForm {
  std::string_view ending;
  std::string_view media;
};

FileForm form_of(LabelFileType type) {
  // ZPL has no registered type; this one is in common use.
  if (type == LabelFileType::zpl) return {.ending = "zpl", .media = "application/zpl"};
  if (type == LabelFileType::png) return {.ending = "png", .media = "image/png"};
  return {.ending = "pdf", .media = "application/pdf"};
}

// Returns the numbers that the exchange has assigned. The content has all others as unitIdentifier.
label::Numbers numbers_given(const exchange::Transaction& row) {
  label::Numbers numbers;
  for (const exchange::PlacedUnit& each : exchange::placed(row.units)) {
    if (each.unit.numbering != exchange::UnitNumbering::given) continue;
    const auto sscc = gs1::Sscc::parse(exchange::sscc_text(each.unit.number));
    if (sscc) numbers.emplace(each.place, *sscc);
  }
  return numbers;
}

Response too_many(const exchange::Transaction& row) {
  const exchange::Finding fault{
      .code = "labels.too_many",
      .path = "id",
      .message = fmt::format("This document has {} transport units, and a file has at most {} "
                             "labels. Request the labels of single units.",
                             row.units.size(), base::limits::labels_max)};
  return answers::faults({.message = "The labels can't be created.", .named = {&fault, 1}});
}

// The right to see the labels is checked each time, because it may end.
constexpr std::string_view cache_control = "private, no-cache";

std::string tag_of(std::string_view file) {
  constexpr std::size_t enough = 32;
  return fmt::format("\"{}\"", base::sha256(file).hex().substr(0, enough));
}

// Adds the list that other answers have as `warnings`. Its paths and sentences are ASCII and
// contain no text of the document.
void add_warnings(Response& response, const std::vector<label::Warning>& warnings) {
  if (warnings.empty()) return;
  base::JsonWriter json;
  json.begin_array();
  for (const label::Warning& one : warnings) {
    json.begin_object().key("code").string(one.code).key("path").string(one.path);
    json.key("message").string(one.message).end_object();
  }
  json.end_array();
  response.header("Tradepost-Warnings", std::move(json).finish());
}

// `name` comes from the exchange and has no ending.
Response answer_with(const http::Request& request, LabelFile file, LabelFileType type,
                     std::string_view name) {
  const std::string tag = tag_of(file.bytes);
  Response response(has_already(request, tag) ? 304 : 200);
  response.header("ETag", tag).header("Cache-Control", cache_control);
  if (response.status == 304) return response;
  const FileForm form = form_of(type);
  response.header("Content-Type", form.media);
  response.header("Content-Disposition",
                  fmt::format("inline; filename=\"{}.{}\"", name, form.ending));
  response.header("Referrer-Policy", "no-referrer");
  add_warnings(response, file.warnings);
  const auto owner = std::make_shared<const std::string>(std::move(file.bytes));
  response.body.append(*owner, owner);
  return response;
}

// The requested labels of a transaction.
struct Wanted {
  std::optional<std::string> unit;  // place of the unit; none: all units
  LabelLook look;
};

std::string name_of(const exchange::Transaction& row, const Wanted& wanted) {
  const std::string id = row.id.to_string();
  return wanted.unit ? fmt::format("label-{}-{}", id, *wanted.unit) : fmt::format("labels-{}", id);
}

// Returns the places of the requested units. Empty if the unit or the content does not exist.
std::vector<std::string> places_of(const Shown& shown, const Wanted& wanted) {
  const exchange::Transaction& row = *shown.row;
  std::vector<std::string> places;
  if (shown.content.view.empty()) return places;
  if (wanted.unit) {
    if (exchange::unit_at(row.units, *wanted.unit) != nullptr) places.push_back(*wanted.unit);
    return places;
  }
  for (exchange::PlacedUnit& each : exchange::placed(row.units)) {
    places.push_back(std::move(each.place));
  }
  return places;
}

Task<Response> file_of(LoopContext& context, Call call, Shown shown, Wanted wanted) {
  std::vector<std::string> places = places_of(shown, wanted);
  if (places.empty()) co_return answers::not_found();
  const exchange::Transaction& row = *shown.row;
  if (places.size() > base::limits::labels_max) co_return too_many(row);
  LabelOrder order{.content = shown.content,
                   .numbers = numbers_given(row),
                   .places = std::move(places),
                   .look = wanted.look};
  auto made = co_await context.services.labels.print(std::move(order), context.deadline());
  if (!made) co_return answers::failure(made.error());
  co_return answer_with(call.request, *std::move(made), wanted.look.type, name_of(row, wanted));
}

// Returns the place of the first unit with this number.
std::optional<std::string> place_with(const exchange::Transaction& row, std::uint64_t sscc) {
  for (exchange::PlacedUnit& each : exchange::placed(row.units)) {
    if (each.unit.number == sscc) return std::move(each.place);
  }
  return std::nullopt;
}

Task<Response> show(LoopContext& context, Call call, LabelFileType type,
                    std::optional<std::string> unit) {
  const auto look = label_look_of(call.request.target(), type);
  if (!look) co_return answers::bad_query(look.error());
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  auto found = co_await exchange::find(context.desk, call.caller, *id, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  Wanted wanted{.unit = std::move(unit), .look = *look};
  Response response =
      co_await file_of(context, std::move(call), **std::move(found), std::move(wanted));
  co_return response;
}

Task<Response> show_by_sscc(LoopContext& context, Call call, LabelFileType type,
                            std::uint64_t sscc) {
  const auto look = label_look_of(call.request.target(), type);
  if (!look) co_return answers::bad_query(look.error());
  auto found = co_await exchange::find_by_sscc(context.desk, call.caller, sscc, context.deadline());
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  Wanted wanted{.unit = place_with(*(*found)->row, sscc), .look = *look};
  Response response =
      co_await file_of(context, std::move(call), **std::move(found), std::move(wanted));
  co_return response;
}

Task<Response> show_all_or_by_sscc(LoopContext& context, Call call, LabelFileType type) {
  if (const auto sscc = exchange::sscc_number(call.captures.at("id"))) {
    return show_by_sscc(context, std::move(call), type, *sscc);
  }
  return show(context, std::move(call), type, std::nullopt);
}

}  // namespace

Task<Response> show_labels_as_zpl(LoopContext& context, Call call) {
  return show_all_or_by_sscc(context, std::move(call), LabelFileType::zpl);
}

Task<Response> show_labels_as_pdf(LoopContext& context, Call call) {
  return show_all_or_by_sscc(context, std::move(call), LabelFileType::pdf);
}

Task<Response> show_label_as_zpl(LoopContext& context, Call call) {
  std::string unit(call.captures.at("unit"));
  return show(context, std::move(call), LabelFileType::zpl, std::move(unit));
}

Task<Response> show_label_as_pdf(LoopContext& context, Call call) {
  std::string unit(call.captures.at("unit"));
  return show(context, std::move(call), LabelFileType::pdf, std::move(unit));
}

Task<Response> show_label_as_png(LoopContext& context, Call call) {
  std::string unit(call.captures.at("unit"));
  return show(context, std::move(call), LabelFileType::png, std::move(unit));
}

}  // namespace tradepost::api
