#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/console/findings_text.hpp"
#include "base/ground/result.hpp"
#include "document/read.hpp"

namespace tradepost::app {

enum class InputForm : std::uint8_t {
  by_its_look,  // lines, where it is named so or its first line is a whole document
  lines,
};
enum class GoOn : std::uint8_t { yes, no };
using DocumentVisit = std::function<GoOn(const Origin& origin, std::string_view body)>;

// The documents of one file, or of standard input (-), in their order, until the visitor has
// enough. `reader` is used in between. A document over the bound is cut one byte after that.
base::Done each_document(const std::string& path, InputForm form, document::Reader& reader,
                         std::size_t bytes_max, const DocumentVisit& visit);

}  // namespace tradepost::app
