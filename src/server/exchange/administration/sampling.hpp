#pragma once

#include <optional>
#include <vector>

#include "exchange/administration/partners.hpp"

// The effect of requirements on documents of the past (contract 4.7).
namespace tradepost::exchange {

struct SampleRequest {
  ParticipantId recipient;
  Flow flow{};
  std::optional<ParticipantId> sender;  // nullopt: all senders
  std::optional<Instant> since;         // nullopt: only the number of documents is limited
  std::vector<Requirement> requirements;
};
// Counts how many of the newest documents the requirements would have refused. It reads one page of
// documents at a time, so that the loop serves other requests between them.
Answering<Sample> sample(Desk& desk, SampleRequest asked, Deadline deadline);

struct Trial {
  Sample sample;
  Instant since{};
};
using TrialAnswer = std::variant<Trial, Unknown, Refused>;
// Tries requirements on the documents that the participant received in the last 30 days in LIVE.
// Nothing changes. Unknown: no such participant. Refused: a requirement is malformed.
Answering<TrialAnswer> try_requirements(Desk& desk, ParticipantId recipient,
                                        std::vector<Requirement> requirements, Deadline deadline);

}  // namespace tradepost::exchange
