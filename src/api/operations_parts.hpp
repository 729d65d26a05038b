#pragma once

#include "api/operations.hpp"

// What the descriptions of several operations have in common.
namespace tradepost::api::parts {

Parameter cursor();
Parameter per_page();
Parameter id(std::string_view description);
Parameter filter(std::string_view name, std::string_view schema, std::string_view description);

Parameter idempotency_key();
Parameter if_none_match();

// Of a list of all transactions.
std::vector<Parameter> history_filters();

// 409 and 429 of what takes an Idempotency-Key.
Reply key_in_use();
Reply keys_full();

// 422 of a list.
Reply bad_query();
// 422 of administration.
Reply bad_body();

}  // namespace tradepost::api::parts
