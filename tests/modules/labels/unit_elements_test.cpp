#include "labels/unit_elements.hpp"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

namespace tradepost::labels {
namespace {

using gs1::Element;

Element made(std::string_view identifier, std::string_view value) {
  const auto one = gs1::element(identifier, value);
  EXPECT_TRUE(one) << identifier << ' ' << value;
  return one ? *one : Element{};
}

TEST(UnitElements, element_that_requires_another_is_refused_without_it) {
  const Element sscc = made("00", "395210010002089318");
  const Element content = made("02", "09521001010016");
  const Element item = made("01", "09521001010016");
  const Element count = made("37", "40");
  const Element batch = made("10", "L26");
  const Element weight = made("3303", "792000");
  const Element post = made("420", "22844");
  using Elements = std::vector<Element>;
  for (const Elements& together :
       {Elements{}, Elements{sscc}, Elements{sscc, content, count}, Elements{sscc, weight},
        Elements{sscc, content, count, batch, weight}, Elements{item, batch}, Elements{post},
        Elements{sscc, sscc}}) {
    EXPECT_EQ(fault_of_unit(together), "") << gs1::readable(together);
  }
  for (const Elements& apart :
       {Elements{content}, Elements{count}, Elements{sscc, content}, Elements{sscc, count},
        Elements{content, count}, Elements{batch}, Elements{sscc, batch}, Elements{weight},
        Elements{sscc, item, content, count}, Elements{post, made("421", "27622844")},
        Elements{sscc, made("00", "106141411234567897")},
        Elements{sscc, weight, made("3302", "079200")}}) {
    EXPECT_NE(fault_of_unit(apart), "") << gs1::readable(apart);
  }
}

}  // namespace
}  // namespace tradepost::labels
