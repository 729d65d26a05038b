#include "ubl/result.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "base/ground/limits.hpp"
#include "document/read.hpp"

namespace tradepost::ubl {
namespace {

using forms::Draft;

bool is_incomplete(const Draft::Node& node) {
  if (node.is_list || node.field == nullptr) return false;
  if (node.field->value != document::ValueType::object) return false;
  for (const document::FieldRow& field : document::type_of(*node.field).fields) {
    if (field.need == document::Need::required && node.member(field.name) == nullptr) return true;
  }
  return false;
}

// Collects the paths of objects, the inner ones first. `path` is the one of the node.
void collect(const Draft::Node& node, std::string& path, std::vector<std::string>& paths) {
  const std::size_t size = path.size();
  for (std::size_t i = 0; i < node.children.size(); ++i) {
    const Draft::Node& child = node.children[i];
    if (!path.empty()) path += '.';
    path += node.is_list ? std::to_string(i) : std::string(child.name);
    collect(child, path, paths);
    const bool is_optional = !node.is_list && child.field->need == document::Need::optional;
    if (is_optional && is_incomplete(child)) paths.push_back(path);
    path.resize(size);
  }
}

}  // namespace

void remove_incomplete(const xml::Tree& tree, Draft& draft, Read& read) {
  std::vector<std::string> paths;
  std::string path;
  collect(*draft.find_node({}), path, paths);
  for (const std::string& one : paths) {
    if (read.losses.size() < base::limits::faults_named_max) {
      read.losses.push_back({.path = tree.at(draft.element_of(one)).path()});
    }
    draft.remove(one);
  }
}

void add_faults(const xml::Tree& tree, const forms::Draft& draft,
                const std::vector<forms::StatedAmount>& amounts, Read& read) {
  document::Reader reader(base::limits::body_bytes_max);
  const auto reading = reader.read(read.body);
  const auto add = [&](std::uint32_t index, std::string message) {
    const xml::Element element = tree.at(index);
    read.faults.push_back(
        {.xpath = element.path(), .place = element.place(), .message = std::move(message)});
  };
  if (!reading) return add(0, "The document is too large, or its texts are not readable.");
  for (const document::Finding& fault : reading->faults.named()) {
    constexpr std::string_view content = "content.";
    std::string_view path = fault.path;
    if (path.starts_with(content)) path.remove_prefix(content.size());
    add(draft.element_of(path), fault.message);
  }
  if (read.faults.empty()) forms::lose_other_amounts(reader.content(), amounts, read.losses);
}

}  // namespace tradepost::ubl
