#include "base/ground/error.hpp"

#include <array>
#include <cstddef>

#include "base/ground/check.hpp"

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
    ErrorRow{ErrorCode::unauthorized, "unauthorized", 401, Retry::never},
    ErrorRow{ErrorCode::forbidden, "forbidden", 403, Retry::never},
    ErrorRow{ErrorCode::method_not_allowed, "method_not_allowed", 405, Retry::never},
    ErrorRow{ErrorCode::not_acceptable, "not_acceptable", 406, Retry::never},
    ErrorRow{ErrorCode::timed_out, "timed_out", 408, Retry::never},
    ErrorRow{ErrorCode::conflict, "conflict", 409, Retry::never},
    ErrorRow{ErrorCode::unsupported_media_type, "unsupported_media_type", 415, Retry::never},
    ErrorRow{ErrorCode::expectation_failed, "expectation_failed", 417, Retry::never},
    ErrorRow{ErrorCode::head_too_large, "head_too_large", 431, Retry::never},
    ErrorRow{ErrorCode::not_implemented, "not_implemented", 501, Retry::never},
    ErrorRow{ErrorCode::too_many_requests, "too_many_requests", 429, Retry::later},
    ErrorRow{ErrorCode::duplicate, "duplicate", 400, Retry::never},
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
