#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "document/json/tokens.hpp"
#include "document/json/unreadable.hpp"
#include "document/model/open_object.hpp"
#include "document/rules/head.hpp"
#include "document/rules/report.hpp"
#include "document/rules/rules.hpp"

namespace tradepost::document {

// One pass over the tokens of a body. It checks every byte: known fields by the tables of the
// model, unknown ones by the grammar of JSON. It continues after a fault, and ends at once if the
// text is malformed.
//
// Invariants: 1. at_ only grows, and every token before it was checked. 2. depth_ objects and lists
// are open, never more than limits::nesting_max. 3. names_ has the unknown names of the open
// objects, innermost last.
class Walk {
 public:
  // A name and its value that are not stored (a transportLabel of null).
  struct Cut {
    std::uint32_t name;
    std::uint32_t value_end;  // the token after the value
  };

  struct Results {
    Findings& faults;
    Findings& warnings;
    Head& head;
  };

  Walk(const Tokens& tokens, Results results)
      : tokens_(tokens), head_(results.head), report_(tokens, results.faults, results.warnings) {}

  // Walks a body. Returns nullopt at its end.
  std::optional<Unreadable> body();
  // Walks other JSON: one value of any type, without a model.
  std::optional<Unreadable> any_value();

  const KindRow* kind() const { return kind_; }  // nullptr if the body names no known kind
  std::uint32_t content() const {
    return content_;
  }  // the token of the content's value; 0: there is none
  std::uint32_t content_end() const { return content_end_; }
  // These return the number of texts, numbers and words in the content, including names, and their
  // bytes.
  std::uint32_t content_scalar_count() const { return content_scalar_count_; }
  std::size_t content_scalar_bytes() const { return content_scalar_bytes_; }
  const std::vector<Cut>& cuts() const { return cuts_; }

 private:
  struct Name {
    std::string_view text;
    std::uint32_t token;
  };
  enum class Nesting : std::uint8_t { alone, in_list };
  struct ObjectAt {
    std::uint8_t type;
    std::uint8_t level;   // OpenObject::level
    std::uint32_t index;  // in its list; 0 outside of a list
  };

  // A function that returns false or nullopt has met malformed text; malformed_ has the place and
  // the reason.
  bool body_object();
  bool type_value();
  bool content_value(const FieldPath& root);
  bool known_value(const FieldRow& field, const FieldPath& path, std::uint8_t owner_level);
  bool single_value(const FieldRow& field, const FieldPath& path, Nesting standing);
  bool list_value(const FieldRow& field, const FieldPath& path, std::uint8_t level);
  bool object_value(const FieldPath& path, ObjectAt at);
  bool known_member(OpenObject& object, const FieldRow& field, FieldSlot slot, std::uint32_t key);
  bool unknown_member(const OpenObject& object, const TypeRow& type, Name name);
  bool text_value(const FieldRow& field, const FieldPath& path);
  bool number_value(const FieldRow& field, const FieldPath& path);
  bool misplaced_value(const FieldRow& field, const FieldPath& path, Nesting standing);
  bool read_only_value(const FieldPath& path);
  bool too_deep_value(const FieldRow& field, const FieldPath& path);
  bool refused_value();
  bool unknown_value();
  bool unknown_object();
  bool unknown_list();

  template <typename OnMember>
  bool members(OnMember&& on_member);
  template <typename OnElement>
  bool elements(OnElement&& on_element);

  std::optional<std::string_view> take_text();  // unescaped
  std::string_view take_number();               // without checks of grammar and bounds
  bool take_word();
  bool take_null() { return take_word(); }

  void find_missing(const OpenObject& object, const TypeRow& type);
  void find_kind();

  std::string_view unescaped_of(std::string_view raw);
  bool names_differ(std::size_t from);
  bool enter();
  void leave() { --depth_; }
  bool malformed(Malformed reason, std::uint32_t token);

  const Tokens& tokens_;
  Head& head_;
  Report report_;

  const KindRow* kind_ = nullptr;
  std::optional<Rules> rules_;
  std::uint32_t at_ = 0;
  std::uint32_t depth_ = 0;
  bool has_escapes_ = false;
  std::uint32_t content_ = 0;
  std::uint32_t content_end_ = 0;
  std::size_t scalar_bytes_ = 0;
  std::uint32_t scalar_count_ = 0;
  std::size_t content_scalar_bytes_ = 0;
  std::uint32_t content_scalar_count_ = 0;
  std::vector<Cut> cuts_;
  std::vector<Name> names_;
  std::unique_ptr<char[]>
      unescaped_;  // as long as the text, once it is needed: an unescaped text is never longer
  std::size_t unescaped_size_ = 0;
  Unreadable malformed_{};
};

}  // namespace tradepost::document
