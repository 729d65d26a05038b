#include "api/listing/case_list.hpp"

#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/page_answer.hpp"
#include "api/json/case_json.hpp"
#include "api/json/translated.hpp"
#include "api/json/words.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/negotiation.hpp"
#include "base/text/json_writer.hpp"
#include "exchange/people/person_names.hpp"

namespace tradepost::api {

using http::Response;

Response cases_listed(LoopContext& context, const OpenCall& call, const PageQuery& query,
                      const exchange::CasesAnswer& answer) {
  const auto* const found = std::get_if<exchange::CasesPage>(&answer);
  if (found == nullptr) return with_bad_cursor();
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const ListUrl url{.base = call.base_url, .path = call.path};
  const Language language = requested_language(call.request);
  const auto append = [&](http::Body& body, const exchange::CasePtr& item) {
    base::JsonWriter json;
    write_case(json, *item, *directory, language);
    body.append(std::move(json).finish());
  };
  return in_language(page_answer(context.sealer, url, query, *found, append), language);
}

base::Task<Response> case_answer(LoopContext& context, exchange::FoundCase found,
                                 std::optional<exchange::ParticipantId> of, Language language) {
  std::vector<exchange::Actor> authors{found.value->changed_by};
  for (const exchange::CaseCommented& comment : found.comments) authors.push_back(comment.by);
  auto reading = exchange::names_of(context.people, std::move(authors), of, context.deadline());
  const auto people = co_await std::move(reading);
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  Response response = json(200, case_json(found, *directory, *people, language));
  co_return in_language(std::move(response), language);
}

std::optional<Response> not_changed(const exchange::CaseChangeAnswer& answer) {
  if (const auto* const conflict = std::get_if<exchange::RevisionConflict>(&answer)) {
    return answers::case_was_changed(conflict->revision);
  }
  if (std::holds_alternative<exchange::Unknown>(answer)) return answers::not_found();
  if (std::holds_alternative<exchange::CommentsFull>(answer)) return answers::comments_full();
  return std::nullopt;
}

}  // namespace tradepost::api
