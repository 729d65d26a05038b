#include "xml/reader.hpp"

#include <expat.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/check.hpp"

namespace tradepost::xml {
namespace {

constexpr std::size_t uri_bytes_max = 1'000;
constexpr char between = '\x1f';  // the parts of a name; no name has this character

struct Freed {
  void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};
using Parser = std::unique_ptr<std::remove_pointer_t<XML_Parser>, Freed>;

std::string_view reason_of(XML_Error error) {
  if (error == XML_ERROR_NO_ELEMENTS) return "The document has no element.";
  if (error == XML_ERROR_TAG_MISMATCH) return "The end tag has another name than the start tag.";
  if (error == XML_ERROR_DUPLICATE_ATTRIBUTE) return "An attribute occurs twice in an element.";
  if (error == XML_ERROR_UNBOUND_PREFIX) return "The prefix of a name is not declared.";
  if (error == XML_ERROR_UNDEFINED_ENTITY) return "The entity is not known.";
  if (error == XML_ERROR_JUNK_AFTER_DOC_ELEMENT) return "Text follows the end of the document.";
  if (error == XML_ERROR_UNKNOWN_ENCODING) return "The encoding is not known. Use UTF-8.";
  if (error == XML_ERROR_UNCLOSED_TOKEN) return "The document ends within a tag or a comment.";
  if (error == XML_ERROR_NO_MEMORY) return "Memory is short.";
  return "The text is not well-formed XML.";
}

}  // namespace

// Receives the events of the parser.
class Building {
 public:
  Building(XML_Parser parser, const Bounds& bounds)
      : parser_(parser), bounds_(bounds), counts_(bounds.depth + 2) {
    XML_SetUserData(parser, this);
    XML_SetElementHandler(parser, &Building::at_start, &Building::at_end);
    XML_SetCharacterDataHandler(parser, &Building::at_text);
    XML_SetStartDoctypeDeclHandler(parser, &Building::at_doctype);
    XML_SetStartNamespaceDeclHandler(parser, &Building::at_namespace);
    XML_SetReturnNSTriplet(parser, 1);
  }

  std::expected<Tree, Unreadable> read(std::string_view text) {
    if (text.size() > bounds_.bytes) {
      return std::unexpected(Unreadable{.place = {1, 1}, .reason = "The document is too large."});
    }
    const auto done = XML_Parse(parser_, text.data(), static_cast<int>(text.size()), 1);
    if (done == XML_STATUS_OK) return std::move(tree_);
    if (reason_.empty()) stop(reason_of(XML_GetErrorCode(parser_)));
    return std::unexpected(Unreadable{.place = place_, .reason = reason_});
  }

 private:
  static Building& of(void* data) { return *static_cast<Building*>(data); }
  static void at_start(void* data, const XML_Char* name, const XML_Char** attributes) {
    of(data).start(name, attributes);
  }
  static void at_end(void* data, const XML_Char*) { of(data).end(); }
  // The parser repeats the URI in each name, so a long one would make a small text large.
  static void at_namespace(void* data, const XML_Char*, const XML_Char* uri) {
    if (uri != nullptr && std::string_view(uri).size() > uri_bytes_max) {
      of(data).stop("The URI of a namespace is too long.");
    }
  }
  static void at_text(void* data, const XML_Char* text, int size) {
    of(data).add_text({text, static_cast<std::size_t>(size)});
  }
  static void at_doctype(void* data, const XML_Char*, const XML_Char*, const XML_Char*, int) {
    of(data).stop("A document type declaration is not permitted.");
  }

  Place here() const {
    return {XML_GetCurrentLineNumber(parser_), XML_GetCurrentColumnNumber(parser_) + 1};
  }

  void stop(std::string_view reason) {
    if (!reason_.empty()) return;
    reason_ = reason;
    place_ = here();
    XML_StopParser(parser_, XML_FALSE);
  }

  void start(const XML_Char* name, const XML_Char** attributes) {
    if (!reason_.empty()) return;
    if (++depth_ > bounds_.depth) return stop("Elements are nested too deeply.");
    if (tree_.nodes_.size() >= bounds_.elements) return stop("The document has too many elements.");
    flush();
    Tree::Node node{.parent = open_, .place = here()};
    if (!find_name(name, node.name)) return stop("The document has too many different names.");
    node.position = ++counts_.at(depth_)[node.name];
    counts_.at(depth_ + 1).clear();
    node.first_attribute = static_cast<std::uint32_t>(tree_.attributes_.size());
    for (; *attributes != nullptr; attributes += 2) {
      if (++node.attributes > bounds_.attributes)
        return stop("An element has too many attributes.");
      if (tree_.text_.size() > bounds_.bytes) return stop("The attributes have too many bytes.");
      const Tree::Span attribute = kept(attributes[0]);
      tree_.attributes_.push_back({.name = attribute, .value = kept(attributes[1])});
    }
    const auto index = static_cast<std::uint32_t>(tree_.nodes_.size());
    if (open_ != Tree::none) {
      Tree::Node& parent = tree_.nodes_[open_];
      (parent.first_child == Tree::none ? parent.first_child
                                        : tree_.nodes_[parent.last_child].next) = index;
      parent.last_child = index;
    }
    tree_.nodes_.push_back(node);
    open_ = index;
  }

  void end() {
    if (!reason_.empty()) return;
    flush();
    --depth_;
    open_ = tree_.nodes_[open_].parent;
  }

  void add_text(std::string_view text) { pending_ += text; }

  // Text of an element that has both text and children is kept up to its first child.
  void flush() {
    if (open_ != Tree::none && tree_.nodes_[open_].first_child == Tree::none &&
        tree_.nodes_[open_].text.size == 0) {
      tree_.nodes_[open_].text = kept(pending_);
    }
    pending_.clear();
  }

  Tree::Span kept(std::string_view text) {
    const auto begin = static_cast<std::uint32_t>(tree_.text_.size());
    tree_.text_ += text;
    return {.begin = begin, .size = static_cast<std::uint32_t>(text.size())};
  }

  // The parser gives a name as URI, local name and prefix; the first and the last can be missing.
  bool find_name(std::string_view whole, std::uint32_t& found) {
    const auto known = numbers_.find(whole);
    if (known != numbers_.end()) {
      found = known->second;
      return true;
    }
    if (tree_.names_.size() >= bounds_.names) return false;
    found = static_cast<std::uint32_t>(tree_.names_.size());
    numbers_.emplace(whole, found);
    Tree::Name name{.whole = std::make_unique<std::string>(whole)};
    const std::string_view text = *name.whole;
    const auto first = text.find(between);
    if (first == std::string_view::npos) {
      name.local = text;
    } else {
      name.space = text.substr(0, first);
      const auto second = text.find(between, first + 1);
      name.local = text.substr(first + 1, second - first - 1);
      if (second != std::string_view::npos) name.prefix = text.substr(second + 1);
    }
    tree_.names_.push_back(std::move(name));
    return true;
  }

  XML_Parser parser_;
  const Bounds& bounds_;
  Tree tree_;
  std::map<std::string, std::uint32_t, std::less<>> numbers_;  // of names
  // The number of children with each name, of the open element at each depth.
  std::vector<std::map<std::uint32_t, std::uint32_t>> counts_;
  std::uint32_t open_ = Tree::none;
  std::uint32_t depth_ = 0;
  std::string pending_;
  std::string_view reason_;
  Place place_;
};

std::expected<Tree, Unreadable> read(std::string_view text, const Bounds& bounds) {
  const Parser parser(XML_ParserCreateNS(nullptr, between));
  CHECK(parser != nullptr);
  return Building(parser.get(), bounds).read(text);
}

}  // namespace tradepost::xml
