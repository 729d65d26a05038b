#include "app/console/commands.hpp"
#include "app/remote/administration.hpp"
#include "app/remote/resource_verbs.hpp"

namespace tradepost::app {

void add_queues_command(Command program, ExitStatus& status) {
  add_verb(program, status, Speaker::administrator,
           {.name = "queues",
            .meaning = "What waits for whom, and since when; for operators",
            .examples = {"tradepost queues"},
            .parameters = {participant_to_filter_by(participant_meaning),
                           flag("--json", "Print one line of JSON a queue")},
            .path = "/admin/queues",
            .columns = {{"PARTICIPANT", "participant.name"},
                        {"FLOW", "flow"},
                        {"PENDING", "pending"},
                        {"OLDEST", "oldest", time_in},
                        {"LAST POLL", "lastPoll", time_in},
                        {"FAILED", "failed"},
                        {"HELD", "held"}},
            .nothing = "nothing waits, and nobody has pulled yet"});
}

}  // namespace tradepost::app
