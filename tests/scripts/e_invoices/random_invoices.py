"""Writes random invoices and credit notes as lines of JSON: random_invoices.py COUNT SEED.

Most are consistent. Some have wrong sums, missing parts or odd values, so that forms refuse them.
"""
import json
import random
import sys
from decimal import Decimal, ROUND_HALF_UP

CENT = Decimal("0.01")
WORDS = ["Pils", "Öl & Essig", "Kasten <20>", 'Rahmen "weiß"', "Пиво", "水", "Pfand", "Apfel 1 kg", "Größe\nXL",
         "a"]
UNITS = ["EA", "GRM", "HUR", "KGM", "LTR", "MLT", "MTK", "MTR", "PCK", "SET", "CS", "CA", "DAY", "WEE", "MON", "CT",
         "CQ", "CU", "BJ", "BO", "MTQ", "PF", "BG", "RO", "TNE", "BE", "CMT", "KMT", "PR", "TU"]


def gln(rng):
    digits = [rng.randrange(10) for _ in range(12)]
    total = sum(d * (3 if i % 2 else 1) for i, d in enumerate(digits))
    return "".join(map(str, digits)) + str(-total % 10)


def money(number):
    return number.quantize(CENT, ROUND_HALF_UP)


def text(rng):
    return " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 3)))


def maybe(rng, share, target, name, make):
    if rng.random() < share:
        target[name] = make()


def date(rng):
    day = f"2026-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    return day + "T10:20:30Z" if rng.random() < 0.1 else day


def party(rng, country, wants_all):
    one = {"name": text(rng), "identifiers": [{"identifier": gln(rng), "domain": "GS1"}],
           "postalAddress": {"street": text(rng), "city": text(rng), "postalCode": str(rng.randint(10000, 99999)),
                             "countryCode": country}}
    if wants_all or rng.random() < 0.7:
        one["identifiers"].append({"identifier": "DE" + str(rng.randint(100000000, 999999999)), "domain": "VAT_DE"})
    for domain in ("DUNS", "FED_TAX", "SENDER_INTERNAL", "RECEIVER_INTERNAL"):
        if rng.random() < 0.15:
            number = str(rng.randint(1, 999999999))
            one["identifiers"].insert(rng.randint(0, 1), {"identifier": number, "domain": domain})
    maybe(rng, 0.2, one["postalAddress"], "addressExtra", lambda: text(rng))
    maybe(rng, 0.2, one["postalAddress"], "state", lambda: text(rng))
    maybe(rng, 0.1, one["postalAddress"], "name", lambda: text(rng))
    if wants_all or rng.random() < 0.6:
        one["contacts"] = [{"firstName": "Ada", "lastName": text(rng).replace("\n", " "), "phone": "+49 30 1234567",
                            "email": "ada@example.com"} for _ in range(rng.randint(1, 2))]
        maybe(rng, 0.2, one["contacts"][0], "department", lambda: text(rng))
        maybe(rng, 0.2, one["contacts"][0], "mobile", lambda: "0170 123")
    if rng.random() < 0.4:
        one["financialInstitution"] = {"accountNumber": rng.choice(["DE89370400440532013000", "123456", "DE00"]),
                                       "institutionId": "ABCDDEFF"}
        maybe(rng, 0.7, one["financialInstitution"], "institutionIdDomain", lambda: rng.choice(["BIC", "BLZ"]))
        maybe(rng, 0.5, one["financialInstitution"], "accountHolder", lambda: text(rng))
        maybe(rng, 0.5, one["financialInstitution"], "name", lambda: text(rng))
    return one


def modification(rng, kind, percentage, amount, rate):
    one = {"type": kind, "calculationType": "RELATIVE" if percentage is not None else "ABSOLUTE"}
    if percentage is not None:
        one["percentage"] = percentage
    if amount is not None:
        one["amount"] = amount
    maybe(rng, 0.6, one, "reasonCode",
          lambda: rng.choice(["SHIPPING", "PACKAGING", "HANDLING", "DISCOUNT", "INSURANCE"]))
    maybe(rng, 0.6, one, "description", lambda: text(rng))
    if rate is not None:
        one["tax"] = {"percentage": rate, "amount": money(amount * rate / 100)}
    return one


def line(rng, number, rates, categories):
    rate = rng.choice(rates)
    quantity = Decimal(rng.randint(1, 5000)) / rng.choice([1, 1, 10, 1000])
    price = Decimal(rng.randint(0, 99999)) / rng.choice([100, 100, 10000])
    if rng.random() < 0.08:
        quantity = -quantity
    gross = quantity * price
    one = {"lineNumber": number, "identifiers": [], "isDepositItem": rng.random() < 0.2,
           "quantity": quantity, "unitPrice": price}
    for domain in rng.sample(["GS1", "BUYER", "SUPPLIER"], rng.randint(1, 3)):
        one["identifiers"].append({"identifier": "4006381333931" if domain == "GS1" else text(rng), "domain": domain})
    maybe(rng, 0.8, one, "description", lambda: text(rng))
    maybe(rng, 0.8, one, "unitOfMeasure", lambda: rng.choice(UNITS))
    per = None
    if rng.random() < 0.1:
        per = Decimal(rng.choice([10, 100, 12]))
        one["pricingUnitQuantity"] = per
        gross /= per
    net = gross
    if rng.random() < 0.25:
        kind = rng.choice(["ALLOWANCE", "CHARGE"])
        sign = 1 if kind == "CHARGE" else -1
        if rng.random() < 0.5:
            percentage = Decimal(rng.randint(1, 200)) / 10
            amount = money(gross * percentage / 100)
            stated = amount if rng.random() < 0.5 else None
            group = {"modifications": [modification(rng, kind, percentage, stated, None)]}
            net += sign * (amount if stated is not None else gross * percentage / 100)
        else:
            amount = Decimal(rng.randint(1, 500)) / 100
            group = {"modifications": [modification(rng, kind, None, amount, None)]}
            net += sign * amount
        if rng.random() < 0.7 and gross.quantize(Decimal("0.000001")) == gross:
            group["basis"] = gross
            group["level"] = 1
        one["modificationGroups"] = [group]
    net = money(net)
    one["tax"] = {"percentage": rate, "amount": money(net * rate / 100)}
    if rate == 0 and categories.get(rate) == "E":
        one["tax"]["description"] = "§ 4 Nr. 21 UStG"
    for name, make in {
        "orderLineNumber": lambda: rng.randint(1, 99), "comments": lambda: text(rng), "freeQuantity": lambda: 0,
        "netWeight": lambda: rng.randint(1, 9999), "originCountryCode": lambda: rng.choice(["DE", "XX", "FR"]),
        "hsCode": lambda: "070200", "colorName": lambda: text(rng), "promotionCode": lambda: text(rng),
        "contractReference": lambda: text(rng), "orderIdentifier": lambda: text(rng), "orderDate": lambda: date(rng),
        "batches": lambda: [{"batchIdentifier": text(rng), "quantity": 1, "expirationDate": "2027-01-01"}],
        "certifications": lambda: {"eudr": {"referenceNumber": "25DE1"}},
    }.items():
        maybe(rng, 0.15, one, name, make)
    return one, net, rate


def document(rng):
    is_invoice = rng.random() < 0.6
    prefix = "invoice" if is_invoice else "creditNote"
    kind_of_tax = rng.random()
    if kind_of_tax < 0.7:
        categories = {Decimal(19): "S"}
        if rng.random() < 0.4:
            categories[Decimal(7)] = "S"
        if rng.random() < 0.25:
            categories[Decimal(0)] = rng.choice(["E", "Z"])
    else:
        categories = {Decimal(0): rng.choice(["AE", "K", "G", "O", "E", "Z"])}
    country = "DE" if rng.random() < 0.7 else rng.choice(["AT", "FR", "NL"])
    header = {"supplier": party(rng, "DE", rng.random() < 0.85), "buyer": party(rng, country, rng.random() < 0.5),
              f"{prefix}Identifier": f"R-{rng.randint(1, 10**6)}", f"{prefix}Date": date(rng),
              "currency": rng.choice(["EUR"] * 9 + ["USD"]),
              "shippingNoticeIdentifier": "LS-1", "shippingNoticeDate": date(rng), "orderIdentifier": text(rng),
              "orderDate": date(rng)}
    maybe(rng, 0.8, header, f"{prefix}DueDate", lambda: date(rng))
    maybe(rng, 0.5, header, "shipTo", lambda: party(rng, "DE", False))
    for name in ("billTo", "billFrom", "finalRecipient"):
        maybe(rng, 0.1, header, name, lambda: party(rng, "DE", False))
    for name in ("comments", "deliveryInformation", "purchasingInformation", "legalInformation", "contractReference",
                 "promotionCode"):
        maybe(rng, 0.2, header, name, lambda: text(rng))
    maybe(rng, 0.4, header, "paymentTerms", lambda: [
        {"payInNumberOfDays": 14, "percentage": Decimal(rng.choice(["2", "2.0", "2.125"]))},
        {"payInNumberOfDays": 30, "percentage": 0}])
    if is_invoice:
        maybe(rng, 0.3, header, "AdditionalOrderIdentifiers", lambda: {
            rng.choice(["supplierOrderIdentifier", "billToOrderIdentifier", "shipToOrderIdentifier"]): text(rng)})
    else:
        maybe(rng, 0.5, header, "invoiceIdentifier", lambda: "R-7")
        maybe(rng, 0.5, header, "reason", lambda: text(rng))
        maybe(rng, 0.3, header, "type", lambda: "CORRECTION")
    items, sums, number = [], {}, 0
    for _ in range(rng.randint(1, 6)):
        number += 1
        one, net, rate = line(rng, number, list(categories), categories)
        items.append(one)
        if rng.random() < 0.1:
            one["isInvoicedItem"] = rng.random() < 0.5
            if not one["isInvoicedItem"]:
                net = Decimal(0)
            one["subItems"] = []
            for _ in range(rng.randint(1, 2)):
                number += 1
                sub, sub_net, sub_rate = line(rng, number, list(categories), categories)
                one["subItems"].append(sub)
                sums[sub_rate] = sums.get(sub_rate, 0) + sub_net
        sums[rate] = sums.get(rate, 0) + net
    summary = add_summary(rng, sums, categories)
    content = {"header": header, "items": items}
    if summary["modificationGroups"] or rng.random() < 0.85 or 0 in categories:
        if not summary["modificationGroups"]:
            del summary["modificationGroups"]
        content["summary"] = summary
    if rng.random() < 0.1:
        spoil(rng, content)
    return {"type": "INVOICE" if is_invoice else "CREDIT_NOTE", "content": content}


def add_summary(rng, sums, categories):
    subtotal = sum(sums.values())
    taxable, changes, charges, allowances = dict(sums), [], Decimal(0), Decimal(0)
    if rng.random() < 0.3:
        rate = rng.choice(list(sums))
        amount = Decimal(rng.randint(1, 2000)) / 100
        if rng.random() < 0.6:
            changes = [modification(rng, "CHARGE", None, amount, rate)]
            taxable[rate] += amount
            charges = amount
        elif len(sums) == 1:
            changes = [modification(rng, "ALLOWANCE", None, amount, None)]
            taxable[rate] -= amount
            allowances = amount
        else:
            percentage = Decimal(rng.randint(1, 50)) / 10
            allowances = money(subtotal * percentage / 100)
            changes = [modification(rng, "ALLOWANCE", percentage, allowances, None)]
            for each in taxable:
                taxable[each] = money(sums[each] - sums[each] * percentage / 100)
    taxes = {rate: money(net * rate / 100) for rate, net in taxable.items()}
    net, tax = subtotal + charges - allowances, sum(taxes.values())
    due = net + tax - (Decimal(5) if rng.random() < 0.1 else 0) + (Decimal("0.01") if rng.random() < 0.05 else 0)
    summary = {"subtotalAmount": subtotal, "netAmount": net, "grossAmount": net + tax, "dueAmount": due,
               "tax": {"total": tax, "items": [
                   {"percentage": rate, "taxableAmount": taxable[rate], "taxAmount": taxes[rate],
                    "category": categories[rate]} for rate in taxable]},
               "modificationGroups": [{"basis": subtotal, "level": 1, "modifications": changes}] if changes else []}
    if charges:
        summary["totalCharges"] = charges
    if allowances:
        summary["totalAllowances"] = allowances
    for item in summary["tax"]["items"]:
        maybe(rng, 0.8 if item["category"] == "E" else 0.2, item, "description", lambda: "§ 4 Nr. 21 UStG")
    return summary


def spoil(rng, content):
    header, summary = content["header"], content.get("summary")
    choice = rng.randrange(8)
    if choice == 0:
        header.pop("currency")
    elif choice == 1:
        header["supplier"].pop("name")
    elif choice == 2:
        header["buyer"].pop("postalAddress")
    elif choice == 3 and summary:
        summary["subtotalAmount"] += 10
    elif choice == 4 and summary:
        summary["grossAmount"] += 10
    elif choice == 5 and summary:
        summary["tax"]["items"][0]["taxAmount"] += 10
    elif choice == 6 and summary:
        summary["tax"]["items"][0]["taxableAmount"] += 10
    elif choice == 7:
        header["buyer"]["postalAddress"]["countryCode"] = "XX"


def plain(value):
    """Returns the JSON text of a value, with exact numbers."""
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(k) + ":" + plain(v) for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(plain, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    source = random.Random(int(sys.argv[2]))
    for _ in range(int(sys.argv[1])):
        print(plain(document(source)))
