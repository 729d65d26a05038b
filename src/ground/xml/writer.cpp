#include "xml/writer.hpp"

#include <algorithm>
#include <utility>

#include "base/ground/check.hpp"
#include "base/text/text.hpp"

namespace tradepost::xml {
namespace {

// Returns the escape of a character, or an empty text if it needs none. Line ends in an attribute
// and each carriage return would else be changed by the reader.
std::string_view escape_of(char c, bool is_attribute) {
  if (c == '&') return "&amp;";
  if (c == '<') return "&lt;";
  if (c == '>') return "&gt;";
  if (c == '\r') return "&#13;";
  if (!is_attribute) return {};
  if (c == '"') return "&quot;";
  if (c == '\n') return "&#10;";
  return c == '\t' ? "&#9;" : "";
}

bool can_have_escape(char c) {
  return c < ' ' || c == '&' || c == '<' || c == '>' || c == '"';
}

void append_escaped(std::string& out, std::string_view text, bool is_attribute) {
  CHECK(is_carried(text));
  std::size_t written = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!can_have_escape(text[at])) continue;
    const std::string_view escape = escape_of(text[at], is_attribute);
    if (escape.empty()) continue;
    out.append(text.substr(written, at - written)).append(escape);
    written = at + 1;
  }
  out.append(text.substr(written));
}

}  // namespace

bool is_carried(std::string_view text) {
  const auto is_plain = [](char c) { return c >= ' ' && static_cast<unsigned char>(c) < 0x80; };
  if (std::ranges::all_of(text, is_plain)) return true;
  if (!base::is_utf8(text)) return false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (static_cast<unsigned char>(c) < ' ' && c != '\t' && c != '\n' && c != '\r') return false;
    const std::string_view three = text.substr(at, 3);
    if (three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf") return false;
  }
  return true;
}

Writer::Writer() : out_("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") {}

Writer& Writer::open(std::string_view name) {
  end_start_tag();
  new_line();
  out_.append("<").append(name);
  open_.push_back(name);
  within_ = Within::start_tag;
  return *this;
}

Writer& Writer::attribute(std::string_view name, std::string_view value) {
  CHECK(within_ == Within::start_tag);
  out_.append(" ").append(name).append("=\"");
  append_escaped(out_, value, true);
  out_ += '"';
  return *this;
}

Writer& Writer::text(std::string_view text) {
  end_start_tag();
  append_escaped(out_, text, false);
  within_ = Within::text;
  return *this;
}

Writer& Writer::close() {
  CHECK(!open_.empty());
  const std::string_view name = open_.back();
  open_.pop_back();
  if (within_ == Within::start_tag) {
    out_ += "/>";
  } else {
    if (within_ == Within::children) new_line();
    out_.append("</").append(name).append(">");
  }
  within_ = Within::children;
  return *this;
}

std::string Writer::finish() && {
  CHECK(open_.empty());
  out_ += '\n';
  return std::move(out_);
}

void Writer::end_start_tag() {
  if (within_ == Within::start_tag) out_ += '>';
  within_ = Within::children;
}

void Writer::new_line() {
  out_ += '\n';
  out_.append(2 * open_.size(), ' ');
}

}  // namespace tradepost::xml
