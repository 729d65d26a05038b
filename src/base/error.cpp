#include "base/error.hpp"

#include <array>
#include <cstddef>

#include "base/check.hpp"

namespace tradepost::base {
namespace {

constexpr std::array rows = {
    ErrorRow{ErrorCode::unreadable, "unreadable", 400, Retry::never},
    ErrorRow{ErrorCode::too_large, "too_large", 413, Retry::never},
    ErrorRow{ErrorCode::invalid, "invalid", 422, Retry::never},
    ErrorRow{ErrorCode::not_found, "not_found", 404, Retry::never},
    ErrorRow{ErrorCode::unavailable, "unavailable", 503, Retry::later},
    ErrorRow{ErrorCode::internal, "internal", 500, Retry::later},
    ErrorRow{ErrorCode::out_of_range, "out_of_range", 422, Retry::never},
    ErrorRow{ErrorCode::damaged, "damaged", 500, Retry::never},
    ErrorRow{ErrorCode::disk_full, "disk_full", 503, Retry::later},
    ErrorRow{ErrorCode::in_use, "in_use", 503, Retry::later},
    ErrorRow{ErrorCode::too_new, "too_new", 500, Retry::never},
};

}  // namespace

std::span<const ErrorRow> error_rows() {
  return rows;
}

const ErrorRow& row_of(ErrorCode code) {
  const auto index = static_cast<std::size_t>(code) - 1;
  CHECK(index < rows.size());
  return rows[index];
}

}  // namespace tradepost::base
