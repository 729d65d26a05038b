#include "exchange/administration/operators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/crypto/base64url.hpp"
#include "base/text/text.hpp"
#include "exchange/administration/setting_change.hpp"
#include "exchange/model/findings.hpp"

namespace tradepost::exchange {
namespace {

constexpr std::size_t name_bytes_max = 255;

// The setting has a line for each operator: ID HASH NAME.
std::string line_of(const Operator& one) {
  const std::string_view bytes(reinterpret_cast<const char*>(one.hash.bytes.data()),
                               one.hash.bytes.size());
  return fmt::format("{} {} {}\n", one.id.to_string(), base::base64url(bytes), one.name);
}

std::string value_of(const std::vector<Operator>& all) {
  std::string value;
  for (const Operator& one : all) value += line_of(one);
  return value;
}

std::optional<Operator> operator_in(std::string_view line) {
  const auto id_end = std::min(line.find(' '), line.size());
  const auto hash_end = std::min(line.find(' ', id_end + 1), line.size());
  if (hash_end == line.size()) return std::nullopt;
  const auto id = OperatorId::parse(line.substr(0, id_end));
  const auto hash = base::from_base64url(line.substr(id_end + 1, hash_end - id_end - 1));
  Operator one;
  if (!id || !hash || hash->size() != one.hash.bytes.size()) return std::nullopt;
  one.id = *id;
  std::memcpy(one.hash.bytes.data(), hash->data(), hash->size());
  one.name = line.substr(hash_end + 1);
  return one;
}

bool is_name(std::string_view name) {
  const bool has_control =
      std::ranges::any_of(name, [](char c) { return static_cast<unsigned char>(c) < ' '; });
  return !base::is_blank(name) && name.size() <= name_bytes_max && !has_control;
}

}  // namespace

std::vector<Operator> operators_of(const Directory& directory) {
  std::vector<Operator> all;
  const Setting* const setting = directory.setting(SettingName::operators);
  std::string_view text = setting == nullptr ? std::string_view() : setting->value;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    if (auto one = operator_in(text.substr(0, end))) all.push_back(*std::move(one));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

std::optional<OperatorId> operator_with(const Directory& directory, const Digest& token) {
  for (const Operator& one : operators_of(directory)) {
    if (one.hash == token) return one.id;
  }
  return std::nullopt;
}

namespace {

std::expected<std::string, Finding> with_added(const Directory& directory, const Operator& added) {
  if (!is_name(added.name)) {
    return std::unexpected(findings::bad_operator(
        "name", "The name must have 1 to 255 bytes and no control characters."));
  }
  if (operator_with(directory, added.hash))
    return std::unexpected(findings::bad_operator("token", "Another operator has this token."));
  std::vector<Operator> all = operators_of(directory);
  all.push_back(added);
  return value_of(all);
}

Operator operator_of(Desk& desk, OperatorRequest request) {
  return {.id = OperatorId(desk.ids.next()), .hash = request.hash, .name = std::move(request.name)};
}

Answering<OperatorAnswer> changed_operators(Desk& desk, Actor by, MakeValue make,
                                            const Operator& outcome, Deadline deadline) {
  CO_TRY_ASSIGN(auto answer, co_await change_setting(desk, by, SettingName::operators,
                                                     std::move(make), deadline));
  if (auto* refused = std::get_if<Refused>(&answer)) co_return OperatorAnswer(std::move(*refused));
  if (std::holds_alternative<Busy>(answer)) co_return OperatorAnswer(Busy{});
  co_return OperatorAnswer(outcome);
}

}  // namespace

Answering<OperatorAnswer> add_operator(Desk& desk, Actor by, OperatorRequest request,
                                       Deadline deadline) {
  const Operator added = operator_of(desk, std::move(request));
  const auto make = [&](const Directory& directory) { return with_added(directory, added); };
  auto answer = co_await changed_operators(desk, by, make, added, deadline);
  co_return std::move(answer);
}

Answering<OperatorAnswer> add_first_operator(Desk& desk, OperatorRequest request,
                                             Deadline deadline) {
  const Operator added = operator_of(desk, std::move(request));
  // A concurrent change by another node changes the same setting, so `make` is called again.
  const auto make = [&](const Directory& directory) -> std::expected<std::string, Finding> {
    if (!operators_of(directory).empty())
      return std::unexpected(findings::bad_operator("", "There is an operator already."));
    return with_added(directory, added);
  };
  auto answer = co_await changed_operators(desk, Actor::network(), make, added, deadline);
  co_return std::move(answer);
}

Answering<OperatorAnswer> keep_operator(Desk& desk, OperatorRequest request, Deadline deadline) {
  const auto has_token = [&](const Operator& one) { return one.hash == request.hash; };
  const auto is_named = [&](const Operator& one) { return one.name == request.name; };
  const std::vector<Operator> before = operators_of(*desk.directory.current());
  if (const auto one = std::ranges::find_if(before, has_token); one != before.end())
    co_return OperatorAnswer(*one);
  Operator kept = operator_of(desk, request);
  const auto make = [&](const Directory& directory) -> std::expected<std::string, Finding> {
    std::vector<Operator> all = operators_of(directory);
    if (const auto one = std::ranges::find_if(all, has_token); one != all.end()) {
      kept = *one;  // another node set the same token
      return value_of(all);
    }
    const auto one = std::ranges::find_if(all, is_named);
    if (one == all.end()) return with_added(directory, kept);
    one->hash = request.hash;
    kept = *one;
    return value_of(all);
  };
  auto answer = co_await changed_operators(desk, Actor::network(), make, kept, deadline);
  co_return std::move(answer);
}

Answering<OperatorRemoval> remove_operator(Desk& desk, Actor by, OperatorId id, Deadline deadline) {
  const auto is_meant = [id](const Operator& one) { return one.id == id; };
  if (std::ranges::none_of(operators_of(*desk.directory.current()), is_meant))
    co_return OperatorRemoval(Unknown{});
  const auto make = [&](const Directory& directory) -> std::expected<std::string, Finding> {
    std::vector<Operator> all = operators_of(directory);
    std::erase_if(all, is_meant);
    if (all.empty())
      return std::unexpected(findings::bad_operator("", "The last operator can't be removed."));
    return value_of(all);
  };
  CO_TRY_ASSIGN(auto answer,
                co_await change_setting(desk, by, SettingName::operators, make, deadline));
  if (auto* refused = std::get_if<Refused>(&answer)) co_return OperatorRemoval(std::move(*refused));
  if (std::holds_alternative<Busy>(answer)) co_return OperatorRemoval(Busy{});
  co_return OperatorRemoval(std::get<Changed>(answer));
}

}  // namespace tradepost::exchange
