#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "exchange/model/model.hpp"

namespace tradepost::api {

// A document's content as people read it: a line for each value, indented, each character from
// outside a character. It stands in a <pre>.
struct ContentHtml {
  std::string html;
  // The paths of findings that were found in it: each is the id of its <mark>.
  std::set<std::string, std::less<>> marked;
  bool is_whole = false;  // false: `content` is the beginning alone, or longer than is shown
};

// `content` is JSON, perhaps cut anywhere, as a rejection keeps it. Of an object or a list that
// misses something its name is marked.
ContentHtml content_html(std::string_view content, std::span<const exchange::Finding> findings);

}  // namespace tradepost::api
