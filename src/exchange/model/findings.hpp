#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "exchange/model/directory_entries.hpp"
#include "exchange/model/model.hpp"

// Every finding of the network itself, with its text, in one place. Codes are public and permanent.
namespace tradepost::exchange::findings {

// Of parties: `role` as in the header.
Finding unknown_party(Kind kind,
                      std::string_view role);  // fault, or a warning where another took it
Finding ambiguous_party(Kind kind,
                        std::string_view role);  // its identifiers lead to two participants
Finding no_recipient(Kind kind);                 // there is no party that could receive
Finding not_the_sender(Kind kind, std::string_view role);  // nobody sends in another's name
Finding not_its_agent(Kind kind, std::string_view role);
Finding party_without_identifier(Kind kind, std::string_view role);

// Of the recipient's requirements.
Finding kind_not_taken(Kind kind);
Finding flow_not_taken(Kind kind, Flow flow);
Finding demanded(Kind kind, const Requirement& requirement, std::string path);
Finding held_full(Kind kind);

// Of versions.
Finding lower_version(Kind kind, std::int64_t latest);
Finding same_version(Kind kind);  // a warning

// Of transport units, all of them warnings; `place` as units.hpp has it.
Finding unit_without_number(Kind kind, std::string_view place);
Finding sscc_twice(Kind kind, std::string_view place);
Finding sscc_of_other_content(Kind kind, std::string_view place);  // in the version before
Finding sscc_of_other_document(Kind kind, std::string_view place, std::string_view number);
Finding sscc_of_a_range(Kind kind, std::string_view place);  // that will give it again
Finding few_numbers_left(Kind kind, std::uint64_t left);
Finding too_many_units(Kind kind);

// The refusals with another status than 422, as validate reports them.
Finding duplicate(Kind kind);
Finding blocked(Kind kind);

// Of a requirement that is set.
Finding bad_requirement(std::uint32_t index, std::string_view field, std::string_view what);

// Of a webhook, a range of numbers, an operator, a setting that is set; `field` may be empty.
Finding bad_endpoint(std::string_view field, std::string_view what);
Finding bad_range(std::string_view field, std::string_view what);
Finding bad_operator(std::string_view field, std::string_view what);
Finding bad_setting(std::string_view what);

}  // namespace tradepost::exchange::findings
