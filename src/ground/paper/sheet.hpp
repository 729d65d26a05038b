#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/decimal.hpp"
#include "document/json/view.hpp"
#include "document/model/schema.hpp"
#include "paper/words.hpp"

// A document as people read it on paper: who trades with whom, the details, the lines and the sums.
// The document model gives the order and the words. Every value of the document is shown.
namespace tradepost::paper {

struct Title {
  std::string_view kind = {};  // in words
  std::string number = {};     // empty if the document has none
  std::string date = {};
  std::string day = {};  // YYYY-MM-DD
};

struct PartyText {
  std::string role = {};
  std::string name = {};
  std::vector<std::string> lines = {};
};

struct Fact {
  std::string label = {};
  std::string value = {};  // line feeds separate lines
};

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string title = {};
  Align align = Align::left;
  std::size_t bytes = 0;  // of the longest value; 0 if the column has articles
};

struct LineText {
  int depth = 0;                        // of a line below another one
  std::vector<std::string> cells = {};  // a line feed separates the main text and the rest
  std::string details = {};             // all other fields
  std::optional<base::Decimal> amount = {};
};

struct Sum {
  std::string label = {};
  std::string value = {};
  bool is_last = false;  // the amount that counts
};

// Receives the parts of a document from top to bottom.
class Sheet {
 public:
  virtual ~Sheet() = default;

  virtual void title(const Title& title) = 0;
  virtual void parties(std::span<const PartyText> parties) = 0;
  virtual void facts(std::span<const Fact> facts) = 0;
  // A pallet, a parcel or a place. Its lines and inner units follow.
  virtual void unit(int depth, std::span<const Fact> facts) = 0;
  // The last column has amounts if `has_amounts`.
  virtual void begin_lines(std::span<const Column> columns, bool has_amounts) = 0;
  virtual void line(const LineText& line) = 0;
  virtual void end_lines() = 0;
  virtual void sums(std::span<const Sum> sums) = 0;
};

// `content` is an object.
void write_document(const document::KindRow& kind, const document::View& content,
                    const Words& words, Sheet& sheet);

}  // namespace tradepost::paper
