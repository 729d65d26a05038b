#include "forms/rest.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "base/text/text.hpp"
#include "forms/draft.hpp"
#include "forms/restore.hpp"
#include "xml/writer.hpp"

namespace tradepost::forms {
namespace {

using document::FieldRow;

struct Leaf {
  // Returns the path of the content, or of the line.
  std::string_view name() const { return std::string_view(path).substr(name_at); }

  std::string path;  // of the content
  std::size_t name_at;
  std::string text;
  const FieldRow* field;
};

bool is_default(const Leaf& leaf) {
  return leaf.field != nullptr && leaf.text == leaf.field->default_value;
}

bool is_given_back(const Leaf& leaf, const Draft& draft) {
  const std::string* const found = leaf.field == nullptr ? nullptr : draft.find(leaf.path);
  if (found == nullptr) return leaf.text.empty() || (leaf.field != nullptr && is_default(leaf));
  return is_same(*leaf.field, leaf.text, *found);
}

bool is_list_given_back(const std::vector<Leaf>& leaves, const Draft& draft,
                        std::string_view list) {
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(leaves, [](const Leaf& one) { return !is_default(one); }));
  return count == draft.count_at(list) &&
         std::ranges::all_of(leaves, [&](const Leaf& one) { return is_given_back(one, draft); });
}

// Adds the leaves of one object: of the header, the summary or a line.
class Rest {
 public:
  Rest(const document::KindRow& kind, const Draft& draft, Group& group, Losses& losses)
      : draft_(draft), added_(kind), group_(group), losses_(losses) {}

  void add(Leaf leaf, std::string_view line_path) {
    const std::string_view list = list_of(leaf.name());
    if (list.empty()) {
      if (!is_given_back(leaf, draft_)) write(leaf);
      return;
    }
    std::string path = line_path.empty() ? std::string() : std::string(line_path) + '.';
    lists_[path.append(list)].push_back(std::move(leaf));
  }

  void finish() {
    for (const auto& [list, leaves] : lists_) {
      if (is_list_given_back(leaves, draft_, list)) continue;
      for (const Leaf& leaf : leaves) write(leaf);
    }
  }

 private:
  void write(const Leaf& leaf) {
    if (leaf.field == nullptr) {
      losses_.push_back({.path = "content." + leaf.path, .reason = LossReason::absent});
      return;
    }
    const bool is_whole = !leaf.text.empty() && base::trimmed(leaf.text) == leaf.text;
    if (!is_whole || !xml::is_carried(leaf.text)) {
      losses_.push_back({.path = "content." + leaf.path, .reason = LossReason::shortened});
      return;
    }
    const bool is_line = group_.term == Term::bg_25;
    // A reader bounds the empty elements of a list, so it refuses some places.
    const std::string place =
        is_line ? "items.0." + std::string(leaf.name()) : std::string(leaf.name());
    if (added_.set(place, leaf.text, 0) != Draft::Outcome::done) {
      losses_.push_back({.path = "content." + leaf.path, .reason = LossReason::absent});
      return;
    }
    Group& added = group_.add(is_line ? Term::bg_32 : Term::bg_24);
    added.set(is_line ? Term::bt_160 : Term::bt_122, std::string(leaf.name()));
    added.set(is_line ? Term::bt_161 : Term::bt_123, leaf.text);
  }

  const Draft& draft_;
  Draft added_;  // of a line: as the first one
  Group& group_;
  Losses& losses_;
  std::map<std::string, std::vector<Leaf>> lists_;
};

void add_of(const View& object, const document::TypeRow* type, std::string path,
            const std::string& line_path, Rest& rest) {
  each_leaf(object, type, path, nullptr,
            [&](const std::string& at, const View& value, const FieldRow* field) {
              const std::size_t cut = line_path.empty() ? 0 : line_path.size() + 1;
              Leaf leaf{.path = at, .name_at = cut, .text = text_of(value), .field = field};
              if (!line_path.empty() && leaf.name().starts_with("subItems.")) return;
              rest.add(std::move(leaf), line_path);
            });
}

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
  const document::TypeRow& type = document::types()[kind.type];
  const document::TypeRow* line_type = nullptr;
  Rest rest(kind, draft, root, losses);
  content.each_member([&](const View& name, const View& value) {
    const std::string word = name.text();
    const document::FieldSlot slot = type.find(word);
    const FieldRow* const field = slot == document::no_slot ? nullptr : &type.fields[slot];
    if (word == "items") {
      line_type = &document::type_of(*field);
      return;
    }
    add_of(value, field == nullptr ? nullptr : &document::type_of(*field), word, "", rest);
  });
  rest.finish();
  std::size_t at = 0;
  for (Group& group : root.groups) {
    if (group.term != Term::bg_25) continue;
    const Line& line = lines.at(at++);
    Rest of_line(kind, draft, group, losses);
    add_of(line.item, line_type, line.path, line.path, of_line);
    of_line.finish();
  }
}

}  // namespace tradepost::forms
