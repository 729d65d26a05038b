#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "zugferd/objects.hpp"
#include "zugferd/values.hpp"
#include "zugferd/zugferd.hpp"

namespace tradepost::zugferd {
namespace {

using Kind = Value::Kind;

// Returns a name of a file in lower case: in PDF's characters, or in UTF-16.
std::string file_name(std::string_view text) {
  const bool is_wide = text.starts_with("\xfe\xff");
  std::string name;
  for (std::size_t i = is_wide ? 3 : 0; i < text.size(); i += is_wide ? 2 : 1) {
    name += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
  }
  return name;
}

// Finds the e-invoice among the attachments of a file.
class Search {
 public:
  explicit Search(Objects& objects) : objects_(objects) {}

  // A catalog lists attachments by name, and as files that belong to the document.
  void run() {
    const auto catalog = objects_.object_of(*objects_.trailer().find("Root"));
    if (!catalog) return;
    if (const auto names = child(catalog->value, "Names")) {
      if (const Value* const files = names->value.find("EmbeddedFiles")) visit_names(*files, 0);
    }
    if (const auto files = child(catalog->value, "AF")) {
      for (const Value& file : files->value.items) visit_file(file);
    }
  }

  // The streams of e-invoices, with their names.
  const std::vector<std::pair<std::string, Object>>& found() const { return found_; }

 private:
  static constexpr std::uint32_t levels_max = 16;

  std::optional<Object> child(const Value& of, std::string_view key) const {
    const Value* const value = of.find(key);
    return value == nullptr ? std::nullopt : objects_.object_of(*value);
  }

  // Each object is visited once, so a tree that contains itself has an end.
  std::optional<Object> unvisited(const Value& value) {
    const bool is_new = value.kind != Kind::reference || visited_.insert(value.number).second;
    return is_new ? objects_.object_of(value) : std::nullopt;
  }

  void visit_names(const Value& value, std::uint32_t level) {
    if (level == levels_max) return;
    const auto node = unvisited(value);
    if (!node) return;
    if (const auto kids = child(node->value, "Kids")) {
      for (const Value& kid : kids->value.items) visit_names(kid, level + 1);
    }
    if (const auto names = child(node->value, "Names")) {
      const std::vector<Value>& items = names->value.items;
      for (std::size_t i = 1; i < items.size(); i += 2) visit_file(items[i]);
    }
  }

  void visit_file(const Value& value) {
    constexpr std::array<std::string_view, 3> names = {"factur-x.xml", "zugferd-invoice.xml",
                                                       "xrechnung.xml"};
    const auto file = unvisited(value);
    if (!file) return;
    const auto files = child(file->value, "EF");
    if (!files) return;
    for (const std::string_view key : {"UF", "F"}) {
      const auto name = child(file->value, key);
      const std::string its_name = name ? file_name(name->value.text) : "";
      if (std::ranges::find(names, its_name) == names.end()) continue;
      const Value* stream = files->value.find("F");
      if (stream == nullptr) stream = files->value.find("UF");
      auto object = stream == nullptr ? std::nullopt : unvisited(*stream);
      if (object) found_.emplace_back(its_name, *std::move(object));
      return;
    }
  }

  Objects& objects_;
  std::set<std::uint64_t> visited_;
  std::vector<std::pair<std::string, Object>> found_;
};

}  // namespace

bool is_pdf(std::string_view file) {
  return file.starts_with("%PDF-");
}

std::expected<Attached, std::string_view> attached_invoice(std::string_view pdf,
                                                           const Bounds& bounds) {
  Objects objects(pdf, bounds);
  if (const auto done = objects.index(); !done) return Unreadable(done.error());
  if (objects.trailer().find("Root") == nullptr) return Unreadable(damaged);
  if (objects.trailer().find("Encrypt") != nullptr) {
    return Unreadable("The PDF file is encrypted.");
  }
  Search search(objects);
  search.run();
  if (search.found().empty()) return Unreadable("The PDF file has no e-invoice attached.");
  if (search.found().size() > 1) return Unreadable("The PDF file has more than one e-invoice.");
  const auto& [name, object] = search.found().front();
  auto invoice = objects.contents(object, bounds.invoice_bytes);
  if (!invoice) return Unreadable(invoice.error());
  return Attached{.name = name, .invoice = *std::move(invoice)};
}

}  // namespace tradepost::zugferd
