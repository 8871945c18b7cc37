"""A till: asks a phone for money, waits, prints a receipt, and exports a day.

    python3 till.py sell 2500 0700000001 "Chai na maandazi"
    python3 till.py day 2026-11-16 > day.csv
"""

import argparse
import os
import sys
import time
import uuid
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import requests

URL, MERCHANT = os.environ["MALIPO_URL"], os.environ["MALIPO_MERCHANT"]
session = requests.Session()
session.headers["Authorization"] = "Bearer " + os.environ["MALIPO_KEY"]


class Unknown(Exception):
    """No answer came: what became of the call is not known, which is neither paid nor refused."""


def call(method, path, body=None, key=None):
    """Makes one call. Without an answer it is repeated with the same key, so that nobody pays twice."""
    headers = {"Idempotency-Key": key} if key else {}
    for pause in (1, 2, 4, None):
        try:
            answer = session.request(method, URL + path, json=body, headers=headers, timeout=30)
            content = answer.json()
            if content["success"]:
                return content["data"]
            code, message = content["error"]["code"], content["error"]["message"]
            # The first of these is our own call of a moment ago, which is still being carried out.
            if code != "idempotency_in_progress" and answer.status_code not in (429, 500, 502, 503, 504):
                sys.exit(f"{code}: {message}")
        except (requests.RequestException, ValueError, KeyError, TypeError):
            message = "the service did not answer"
        if pause is None:
            raise Unknown(message)
        time.sleep(pause)


def sell(amount, phone, what, seconds, reference):
    push = call(
        "POST",
        "/v1/collections/wallet-push",
        {"merchant_id": MERCHANT, "amount": amount, "phone": phone, "reference": reference, "description": what},
        key=str(uuid.uuid4()),
    )
    print(push["message"], file=sys.stderr)
    until = time.time() + seconds
    while True:
        collection = call("GET", "/v1/collections/" + push["collection_id"])
        if collection["status"] not in ("processing", "pending_clearance") or time.time() > until:
            break
        time.sleep(0.5)
    # Paid is this, and nothing else.
    paid = (
        collection["status"] == "successful"
        and Decimal(str(collection["amount"])) == Decimal(str(amount))
        and collection["reference"] == reference
    )
    if paid:
        print(receipt(collection, what))
        return 0
    if collection["status"] == "failed":
        print(f"NOT PAID: {collection['message']}")
        return 1
    print(f"NOT KNOWN YET: {collection['status']}. Do not ask the customer again; look up {reference} later.")
    return 2


def receipt(collection, what):
    lines = [
        "RECEIPT",
        f"{what:<22}{collection['amount']:>10} {collection['currency']}",
        f"Reference             {collection['reference']}",
        f"Paid                  {collection['updated_at']}",
        collection["receipt_url"],
    ]
    return "\n".join(lines)


def day(date):
    """All movements of a day in Dar es Salaam, as a table for a spreadsheet."""
    path = f"{URL}/v1/merchants/{MERCHANT}/transactions"
    query, head = {"from": date, "to": date, "page_size": 100}, ""
    while True:
        answer = session.get(path, params=query, headers={"Accept": "text/csv"}, timeout=30)
        answer.raise_for_status()
        # Each page begins with the names of the columns.
        sys.stdout.write(answer.text[len(head) :])
        head = answer.text.split("\n")[0] + "\n"
        if "X-Next-Cursor" not in answer.headers:
            return 0
        query["cursor"] = answer.headers["X-Next-Cursor"]


def main():
    today = datetime.now(timezone(timedelta(hours=3))).date().isoformat()
    parser = argparse.ArgumentParser(description="A till on Malipo.")
    commands = parser.add_subparsers(dest="command", required=True)
    selling = commands.add_parser("sell", help="ask a phone for money")
    selling.add_argument("amount", type=int, help="whole shillings")
    selling.add_argument("phone")
    selling.add_argument("what")
    selling.add_argument("--seconds", type=int, default=120, help="how long to wait")
    exporting = commands.add_parser("day", help="export a day as CSV")
    exporting.add_argument("date", nargs="?", default=today)
    given = parser.parse_args()
    if given.command == "day":
        return day(given.date)
    reference = "till-" + uuid.uuid4().hex[:12]
    try:
        return sell(given.amount, given.phone, given.what, given.seconds, reference)
    except Unknown as error:
        print(f"NOT KNOWN YET: {error}. Do not ask the customer again; look up {reference} later.")
        return 2


if __name__ == "__main__":
    sys.exit(main())
