#include "app/console/commands.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {

void add_queues_command(Command program, ExitStatus& status) {
  add_verb(program, status, Speaker::administrator,
           {.name = "queues",
            .meaning = "List the queues of all participants; for operators",
            .examples = {"tradepost queues"},
            .parameters = {participant_to_filter_by(participant_meaning),
                           flag("--json", "Print one line of JSON per queue")},
            .request = {.path = "/admin/queues"},
            .list = {.columns = {{"PARTICIPANT", "participant.name"},
                                 {"FLOW", "flow"},
                                 {"PENDING", "pending"},
                                 {"OLDEST", "oldest", time_in},
                                 {"LAST POLL", "lastPoll", time_in},
                                 {"FAILED", "failed"},
                                 {"HELD", "held"}},
                     .nothing = "no queues yet"}});
}

}  // namespace tradepost::app
