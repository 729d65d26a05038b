#include "app/console/commands.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

Resource operators() {
  const Parameter json = json_flag();
  return {
      .name = "operator",
      .meaning = "Manage operators; for operators",
      .speaker = Speaker::administrator,
      .verbs = {
          {.name = "add",
           .meaning = "Create an operator and a token",
           .note = "The token is printed once, alone on standard output.",
           .examples = {"tradepost operator add 'Maria Weber'"},
           .parameters = {json, text("name", "NAME", "The operator's name").in_body("name")},
           .request = {.method = "POST", .path = "/admin/operators", .repeat = Repeat::when_unsent},
           .answer = {.sentence = "The token is shown only once. The operator's id is {id}; "
                                  "`tradepost operator\nremove` revokes the token.",
                      .secret = "token"}},
          {.name = "list",
           .meaning = "List the operators",
           .examples = {"tradepost operator list"},
           .parameters = {json},
           .request = {.path = "/admin/operators"},
           .list = {.columns = {{"ID", "id"}, {"NAME", "name"}, {"SINCE", "createdAt", time_in}},
                    .nothing = "no operators"}},
          {.name = "remove",
           .meaning = "Remove an operator and revoke the token",
           .note = "The revocation takes effect with the next request. The last operator can't be "
                   "removed.",
           .examples = {"tradepost operator remove 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
           .parameters = {json, text("id", "ID", "The operator's id, as list shows it")},
           .request = {.method = "DELETE",
                       .path = "/admin/operators/{id}",
                       .repeat = Repeat::when_unsent},
           .answer = {.sentence = "{id} is removed"}}}};
}

}  // namespace

void add_operator_command(Command program, ExitStatus& status) {
  add_resource(program, status, operators());
}

}  // namespace tradepost::app
