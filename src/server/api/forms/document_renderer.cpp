#include "api/forms/document_renderer.hpp"

#include <functional>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/ground/limits.hpp"
#include "edifact/write.hpp"
#include "exchange/model/findings.hpp"
#include "paper/html.hpp"
#include "paper/pdf.hpp"
#include "ubl/mappings.hpp"
#include "ubl/write.hpp"
#include "zugferd/zugferd.hpp"

namespace tradepost::api {
namespace {

namespace limits = base::limits;

constexpr std::size_t small_bytes_max = 64u << 10;
constexpr std::size_t waiting_max = 1'000;
constexpr std::size_t waiting_bytes_max = 64u << 20;

// `prefix` is the part of a code before the rule.
std::vector<exchange::Finding> faults_of(forms::Objections objections,
                                         std::string_view prefix = "") {
  std::vector<exchange::Finding> faults;
  for (forms::Objection& one : objections) {
    faults.push_back(exchange::findings::broken_rule(fmt::format("{}{}", prefix, one.rule),
                                                     std::move(one.path), std::move(one.message)));
  }
  return faults;
}

// A message of EDIFACT, or a document of UBL.
template <typename Written>
FormFile file_of(Written written) {
  return {.bytes = std::move(written.text),
          .faults = faults_of(std::move(written.objections)),
          .losses = std::move(written.losses)};
}

}  // namespace

DocumentRenderer::DocumentRenderer(std::size_t threads)
    : small_(
          {.name = "form", .waiting_max = waiting_max, .at_end = Pool::Pool::AtEnd::drops_the_rest},
          waiting_bytes_max, [] { return Tools(); }),
      large_({.name = "forms",
              .threads = threads,
              .priority = Pool::Pool::Priority::low,
              .waiting_max = waiting_max,
              .at_end = Pool::Pool::AtEnd::drops_the_rest},
             waiting_bytes_max, [] { return Tools(); }) {}

base::Task<base::Result<FormFile>> DocumentRenderer::make(FormOrder order,
                                                          base::SteadyTime deadline) {
  using Outcome = base::Result<FormFile>;
  const std::size_t bytes = order.content.view.size();
  std::move_only_function<Outcome(Tools&)> work = [order = std::move(order)](Tools& tools) {
    return made_of(order, tools);
  };
  std::optional<Outcome> outcome =
      co_await pool_for(bytes).run<Outcome>(bytes, deadline, std::move(work));
  if (!outcome) co_return base::refuse(too_busy());
  made_.fetch_add(1, std::memory_order_relaxed);
  co_return *std::move(outcome);
}

DocumentRenderer::Pool& DocumentRenderer::pool_for(std::size_t bytes) {
  return bytes <= small_bytes_max ? small_ : large_;
}

base::Error DocumentRenderer::too_busy() {
  refused_.fetch_add(1, std::memory_order_relaxed);
  return {base::ErrorCode::unavailable,
          base::CallerText("Too many documents are being made into files; try again.")};
}

base::Result<FormFile> DocumentRenderer::made_of(const FormOrder& order, Tools& tools) {
  const auto content = tools.reader.read(order.content.view);
  if (!content) {
    return base::refuse({base::ErrorCode::damaged,
                         base::CallerText("The content of the transaction is not readable.")});
  }
  const document::KindRow& kind = document::row_of(order.kind);
  if (order.form == DocumentForm::message) return file_of(edifact::write(*order.message, *content));
  if (order.form == DocumentForm::ubl) {
    const ubl::Mapping& mapping =
        *ubl::Mappings::of_project().find(order.kind, order.extent, *content);
    return file_of(ubl::write(mapping, *content));
  }
  forms::Written written;
  if (order.form == DocumentForm::e_invoice) {
    written = forms::write(*order.e_invoice, kind, *content);
    if (!written.objections.empty())
      return FormFile{.faults = faults_of(written.objections, "e_invoice.")};
    if (order.is_for_losses || !order.e_invoice->is_in_pdf) {
      return FormFile{.bytes = std::move(written.text), .losses = std::move(written.losses)};
    }
  }
  const paper::Words words(order.language);
  if (order.form == DocumentForm::html) return FormFile{paper::html_of(kind, *content, words)};
  TRY_ASSIGN(std::string pdf, paper::pdf_of(kind, *content, words, tools.typesetter));
  if (order.form == DocumentForm::e_invoice) {
    TRY_ASSIGN(pdf, zugferd::with_invoice(pdf, written.text));
  }
  return FormFile{std::move(pdf)};
}

}  // namespace tradepost::api
