#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "api/settings.hpp"
#include "exchange/pull.hpp"
#include "http/response.hpp"

namespace tradepost::api {

// The link to what follows a page, and the cursor in it.
struct NextPage {
  std::string cursor;
  std::string url;
};

// A page of pending transactions (contract 2.6). Contents go out from where they lie, byte for
// byte.
http::Response page_of_incoming(const exchange::IncomingPage& page, const FieldNames& names,
                                std::uint32_t per_page, const std::optional<NextPage>& next);

}  // namespace tradepost::api
