#pragma once

#include <span>

#include "api/wire/stored_file.hpp"

namespace tradepost::api {

// The pages of /docs by their paths below it: "" is /docs itself, "api" the API reference, "errors"
// what errors link to, and "guides/agent" is made of docs/guides/agent.md.
std::span<const StoredFile> docs_pages();

}  // namespace tradepost::api
