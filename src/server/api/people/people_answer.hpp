#pragma once

#include <optional>

#include "credentials/password_fault.hpp"
#include "exchange/people/managing.hpp"
#include "exchange/people/signing_in.hpp"
#include "http/message/response.hpp"

// Refusals about people. wire/answer.hpp has all others.
namespace tradepost::api::answers {

http::Response sign_in_wrong();  // the address, the password, or the access of the person
http::Response code_needed();
http::Response code_wrong();
http::Response sign_in_blocked();
http::Response sign_ins_full();

http::Response link_used();
http::Response weak_password(credentials::PasswordFault fault);
http::Response already_member();
http::Response own_access();
http::Response too_many_memberships();
http::Response format_without_people();

// Returns nullopt if the change was made.
std::optional<http::Response> not_managed(const exchange::ManageAnswer& answer);

}  // namespace tradepost::api::answers
