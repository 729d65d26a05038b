#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/bodies/page_query.hpp"
#include "api/wire/page.hpp"
#include "base/crypto/seal.hpp"

namespace tradepost::api {

struct ListUrl {
  std::string_view base;
  std::string_view path;
};

// Answers with a page of a list. `found` has its items, and the cursor of the next page if there is
// one. `append` writes an item to a body, as one whole JSON value.
template <typename Found, typename Append>
http::Response page_answer(base::Sealer& sealer, ListUrl url, const PageQuery& query,
                           const Found& found, Append append) {
  Page page;
  for (const auto& item : found.items) append(page.next_item(), item);
  std::optional<NextPage> next;
  if (found.next) {
    next = next_page(sealer, std::string(url.base) + std::string(url.path), query, *found.next);
  }
  return std::move(page).answer(query.per_page, next);
}

}  // namespace tradepost::api
