#include "api/operations_parts.hpp"

namespace tradepost::api {
namespace {

constexpr std::string_view group = "Labels";

constexpr std::string_view words_of_all =
    R"(Of every transport unit of a shipping notice or a dispatch instruction response, outer units before
those in them, at most 2,000. They are made when they are asked for, for whoever sees the transaction. An
SSCC in place of the id: the label of its unit, of the newest transaction that the caller sees.)";

constexpr std::string_view words_of_one =
    R"(What `transportLabel` leads to. As it stands the link needs no token: it is signed, good for 30 days
and for all labels of its transaction, and made anew whenever the transaction is listed. With a token it
makes no difference whether the link's seal is there.)";

Parameter place() {
  return {ParameterPlace::path, "unit", R"({"type":"string","example":"0.1"})",
          "The unit's place: `0` is the first, `0.1` the second one in it."};
}

Parameter id_or_sscc() {
  return {ParameterPlace::path, "id",
          R"({"type":"string","anyOf":[{"format":"uuid"},{"pattern":"^[0-9]{18}$"}]})",
          "The transaction's `platformTransactionId`, in either case, or an SSCC: 18 digits, the "
          "last of them the check digit. What is neither is 404."};
}

// What both kinds of files take.
std::vector<Parameter> with_looks(std::vector<Parameter> parameters) {
  using enum ParameterPlace;
  parameters.push_back({query, "size", R"({"type":"string","enum":["A6","A5"],"default":"A6"})",
                        "Of a label: 105 x 148 or 148 x 210 mm."});
  parameters.push_back({query, "dpi", R"({"type":"integer","enum":[203,300],"default":203})",
                        "Of the printer: every bar is a whole number of its dots."});
  parameters.push_back({query, "link", R"({"type":"string"})",
                        "The link's seal. It counts where no token is given."});
  parameters.push_back(parts::if_none_match());
  return parameters;
}

std::vector<Parameter> with_looks_and_sheet(std::vector<Parameter> parameters) {
  parameters.push_back({ParameterPlace::query, "sheet", R"({"type":"string","enum":["A4"]})",
                        "Several labels on a page: four of A6, or two of A5."});
  return with_looks(std::move(parameters));
}

std::vector<Reply> replies(std::string_view media) {
  return {
      {200, "The file.", Content{"", "", media}, {"ETag", "Cache-Control", "Content-Disposition"}},
      {304, "What the caller has still holds.", {}, {"ETag", "Cache-Control"}},
      {403, "The link's 30 days are over.", Content{"Error", R"({
  "code": "forbidden",
  "message": "This link has ended. List the transaction again for another one, or ask with a token."
})"}},
      {404,
       "The caller sees no such transaction, or it has no labels or no such unit, or its content "
       "was removed; or the link is none of ours, or leads to something else."},
      {422, "A parameter is wrong, or there are more labels than one file holds.",
       Content{"Faults", R"({
  "code": "invalid",
  "message": "The query can't be answered as it stands.",
  "errors": {"size": ["size must be A6 or A5."]},
  "faults": [{"code": "query.size.unknown_value", "path": "size", "message": "size must be A6 or A5."}],
  "faultCount": 1
})"}}};
}

constexpr std::string_view id_words =
    "The transaction's `platformTransactionId`, in either case. What is no UUID is 404.";

constexpr std::string_view zpl = "application/zpl";
constexpr std::string_view pdf = "application/pdf";

}  // namespace

std::vector<Operation> label_operations() {
  return {
      {.method = "GET",
       .path = "/v2/labels/{id}.zpl",
       .id = "getLabelsAsZpl",
       .group = group,
       .summary = "All labels of a document, for a label printer",
       .description = words_of_all,
       .parameters = with_looks({id_or_sscc()}),
       .replies = replies(zpl)},
      {.method = "GET",
       .path = "/v2/labels/{id}.pdf",
       .id = "getLabelsAsPdf",
       .group = group,
       .summary = "All labels of a document, as PDF",
       .description = words_of_all,
       .parameters = with_looks_and_sheet({id_or_sscc()}),
       .replies = replies(pdf)},
      {.method = "GET",
       .path = "/v2/labels/{id}/{unit}.zpl",
       .id = "getLabelAsZpl",
       .group = group,
       .summary = "The label of one transport unit, for a label printer",
       .description = words_of_one,
       .parameters = with_looks({parts::id(id_words), place()}),
       .replies = replies(zpl)},
      {.method = "GET",
       .path = "/v2/labels/{id}/{unit}.pdf",
       .id = "getLabelAsPdf",
       .group = group,
       .summary = "The label of one transport unit, as PDF",
       .description = words_of_one,
       .parameters = with_looks_and_sheet({parts::id(id_words), place()}),
       .replies = replies(pdf)},
  };
}

}  // namespace tradepost::api
