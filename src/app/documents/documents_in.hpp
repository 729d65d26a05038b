#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/console/findings_text.hpp"
#include "base/ground/result.hpp"
#include "document/read.hpp"

namespace tradepost::app {

enum class InputForm : std::uint8_t {
  by_its_look,  // lines if its name says so, or if its first line is a whole document
  lines,
};
enum class GoOn : std::uint8_t { yes, no };
using DocumentVisit = std::function<GoOn(const Origin& origin, std::string_view body)>;

// Visits the documents of one file, or of standard input (-), in order, until the visitor stops.
// Uses `reader` before the visits. A document over the limit is cut one byte after it.
base::Done each_document(const std::string& path, InputForm form, document::Reader& reader,
                         std::size_t bytes_max, const DocumentVisit& visit);

}  // namespace tradepost::app
