#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "exchange/desk/desk.hpp"
#include "exchange/trade/send.hpp"

// The ranges from which people number the documents that they write in the console (contract 14).
namespace tradepost::exchange {

// Returns the number as documents have it: the prefix, and the digits with zeros up to the width.
std::string full_number(const DocumentNumbers& range, std::uint64_t number);

// Returns the caller's ranges of its flow, in the order of kinds, as the next taking finds them.
std::vector<DocumentNumbers> document_ranges(const Desk& desk, const Caller& caller);

struct NumbersRequest {
  Kind kind{};
  std::string prefix;
  std::optional<std::uint64_t> next;  // nullopt: continues after the last number of the prefix
  std::uint8_t width = 1;
};
std::vector<Finding> faults_of(const NumbersRequest& request);
// The request has no faults. Refused: its next number may have been given.
using NumbersAnswer = std::variant<DocumentNumbers, Refused, Busy>;
Answering<NumbersAnswer> set_document_range(Desk& desk, Caller caller, NumbersRequest request,
                                            Deadline deadline);

// The numbers that were given remain known: a later range with the prefix begins after them.
using RemovedNumbers = std::variant<DocumentNumbers, Unknown, Busy>;
Answering<RemovedNumbers> remove_document_range(Desk& desk, Caller caller, Kind kind,
                                                Deadline deadline);

struct NoRange {};
struct UsedUp {};  // the last number was given, or documents have the next ones
struct TakenNumber {
  std::string number;
};
// Gives each number once: to concurrent callers, on several nodes, and after a crash. A number is
// lost if its answer is lost. It passes over the numbers of documents that the caller sent.
using TakingAnswer = std::variant<TakenNumber, NoRange, UsedUp, Busy>;
Answering<TakingAnswer> take_document_number(Desk& desk, Caller caller, Kind kind,
                                             Deadline deadline);

}  // namespace tradepost::exchange
