#include "store/postgres/tables/stored.hpp"

#include <array>
#include <utility>
#include <variant>

namespace tradepost::store::postgres {
namespace {

struct KeyWriter {
  FieldWriter& io;

  void operator()(const exchange::Participant& it) const { io(it.id); }
  void operator()(const exchange::Token& it) const { io(it.id); }
  void operator()(const exchange::Relationship& it) const { io(it.from, it.to); }
  void operator()(const exchange::Endpoint& it) const { io(it.id); }
  void operator()(const exchange::NumberRange& it) const { io(it.id); }
  void operator()(const exchange::Setting& it) const { io(it.name); }
  void operator()(const exchange::Person& it) const { io(it.id); }
  void operator()(const exchange::DocumentNumbers& it) const {
    io(it.participant, it.flow, it.kind);
  }
};

using Variant = exchange::DirectoryEntry::variant;

template <std::size_t... Index>
exchange::DirectoryEntry read_as(std::size_t type, std::string_view bytes,
                                 std::index_sequence<Index...>) {
  using Read = exchange::DirectoryEntry (*)(std::string_view);
  constexpr std::array<Read, sizeof...(Index)> reads{[](std::string_view stored) {
    return exchange::DirectoryEntry(read<std::variant_alternative_t<Index, Variant>>(stored));
  }...};
  CHECK(type < reads.size());
  return reads[type](bytes);
}

}  // namespace

std::string key_of(const exchange::DirectoryEntry& entry) {
  std::string key;
  FieldWriter writer(key);
  std::visit(KeyWriter{writer}, static_cast<const Variant&>(entry));
  return key;
}

std::string stored(const exchange::DirectoryEntry& entry) {
  return std::visit([](const auto& value) { return stored(value); },
                    static_cast<const Variant&>(entry));
}

exchange::DirectoryEntry read_entry(std::int64_t type, std::string_view bytes) {
  return read_as(static_cast<std::size_t>(type), bytes,
                 std::make_index_sequence<std::variant_size_v<Variant>>());
}

}  // namespace tradepost::store::postgres
