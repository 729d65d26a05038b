#include "api/handlers/handlers.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <variant>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/wire/answer.hpp"
#include "base/text/json_writer.hpp"
#include "derivation/derivation.hpp"
#include "document/model/schema.hpp"
#include "exchange/views/derived.hpp"

namespace tradepost::api {
namespace {

using base::Task;
using http::Response;

const Spot whole_body{.path = "", .code = "derivation"};

std::string_view name_of(exchange::Kind kind) {
  return document::row_of(kind).name;
}

// Names the types that the caller can derive from the document.
std::string alternatives_to(const exchange::NotDerivable& refused) {
  const bool is_sent = refused.direction == exchange::Direction::sent;
  const auto side = is_sent ? derivation::Side::sender : derivation::Side::recipient;
  std::string names;
  for (const derivation::Derivation& each : derivation::derivations()) {
    if (each.from != refused.from || each.by != side) continue;
    if (!names.empty()) names += ", ";
    names += name_of(each.to);
  }
  return names;
}

struct DeriveAnswers {
  Response operator()(const exchange::Derived& it) const {
    base::JsonWriter body;
    body.begin_object().key("type").string(name_of(it.kind)).key("content").raw(it.content);
    body.end_object();
    return json(200, std::move(body).finish());
  }
  Response operator()(const exchange::NotDerivable& it) const {
    const std::string_view from = name_of(it.from);
    const std::string types = alternatives_to(it);
    BodyFaults faults;
    faults.add(whole_body.member("type").fault(
        "not_possible", types.empty()
                            ? fmt::format("From this {} you can derive nothing.", from)
                            : fmt::format("From this {} you can derive: {}.", from, types)));
    return faults.answer();
  }
  Response operator()(const exchange::ContentGone&) const {
    BodyFaults faults;
    faults.add(whole_body.fault("content_removed", "The content of the document was removed."));
    return faults.answer();
  }
  Response operator()(const exchange::Unknown&) const { return answers::not_found(); }
};

}  // namespace

Task<Response> derive_document(LoopContext& context, Call call) {
  const auto id = exchange::TransactionId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  Fields fields(*body, shapes::derivation, whole_body, faults);
  fields.need();
  const auto kind = fields.word("type", kind_word, kinds_for_people);
  fields.end();
  if (faults.any() || !kind) co_return faults.answer();
  const auto answer =
      co_await exchange::derive(context.desk, call.caller, *id, *kind, context.deadline());
  if (!answer) co_return answers::failure(answer.error());
  co_return std::visit(DeriveAnswers{}, *answer);
}

}  // namespace tradepost::api
