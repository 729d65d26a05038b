#include "app/console/commands.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {
namespace {

using client::Repeat;

Resource operators() {
  const Parameter json = flag("--json", "As JSON; of a list, a line each");
  return {.name = "operator",
          .meaning = "Who administers the exchange; for operators",
          .speaker = Speaker::administrator,
          .verbs = {{.name = "add",
                     .meaning = "Give somebody an operator's token",
                     .note = "The token is printed once, alone on standard output.",
                     .examples = {"tradepost operator add 'Maria Weber'"},
                     .parameters = {json, text("name", "NAME", "Who it is").in_body("name")},
                     .method = "POST",
                     .path = "/admin/operators",
                     .repeat = Repeat::when_unsent,
                     .sentence =
                         "This is shown once and kept by nobody but the operator. Its id is {id}; "
                         "`tradepost operator\nremove` ends it.",
                     .secret = "token"},
                    {.name = "list",
                     .meaning = "All operators",
                     .examples = {"tradepost operator list"},
                     .parameters = {json},
                     .path = "/admin/operators",
                     .columns = {{"ID", "id"}, {"NAME", "name"}, {"SINCE", "createdAt", time_in}},
                     .nothing = "there is no operator"},
                    {.name = "remove",
                     .meaning = "End an operator's token",
                     .note = "It ends with the next request. The last one stays.",
                     .examples = {"tradepost operator remove 0192f0c1-7c1e-7a3b-8a51-2f6d1f0e9b11"},
                     .parameters = {json, text("id", "ID", "The operator's id, as list shows it")},
                     .method = "DELETE",
                     .path = "/admin/operators/{id}",
                     .repeat = Repeat::when_unsent,
                     .sentence = "{id} is no operator any more"}}};
}

}  // namespace

void add_operator_command(Command program, ExitStatus& status) {
  add_resource(program, status, operators());
}

}  // namespace tradepost::app
