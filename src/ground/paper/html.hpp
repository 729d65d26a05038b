#pragma once

#include <string>

#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "paper/words.hpp"

namespace tradepost::paper {

// Returns a whole page that needs no other file and no script. Browsers print it on A4 with the
// head of a table on each page. `content` is an object.
std::string html_of(const document::KindRow& kind, const document::View& content,
                    const Words& words);

}  // namespace tradepost::paper
