#include "api/pages/content_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "api/pages/html.hpp"
#include "base/ground/limits.hpp"
#include "base/text/text.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;

bool is_white(char c) {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

bool closes(char c) {
  return c == '}' || c == ']';
}

// Goes over the tokens once. The text is known to be well-formed, but it may end at any byte.
class ContentWriter {
 public:
  ContentWriter(std::string_view text, std::span<const exchange::Finding> findings) : text_(text) {
    for (const exchange::Finding& finding : findings) wanted_.push_back(finding.path);
    std::ranges::sort(wanted_);
  }

  ContentHtml write() && {
    mark();
    for (skip_white(); at_ < text_.size(); skip_white()) token();
    end_mark();
    made_.is_whole = has_value_ && open_.empty();
    return std::move(made_);
  }

 private:
  // An object or a list that is open.
  struct Open {
    bool is_list;
    std::uint32_t index;     // of a list: of the element that comes
    std::size_t path_bytes;  // of its own path
  };

  void token() {
    const char c = text_[at_];
    if (c == ',') return comma();
    if (closes(c)) return close();
    if (expects_name_) return name();
    if (!open_.empty() && open_.back().is_list) step_to(std::to_string(open_.back().index));
    if (c == '{' || c == '[') {
      open(c);
    } else {
      put(scalar());
      end_value();
    }
  }

  void name() {
    const std::string_view quoted = scalar();
    step_to(quoted.substr(1, quoted.size() - std::min<std::size_t>(2, quoted.size())));
    put(quoted);
    skip_white();
    if (at_ < text_.size()) ++at_;  // the colon
    put(": ");
    expects_name_ = false;
  }

  void open(char bracket) {
    put(text_.substr(at_++, 1));
    end_mark();
    skip_white();
    if (at_ < text_.size() && closes(text_[at_])) {
      put(text_.substr(at_++, 1));
      return end_value();
    }
    open_.push_back({.is_list = bracket == '[', .index = 0, .path_bytes = path_.size()});
    expects_name_ = bracket == '{';
    new_line();
  }

  void close() {
    if (!open_.empty()) open_.pop_back();
    new_line();
    put(text_.substr(at_++, 1));
    end_value();
  }

  void comma() {
    put(text_.substr(at_++, 1));
    if (!open_.empty()) ++open_.back().index;
    expects_name_ = !open_.empty() && !open_.back().is_list;
    new_line();
  }

  void end_value() {
    end_mark();
    expects_name_ = false;
    has_value_ = true;
  }

  void step_to(std::string_view step) {
    path_.resize(open_.empty() ? root.size() : open_.back().path_bytes);
    path_ += '.';
    path_ += step;
    mark();
  }

  // Marks the next value, if there is a finding for it.
  void mark() {
    if (!std::ranges::binary_search(wanted_, std::string_view(path_))) return;
    made_.html += fmt::format("<mark id=\"{}\">", html_escaped(path_));
    made_.marked.insert(path_);
    is_marking_ = true;
  }

  void end_mark() {
    if (std::exchange(is_marking_, false)) made_.html += "</mark>";
  }

  // A text with its quotation marks, or a number or a word.
  std::string_view scalar() {
    const std::size_t begin = at_;
    if (text_[at_] != '"') {
      while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
      return text_.substr(begin, at_ - begin);
    }
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(begin, at_ - begin);
  }

  static bool ends_word(char c) { return c == ',' || closes(c) || is_white(c); }

  void skip_white() {
    while (at_ < text_.size() && is_white(text_[at_])) ++at_;
  }

  void put(std::string_view text) { made_.html += html_escaped(text); }

  void new_line() {
    made_.html += '\n';
    made_.html.append(2 * std::min(open_.size(), limits::shown_indentation_max), ' ');
  }

  static constexpr std::string_view root = "content";

  const std::string_view text_;
  std::vector<std::string_view> wanted_;  // paths, sorted
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::string path_{root};
  bool expects_name_ = false;
  bool is_marking_ = false;
  bool has_value_ = false;
  ContentHtml made_;
};

}  // namespace

ContentHtml content_html(std::string_view content, std::span<const exchange::Finding> findings) {
  const auto shown = base::beginning_of(content, limits::rejection_content_bytes_max);
  ContentHtml made = ContentWriter(shown, findings).write();
  if (shown.size() < content.size()) made.is_whole = false;
  return made;
}

}  // namespace tradepost::api
