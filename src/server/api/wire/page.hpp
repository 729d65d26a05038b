#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "http/message/response.hpp"

namespace tradepost::api {

// The link to the next page, and the cursor in it.
struct NextPage {
  std::string cursor;
  std::string url;
};

// Builds a page of a list (contract 6.1) item by item.
class Page {
 public:
  Page();

  // The caller appends the next item to the returned body, as one whole JSON value.
  http::Body& next_item();
  http::Response answer(std::uint32_t per_page, const std::optional<NextPage>& next) &&;

 private:
  http::Response response_;
  std::size_t count_ = 0;
};

}  // namespace tradepost::api
