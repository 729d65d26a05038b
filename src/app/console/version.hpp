#pragma once

#include <string_view>

namespace tradepost::app {

// Defined in a source that the build generates (cmake/version.cmake).
extern const std::string_view version;             // 0.9.0-dev
extern const std::string_view version_and_commit;  // 0.9.0-dev (abc123def456, 2026-11-27)

}  // namespace tradepost::app
