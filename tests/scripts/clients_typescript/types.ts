// Compiles, and each line after @ts-expect-error does not.
import {
  Decimal, Exchange, parse, verifyWebhook, type IncomingTransaction, type Listed, type OrderItem, type Sendable,
} from "tradepost";

export function nameOf({ document }: Listed<IncomingTransaction>): string | null | undefined {
  switch (document.type) {
    case "ORDER": {
      const price: Decimal | null | undefined = document.content.items[0]?.unitPrice;
      // @ts-expect-error a Decimal is not a number
      const number: number | null | undefined = document.content.items[0]?.unitPrice;
      // @ts-expect-error an order has no invoice's number
      document.content.header.invoiceIdentifier;
      return `${document.content.header.orderIdentifier} ${price} ${number}`;
    }
    case "INVOICE":
      // @ts-expect-error misspelled
      document.content.header.invoiceIdentifer;
      return document.content.header.invoiceIdentifier;
    case "SHIPPING_NOTICE":
      return document.content.header.shippingNoticeIdentifier;
    // @ts-expect-error an unknown kind
    case "LETTER":
      return undefined;
    default:
      return document.platformTransactionId;
  }
}

export async function send(exchange: Exchange): Promise<void> {
  const item: Sendable<OrderItem> = { quantity: 12, unitPrice: new Decimal("12.90") };
  // @ts-expect-error a text is not a quantity
  item.quantity = "12";
  // @ts-expect-error misspelled
  const misspelled: Sendable<OrderItem> = { quantitty: 12 };
  const party = { identifiers: [{ domain: "GS1" as const, identifier: "9521002000009" }] };
  const header = { orderIdentifier: "1", orderDate: "2026-03-02", buyer: party, supplier: party };
  await exchange.send({ type: "ORDER", content: { header, items: [item, misspelled] } }, { key: "1" });
  await exchange.send({ header, items: [item] }, { type: "ORDER" });
  // @ts-expect-error an order's content is not an invoice
  await exchange.send({ header, items: [item] }, { type: "INVOICE" });
  for await (const { document } of exchange.pending()) {
    if (document.type === "ORDER") await exchange.send(document); // a received document may be sent
  }
  await exchange.sendAll(['{"type":"ORDER","content":{}}'], { key: (text) => text.slice(0, 9) });
  await exchange.report("1", { success: false, reason: "late", errorType: "DATA", context: { line: "1" } });
  // @ts-expect-error unknown word
  await exchange.report("1", { success: false, errorType: "OTHER" });
}

export function hear(secret: string, body: Buffer): string {
  const event = verifyWebhook([secret], new Headers(), body);
  switch (event.type) {
    case "transaction.pending":
      return event.transaction.platformTransactionId;
    case "case.opened":
      // @ts-expect-error this event has a case
      event.transaction;
      return event.case.reason;
    default:
      return event.id;
  }
}

// @ts-expect-error a value of JSON may be null
parse("null").type;
