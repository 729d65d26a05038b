#include "simulation/happening.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/text/json_writer.hpp"

namespace tradepost::simulation {
namespace {

std::string_view words_before(What what) {
  switch (what) {
    case What::sent:
      return "sent";
    case What::held:
      return "sent, and held by the exchange:";
    case What::repeated:
      return "sent again:";
    case What::refused_on_purpose:
      return "sent with a fault, and refused as intended:";
    case What::refused:
      return "refused by the exchange:";
    case What::processed:
      return "processed";
    case What::failed:
      return "could not process";
    case What::left_pending:
      return "leaves pending";
    case What::not_processed:
      return "the partner could not process";
    case What::cancelled:
      return "does not send";
    case What::began:
    case What::waiting:
    case What::unreported:
    case What::unreachable:
    case What::ended:
      break;
  }
  return "";
}

bool is_from_partner(What what) {
  return what == What::processed || what == What::failed || what == What::left_pending;
}

std::string traits_text(const std::vector<Trait>& traits) {
  std::string text;
  for (const Trait trait : traits) {
    text += text.empty() ? " [" : ", ";
    text += trait == Trait::new_version ? "new version" : name_of(trait);
  }
  return text.empty() ? text : text + "]";
}

}  // namespace

std::string_view name_of(What what) {
  switch (what) {
    case What::began:
      return "began";
    case What::sent:
      return "sent";
    case What::held:
      return "held";
    case What::repeated:
      return "repeated";
    case What::refused_on_purpose:
      return "refusedOnPurpose";
    case What::refused:
      return "refused";
    case What::processed:
      return "processed";
    case What::failed:
      return "failed";
    case What::left_pending:
      return "leftPending";
    case What::not_processed:
      return "notProcessed";
    case What::cancelled:
      return "cancelled";
    case What::waiting:
      return "waiting";
    case What::unreported:
      return "unreported";
    case What::unreachable:
      return "unreachable";
    case What::ended:
      break;
  }
  return "ended";
}

std::string sentence_of(const Happening& happening) {
  if (happening.kind.empty()) return happening.about;
  std::string text =
      fmt::format("{} {} {} {} {}", words_before(happening.what), happening.kind, happening.number,
                  is_from_partner(happening.what) ? "from" : "to", happening.partner);
  if (!happening.about.empty()) text += ": " + happening.about;
  text += traits_text(happening.traits);
  return text;
}

std::string json_of(const Happening& happening) {
  base::JsonWriter json;
  json.begin_object().key("at").string(base::to_string(happening.at));
  json.key("event").string(name_of(happening.what));
  const std::pair<std::string_view, const std::string&> texts[] = {{"type", happening.kind},
                                                                   {"number", happening.number},
                                                                   {"partner", happening.partner},
                                                                   {"id", happening.id},
                                                                   {"about", happening.about}};
  for (const auto& [name, text] : texts) {
    if (!text.empty()) json.key(name).string(text);
  }
  json.key("traits").begin_array();
  for (const Trait trait : happening.traits) json.string(name_of(trait));
  json.end_array();
  if (!happening.findings.empty()) {
    json.key("findings").begin_array();
    for (const client::Fault& one : happening.findings) {
      json.begin_object().key("code").string(one.code).key("path").string(one.path);
      json.key("message").string(one.message).end_object();
    }
    json.end_array();
  }
  return std::move(json.end_object()).finish();
}

}  // namespace tradepost::simulation
