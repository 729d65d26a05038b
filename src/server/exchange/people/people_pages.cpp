#include "exchange/people/people_pages.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace tradepost::exchange {
namespace {

bool is_wanted(const PeopleWanted& wanted, const Person& person) {
  const auto* const of = std::get_if<MembersOf>(&wanted);
  return of == nullptr || std::ranges::any_of(person.memberships, [of](const Membership& one) {
           return one.participant == of->place;
         });
}

// Returns a number that is different for each place.
std::uint64_t filter_of(const PeopleWanted& wanted) {
  const auto* const of = std::get_if<MembersOf>(&wanted);
  if (of == nullptr) return filter_number({"everybody"});
  return filter_number({of->place ? of->place->to_string() : std::string("operators")});
}

}  // namespace

Answering<DirectoryPageAnswer<PersonShown>> people_of(PeopleDesk& people, PeopleWanted wanted,
                                                      PageOf page, Deadline deadline) {
  using Answer = DirectoryPageAnswer<PersonShown>;
  Cursor place = operators_cursor(people.desk, Cursor::List::people, filter_of(wanted));
  if (page.cursor && !is_for(*page.cursor, place)) co_return Answer(BadCursor{});
  const PersonId after(page.cursor.value_or(place).id);
  const DirectoryPtr directory = people.desk.directory.current();
  auto entries = directory->people(after, page.count_max + 1,
                                   [&](const Person& person) { return is_wanted(wanted, person); });
  DirectoryPage<PersonShown> shown;
  if (entries.size() > page.count_max) {
    entries.resize(page.count_max);
    place.id = entries.back()->id.uuid();
    shown.next = place;
  }
  std::vector<PersonId> ids;
  for (const Person* const entry : entries) ids.push_back(entry->id);
  CO_TRY_ASSIGN(std::vector<PersonKey> keys, co_await people.keys.of(std::move(ids), deadline));
  std::ranges::sort(keys, {}, &PersonKey::person);
  for (const Person* const entry : entries) {
    const auto key = std::ranges::lower_bound(keys, entry->id, {}, &PersonKey::person);
    const bool is_there = key != keys.end() && key->person == entry->id;
    shown.items.push_back(
        {.entry = *entry, .data = is_there ? opened(*entry, key->key) : std::nullopt});
  }
  co_return Answer(std::move(shown));
}

}  // namespace tradepost::exchange
