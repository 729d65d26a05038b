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

// Makes all error answers: their status, their headers, their text. Every body is JSON with
// `message` for people, `code` and an optional `detailCode` for programs, and a link to the page
// about errors (contract 8.1).
namespace tradepost::api {

// Distinguishes causes of one code; compiled from model/api/errors.json.
enum class DetailCode : std::uint8_t;

// Returns an answer with the complete JSON `body`.
http::Response json(int status, std::string_view body);

// Writes [{code, path, message}, …].
void write_findings(base::JsonWriter& json, std::span<const exchange::Finding> findings,
                    Language language = Language::english);

// Writes {path: [sentence, …]}, ordered by path.
void write_by_path(base::JsonWriter& json, std::span<const exchange::Finding> findings);

namespace answers {

// Makes a refusal from a sentence and the members for programs that `more` writes. Only this
// module's makers of refusals call it; admin_answer.hpp has the ones of administration.
using MoreMembers = std::function<void(base::JsonWriter&)>;
http::Response refusal(base::ErrorCode code, std::string_view sentence, const MoreMembers& more,
                       std::optional<DetailCode> detail = {});
// Makes a refusal without such members.
http::Response refusal(base::ErrorCode code, std::string_view sentence,
                       std::optional<DetailCode> detail = {});

// Makes a 429 from a sentence.
http::Response too_many(std::string_view sentence, std::optional<DetailCode> detail,
                        std::chrono::seconds retry_after);

// Answers an error of a store or of the connection.
http::Response failure(const base::Error& failed);

// Refusals of a malformed or unacceptable request.
http::Response not_found();
http::Response method_not_allowed(std::string_view allow);
http::Response not_acceptable();
// A text in a form that is not readable; the sentence says where and why.
http::Response unreadable_form(std::string_view sentence);
http::Response unsupported_media_type();
http::Response unsupported_document();
http::Response unsupported_content_encoding();
http::Response bad_host();
http::Response bad_idempotency_key();
http::Response unreadable(const document::Unreadable& unreadable);

// Refusals of a caller.
http::Response no_token();
http::Response token_not_valid();
http::Response scope_missing(std::span<const std::string_view> scopes);  // each alone suffices
http::Response not_an_operator();
http::Response auditor_only_reads();
http::Response no_session();
// A change of people or secrets needs the password once more.
http::Response confirmation_needed();
http::Response link_ended();
http::Response case_link_ended();
http::Response not_from_console();
http::Response too_many_polls();
http::Response too_many_requests(std::chrono::seconds retry_after);

// 422: all faults, by path for people and as a list for programs.
struct Faults {
  std::string message;
  std::span<const exchange::Finding> named;
  std::uint64_t count = 0;                    // of all faults; 0: as many as are named
  std::optional<std::string> error_url = {};  // of the case that a clerk sees
};
http::Response faults(const Faults& faults);
http::Response bad_query(std::span<const exchange::Finding> found);

// Refusals of a document.
http::Response blocked();
http::Response duplicate(std::string_view id_name, exchange::TransactionId first);
http::Response key_used_otherwise();
http::Response key_in_use();
http::Response keys_full();
http::Response busy();
// The directory may be out of date, so the token cannot be verified.
http::Response directory_away();

// Refusals of a change to a case.
http::Response case_was_changed(exchange::Revision present);
http::Response comments_full();

// Refusals of a report.
http::Response verdict_is_final();
struct BadReport {
  std::uint32_t index = 0;
  std::optional<std::string> id;  // as the client wrote it
  std::string_view code;          // unknown, conflict, malformed
};
http::Response bad_reports(std::string_view id_name, std::span<const BadReport> items,
                           std::span<const exchange::Finding> found);

}  // namespace answers
}  // namespace tradepost::api
