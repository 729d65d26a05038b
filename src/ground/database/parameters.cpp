#include "database/parameters.hpp"

#include <utility>

namespace tradepost::database {
namespace {

template <typename Unsigned>
void append(std::string& bytes, Unsigned number) {
  for (int shift = 8 * (static_cast<int>(sizeof number) - 1); shift >= 0; shift -= 8) {
    bytes.push_back(static_cast<char>(number >> shift));
  }
}

template <typename Unsigned>
std::string big_endian(Unsigned number) {
  std::string bytes;
  append(bytes, number);
  return bytes;
}

std::string_view view_of(const base::Uuid& uuid) {
  return {reinterpret_cast<const char*>(uuid.bytes.data()), uuid.bytes.size()};
}

Type list_of(Type element) {
  switch (element) {
    case Type::bytea:
      return Type::byteas;
    case Type::bigint:
      return Type::bigints;
    case Type::uuid:
    case Type::boolean:
    case Type::text:
    case Type::byteas:
    case Type::bigints:
    case Type::uuids:
      break;
  }
  return Type::uuids;
}

}  // namespace

List::List(Type element) : element_(element) {}

void List::add(std::string_view bytes) {
  append(bytes_, static_cast<std::uint32_t>(bytes.size()));
  bytes_.append(bytes);
  ++count_;
}

void List::add(std::int64_t number) {
  add(big_endian(static_cast<std::uint64_t>(number)));
}

void List::add(const base::Uuid& uuid) {
  add(view_of(uuid));
}

Type List::type() const {
  return list_of(element_);
}

std::string List::bytes() && {
  constexpr std::uint32_t no_nulls = 0;
  std::string all;
  append(all, std::uint32_t{count_ == 0 ? 0U : 1U});  // dimensions
  append(all, no_nulls);
  append(all, static_cast<std::uint32_t>(element_));
  if (count_ == 0) return all;
  append(all, count_);
  append(all, std::uint32_t{1});  // the index of the first entry
  return all + bytes_;
}

Parameters& Parameters::add(Type type, std::optional<std::string> bytes) {
  values_.push_back({.type = type, .bytes = std::move(bytes)});
  return *this;
}

Parameters& Parameters::number(std::int64_t number) {
  return add(Type::bigint, big_endian(static_cast<std::uint64_t>(number)));
}

Parameters& Parameters::number(const std::optional<std::int64_t>& number) {
  return number ? this->number(*number) : add(Type::bigint, std::nullopt);
}

Parameters& Parameters::uuid(const base::Uuid& uuid) {
  return add(Type::uuid, std::string(view_of(uuid)));
}

Parameters& Parameters::bytes(std::string_view bytes) {
  return add(Type::bytea, std::string(bytes));
}

Parameters& Parameters::text(std::string_view utf8) {
  std::string kept;
  for (const char c : utf8) {
    if (c == '\0') {
      kept += "\xef\xbf\xbd";
    } else {
      kept.push_back(c);
    }
  }
  return add(Type::text, std::move(kept));
}

Parameters& Parameters::boolean(std::optional<bool> value) {
  if (!value) return add(Type::boolean, std::nullopt);
  return add(Type::boolean, std::string(1, *value ? '\1' : '\0'));
}

Parameters& Parameters::list(List list) {
  const Type type = list.type();
  return add(type, std::move(list).bytes());
}

}  // namespace tradepost::database
