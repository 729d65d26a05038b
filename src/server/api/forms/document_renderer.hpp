#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ground/result.hpp"
#include "base/tasks/bounded_pool.hpp"
#include "base/tasks/executor.hpp"
#include "base/tasks/task.hpp"
#include "document/json_reader.hpp"
#include "edifact/mapping.hpp"
#include "exchange/model/model.hpp"
#include "forms/forms.hpp"
#include "paper/typeset.hpp"
#include "paper/words.hpp"
#include "ubl/mapping.hpp"

namespace tradepost::api {

enum class DocumentForm : std::uint8_t { json, html, pdf, e_invoice, message, ubl };

struct FormOrder {
  exchange::Kind kind = {};
  exchange::Bytes content = {};
  DocumentForm form = DocumentForm::pdf;      // not json
  const forms::FormRow* e_invoice = nullptr;  // of an e-invoice
  const edifact::Mapping* message = nullptr;  // of a message of EDIFACT
  ubl::Extent extent = ubl::Extent::whole;    // of UBL
  bool is_for_losses = false;                 // the file is not needed
  paper::Language language = paper::Language::english;
};

struct FormFile {
  std::string bytes = {};
  std::vector<exchange::Finding> faults = {};  // the rules that the file would break
  forms::Losses losses = {};                   // of a form of a standard
};

// Threads that make pages, PDF files, e-invoices and messages of documents. Small documents have a
// separate thread and do not wait for large ones. Thread-safe.
class DocumentRenderer {
 public:
  // `threads` work on large documents.
  explicit DocumentRenderer(std::size_t threads);
  DocumentRenderer(DocumentRenderer&&) = delete;

  // Both fail with `unavailable` if too much waits, memory is short or the deadline passes.
  base::Task<base::Result<FormFile>> make(FormOrder order, base::SteadyTime deadline);
  // Runs `work`, which reads or writes so many bytes.
  template <typename T>
  base::Task<base::Result<T>> run(std::size_t bytes, base::SteadyTime deadline,
                                  std::move_only_function<base::Result<T>()> work);

  std::uint64_t made() const { return made_.load(std::memory_order_relaxed); }
  std::uint64_t refused() const { return refused_.load(std::memory_order_relaxed); }

 private:
  struct Tools {
    document::JsonReader reader;
    paper::Typesetter typesetter;
  };
  using Pool = base::BoundedPool<Tools>;

  static base::Result<FormFile> made_of(const FormOrder& order, Tools& tools);
  Pool& pool_for(std::size_t bytes);
  base::Error too_busy();

  std::atomic<std::uint64_t> made_ = 0;
  std::atomic<std::uint64_t> refused_ = 0;
  Pool small_;
  Pool large_;
};

template <typename T>
base::Task<base::Result<T>> DocumentRenderer::run(std::size_t bytes, base::SteadyTime deadline,
                                                  std::move_only_function<base::Result<T>()> work) {
  using Outcome = base::Result<T>;
  std::move_only_function<Outcome(Tools&)> with_tools =
      [work = std::move(work)](Tools& /*tools*/) mutable { return work(); };
  std::optional<Outcome> outcome =
      co_await pool_for(bytes).template run<Outcome>(bytes, deadline, std::move(with_tools));
  if (!outcome) co_return base::refuse(too_busy());
  co_return *std::move(outcome);
}

}  // namespace tradepost::api
