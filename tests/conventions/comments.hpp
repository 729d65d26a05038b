#pragma once

#include <vector>

#include "conventions/tree.hpp"

namespace tradepost::conventions {

// True for the C++ and TypeScript sources whose comments are checked.
bool has_checked_comments(const File& file);

// Returns the comments of a source. Each keeps the number of its line; the other lines are empty.
File comments_of(const File& source);

// Returns the quoted texts of at least 25 characters of a C++ source, which are messages rather
// than names. Each keeps the number of its line; the other lines are empty.
File messages_of(const File& source);

// Returns the comments that begin in the middle of a sentence: with a lower-case word, or with a
// word such as `What` that makes a clause and no sentence. A comment that begins with a name of the
// code (`decide()`, `seal-key`) may begin in lower case.
std::vector<Finding> faults_of_beginnings(const File& source);

}  // namespace tradepost::conventions
