#pragma once

#include <functional>
#include <string>

#include "app/console/findings_text.hpp"
#include "app/documents/documents_in.hpp"
#include "base/ground/result.hpp"
#include "edifact/interchange.hpp"

namespace tradepost::app {

using MessageVisit =
    std::function<GoOn(const Origin& origin, const edifact::InterchangeReader::Next& message)>;

// Visits the messages of an EDIFACT file, or of standard input (-), in order, until the visitor
// stops. Only two messages are in memory. The line of an origin is the number of the message, and 0
// if it is the only one. Returns false, and reads nothing, if the file is not EDIFACT.
base::Result<bool> each_message(const std::string& path, const MessageVisit& visit);

}  // namespace tradepost::app
