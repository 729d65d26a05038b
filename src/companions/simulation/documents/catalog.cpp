#include "simulation/documents/catalog.hpp"

#include "simulation/documents/articles.hpp"
#include "simulation/ground/moments.hpp"

namespace tradepost::simulation {
namespace {

void write_article(base::JsonWriter& json, const Article& article, std::int64_t number) {
  json.begin_object().key("name").string(article.description).key("lineNumber").integer(number);
  json.key("quantity").integer(1).key("identity").begin_object();
  json.key("gtin").string(article.gtin).end_object();
  json.key("currency").string("EUR").key("unitOfMeasure").string(article.unit);
  json.key("isOrderable").boolean(true).key("unitPrice").raw(article.price);
  json.key("recommendedRetailPrice").raw(article.retail_price);
  json.key("taxPercentage").raw(article.tax_percentage);
  if (!article.deposit.price.empty()) json.key("depositAmount").raw(article.deposit.price);
  json.end_object();
}

}  // namespace

std::string product_catalog(const Catalog& catalog) {
  base::JsonWriter json;
  json.begin_object().key("type").string("PRODUCT_CATALOG").key("content").begin_object();
  json.key("header").begin_object().key("catalogNumber").string(catalog.number);
  json.key("catalogDate").string(day_text(catalog.at)).key("sender");
  write(json, catalog.supplier);
  json.key("receiver");
  write(json, catalog.buyer);
  json.end_object().key("items").begin_array();
  std::int64_t number = 0;
  for (const Article& article : own_range()) write_article(json, article, ++number);
  return std::move(json.end_array().end_object().end_object()).finish();
}

}  // namespace tradepost::simulation
