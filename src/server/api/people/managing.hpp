#pragma once

#include "api/request/route.hpp"

// Administrators manage the people of their participant, operators all people.
namespace tradepost::api {

Answer invite_person(LoopContext& context, Call call);
Answer list_people(LoopContext& context, Call call);
// Issues a link to choose a new password.
Answer reset_person(LoopContext& context, Call call);
Answer remove_second_factor(LoopContext& context, Call call);
// Changes role and flows.
Answer patch_person(LoopContext& context, Call call);
// Ends the membership.
Answer remove_person(LoopContext& context, Call call);

Answer invite_any(LoopContext& context, OperatorCall call);
Answer list_all_people(LoopContext& context, OperatorCall call);
Answer reset_any_person(LoopContext& context, OperatorCall call);
Answer remove_any_second_factor(LoopContext& context, OperatorCall call);
// Disables or enables the person.
Answer patch_any_person(LoopContext& context, OperatorCall call);
Answer erase_any_person(LoopContext& context, OperatorCall call);
Answer put_membership(LoopContext& context, OperatorCall call);
Answer delete_membership(LoopContext& context, OperatorCall call);

}  // namespace tradepost::api
