#include <lcms2.h>

#include <algorithm>
#include <array>
#include <exception>
#include <memory>
#include <qpdf/Buffer.hh>
#include <qpdf/QPDF.hh>
#include <qpdf/QPDFEFStreamObjectHelper.hh>
#include <qpdf/QPDFEmbeddedFileDocumentHelper.hh>
#include <qpdf/QPDFFileSpecObjectHelper.hh>
#include <qpdf/QPDFLogger.hh>
#include <qpdf/QPDFObjectHandle.hh>
#include <qpdf/QPDFWriter.hh>
#include <string>
#include <string_view>

#include "zugferd/metadata.hpp"
#include "zugferd/zugferd.hpp"

namespace tradepost::zugferd {
namespace {

// Returns the ICC profile of sRGB, the colours of every page.
std::string color_profile() {
  const std::unique_ptr<void, decltype(&cmsCloseProfile)> profile(cmsCreate_sRGBProfile(),
                                                                  cmsCloseProfile);
  cmsUInt32Number size = 0;
  if (!profile || !cmsSaveProfileToMem(profile.get(), nullptr, &size)) return {};
  std::string bytes(size, '\0');
  if (!cmsSaveProfileToMem(profile.get(), bytes.data(), &size)) return {};
  // The header has the time of creation, as six numbers of two bytes. It would make each file
  // another one.
  constexpr std::size_t time_at = 24;
  constexpr std::array<unsigned char, 12> time = {0x07, 0xea, 0, 1, 0, 1};  // 2026-01-01
  std::ranges::copy(time, bytes.begin() + time_at);
  return bytes;
}

QPDFObjectHandle name(const char* text) {
  return QPDFObjectHandle::newName(text);
}

QPDFObjectHandle text(std::string_view text) {
  return QPDFObjectHandle::newUnicodeString(std::string(text));
}

class Archive {
 public:
  explicit Archive(std::string_view pdf) {
    pdf_.setLogger(QPDFLogger::create());
    pdf_.setSuppressWarnings(true);
    pdf_.processMemoryFile("document", pdf.data(), pdf.size());
  }

  std::string with(std::string_view invoice) {
    describe();
    add_color_profile();
    attach(invoice);
    return written();
  }

 private:
  // The facts about the file are in its XMP metadata, and the same ones in its document
  // information.
  void describe() {
    QPDFObjectHandle before = pdf_.getTrailer().getKey("/Info");
    const Metadata facts{.title = before.getKey("/Title").getUTF8Value(),
                         .made = before.getKey("/CreationDate").getUTF8Value()};
    QPDFObjectHandle info = QPDFObjectHandle::newDictionary();
    info.replaceKey("/Title", text(facts.title));
    info.replaceKey("/Creator", text(program));
    info.replaceKey("/Producer", text(program));
    info.replaceKey("/CreationDate", text(facts.pdf_date()));
    info.replaceKey("/ModDate", text(facts.pdf_date()));
    pdf_.getTrailer().replaceKey("/Info", pdf_.makeIndirectObject(info));
    date_ = facts.pdf_date();

    QPDFObjectHandle xmp = pdf_.newStream(xmp_of(facts));
    xmp.getDict().replaceKey("/Type", name("/Metadata"));
    xmp.getDict().replaceKey("/Subtype", name("/XML"));
    pdf_.getRoot().replaceKey("/Metadata", xmp);
  }

  void add_color_profile() {
    QPDFObjectHandle profile = pdf_.newStream(color_profile());
    profile.getDict().replaceKey("/N", QPDFObjectHandle::newInteger(3));
    QPDFObjectHandle intent = QPDFObjectHandle::newDictionary();
    intent.replaceKey("/Type", name("/OutputIntent"));
    intent.replaceKey("/S", name("/GTS_PDFA1"));
    intent.replaceKey("/OutputConditionIdentifier", text("sRGB"));
    intent.replaceKey("/Info", text("sRGB IEC61966-2.1"));
    intent.replaceKey("/DestOutputProfile", profile);
    pdf_.getRoot().replaceKey("/OutputIntents",
                              QPDFObjectHandle::newArray({pdf_.makeIndirectObject(intent)}));
  }

  void attach(std::string_view invoice) {
    auto stream =
        QPDFEFStreamObjectHelper::createEFStream(pdf_, std::string(invoice));  // with its size
    stream.setSubtype("text/xml").setCreationDate(date_).setModDate(date_);
    auto file = QPDFFileSpecObjectHelper::createFileSpec(pdf_, std::string(attachment), stream);
    file.setDescription("Factur-X");
    QPDFObjectHandle specification = file.getObjectHandle();
    specification.replaceKey("/AFRelationship", name("/Alternative"));
    QPDFEmbeddedFileDocumentHelper(pdf_).replaceEmbeddedFile(std::string(attachment), file);
    pdf_.getRoot().replaceKey("/AF", QPDFObjectHandle::newArray({specification}));
  }

  std::string written() {
    QPDFWriter writer(pdf_);
    writer.setOutputMemory();
    writer.setDeterministicID(true);
    writer.setMinimumPDFVersion("1.7");
    writer.setObjectStreamMode(qpdf_o_disable);
    writer.write();
    const std::shared_ptr<Buffer> bytes = writer.getBufferSharedPointer();
    return {reinterpret_cast<const char*>(bytes->getBuffer()), bytes->getSize()};
  }

  QPDF pdf_;
  std::string date_;
};

}  // namespace

base::Result<std::string> with_invoice(std::string_view pdf, std::string_view invoice) {
  try {
    return Archive(pdf).with(invoice);
  } catch (const std::exception& error) {
    return base::refuse(base::Error(base::ErrorCode::unavailable,
                                    base::CallerText("The PDF file can't be made."),
                                    base::LogText(error.what())));
  }
}

}  // namespace tradepost::zugferd
