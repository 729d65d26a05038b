#pragma once

namespace tradepost::app {

// Makes a process without memory print a sentence and end with ExitStatus::failed. Acknowledged
// operations are on the disk. If a caller decides how much memory is needed, the request is refused
// instead, and the process continues.
void end_with_a_sentence_without_memory();

}  // namespace tradepost::app
