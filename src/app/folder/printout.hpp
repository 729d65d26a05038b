#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>

#include "app/console/saying.hpp"
#include "base/text/json_writer.hpp"

namespace tradepost::app {

// Output of a command, described once: sentences for people, and the members of one JSON object for
// programs. Only the requested form is printed.
class Printout {
 public:
  using Layout = base::JsonWriter::Layout;
  struct Form {
    bool is_json = false;
    Layout layout = Layout::indented;  // layout of the JSON
  };

  explicit Printout(Form form) : form_(form), json_(form.layout) { json_.begin_object(); }

  // Prints the sentence at once.
  template <typename... Values>
  void say(fmt::format_string<ShownValue<Values>...> sentence, const Values&... values) const {
    if (!form_.is_json) app::say<Values...>(sentence, values...);
  }

  template <typename Value>
  Printout& member(std::string_view name, const Value& value) {
    if (!form_.is_json) return *this;
    json_.key(name);
    if constexpr (std::same_as<Value, std::nullptr_t>) {
      json_.null();
    } else if constexpr (std::same_as<Value, bool>) {
      json_.boolean(value);
    } else if constexpr (std::is_integral_v<Value>) {
      json_.integer(value);
    } else {
      json_.string(value);
    }
    return *this;
  }

  // Adds an object as a member. `describe` adds its members and sentences.
  template <typename Describe>
  void part(std::string_view name, Describe&& describe) {
    json_.key(name).begin_object();
    describe();
    json_.end_object();
  }

  // Adds a list of objects as a member, one for each item.
  template <typename Items, typename Describe>
  void list(std::string_view name, const Items& items, Describe&& describe) {
    json_.key(name).begin_array();
    for (const auto& item : items) {
      json_.begin_object();
      describe(item);
      json_.end_object();
    }
    json_.end_array();
  }

  // Prints the JSON. Nothing is printed without this call, for example after a failure.
  void print_json() && {
    if (!form_.is_json) return;
    app::print_json(std::move(json_.end_object()).finish());
  }

 private:
  const Form form_;
  base::JsonWriter json_;
};

}  // namespace tradepost::app
