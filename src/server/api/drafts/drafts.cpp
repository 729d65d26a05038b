#include "api/drafts/drafts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "api/bodies/admin_body.hpp"
#include "api/bodies/admin_profile_body.hpp"
#include "api/bodies/body_shapes.hpp"
#include "api/json/party_json.hpp"
#include "api/wire/answer.hpp"
#include "api/wire/data_answer.hpp"
#include "api/wire/error_texts.hpp"
#include "base/ground/draft_limits.hpp"
#include "base/text/json_writer.hpp"
#include "base/text/text.hpp"
#include "document/model/schema.hpp"
#include "exchange/drafts/drafting.hpp"
#include "exchange/people/person_names.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using base::Task;
using exchange::Actor;
using exchange::DraftAnswer;
using exchange::DraftChanged;
using exchange::DraftHead;
using exchange::DraftRequest;
using exchange::DraftsFull;
using exchange::NoSuchDraft;
using exchange::PersonNames;
using http::Response;

struct DraftBody {
  DraftRequest draft;
  std::uint64_t revision = 0;
};

// Reads a text of any content that is bounded, or an empty one.
std::string bounded_text(Fields& fields, std::string_view name) {
  std::string text = fields.text(name).value_or("");
  const std::size_t length_max = fields.shape(name).length_max;
  if (base::code_points(text) > length_max) {
    fields.faults().add(fields.spot().member(name).fault(
        "too_long", fmt::format("{} can have at most {} characters.", name, length_max)));
  }
  return text;
}

std::string document_in(Fields& fields) {
  std::string text = fields.text("document").value_or("");
  if (text.size() > base::limits::draft_bytes_max) {
    fields.faults().add(fields.spot()
                            .member("document")
                            .fault("too_long", fmt::format("document can have at most {} bytes.",
                                                           base::limits::draft_bytes_max)));
  }
  return text;
}

DraftBody body_in(const document::View& body, const BodyShape& shape, BodyFaults& faults) {
  Fields fields(body, shape, {.path = "", .code = "draft"}, faults);
  fields.need();
  DraftBody read;
  read.draft.kind = fields.word("kind", kind_word, kinds_for_people).value_or(exchange::Kind());
  read.draft.name = bounded_text(fields, "name");
  read.draft.partner = bounded_text(fields, "partner");
  read.draft.transaction = fields.id<exchange::TransactionId>("transactionId");
  read.draft.case_id = fields.id<exchange::CaseId>("caseId");
  read.draft.document = document_in(fields);
  if (find_field(shape, "revision") != nullptr) {
    read.revision = fields.whole_number("revision").value_or(0);
  }
  fields.end();
  return read;
}

Actor actor_of(const DraftHead& head, const exchange::DraftEditor& editor) {
  return Actor::of(head.place.participant, editor.person);
}

// The readers' view of drafts.
struct DraftWriting {
  const exchange::Directory& directory;
  const PersonNames& people;

  void write_editor(JsonWriter& json, const DraftHead& head,
                    const exchange::DraftEditor& editor) const {
    json.begin_object();
    write_person_of(json, directory, {.actor = actor_of(head, editor), .people = people});
    json.key("token");
    const exchange::Token* const token = directory.token(editor.token);
    if (editor.token == exchange::TokenId()) {
      json.null();
    } else {
      json.begin_object().key("id").string(editor.token.to_string());
      json.key("name").string(token == nullptr ? "" : token->name).end_object();
    }
    json.end_object();
  }

  template <typename Id>
  static void write_id(JsonWriter& json, std::string_view name, const std::optional<Id>& id) {
    json.key(name);
    if (id) {
      json.string(id->to_string());
    } else {
      json.null();
    }
  }

  // Writes the members of a draft into an open object.
  void write(JsonWriter& json, const DraftHead& head) const {
    json.key("id").string(head.id.to_string());
    json.key("kind").string(document::row_of(head.kind).name);
    json.key("name").string(head.name).key("partner").string(head.partner);
    write_id(json, "transactionId", head.transaction);
    write_id(json, "caseId", head.case_id);
    json.key("revision").integer(head.revision);
    json.key("bytes").integer(std::uint64_t{head.bytes});
    json.key("createdAt").string(base::to_string(head.created));
    json.key("createdBy");
    write_editor(json, head, head.author);
    json.key("updatedAt").string(base::to_string(head.updated));
    json.key("updatedBy");
    write_editor(json, head, head.editor);
  }
};

using WriteDrafts = std::function<Response(const DraftWriting&)>;

// Makes an answer about drafts, with the names of their editors.
Task<Response> answer_about(LoopContext& context, std::vector<DraftHead> heads, WriteDrafts write) {
  std::vector<Actor> editors;
  std::optional<exchange::ParticipantId> of;
  for (const DraftHead& head : heads) {
    of = head.place.participant;
    editors.push_back(actor_of(head, head.author));
    editors.push_back(actor_of(head, head.editor));
  }
  std::erase_if(editors, [](const Actor& actor) { return actor.type != Actor::Type::person; });
  std::ranges::sort(editors);
  const auto repeated = std::ranges::unique(editors);
  editors.erase(repeated.begin(), repeated.end());
  auto naming = exchange::names_of(context.people, std::move(editors), of, context.deadline());
  const auto people = co_await std::move(naming);
  if (!people) co_return answers::failure(people.error());
  const exchange::DirectoryPtr directory = context.services.directory.current();
  const DraftWriting writing{.directory = *directory, .people = *people};
  co_return write(writing);
}

Response drafts_full() {
  return answers::refusal(base::ErrorCode::conflict,
                          "Your company has as many drafts as it can have. Discard some first.",
                          DetailCode::drafts_full);
}

Response draft_changed(const DraftWriting& writing, const DraftHead& present) {
  return answers::refusal(
      base::ErrorCode::conflict,
      "The draft has changed since you read it. Read it again, or keep yours as a new draft.",
      [&](JsonWriter& json) {
        json.key("revision").integer(present.revision);
        json.key("updatedAt").string(base::to_string(present.updated));
        json.key("updatedBy");
        writing.write_editor(json, present, present.editor);
      },
      DetailCode::draft_changed);
}

// Answers a change with the draft without its document.
Task<Response> answered(LoopContext& context, base::Result<DraftAnswer> answer, int status) {
  if (!answer) co_return answers::failure(answer.error());
  if (std::holds_alternative<NoSuchDraft>(*answer)) co_return answers::not_found();
  if (std::holds_alternative<DraftsFull>(*answer)) co_return drafts_full();
  std::vector<DraftHead> heads;
  WriteDrafts write;
  if (const auto* const changed = std::get_if<DraftChanged>(&*answer)) {
    heads.push_back(changed->present);
    write = [changed](const DraftWriting& writing) {
      return draft_changed(writing, changed->present);
    };
  } else {
    const auto& head = std::get<DraftHead>(*answer);
    heads.push_back(head);
    write = [&head, status](const DraftWriting& writing) {
      return data_json(status, [&](JsonWriter& json) { writing.write(json, head); });
    };
  }
  auto answering = answer_about(context, std::move(heads), std::move(write));
  co_return co_await std::move(answering);
}

}  // namespace

Task<Response> list_drafts(LoopContext& context, Call call) {
  auto reading = exchange::drafts_of(context.services.drafts, call.caller, context.deadline());
  const auto heads = co_await std::move(reading);
  if (!heads) co_return answers::failure(heads.error());
  WriteDrafts write = [&heads](const DraftWriting& writing) {
    return data_json(200, [&](JsonWriter& json) {
      json.key("drafts").begin_array();
      for (const DraftHead& head : *heads) {
        json.begin_object();
        writing.write(json, head);
        json.end_object();
      }
      json.end_array();
    });
  };
  auto answering = answer_about(context, *heads, std::move(write));
  co_return co_await std::move(answering);
}

Task<Response> post_draft(LoopContext& context, Call call) {
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  DraftBody read = body_in(*body, shapes::draft_request, faults);
  if (faults.any()) co_return faults.answer();
  auto keeping = exchange::begin_draft(context.desk, context.services.drafts, call.caller,
                                       std::move(read.draft), context.deadline());
  auto kept = co_await std::move(keeping);
  auto answering = answered(context, std::move(kept), 201);
  co_return co_await std::move(answering);
}

Task<Response> show_draft(LoopContext& context, Call call) {
  const auto id = exchange::DraftId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const exchange::DraftPlace place{.participant = call.caller.participant,
                                   .flow = call.caller.flow};
  auto finding = context.services.drafts.find(place, *id, context.deadline());
  const auto found = co_await std::move(finding);
  if (!found) co_return answers::failure(found.error());
  if (!*found) co_return answers::not_found();
  std::vector<DraftHead> heads;
  heads.push_back((*found)->head);
  WriteDrafts write = [&found](const DraftWriting& writing) {
    return data_json(200, [&](JsonWriter& json) {
      writing.write(json, (*found)->head);
      json.key("document").string((*found)->document);
    });
  };
  auto answering = answer_about(context, std::move(heads), std::move(write));
  co_return co_await std::move(answering);
}

Task<Response> put_draft(LoopContext& context, Call call) {
  const auto id = exchange::DraftId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const auto body = context.json_reader.read(call.request.body());
  if (!body) co_return answers::unreadable(body.error());
  BodyFaults faults;
  DraftBody read = body_in(*body, shapes::draft_change, faults);
  if (faults.any()) co_return faults.answer();
  auto keeping = exchange::change_draft(context.desk, context.services.drafts, call.caller, *id,
                                        read.revision, std::move(read.draft), context.deadline());
  auto kept = co_await std::move(keeping);
  auto answering = answered(context, std::move(kept), 200);
  co_return co_await std::move(answering);
}

Task<Response> delete_draft(LoopContext& context, Call call) {
  const auto id = exchange::DraftId::parse(call.captures.at("id"));
  if (!id) co_return answers::not_found();
  const exchange::DraftPlace place{.participant = call.caller.participant,
                                   .flow = call.caller.flow};
  auto removing = context.services.drafts.remove(place, *id, context.deadline());
  const auto removed = co_await std::move(removing);
  if (!removed) co_return answers::failure(removed.error());
  if (!*removed) co_return answers::not_found();
  co_return data_json(200, [&](JsonWriter& json) { json.key("id").string(id->to_string()); });
}

}  // namespace tradepost::api
