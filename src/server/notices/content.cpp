#include "notices/content.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace tradepost::notices {
namespace {

using exchange::Language;

std::string greeting(const exchange::Addressee& to) {
  return to.language == Language::german ? fmt::format("Guten Tag {},", to.name)
                                         : fmt::format("Hello {},", to.name);
}

// Returns the text in one line.
std::string in_one_line(std::string_view text) {
  std::string line(text);
  for (char& byte : line) {
    if (static_cast<unsigned char>(byte) < ' ' || byte == 0x7f) byte = ' ';
  }
  return line;
}

std::string as_html(std::string_view text) {
  std::string html;
  for (const char byte : in_one_line(text)) {
    switch (byte) {
      case '&':
        html += "&amp;";
        break;
      case '<':
        html += "&lt;";
        break;
      case '>':
        html += "&gt;";
        break;
      case '"':
        html += "&quot;";
        break;
      default:
        html += byte;
    }
  }
  return html;
}

std::string text_of(const exchange::Addressee& to, const Content& content) {
  std::string text = in_one_line(greeting(to)) + "\n\n";
  for (const std::string& paragraph : content.before) text += in_one_line(paragraph) + "\n\n";
  for (const Button& line : content.list)
    text += fmt::format("- {}\n  {}\n\n", in_one_line(line.label), in_one_line(line.url));
  if (content.button) text += in_one_line(content.button->url) + "\n\n";
  for (const std::string& paragraph : content.after) text += in_one_line(paragraph) + "\n\n";
  text.pop_back();
  return text;
}

std::string html_of(const exchange::Addressee& to, const Content& content) {
  const std::string_view language = to.language == Language::german ? "de" : "en";
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"{}\">\n<head><meta "
      "charset=\"utf-8\"><title>{}</title></head>\n"
      "<body style=\"font-family:sans-serif;line-height:1.5\">\n<p>{}</p>\n",
      language, as_html(content.subject), as_html(greeting(to)));
  for (const std::string& paragraph : content.before)
    html += fmt::format("<p>{}</p>\n", as_html(paragraph));
  if (!content.list.empty()) html += "<ul>\n";
  for (const Button& line : content.list) {
    html += fmt::format("<li><a href=\"{}\">{}</a></li>\n", as_html(line.url), as_html(line.label));
  }
  if (!content.list.empty()) html += "</ul>\n";
  if (content.button) {
    html += fmt::format("<p><a href=\"{}\">{}</a></p>\n", as_html(content.button->url),
                        as_html(content.button->label));
  }
  for (const std::string& paragraph : content.after)
    html += fmt::format("<p>{}</p>\n", as_html(paragraph));
  return html + "</body>\n</html>\n";
}

}  // namespace

mail::Message message_to(const exchange::Addressee& to, const Content& content, Envelope envelope) {
  return {.id = envelope.id,
          .date = envelope.date,
          .from = std::move(envelope.from),
          .to = {.name = to.name, .address = to.email},
          .subject = in_one_line(content.subject),
          .text = text_of(to, content),
          .html = html_of(to, content),
          .unsubscribe_url = content.unsubscribe_url};
}

}  // namespace tradepost::notices
