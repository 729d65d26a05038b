#pragma once

namespace tradepost::app {

// From now on a process that finds no memory says so and ends with ExitStatus::failed: what it has
// answered is on the disk. Where a caller decides how much memory is needed, that is refused
// instead and the process goes on.
void end_with_a_sentence_without_memory();

}  // namespace tradepost::app
