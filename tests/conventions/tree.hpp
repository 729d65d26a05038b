#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tradepost::conventions {

struct File {
  std::string path;  // from the top of the tree, with '/'
  std::vector<std::string> lines;
  bool is_executable = false;
};

// A violation of a rule, with its place and the remedy.
struct Finding {
  std::string path;
  std::size_t line;  // from 1; 0 is the whole file
  std::string text;

  bool operator==(const Finding&) const = default;
};

File file_of(std::string path, std::string_view text);

// Returns all text files that are in git or could be added to it, ordered by path. They are read
// once.
const std::vector<File>& tree();
const File& file_at(std::string_view path);

bool is_cpp(const File& file);     // .cpp or .hpp
bool is_header(const File& file);  // .hpp
bool is_page(const File& file);    // .md

std::string trimmed(std::string_view text);
std::vector<std::string> parted(std::string_view text, char separator);  // each trimmed
bool is_part_of_word(char c);

// `*` matches any characters, including '/'.
bool glob_matches(std::string_view pattern, std::string_view text);

// Returns the lines of a C++ file without comments and quoted text. The number of lines does not
// change.
std::vector<std::string> code_of(const File& file);

// Returns the findings of a rule in all files.
std::vector<Finding> in_whole_tree(const std::function<std::vector<Finding>(const File&)>& rule);

// Returns one line for each finding, for the message of a failing test.
std::string text_of(const std::vector<Finding>& findings);

}  // namespace tradepost::conventions
