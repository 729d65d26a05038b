#include <string>

#include "app/console/commands.hpp"
#include "app/console/json_text.hpp"
#include "app/console/saying.hpp"
#include "app/console/table_text.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;
using document::View;

constexpr const char* path_of_one = "/admin/people/{id}";

Parameter id_of_person() {
  return text("id", "ID", "The person's id, as list shows it");
}

// The link is alone on standard output, so that a script can send it.
void print_link(const View& data) {
  const std::string person = printable(text_at(data, "person"));
  const std::string link = text_at(data, "link");
  if (link.empty()) {
    say("{} has the membership now, and signs in as before\n", person);
    return;
  }
  say("{}\n", link);
  say(stderr, "The link is shown only once, and is valid until {}. The person's id is\n{}.\n",
      shown_time(text_at(data, "endsAt")), person);
}

Verb person_invite() {
  Parameter role = word("--role", {"reader", "clerk", "administrator", "auditor", "operator"},
                        "The role; auditor and operator are roles of operators");
  role.is_required = true;
  return {
      .name = "invite",
      .meaning = "Invite a person to a participant, or to the operators",
      .note =
          "The link is printed once, alone on standard output. The person opens it within "
          "72 hours and\nchooses a password. A person who has a password gets the "
          "membership immediately.",
      .examples = {"tradepost person invite 'Anna Huber' anna@huber.example --role clerk "
                   "--participant GS1:9521001000000",
                   "tradepost person invite 'Maria Weber' maria@net.example --role operator"},
      .parameters =
          {json_flag(), text("name", "NAME", "The person's name").in_body("name"),
           text("email", "EMAIL", "The e-mail address").in_body("email"), role.in_body("role"),
           text("--participant", "PARTICIPANT", participant_meaning)
               .in_body("participant")
               .sent_as(participant_id),
           list("--flow", "WORD", {"LIVE", "TEST"},
                "A flow that the person can use; repeatable (both)")
               .in_body("flows"),
           word("--language", {"en", "de"}, "The language of e-mails (en)").in_body("language")},
      .request = {.method = "POST", .path = "/admin/invitations", .repeat = Repeat::when_unsent},
      .answer = {.print = print_link}};
}

Verb person_list() {
  return {.name = "list",
          .meaning = "List people",
          .note = "An erased person has no name and no address.",
          .examples = {"tradepost person list --participant GS1:9521001000000"},
          .parameters = {json_flag(), participant_to_filter_by(participant_meaning)},
          .request = {.path = "/admin/people"},
          .list = {.columns = {{"ID", "id"},
                               {"NAME", "name"},
                               {"E-MAIL", "email"},
                               {"STATE", "state"},
                               {"LAST USED", "lastUsedAt", time_in}},
                   .nothing = "no such people"}};
}

Verb person_disable() {
  return {.name = "disable",
          .meaning = "Disable a person",
          .note = "The sessions end on every node within two seconds. The memberships remain.",
          .examples = {"tradepost person disable 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json_flag(), id_of_person()},
          .request = {.method = "PATCH",
                      .path = path_of_one,
                      .body = [](const Call&) -> std::string { return R"({"state":"disabled"})"; }},
          .answer = {.sentence = "{id} is disabled"}};
}

Verb person_enable() {
  return {.name = "enable",
          .meaning = "Enable a disabled person",
          .examples = {"tradepost person enable 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json_flag(), id_of_person()},
          .request = {.method = "PATCH",
                      .path = path_of_one,
                      .body = [](const Call&) -> std::string { return R"({"state":"active"})"; }},
          .answer = {.sentence = "{id} is enabled"}};
}

Verb person_erase() {
  return {.name = "erase",
          .meaning = "Delete the name, the address and the secrets of a person",
          .note =
              "They can't be read again, in backups either. The actions of the person remain. "
              "This can't be\nundone.",
          .examples = {"tradepost person erase 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json_flag(), id_of_person()},
          .request = {.method = "DELETE", .path = path_of_one},
          .answer = {.sentence = "{id} is erased"}};
}

Verb person_reset() {
  return {.name = "reset",
          .meaning = "Create a link to choose a new password",
          .note =
              "The link is printed once, alone on standard output. It is valid for one hour. "
              "The present\npassword works until the link is used.",
          .examples = {"tradepost person reset 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
          .parameters = {json_flag(), id_of_person()},
          .request = {.method = "POST",
                      .path = "/admin/people/{id}/reset",
                      .repeat = Repeat::when_unsent},
          .answer = {.print = print_link}};
}

}  // namespace

void add_person_command(Command program, ExitStatus& status) {
  add_resource(program, status,
               {.name = "person",
                .meaning = "Manage people; for operators",
                .speaker = Speaker::administrator,
                .verbs = {person_invite(), person_list(), person_disable(), person_enable(),
                          person_erase(), person_reset()}});
}

}  // namespace tradepost::app
