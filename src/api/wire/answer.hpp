#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "api/language/german.hpp"
#include "base/ground/error.hpp"
#include "base/text/json_writer.hpp"
#include "document/json/unreadable.hpp"
#include "exchange/model/model.hpp"
#include "http/message/response.hpp"

// The one place where answers that are errors are made: their status, their headers, their words.
// Every body is JSON with `message`, for people, `code` and perhaps `detailCode`, for programs, and
// a link to the page about errors (contract 8.1).
namespace tradepost::api {

// Distinguishes causes of one code; compiled from model/api/errors.json.
enum class DetailCode : std::uint8_t;

// JSON that is whole already.
http::Response json(int status, std::string_view body);

// [{code, path, message}, …]
void write_findings(base::JsonWriter& json, std::span<const exchange::Finding> findings,
                    Language language = Language::english);

// {path: [sentence, …]}, paths in the order of their names.
void write_by_path(base::JsonWriter& json, std::span<const exchange::Finding> findings);

namespace answers {

// What every refusal is made of: a sentence, and what programs need beside it, which `more` writes
// as members. For makers of refusals alone: admin_answer.hpp has those of administration.
using MoreMembers = std::function<void(base::JsonWriter&)>;
http::Response refusal(base::ErrorCode code, std::string_view sentence, const MoreMembers& more,
                       std::optional<DetailCode> detail = {});

// What a store, or the connection itself, refuses.
http::Response failure(const base::Error& failed);

// Of the request as such.
http::Response not_found();
http::Response method_not_allowed(std::string_view allow);
http::Response not_acceptable();
http::Response unsupported_media_type();
http::Response unsupported_content_encoding();
http::Response bad_host();
http::Response bad_idempotency_key();
http::Response unreadable(const document::Unreadable& unreadable);

// Of the caller.
http::Response no_token();
http::Response token_not_valid();
http::Response scope_missing(std::span<const std::string_view> scopes);  // one would do
http::Response not_an_operator();
http::Response link_ended();
http::Response case_link_ended();
http::Response not_from_console();
http::Response too_many_polls();
http::Response too_many_requests(std::chrono::seconds retry_after);

// 422: everything that is wrong, by path for people and as a list for programs.
struct Faults {
  std::string message;
  std::span<const exchange::Finding> named;
  std::uint64_t count = 0;                    // of all; 0: as many as are named
  std::optional<std::string> error_url = {};  // of the case that a clerk sees
};
http::Response faults(const Faults& faults);
http::Response bad_query(std::span<const exchange::Finding> found);

// Of sending.
http::Response blocked();
http::Response duplicate(std::string_view id_name, exchange::TransactionId first);
http::Response key_used_otherwise();
http::Response key_in_use();
http::Response keys_full();
http::Response busy();
// Whether the token is still valid can't be known.
http::Response directory_away();

// Of cases.
http::Response case_was_changed(exchange::Revision present);
http::Response comments_full();

// Of reporting.
http::Response verdict_stands();
struct BadReport {
  std::uint32_t index = 0;
  std::optional<std::string> id;  // as the client wrote it
  std::string_view code;          // unknown, conflict, malformed
};
http::Response bad_reports(std::string_view id_name, std::span<const BadReport> items,
                           std::span<const exchange::Finding> found);

}  // namespace answers
}  // namespace tradepost::api
