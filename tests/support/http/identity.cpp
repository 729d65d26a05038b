#include "http/identity.hpp"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>

#include "base/ground/check.hpp"
#include "base/ground/freed_by.hpp"

namespace tradepost::http_tests {
namespace {

using base::FreedBy;
using Key = std::unique_ptr<EVP_PKEY, FreedBy<EVP_PKEY_free>>;
using Certificate = std::unique_ptr<X509, FreedBy<X509_free>>;
using Memory = std::unique_ptr<BIO, FreedBy<BIO_free>>;

Key make_key(IdentityOf::Key kind) {
  switch (kind) {
    case IdentityOf::Key::p256:
      return Key(EVP_EC_gen("P-256"));
    case IdentityOf::Key::rsa_2048:
      return Key(EVP_RSA_gen(2048));
    case IdentityOf::Key::rsa_1024:
      return Key(EVP_RSA_gen(1024));
  }
  return nullptr;
}

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509V3_CTX context;
  X509V3_set_ctx(&context, certificate, certificate, nullptr, nullptr, 0);
  X509_EXTENSION* const extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
  CHECK(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

Certificate make_certificate(const IdentityOf& of, EVP_PKEY* key) {
  Certificate certificate(X509_new());
  X509* const made = certificate.get();
  CHECK(X509_set_version(made, 2) == 1);
  std::uint64_t serial = 0;
  CHECK(RAND_bytes(reinterpret_cast<unsigned char*>(&serial), sizeof serial) == 1);
  ASN1_INTEGER_set_uint64(X509_get_serialNumber(made), serial);
  X509_gmtime_adj(X509_getm_notBefore(made), std::chrono::seconds(of.from).count());
  X509_gmtime_adj(X509_getm_notAfter(made), std::chrono::seconds(of.to).count());
  X509_set_pubkey(made, key);
  X509_NAME* const name = X509_get_subject_name(made);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(of.name.c_str()), -1, -1, 0);
  X509_set_issuer_name(made, name);
  add_extension(made, NID_subject_alt_name, "DNS:" + of.name + ",IP:127.0.0.1");
  add_extension(made, NID_basic_constraints, "critical,CA:FALSE");
  add_extension(made, NID_key_usage, "critical,digitalSignature");
  add_extension(made, NID_ext_key_usage, "serverAuth");
  CHECK(X509_sign(made, key, EVP_sha256()) > 0);
  return certificate;
}

std::string text_in(BIO* memory) {
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(memory, &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

}  // namespace

Identity make_identity(const IdentityOf& of) {
  const Key key = make_key(of.key);
  const Certificate certificate = make_certificate(of, key.get());
  const Memory certificate_text(BIO_new(BIO_s_mem()));
  const Memory key_text(BIO_new(BIO_s_mem()));
  CHECK(PEM_write_bio_X509(certificate_text.get(), certificate.get()) == 1);
  const bool is_protected = !of.passphrase.empty();
  CHECK(PEM_write_bio_PrivateKey(
            key_text.get(), key.get(), is_protected ? EVP_aes_128_cbc() : nullptr,
            reinterpret_cast<const unsigned char*>(is_protected ? of.passphrase.c_str() : nullptr),
            static_cast<int>(of.passphrase.size()), nullptr, nullptr) == 1);
  return {.certificate = text_in(certificate_text.get()), .key = text_in(key_text.get())};
}

IdentityFiles::IdentityFiles(const Identity& identity) {
  std::string name = (std::filesystem::temp_directory_path() / "identity-XXXXXX").string();
  CHECK(::mkdtemp(name.data()) != nullptr);
  folder_ = name;
  write(identity);
}

IdentityFiles::~IdentityFiles() {
  std::filesystem::remove_all(folder_);
}

void IdentityFiles::write(const Identity& identity) const {
  std::ofstream(paths().certificate, std::ios::trunc) << identity.certificate;
  std::ofstream(paths().key, std::ios::trunc) << identity.key;
}

http::TlsFiles IdentityFiles::paths() const {
  return {.certificate = folder_ / "certificate.pem", .key = folder_ / "key.pem"};
}

}  // namespace tradepost::http_tests
