#include "edifact/message.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace tradepost::edifact {

void Message::add(std::string_view segment, const Separators& separators) {
  Row& row = segments_.emplace_back();
  row.elements = static_cast<std::uint32_t>(elements_.size());
  std::size_t from = text_.size();
  bool is_tag = true;
  const auto end = [&](bool is_element) {
    if (is_tag) {
      row.tag = {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(text_.size() - from)};
      is_tag = false;
    } else {
      end_component(from);
    }
    if (is_element) elements_.push_back(static_cast<std::uint32_t>(components_.size()));
    from = text_.size();
  };
  for (std::size_t i = 0; i < segment.size(); ++i) {
    const char c = segment[i];
    if (c == separators.release && separators.release != ' ' && i + 1 < segment.size()) {
      text_ += segment[++i];
    } else if (c == separators.element) {
      end(true);
    } else if (c == separators.component && !is_tag) {
      end(false);
    } else if (c != '\r' && c != '\n') {
      text_ += c;
    }
  }
  end(false);
}

void Message::end_component(std::size_t from) {
  components_.push_back(
      {static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(text_.size() - from)});
}

std::size_t Message::elements_end(std::size_t segment) const {
  return segment + 1 < segments_.size() ? segments_[segment + 1].elements : elements_.size();
}

std::size_t Message::components_end(std::size_t element) const {
  return element + 1 < elements_.size() ? elements_[element + 1] : components_.size();
}

std::size_t Message::element_count(std::size_t segment) const {
  return elements_end(segment) - segments_[segment].elements;
}

std::size_t Message::component_count(std::size_t segment, std::size_t element) const {
  const std::size_t index = segments_[segment].elements + element - 1;
  return index < elements_end(segment) ? components_end(index) - elements_[index] : 0;
}

std::string_view Message::component(std::size_t segment, std::size_t element,
                                    std::size_t component) const {
  const std::size_t index = segments_[segment].elements + element - 1;
  if (index >= elements_end(segment)) return {};
  const std::size_t wanted = elements_[index] + component - 1;
  return wanted < components_end(index) ? at(components_[wanted]) : std::string_view();
}

std::string Message::place(std::size_t segment) const {
  if (segment >= size()) return "1 UNH";
  const std::string_view qualifier = component(segment, 1, 1);
  return fmt::format("{} {}{}{}", segment + 2, tag(segment), qualifier.empty() ? "" : "+",
                     qualifier);
}

}  // namespace tradepost::edifact
