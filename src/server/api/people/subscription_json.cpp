#include "api/people/subscription_json.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "api/bodies/body_shapes.hpp"
#include "api/people/people_words.hpp"
#include "api/people/word_table.hpp"
#include "base/ground/session_limits.hpp"

namespace tradepost::api {
namespace {

using base::JsonWriter;
using exchange::Rhythm;
using exchange::Subject;
using exchange::Subscriptions;

constexpr Names<Subject, 10> subjects = {{
    {Subject::case_waits, "case_waits"},
    {Subject::document_failed, "document_failed"},
    {Subject::partner_waits, "partner_waits"},
    {Subject::documents_unread, "documents_unread"},
    {Subject::webhook_given_up, "webhook_given_up"},
    {Subject::numbers_run_out, "numbers_run_out"},
    {Subject::little_space, "little_space"},
    {Subject::certificate_ends, "certificate_ends"},
    {Subject::backup_old, "backup_old"},
    {Subject::index_damaged, "index_damaged"},
}};
constexpr Names<Rhythm, 3> rhythms = {{
    {Rhythm::immediately, "immediately"},
    {Rhythm::hourly, "hourly"},
    {Rhythm::daily, "daily"},
}};

std::optional<Subject> subject_word(std::string_view name) {
  return word_in(subjects, name);
}
std::optional<Rhythm> rhythm_word(std::string_view name) {
  return word_in(rhythms, name);
}

}  // namespace

std::string_view name_of(Subject subject) {
  return name_in(subjects, subject);
}

void write_subscriptions(JsonWriter& json, const Subscriptions& subscriptions) {
  json.key("subscriptions").begin_array();
  for (const exchange::Subscription& one : subscriptions.list) {
    json.begin_object().key("about").string(name_in(subjects, one.about));
    json.key("rhythm").string(name_in(rhythms, one.rhythm)).end_object();
  }
  json.end_array();
  json.key("unreadAfterHours").integer(subscriptions.unread_hours);
  write_flows(json, subscriptions.flows);
}

void read_subscriptions(Fields& fields, Subscriptions& into) {
  fields.list("subscriptions", "subscription", [&](const document::View& element, Spot spot) {
    Fields of_one(element, shapes::subscription, std::move(spot), fields.faults());
    of_one.need();
    const auto about = of_one.word("about", subject_word);
    const auto rhythm = of_one.word("rhythm", rhythm_word);
    of_one.end();
    if (!about || !rhythm) return;
    std::erase_if(into.list, [&](const auto& one) { return one.about == *about; });
    into.list.push_back({.about = *about, .rhythm = *rhythm});
  });
  if (const auto hours = fields.whole_number("unreadAfterHours")) {
    if (*hours < 1 || *hours > base::limits::unread_hours_max) {
      fields.faults().add(fields.spot()
                              .member("unreadAfterHours")
                              .fault("out_of_range", fmt::format("{} must be between {} and {}.",
                                                                 "unreadAfterHours", 1,
                                                                 base::limits::unread_hours_max)));
      return;
    }
    into.unread_hours = static_cast<std::uint8_t>(*hours);
  }
  into.flows = flows_in(fields);
}

}  // namespace tradepost::api
