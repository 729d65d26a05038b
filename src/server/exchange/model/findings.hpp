#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/model/directory_entries.hpp"
#include "exchange/model/model.hpp"

// Makes every finding of the network itself. Codes are public and permanent.
namespace tradepost::exchange::findings {

// Findings about parties. `role` is the name in the header.
Finding unknown_party(Kind kind,
                      std::string_view role);  // fault, or a warning if another party received it
Finding ambiguous_party(Kind kind,
                        std::string_view role);  // its identifiers belong to two participants
Finding no_recipient(Kind kind);                 // no party is a possible recipient
Finding not_the_sender(Kind kind, std::string_view role);  // only the sender or its agent may send
Finding not_its_agent(Kind kind, std::string_view role);
Finding party_without_identifier(Kind kind, std::string_view role);

// Findings about the recipient's requirements.
Finding kind_not_taken(Kind kind);
Finding flow_not_taken(Kind kind, Flow flow);
Finding demanded(Kind kind, const Requirement& requirement, std::string path);
Finding held_full(Kind kind);

// Findings about versions.
Finding lower_version(Kind kind, std::int64_t latest);
Finding same_version(Kind kind);  // a warning

// Warnings about transport units. `place` has the form of units.hpp.
Finding unit_without_number(Kind kind, std::string_view place);
Finding sscc_twice(Kind kind, std::string_view place);
Finding sscc_of_other_content(Kind kind, std::string_view place);  // in the version before
Finding sscc_of_other_document(Kind kind, std::string_view place, std::string_view number);
Finding sscc_of_a_range(Kind kind, std::string_view place);  // the range would give it again
Finding few_numbers_left(Kind kind, std::uint64_t left);
Finding too_many_units(Kind kind);

// Refusals with a status other than 422, as validate reports them.
Finding duplicate(Kind kind);
Finding blocked(Kind kind);

// A fault of a new requirement.
// A rule of a form that the document would break: e_invoice.BR-CO-10, edifact.length.
Finding broken_rule(std::string_view rule, std::string path, std::string message);
Finding bad_requirement(std::uint32_t index, std::string_view field, std::string_view what);

// Faults of a new webhook, SSCC range, range of document numbers, operator or setting. `field` may
// be empty.
Finding bad_endpoint(std::string_view field, std::string_view what);
Finding bad_range(std::string_view field, std::string_view what);
// `rule` is the end of the code.
Finding bad_numbers(std::string_view field, std::string_view rule, std::string_view what);
Finding bad_operator(std::string_view field, std::string_view what);
Finding bad_setting(std::string_view what);

}  // namespace tradepost::exchange::findings
