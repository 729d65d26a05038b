#pragma once

#include <utility>

#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::api {

// Returns an answer {"data": {…}} with the members that `write` writes.
template <typename Write>
http::Response data_json(int status, const Write& write) {
  base::JsonWriter body;
  body.begin_object().key("data").begin_object();
  write(body);
  body.end_object().end_object();
  return json(status, std::move(body).finish());
}

}  // namespace tradepost::api
