#pragma once

#include "api/workplace.hpp"
#include "base/task.hpp"
#include "http/response.hpp"

// The handlers of /v2/labels: labels of transport units, made when they are asked for.
namespace tradepost::api {

// Of all units of a transaction; or of one, where {id} is its SSCC.
base::Task<http::Response> show_labels_as_zpl(Workplace& place, Call call);
base::Task<http::Response> show_labels_as_pdf(Workplace& place, Call call);
// Of the unit at the place {unit}.
base::Task<http::Response> show_label_as_zpl(Workplace& place, Call call);
base::Task<http::Response> show_label_as_pdf(Workplace& place, Call call);

}  // namespace tradepost::api
