#include "forms/rest.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "base/text/text.hpp"
#include "forms/draft.hpp"
#include "forms/restore.hpp"
#include "xml/writer.hpp"

namespace tradepost::forms {
namespace {

using document::FieldRow;
using document::TypeRow;

// A text or a name of a document. One without escapes is not copied.
class Text {
 public:
  explicit Text(const View& leaf) {
    if (leaf.is_text() && leaf.raw_text().contains('\\')) {
      unescaped_ = leaf.text();
      text_ = unescaped_;
    } else {
      text_ = leaf.is_text() ? leaf.raw_text() : leaf.scalar();
    }
  }
  Text(const Text&) = delete;
  Text& operator=(const Text&) = delete;

  std::string_view view() const { return text_; }

 private:
  std::string unescaped_;
  std::string_view text_;
};

// A value of the document, its field in the model and the node that the form gives back.
struct Compared {
  // Returns the member of an object.
  Compared member(std::string_view name, const View& inner) const {
    const Draft::Node* const back = given == nullptr ? nullptr : given->member(name);
    const document::FieldSlot slot =
        back != nullptr || type == nullptr ? document::no_slot : type->find(name);
    const FieldRow* row = slot == document::no_slot ? nullptr : &type->fields[slot];
    if (back != nullptr) row = back->field;
    const bool is_object = row != nullptr && row->value == document::ValueType::object;
    return {inner, is_object ? &document::type_of(*row) : nullptr, row, back};
  }
  Compared element(std::uint32_t index, const View& inner) const {
    return {inner, type, field, given == nullptr ? nullptr : given->element(index)};
  }

  bool is_default(std::string_view text) const {
    return field != nullptr && text == field->default_value;
  }
  bool is_given_back(std::string_view text) const {
    if (field == nullptr) return text.empty();
    if (given == nullptr || given->text.empty()) return text.empty() || is_default(text);
    return is_same(*field, text, given->text);
  }

  View value;
  const TypeRow* type = nullptr;
  const FieldRow* field = nullptr;  // nullptr: the model does not know it
  const Draft::Node* given = nullptr;
};

// Returns true if all of a value is given back, and adds the number of its leaves.
bool is_all_given_back(const Compared& one, std::size_t& leaves) {
  bool is_given_back = true;
  if (one.value.is_object()) {
    one.value.each_member([&](const View& name, const View& value) {
      is_given_back =
          is_given_back && is_all_given_back(one.member(Text(name).view(), value), leaves);
    });
  } else if (one.value.is_list()) {
    one.value.each([&](std::uint32_t index, const View& value) {
      is_given_back = is_given_back && is_all_given_back(one.element(index, value), leaves);
    });
  } else if (one.value) {
    const Text text(one.value);
    if (!one.is_default(text.view())) ++leaves;
    is_given_back = one.is_given_back(text.view());
  }
  return is_given_back;
}

bool is_list_given_back(const Compared& list) {
  std::size_t leaves = 0;
  return is_all_given_back(list, leaves) &&
         leaves == (list.given == nullptr ? 0 : list.given->count());
}

// Adds the leaves of one object that are not given back: of the header, the summary or a line.
class Rest {
 public:
  Rest(const document::KindRow& kind, Group& group, Losses& losses)
      : added_(kind), group_(group), losses_(losses) {}

  void add(const Compared& object, std::string path) {
    path_ = std::move(path);
    compare(object);
  }
  // `path` is the one of the line.
  void add_line(const Compared& line, const std::string& path) {
    name_at_ = path.size() + 1;
    add(line, path);
  }

  // Lists come after the other fields, by their paths.
  void finish() {
    std::ranges::sort(lists_, {}, &std::pair<std::string, Compared>::first);
    for (auto& [path, list] : lists_) {
      path_ = std::move(path);
      write_all(list);
    }
  }

 private:
  bool is_line() const { return group_.term == Term::bg_25; }

  void compare(const Compared& one) {
    if (one.value.is_object()) {
      one.value.each_member([&](const View& name, const View& value) {
        const Text word(name);
        // Each line below a line has its separate group.
        const bool is_of_line = is_line() && path_.size() < name_at_;
        if (is_of_line && word.view() == "subItems") return;
        within(word.view(), [&] { compare(one.member(word.view(), value)); });
      });
    } else if (one.value.is_list()) {
      if (!is_list_given_back(one)) lists_.emplace_back(path_, one);
    } else if (one.value) {
      const Text text(one.value);
      if (!one.is_given_back(text.view())) write(text.view(), one.field);
    }
  }

  void write_all(const Compared& one) {
    if (one.value.is_object()) {
      one.value.each_member([&](const View& name, const View& value) {
        const Text word(name);
        within(word.view(), [&] { write_all(one.member(word.view(), value)); });
      });
    } else if (one.value.is_list()) {
      one.value.each([&](std::uint32_t index, const View& value) {
        within(std::to_string(index), [&] { write_all(one.element(index, value)); });
      });
    } else if (one.value) {
      write(Text(one.value).view(), one.field);
    }
  }

  template <typename Work>
  void within(std::string_view name, const Work& work) {
    const std::size_t size = path_.size();
    if (size > 0) path_ += '.';
    path_ += name;
    work();
    path_.resize(size);
  }

  void lose(LossReason reason) {
    losses_.push_back({.path = "content." + path_, .reason = reason});
  }

  void write(std::string_view text, const FieldRow* field) {
    if (field == nullptr) return lose(LossReason::absent);
    const bool is_whole = !text.empty() && base::trimmed(text) == text;
    if (!is_whole || !xml::is_carried(text)) return lose(LossReason::shortened);
    const std::string name = path_.substr(name_at_);
    // A reader bounds the empty elements of a list, so it refuses some places.
    const std::string place = is_line() ? "items.0." + name : name;
    if (added_.set(place, text, 0) != Draft::Outcome::done) return lose(LossReason::absent);
    Group& added = group_.add(is_line() ? Term::bg_32 : Term::bg_24);
    added.set(is_line() ? Term::bt_160 : Term::bt_122, name);
    added.set(is_line() ? Term::bt_161 : Term::bt_123, std::string(text));
  }

  Draft added_;  // of a line: as the first one
  Group& group_;
  Losses& losses_;
  std::string path_;                                     // of the content
  std::size_t name_at_ = 0;                              // where the path in a line begins
  std::vector<std::pair<std::string, Compared>> lists_;  // that are not given back, by path
};

}  // namespace

std::string_view list_of(std::string_view path) {
  for (std::size_t at = path.find('.'); at != std::string_view::npos; at = path.find('.', at + 1)) {
    if (at + 1 < path.size() && base::is_ascii_digit(path[at + 1])) return path.substr(0, at);
  }
  return {};
}

void add_rest(const document::KindRow& kind, const View& content, const std::vector<Line>& lines,
              Group& root, Losses& losses) {
  const Draft draft = restored(kind, root).draft;
  const Compared all{content, &document::types()[kind.type], nullptr, draft.find_node("")};
  const TypeRow* line_type = nullptr;
  Rest rest(kind, root, losses);
  content.each_member([&](const View& name, const View& value) {
    const Text word(name);
    const Compared one = all.member(word.view(), value);
    if (word.view() == "items") {
      line_type = one.type;
    } else {
      rest.add(one, std::string(word.view()));
    }
  });
  rest.finish();
  std::size_t at = 0;
  for (Group& group : root.groups) {
    if (group.term != Term::bg_25) continue;
    const Line& line = lines.at(at++);
    Rest of_line(kind, group, losses);
    of_line.add_line({line.item, line_type, nullptr, draft.find_node(line.path)}, line.path);
    of_line.finish();
  }
}

}  // namespace tradepost::forms
