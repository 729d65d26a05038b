#include "store/embedded/person_key_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"
#include "base/tasks/awaitables.hpp"
#include "base/text/text.hpp"
#include "store/embedded/folder/small_file.hpp"

namespace tradepost::store::embedded {
namespace {

using exchange::PersonId;
using exchange::PersonKey;

constexpr auto file_name = "people-keys";
constexpr std::string_view title = "tradepost people-keys 1\n";
constexpr std::uint64_t bytes_max = 64 << 20;

base::Error unreadable(std::string_view why) {
  return {base::ErrorCode::damaged,
          base::CallerText("The file people-keys of the folder can't be read."),
          base::LogText(std::string(why))};
}

// A line is ID KEY ADDRESS, in hexadecimal digits.
std::string line_of(const PersonKey& key) {
  return fmt::format("{} {} {}\n", key.person.to_string(), hex_of(key.key), key.address.hex());
}

std::optional<PersonKey> key_in(std::string_view line) {
  constexpr std::size_t id_end = 36;
  PersonKey key;
  constexpr std::size_t key_end = id_end + 1 + 2 * sizeof key.key;
  constexpr std::size_t end = key_end + 1 + 2 * sizeof key.address.bytes;
  if (line.size() != end || line[id_end] != ' ' || line[key_end] != ' ') return std::nullopt;
  const auto person = PersonId::parse(line.substr(0, id_end));
  if (!person || !base::read_hex(line.substr(id_end + 1, key_end - id_end - 1), key.key) ||
      !base::read_hex(line.substr(key_end + 1), key.address.bytes)) {
    return std::nullopt;
  }
  key.person = *person;
  return key;
}

Result<std::string> text_in(journal::Folder& data) {
  const auto file = data.open(file_name, journal::OpenAs::read_only);
  if (!file && file.error().code() == base::ErrorCode::not_found) return std::string(title);
  if (!file) return base::refuse(file.error());
  TRY_ASSIGN(const std::uint64_t bytes, (*file)->size());
  if (bytes > bytes_max) return base::refuse(unreadable("it is too large"));
  std::string text(bytes, '\0');
  TRY_ASSIGN(const auto count, (*file)->read_at(0, text));
  text.resize(count);
  return text;
}

}  // namespace

Result<std::vector<PersonKey>> read_person_keys(journal::Folder& data) {
  TRY_ASSIGN(const std::string text, text_in(data));
  std::string_view rest = text;
  if (!rest.starts_with(title)) {
    return base::refuse(unreadable("its first line is not `tradepost people-keys 1`"));
  }
  rest.remove_prefix(title.size());
  std::vector<PersonKey> keys;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const auto key = key_in(rest.substr(0, end));
    if (!key) return base::refuse(unreadable("a line is not ID KEY ADDRESS"));
    keys.push_back(*key);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return keys;
}

Done write_person_keys(journal::Folder& data, std::span<const PersonKey> keys) {
  std::string text(title);
  for (const PersonKey& key : keys) text += line_of(key);
  if (text.size() > bytes_max) {
    return base::refuse({base::ErrorCode::disk_full,
                         base::CallerText("The file people-keys of the folder is full.")});
  }
  TRY(replace_small_file(data, file_name, text));
  return data.sync();
}

Result<std::unique_ptr<PersonKeyFile>> PersonKeyFile::open(journal::Folder& data, ReadPool& pool) {
  TRY_ASSIGN(const std::vector<PersonKey> all, read_person_keys(data));
  Keys keys;
  for (const PersonKey& key : all) keys.emplace(key.person, key);
  return std::unique_ptr<PersonKeyFile>(new PersonKeyFile(data, pool, std::move(keys)));
}

std::shared_ptr<const PersonKeyFile::Keys> PersonKeyFile::keys() const {
  const std::lock_guard lock(mutex_);
  return keys_;
}

Answering<std::vector<PersonKey>> PersonKeyFile::of(std::vector<PersonId> people,
                                                    Deadline /*deadline*/) {
  const auto all = keys();
  std::vector<PersonKey> found;
  for (const PersonId person : people) {
    const auto key = all->find(person);
    if (key != all->end()) found.push_back(key->second);
  }
  co_return found;
}

Answering<std::optional<PersonKey>> PersonKeyFile::with_address(exchange::Digest address,
                                                                Deadline /*deadline*/) {
  const auto all = keys();
  const auto found = std::ranges::find_if(
      *all, [&](const auto& entry) { return entry.second.address == address; });
  if (found == all->end()) co_return std::optional<PersonKey>();
  co_return std::optional(found->second);
}

Answering<bool> PersonKeyFile::keep(PersonKey key, Deadline deadline) {
  return on_pool<bool>(
      pool_, [this, key] { return kept(key); }, exchange::Actor::network(), deadline);
}

Answering<std::monostate> PersonKeyFile::remove(PersonId person, Deadline deadline) {
  return on_pool<std::monostate>(
      pool_, [this, person] { return removed(person); }, exchange::Actor::network(), deadline);
}

Result<bool> PersonKeyFile::kept(const PersonKey& key) {
  const std::lock_guard one_at_a_time(writing_);
  Keys next = *keys();
  const auto has_address = [&](const auto& entry) {
    return entry.first != key.person && entry.second.address == key.address;
  };
  if (std::ranges::any_of(next, has_address)) return false;
  next.insert_or_assign(key.person, key);
  TRY(replace(std::move(next)));
  return true;
}

Result<std::monostate> PersonKeyFile::removed(PersonId person) {
  const std::lock_guard one_at_a_time(writing_);
  Keys next = *keys();
  if (next.erase(person) == 0) return std::monostate();
  TRY(replace(std::move(next)));
  return std::monostate();
}

Done PersonKeyFile::replace(Keys keys) {
  std::vector<PersonKey> all;
  for (const auto& [person, key] : keys) all.push_back(key);
  TRY(write_person_keys(data_, all));
  const std::lock_guard lock(mutex_);
  keys_ = std::make_shared<const Keys>(std::move(keys));
  return {};
}

}  // namespace tradepost::store::embedded
