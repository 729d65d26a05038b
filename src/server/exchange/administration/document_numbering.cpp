#include "exchange/administration/document_numbering.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ground/numbering_limits.hpp"
#include "base/text/text.hpp"
#include "exchange/desk/change.hpp"
#include "exchange/model/findings.hpp"
#include "exchange/trade/refused.hpp"

namespace tradepost::exchange {
namespace {

namespace limits = base::limits;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_prefix(std::string_view prefix) {
  const bool is_visible = std::ranges::all_of(prefix, [](char c) { return c > ' ' && c <= '~'; });
  return is_visible && prefix.size() <= limits::number_prefix_length_max;
}

// Upper and lower case are equal, as in the numbers of documents.
bool is_same_prefix(std::string_view one, std::string_view other) {
  return base::equal_ignoring_ascii_case(one, other);
}

const GivenNumbers* given_with(const DocumentNumbers& range, std::string_view prefix) {
  const auto found = std::ranges::find_if(
      range.given, [&](const GivenNumbers& one) { return is_same_prefix(one.prefix, prefix); });
  return found == range.given.end() ? nullptr : &*found;
}

// Returns the first number that was never given with the prefix.
std::uint64_t first_free(const DocumentNumbers& range, std::string_view prefix) {
  const GivenNumbers* const given = given_with(range, prefix);
  return given == nullptr ? 1 : given->end;
}

void note_given(DocumentNumbers& range, std::uint64_t end) {
  const auto found = std::ranges::find_if(range.given, [&](const GivenNumbers& one) {
    return is_same_prefix(one.prefix, range.prefix);
  });
  if (found == range.given.end()) {
    range.given.push_back({.prefix = range.prefix, .end = end});
  } else {
    found->end = end;
  }
  range.next = end;
}

// A restored store does not know the numbers that it gave after the backup.
DocumentNumbers in_epoch(DocumentNumbers range, std::uint64_t epoch) {
  if (range.epoch == epoch) return range;
  range.epoch = epoch;
  for (GivenNumbers& given : range.given) given.end += limits::numbers_after_restore;
  note_given(range, range.next + limits::numbers_after_restore);
  return range;
}

DocumentNumbers changed(Desk& desk, DocumentNumbers range, NumbersChange change) {
  ++range.revision;
  range.change = change;
  range.change_id = NumbersChangeId(desk.ids.next());
  return range;
}

bool is_in_use(const DocumentNumbers* range) {
  return range != nullptr && range->change != NumbersChange::removed;
}

std::optional<Finding> refusal_of(const DocumentNumbers& present, const NumbersRequest& request,
                                  std::uint64_t next) {
  const std::uint64_t free = first_free(present, request.prefix);
  if (next < free) {
    return findings::bad_numbers(
        "next", "given",
        fmt::format(
            "Numbers below {} with this prefix may have been given. Begin with that number, "
            "or choose another prefix.",
            free));
  }
  const bool is_new = given_with(present, request.prefix) == nullptr;
  if (is_new && present.given.size() >= limits::number_prefixes_max) {
    return findings::bad_numbers(
        "prefix", "too_many",
        fmt::format("Your numbers of this kind have had {} prefixes. Choose one of these.",
                    limits::number_prefixes_max));
  }
  return std::nullopt;
}

// Returns the next number if the request names none.
std::uint64_t next_of(const DocumentNumbers& present, std::string_view prefix) {
  const bool continues = is_in_use(&present) && is_same_prefix(present.prefix, prefix);
  return continues ? present.next : first_free(present, prefix);
}

Answering<bool> is_used(Desk& desk, const Caller& caller, Kind kind, std::string number,
                        Deadline deadline) {
  HistoryQuery query;
  query.viewer = caller.viewer();
  query.filter.kind = kind;
  query.filter.direction = Direction::sent;
  query.filter.number = std::move(number);
  query.count_max = 1;
  CO_TRY_ASSIGN(const HistoryPage page, co_await desk.store.history(std::move(query), deadline));
  co_return !page.items.empty();
}

// Returns the first number from `next` on that no sent document has, or nullopt.
Answering<std::optional<std::uint64_t>> unused(Desk& desk, const Caller& caller,
                                               const DocumentNumbers& range, Deadline deadline) {
  const std::uint64_t end =
      std::min(range.next + limits::used_numbers_max, limits::document_number_max + 1);
  for (std::uint64_t number = range.next; number < end; ++number) {
    std::string text = full_number(range, number);
    CO_TRY_ASSIGN(const bool used,
                  co_await is_used(desk, caller, range.kind, std::move(text), deadline));
    if (!used) co_return std::optional(number);
  }
  co_return std::optional<std::uint64_t>();
}

}  // namespace

std::vector<Finding> faults_of(const NumbersRequest& request) {
  using findings::bad_numbers;
  if (!is_prefix(request.prefix)) {
    return {bad_numbers("prefix", "malformed",
                        "The prefix can have up to 20 letters, digits and signs of ASCII, and no "
                        "spaces.")};
  }
  // A number has one prefix only: with INV-1 and INV-, INV-11 could be given twice.
  if (!request.prefix.empty() && is_digit(request.prefix.back())) {
    return {bad_numbers("prefix", "malformed",
                        "The prefix can't end with a digit. Begin the next number with these "
                        "digits, such as 20260001, or end the prefix with a sign.")};
  }
  return {};
}

std::string full_number(const DocumentNumbers& range, std::uint64_t number) {
  return fmt::format("{}{:0{}}", range.prefix, number, range.width);
}

std::vector<DocumentNumbers> document_ranges(const Desk& desk, const Caller& caller) {
  std::vector<DocumentNumbers> ranges;
  const DirectoryPtr directory = desk.directory.current();
  for (const DocumentNumbers* range : directory->numbers_of(caller.participant)) {
    if (range->flow != caller.flow || !is_in_use(range)) continue;
    ranges.push_back(in_epoch(*range, desk.store.epoch()));
  }
  return ranges;
}

Answering<NumbersAnswer> set_document_range(Desk& desk, Caller caller, NumbersRequest request,
                                            Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::number_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const auto* const present = directory->numbers(caller.participant, caller.flow, request.kind);
    DocumentNumbers range;
    range.participant = caller.participant;
    range.flow = caller.flow;
    range.kind = request.kind;
    range.epoch = desk.store.epoch();
    if (present != nullptr) range = in_epoch(*present, desk.store.epoch());
    const std::uint64_t next = request.next.value_or(next_of(range, request.prefix));
    if (auto refusal = refusal_of(range, request, next)) {
      std::vector<Finding> named;
      named.push_back(*std::move(refusal));
      co_return NumbersAnswer(refused_for(std::move(named)));
    }
    range.prefix = request.prefix;
    range.next = next;
    range.width = request.width;
    range = changed(desk, std::move(range), NumbersChange::set);
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, caller.actor(), range, deadline));
    if (is_kept) co_return NumbersAnswer(std::move(range));
  }
  co_return NumbersAnswer(Busy{});
}

Answering<RemovedNumbers> remove_document_range(Desk& desk, Caller caller, Kind kind,
                                                Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::number_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const auto* const present = directory->numbers(caller.participant, caller.flow, kind);
    if (!is_in_use(present)) co_return RemovedNumbers(Unknown{});
    DocumentNumbers range = in_epoch(*present, desk.store.epoch());
    range = changed(desk, std::move(range), NumbersChange::removed);
    CO_TRY_ASSIGN(const bool is_kept, co_await put(desk, caller.actor(), range, deadline));
    if (is_kept) co_return RemovedNumbers(std::move(range));
  }
  co_return RemovedNumbers(Busy{});
}

Answering<TakingAnswer> take_document_number(Desk& desk, Caller caller, Kind kind,
                                             Deadline deadline) {
  for (std::uint32_t attempt = 0; attempt < limits::number_attempts_max; ++attempt) {
    const DirectoryPtr directory = desk.directory.current();
    const auto* const present = directory->numbers(caller.participant, caller.flow, kind);
    if (!is_in_use(present)) co_return TakingAnswer(NoRange{});
    DocumentNumbers range = in_epoch(*present, desk.store.epoch());
    CO_TRY_ASSIGN(const auto number, co_await unused(desk, caller, range, deadline));
    if (!number) co_return TakingAnswer(UsedUp{});
    note_given(range, *number + 1);
    range = changed(desk, std::move(range), NumbersChange::taken);
    TakenNumber taken{.number = full_number(range, *number)};
    CO_TRY_ASSIGN(const bool is_kept,
                  co_await put(desk, caller.actor(), std::move(range), deadline));
    if (is_kept) co_return TakingAnswer(std::move(taken));
  }
  co_return TakingAnswer(Busy{});
}

}  // namespace tradepost::exchange
