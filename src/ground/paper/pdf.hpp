#pragma once

#include <string>

#include "base/ground/result.hpp"
#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "paper/typeset.hpp"
#include "paper/words.hpp"

namespace tradepost::paper {

// Returns a PDF file of A4 pages with page numbers. A table that continues on the next page repeats
// its head, and the sum of its amounts so far. The same document always gives the same bytes.
// `content` is an object. Fails if memory is short.
base::Result<std::string> pdf_of(const document::KindRow& kind, const document::View& content,
                                 const Words& words, Typesetter& typesetter);

}  // namespace tradepost::paper
