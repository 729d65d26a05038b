"""An SMTP server on a free port of 127.0.0.1, which prints every accepted message.

    smtp_server.py none|starttls|tls CERTIFICATE KEY [USER PASSWORD]

The first line is the port. Each further line has the name in EHLO, the sender, the recipient, `tls`
or `plain`, the user or `-`, and the message as base64url without padding. The recipient decides
how the server answers.
"""

import asyncio
import base64
import logging
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult, LoginPassword

AT_RECIPIENT = {
    "busy": "451 4.2.0 Try again",
    "gone": "550-5.1.1 No such\x1b[31m user\r\n550 " + "x" * 700,
    "closing": "421 4.3.2 Closing",
}
AT_END = {
    "later": "452 4.3.1 The disk is full",
    "spam": "554 5.7.1 Refused",
}


class Answers:
    async def handle_RCPT(self, server, session, envelope, address, options):
        kind = address.split("@")[0]
        if kind == "silent":
            await asyncio.Event().wait()
        if kind in AT_RECIPIENT:
            return AT_RECIPIENT[kind]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        (to,) = envelope.rcpt_tos
        kind = to.split("@")[0]
        if kind in AT_END:
            return AT_END[kind]
        is_tls = server.transport.get_extra_info("ssl_object") is not None
        user = session.auth_data.login.decode() if session.auth_data else "-"
        content = base64.urlsafe_b64encode(envelope.content).decode().rstrip("=")
        print(session.host_name, envelope.mail_from, to, "tls" if is_tls else "plain", user, content,
              flush=True)
        return "250 2.0.0 Accepted"


def authenticator(user, password):
    def check(server, session, envelope, mechanism, data):
        assert isinstance(data, LoginPassword)
        is_right = (data.login, data.password) == (user.encode(), password.encode())
        return AuthResult(success=is_right, handled=False, auth_data=data)

    return check


async def serve(security, certificate, key, login):
    context = None
    if security != "none":
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(certificate, key)
    options = {"hostname": "mail.example"}
    if security == "starttls":
        options |= {"tls_context": context, "require_starttls": True}
    if login:
        options |= {
            "authenticator": authenticator(*login),
            "auth_required": True,
            # aiosmtpd does not recognise a connection that begins with TLS.
            "auth_require_tls": security == "starttls",
        }
    server = await asyncio.get_running_loop().create_server(
        lambda: SMTP(Answers(), **options),
        "127.0.0.1",
        0,
        ssl=context if security == "tls" else None,
    )
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


logging.disable()  # of the connections that clients break off
warnings.simplefilter("ignore")
asyncio.run(serve(*sys.argv[1:4], sys.argv[4:]))
