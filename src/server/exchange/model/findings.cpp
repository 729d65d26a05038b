#include "exchange/model/findings.hpp"

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "document/model/schema.hpp"
#include "exchange/model/units.hpp"

namespace tradepost::exchange::findings {
namespace {

std::string_view word_of(Kind kind) {
  return document::row_of(kind).word;
}

Finding of_party(Kind kind, std::string_view role, std::string_view rule, std::string message) {
  return {.code = fmt::format("{}.header.{}.{}", word_of(kind), role, rule),
          .path = fmt::format("content.header.{}", role),
          .message = std::move(message)};
}

Finding of_version(Kind kind, std::string_view rule, std::string message) {
  return {.code = fmt::format("{}.header.version.{}", word_of(kind), rule),
          .path = "content.header.version",
          .message = std::move(message)};
}

Finding of_unit(Kind kind, std::string_view place, std::string_view field, std::string_view rule,
                std::string message) {
  const bool is_inner = place.find('.') != std::string_view::npos;
  return {.code = fmt::format("{}.transportUnit{}{}.{}", word_of(kind),
                              is_inner ? ".transportUnit" : "", field, rule),
          .path = path_of(place) + std::string(field),
          .message = std::move(message)};
}

constexpr std::string_view unit_identifier = ".unitIdentifier";

Finding of_units(Kind kind, std::string_view rule, std::string message) {
  return {.code = fmt::format("{}.transportUnits.{}", word_of(kind), rule),
          .path = "content.transportUnits",
          .message = std::move(message)};
}

Finding of_type(Kind kind, std::string_view rule, std::string message) {
  return {.code = fmt::format("{}.{}", word_of(kind), rule),
          .path = "type",
          .message = std::move(message)};
}

// Returns webhook.url.malformed at url, for example.
Finding of_entry(std::string_view entry, std::string_view field, std::string_view what) {
  return {.code = fmt::format("{}{}{}.malformed", entry, field.empty() ? "" : ".", field),
          .path = std::string(field),
          .message = std::string(what)};
}

}  // namespace

Finding unknown_party(Kind kind, std::string_view role) {
  return of_party(kind, role, "unknown_party",
                  fmt::format("No participant of the network has an identifier of the {}.", role));
}

Finding ambiguous_party(Kind kind, std::string_view role) {
  return of_party(
      kind, role, "ambiguous_party",
      fmt::format("The identifiers of the {} belong to more than one participant.", role));
}

Finding no_recipient(Kind kind) {
  return {.code = fmt::format("{}.header.no_recipient", word_of(kind)),
          .path = "content.header",
          .message = "The header names no party that could receive this document."};
}

Finding not_the_sender(Kind kind, std::string_view role) {
  return of_party(
      kind, role, "not_the_sender",
      fmt::format("You are not the {}, and the document does not name you as technicalSender.",
                  role));
}

Finding not_its_agent(Kind kind, std::string_view role) {
  return of_party(
      kind, role, "not_its_agent",
      fmt::format("The {} has not named you as its agent for documents of this type.", role));
}

Finding party_without_identifier(Kind kind, std::string_view role) {
  return of_party(kind, role, "without_identifier",
                  fmt::format("The {} for which you send must have an identifier.", role));
}

Finding kind_not_taken(Kind kind) {
  return of_type(kind, "kind_not_taken",
                 "The recipient does not accept documents of this type from you.");
}

Finding flow_not_taken(Kind kind, Flow flow) {
  return of_type(kind, "flow_not_taken",
                 fmt::format("The recipient does not accept documents of the {} flow from you.",
                             name_of(flow)));
}

Finding demanded(Kind kind, const Requirement& requirement, std::string path) {
  std::string place;
  for (const char c : requirement.path) {
    if (place.ends_with('.') && c == '*') {
      place.pop_back();
      continue;
    }
    place += c;
  }
  auto message = requirement.domain.empty()
                     ? std::string("The recipient requires this field.")
                     : fmt::format("The recipient requires an identifier of the domain {}.",
                                   requirement.domain);
  return {.code = fmt::format("{}.{}.demanded", word_of(kind), place),
          .path = std::move(path),
          .message = std::move(message)};
}

Finding held_full(Kind kind) {
  return of_type(kind, "held_full",
                 "The recipient has not accepted you yet, and this document exceeds the limits of "
                 "held documents.");
}

Finding lower_version(Kind kind, std::int64_t latest) {
  return of_version(
      kind, "lower_version",
      fmt::format("The latest document with this number has the higher version {}.", latest));
}

Finding same_version(Kind kind) {
  return of_version(kind, "same_version",
                    "The latest document with this number has the same version.");
}

Finding unit_without_number(Kind kind, std::string_view place) {
  return of_unit(kind, place, "", "without_number",
                 "No SSCC range has a number left for this unit. Its label has no barcode.");
}

Finding sscc_twice(Kind kind, std::string_view place) {
  return of_unit(kind, place, unit_identifier, "repeated",
                 "Another unit of this document has the same SSCC.");
}

Finding sscc_of_other_content(Kind kind, std::string_view place) {
  return of_unit(kind, place, unit_identifier, "other_content",
                 "In the previous version, a unit with different content had this SSCC. Its label "
                 "may be printed already.");
}

Finding sscc_of_other_document(Kind kind, std::string_view place, std::string_view number) {
  constexpr std::size_t readable = 60;
  const bool is_named = !number.empty() && number.size() <= readable;
  auto message = is_named ? fmt::format("A unit of your document {} has the same SSCC.", number)
                          : std::string("A unit of another of your documents has the same SSCC.");
  return of_unit(kind, place, unit_identifier, "of_other_document", std::move(message));
}

Finding sscc_of_a_range(Kind kind, std::string_view place) {
  return of_unit(kind, place, unit_identifier, "in_a_range",
                 "This SSCC is in a range from which the exchange assigns numbers. The exchange "
                 "will assign it to another unit, too.");
}

Finding few_numbers_left(Kind kind, std::uint64_t left) {
  return of_units(kind, "few_numbers_left",
                  fmt::format("Only {} numbers are left for units without an SSCC.", left));
}

Finding too_many_units(Kind kind) {
  return of_units(kind, "too_many",
                  fmt::format("Only the first {} units have labels and numbers.",
                              base::limits::units_numbered_max));
}

Finding duplicate(Kind kind) {
  return of_type(kind, "duplicate", "Payload already received.");
}

Finding blocked(Kind kind) {
  return of_type(kind, "blocked", "The recipient does not accept documents from you.");
}

Finding broken_rule(std::string_view rule, std::string path, std::string message) {
  return {.code = fmt::format("{}.broken_rule", rule),
          .path = std::move(path),
          .message = std::move(message)};
}

Finding bad_requirement(std::uint32_t index, std::string_view field, std::string_view what) {
  return {.code = fmt::format("requirement.{}.malformed", field),
          .path = fmt::format("requirements.{}.{}", index, field),
          .message = std::string(what)};
}

Finding bad_endpoint(std::string_view field, std::string_view what) {
  return of_entry("webhook", field, what);
}

Finding bad_range(std::string_view field, std::string_view what) {
  return of_entry("sscc_range", field, what);
}

Finding bad_numbers(std::string_view field, std::string_view rule, std::string_view what) {
  return {.code = fmt::format("number_range.{}.{}", field, rule),
          .path = std::string(field),
          .message = std::string(what)};
}

Finding bad_operator(std::string_view field, std::string_view what) {
  return of_entry("operator", field, what);
}

Finding bad_setting(std::string_view what) {
  return of_entry("setting", "value", what);
}

}  // namespace tradepost::exchange::findings
