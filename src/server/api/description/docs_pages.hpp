#pragma once

#include <span>

#include "api/wire/stored_file.hpp"

namespace tradepost::api {

// Returns the pages of /docs by their path below /docs: "" is /docs itself, "api" the API
// reference, "errors" the error reference, and "guides/agent" comes from docs/guides/agent.md.
std::span<const StoredFile> docs_pages();

}  // namespace tradepost::api
