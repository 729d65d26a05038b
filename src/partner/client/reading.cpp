#include "client/reading.hpp"

#include "base/text/text.hpp"

namespace tradepost::client {

using document::View;

std::string bytes_in(const View& value, std::string_view text) {
  if (!value.is_object() && !value.is_list()) {
    return value ? std::string(value.scalar()) : std::string();
  }
  return std::string(text.substr(value.offset(), value.end() - value.offset()));
}

Participant participant_of(const View& value) {
  return {.id = text_in(value, "id"), .name = text_in(value, "name")};
}

std::vector<Fault> faults_of(const View& list) {
  std::vector<Fault> faults;
  list.each([&](std::uint32_t, const View& fault) {
    faults.push_back({.code = text_in(fault, "code"),
                      .path = text_in(fault, "path"),
                      .message = text_in(fault, "message")});
  });
  return faults;
}

Transaction transaction_of(const View& item, std::string_view text, const std::string& id_name) {
  std::string name = id_name;
  name[0] = base::ascii_upper(name[0]);
  const View latest = item.member("isLatestVersion");
  return {.id = text_in(item, id_name),
          .type = text_in(item, "type"),
          .flow = text_in(item, "flow"),
          .created_at = text_in(item, "createdAt"),
          .sender = participant_of(item.member("sender")),
          .agent = participant_of(item.member("agent")),
          .is_latest_version = !latest || is_true_in(item, "isLatestVersion"),
          .replaces_id = text_in(item, "replaces" + name),
          .replaced_by_id = text_in(item, "replacedBy" + name),
          .content = bytes_in(item.member("content"), text),
          .json = bytes_in(item, text),
          .status = text_in(item, "status"),
          .direction = text_in(item, "direction"),
          .recipient = participant_of(item.member("recipient")),
          .is_held = is_true_in(item, "held")};
}

Event event_of(const View& item, std::string_view text) {
  return {.at = text_in(item, "at"),
          .type = text_in(item, "type"),
          .by = participant_of(item.member("by")),
          .json = bytes_in(item, text)};
}

Case case_of(const View& item, std::string_view text) {
  Case one{.id = text_in(item, "id"),
           .status = text_in(item, "status"),
           .turn = text_in(item, "turn"),
           .type = text_in(item, "type"),
           .origin = text_in(item, "origin"),
           .reason = text_in(item, "reason"),
           .context = {},
           .transaction_id = text_in(item, "transaction"),
           .transaction_type = text_in(item, "transactionType"),
           .transaction_identifier = text_in(item, "transactionIdentifier"),
           .opened_at = text_in(item, "openedAt"),
           .changed_at = text_in(item, "changedAt"),
           .participants = {},
           .comments = {},
           .faults = faults_of(item.member("document").member("faults")),
           .json = bytes_in(item, text)};
  item.member("context").each_member([&](const View& name, const View& value) {
    if (value && value.is_text()) one.context.emplace(name.text(), value.text());
  });
  item.member("participants").each([&](std::uint32_t, const View& participant) {
    one.participants.push_back(participant_of(participant));
  });
  item.member("comments").each([&](std::uint32_t, const View& comment) {
    one.comments.push_back({.at = text_in(comment, "at"),
                            .by = participant_of(comment.member("by")),
                            .text = text_in(comment, "text")});
  });
  return one;
}

}  // namespace tradepost::client
