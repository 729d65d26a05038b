#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "document/json/token_cursor.hpp"
#include "document/json/tokens.hpp"
#include "document/json/unreadable.hpp"
#include "document/model/open_object.hpp"
#include "document/rules/head.hpp"
#include "document/rules/reference_notes.hpp"
#include "document/rules/report.hpp"
#include "document/rules/rules.hpp"

namespace tradepost::document {

// One pass over the tokens of a body. It checks every byte: known fields by the tables of the
// model, unknown ones by the grammar of JSON. It continues after a fault, and ends at once if the
// text is malformed.
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
      : cursor_(tokens),
        tokens_(tokens),
        head_(results.head),
        report_(tokens, results.faults, results.warnings),
        references_(tokens) {}

  // Walks a body. Returns nullopt at its end.
  std::optional<Unreadable> body();

  const KindRow* kind() const { return kind_; }  // nullptr if the body names no known kind
  // The token of the content's value, or 0 if there is none; the token after it; and its bytes
  // without the white space between tokens.
  std::uint32_t content() const { return content_; }
  std::uint32_t content_end() const { return content_end_; }
  std::size_t content_minified_bytes() const { return content_minified_bytes_; }
  const std::vector<Cut>& cuts() const { return cuts_; }
  const ReferenceNotes& references() const { return references_; }

 private:
  using Name = TokenCursor::Name;
  enum class Nesting : std::uint8_t { alone, in_list };
  struct ObjectAt {
    std::uint8_t type;
    std::uint8_t level;   // OpenObject::level
    std::uint32_t index;  // in its list; 0 outside of a list
  };

  // A function that returns false has met malformed text, as in TokenCursor.
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

  void find_missing(const OpenObject& object, const TypeRow& type);
  void find_kind();

  TokenCursor cursor_;
  const Tokens& tokens_;
  Head& head_;
  Report report_;
  ReferenceNotes references_;

  const KindRow* kind_ = nullptr;
  std::optional<Rules> rules_;
  std::uint32_t content_ = 0;
  std::uint32_t content_end_ = 0;
  std::size_t content_minified_bytes_ = 0;
  std::vector<Cut> cuts_;
};

}  // namespace tradepost::document
