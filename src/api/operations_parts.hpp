#pragma once

#include "api/operations.hpp"

// What the descriptions of several operations have in common.
namespace tradepost::api::parts {

inline constexpr std::string_view example_id = "0192e4a0-7a51-7cc0-8a2b-5d8f3a1e9c44";

Parameter cursor();
Parameter per_page();
Parameter id(std::string_view description);
Parameter filter(std::string_view name, std::string_view schema, std::string_view description);

// 422 of a list.
Reply bad_query();

}  // namespace tradepost::api::parts
