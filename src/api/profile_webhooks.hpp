#pragma once

#include "api/workplace.hpp"
#include "base/json_writer.hpp"
#include "base/task.hpp"
#include "exchange/webhook_events.hpp"
#include "http/response.hpp"

// The handlers of /v2/profile/webhooks (contract 8.3): where a participant is told what happens.
// An id of another participant, or of the other flow, is as unknown as one that nobody has.
namespace tradepost::api {

base::Task<http::Response> post_webhook(Workplace& place, Call call);
base::Task<http::Response> list_webhooks(Workplace& place, Call call);
base::Task<http::Response> put_webhook(Workplace& place, Call call);
base::Task<http::Response> delete_webhook(Workplace& place, Call call);
base::Task<http::Response> test_webhook(Workplace& place, Call call);
base::Task<http::Response> list_webhook_calls(Workplace& place, Call call);

// The member `webhooks` of a profile: those of the caller's flow, without how far they are.
void write_webhooks(base::JsonWriter& body, const exchange::Directory& directory,
                    const exchange::Caller& caller);

// The members of a webhook with how far it is, into an open object.
void write_webhook(base::JsonWriter& body, const exchange::EndpointShown& shown);

}  // namespace tradepost::api
