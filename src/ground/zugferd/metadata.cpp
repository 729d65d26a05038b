#include "zugferd/metadata.hpp"

#include <array>

#include "xml/writer.hpp"

namespace tradepost::zugferd {
namespace {

struct Property {
  std::string_view name;
  std::string_view value;
  std::string_view about;
};

constexpr std::string_view namespace_of_invoices =
    "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";
constexpr std::array<Property, 4> properties = {{
    {"DocumentFileName", attachment, "Name of the embedded XML invoice file"},
    {"DocumentType", "INVOICE", "INVOICE"},
    {"Version", "1.0", "Version of the Factur-X standard"},
    {"ConformanceLevel", "EN 16931", "Profile of the embedded invoice"},
}};

void add(xml::Writer& xml, std::string_view name, std::string_view value) {
  xml.open(name).text(value).close();
}

xml::Writer& open_description(xml::Writer& xml) {
  return xml.open("rdf:Description").attribute("rdf:about", "");
}

void add_document(xml::Writer& xml, const Metadata& metadata) {
  open_description(xml)
      .attribute("xmlns:pdfaid", "http://www.aiim.org/pdfa/ns/id/")
      .attribute("xmlns:dc", "http://purl.org/dc/elements/1.1/")
      .attribute("xmlns:pdf", "http://ns.adobe.com/pdf/1.3/")
      .attribute("xmlns:xmp", "http://ns.adobe.com/xap/1.0/");
  add(xml, "pdfaid:part", "3");
  add(xml, "pdfaid:conformance", "B");
  xml.open("dc:title").open("rdf:Alt").open("rdf:li").attribute("xml:lang", "x-default");
  xml.text(metadata.title).close().close().close();
  add(xml, "pdf:Producer", program);
  add(xml, "xmp:CreatorTool", program);
  add(xml, "xmp:CreateDate", metadata.xmp_date());
  add(xml, "xmp:ModifyDate", metadata.xmp_date());
  xml.close();
}

void add_schema(xml::Writer& xml) {
  open_description(xml)
      .attribute("xmlns:pdfaExtension", "http://www.aiim.org/pdfa/ns/extension/")
      .attribute("xmlns:pdfaSchema", "http://www.aiim.org/pdfa/ns/schema#")
      .attribute("xmlns:pdfaProperty", "http://www.aiim.org/pdfa/ns/property#");
  xml.open("pdfaExtension:schemas").open("rdf:Bag").open("rdf:li");
  xml.attribute("rdf:parseType", "Resource");
  add(xml, "pdfaSchema:schema", "Factur-X PDFA Extension Schema");
  add(xml, "pdfaSchema:namespaceURI", namespace_of_invoices);
  add(xml, "pdfaSchema:prefix", "fx");
  xml.open("pdfaSchema:property").open("rdf:Seq");
  for (const Property& property : properties) {
    xml.open("rdf:li").attribute("rdf:parseType", "Resource");
    add(xml, "pdfaProperty:name", property.name);
    add(xml, "pdfaProperty:valueType", "Text");
    add(xml, "pdfaProperty:category", "external");
    add(xml, "pdfaProperty:description", property.about);
    xml.close();
  }
  xml.close().close().close().close().close().close();
}

}  // namespace

std::string Metadata::pdf_date() const {
  return made.starts_with("D:") ? made : "D:" + made;
}

std::string Metadata::xmp_date() const {
  const std::string all = pdf_date();
  const auto part = [&](std::size_t at, std::size_t size) { return all.substr(at, size); };
  return part(2, 4) + '-' + part(6, 2) + '-' + part(8, 2) + 'T' + part(10, 2) + ':' + part(12, 2) +
         ':' + part(14, 2) + 'Z';
}

std::string xmp_of(const Metadata& metadata) {
  xml::Writer xml;
  xml.open("x:xmpmeta").attribute("xmlns:x", "adobe:ns:meta/");
  xml.open("rdf:RDF").attribute("xmlns:rdf", "http://www.w3.org/1999/02/22-rdf-syntax-ns#");
  add_document(xml, metadata);
  open_description(xml).attribute("xmlns:fx", namespace_of_invoices);
  for (const Property& property : properties) {
    add(xml, "fx:" + std::string(property.name), property.value);
  }
  xml.close();
  add_schema(xml);
  xml.close().close();
  // A packet begins and ends with its own instructions, and has no declaration.
  const std::string document = std::move(xml).finish();
  return "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>" +
         document.substr(document.find("?>") + 2) + "<?xpacket end=\"r\"?>";
}

}  // namespace tradepost::zugferd
